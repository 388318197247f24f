"""Imports: a record becomes a game, and a refusal is stored with a sentence that says why."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection

from finished import import_page, records
from finished.importing import KEPT, LARGEST, import_file
from finished.record_error_text import _WHY
from game.models import Game, Import
from game.refusals import SENTENCES
from literature import record
from literature.rules import options
from tests.database.kit.broken import BROKEN, NO_RECORDS, broken
from tests.kit import JSON, PLAIN, people, person, play_on, signed_in, started

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture
def document():
    """The record of a finished game that begins with an ask of the dealer."""
    game = started(people(4), PLAIN, dealer=1)
    play_on(game)
    return records.export_document(game)


@pytest.fixture
def asha():
    return person("Zoë")


def upload(client, *files, **headers):
    sent = [SimpleUploadedFile(name, data, "application/json") for name, data in files]
    return client.post("/games/import/", {"records": sent}, **headers)


def good(document):
    return json.dumps(document).encode()


# Words


@pytest.mark.parametrize("name", BROKEN)
def test_the_page_says_the_error_in_a_record(document, name):
    _change, code, words = BROKEN[name]
    attempt = import_file(f"{name}.json", broken(document, name))
    assert (attempt.code, attempt.game) == (code, None)
    assert words in attempt.sentence
    assert Game.objects.count() == 1
    kept = Import.objects.get()
    assert bytes(kept.refused) == broken(document, name)[:KEPT]
    assert kept.user is None


@pytest.mark.parametrize("name", NO_RECORDS)
def test_the_page_says_why_a_file_is_not_a_record(name):
    data, words = NO_RECORDS[name]
    attempt = import_file(name, data)
    assert attempt.code == "malformed"
    assert words in attempt.sentence


def test_an_error_names_the_move_with_players_and_cards(document):
    """The sentence uses the names of players, and numbers moves from one."""
    names = [seat["name"] for seat in document["seats"]]
    turn = document["dealer"]
    document["hands"] = stacked_hands(document)
    document["moves"] = [{"seat": turn, "ask": "9H", "of": (turn + 1) % 4, "hit": False}]
    attempt = import_file("x.json", good({**document, "shuffle": None}))
    asked = f"Move 1: {names[turn]} asks {names[(turn + 1) % 4]} for the 9 of hearts"
    assert attempt.sentence == f"{asked}. {names[turn]} held no card of High hearts."
    assert (attempt.move, attempt.code) == (0, "no_card_of_set")


def stacked_hands(document):
    """The same cards, dealt so that the dealer has no high heart."""
    cards = sorted(card for hand in document["hands"] for card in hand)
    high = [card for card in cards if card in ("9H", "TH", "JH", "QH", "KH", "AH")]
    rest = [card for card in cards if card not in high]
    turn = document["dealer"]
    hands = [[], [], [], []]
    hands[(turn + 1) % 4] = high
    for seat in range(4):
        while len(hands[seat]) < 12:
            hands[seat].append(rest.pop())
    return hands


def test_every_code_of_an_illegal_move_has_a_sentence():
    moves = list(SENTENCES)
    assert set(_WHY) == set(moves[: moves.index("bad_pass") + 1])


def test_players_with_equal_names_are_distinguished(document):
    for seat in document["seats"]:
        seat["name"] = "Ben"
    document["moves"][0]["of"] = (document["dealer"] + 2) % 4
    attempt = import_file("x.json", good(document))
    assert f"Seat {document['dealer'] + 1} asks Seat" in attempt.sentence


@pytest.mark.parametrize("number", range(3))
def test_the_rules_of_a_preset_are_recognized(number):
    name = list(options.PRESETS)[number]
    rules = options.PRESETS[name]
    game = started(people(rules.players), rules)
    play_on(game)
    attempt = import_file("x.json", records.export(game).encode())
    assert attempt.game.preset == name
    assert attempt.game.is_imported
    assert not game.is_imported


# By command


def test_the_command_stores_every_attempt(document, tmp_path):
    (tmp_path / "good.json").write_bytes(good(document))
    (tmp_path / "bad.json").write_bytes(broken(document, "wrong-hit"))
    with pytest.raises(SystemExit):
        call_command("import_game", str(tmp_path / "bad.json"), str(tmp_path / "good.json"))
    bad, fine = Import.objects.order_by("pk")
    assert (bad.code, bad.game, bad.move) == ("wrong_hit", None, 0)
    assert fine.game.is_imported
    assert (fine.code, fine.sentence, fine.refused) == ("", "", None)


# By page


def test_a_record_is_imported_with_the_page(document, asha):
    client = signed_in(asha)
    page = upload(client, ("evening.json", good(document)))
    assert page.status_code == 200
    attempt = Import.objects.get()
    assert (attempt.user, attempt.file_name) == (asha, "evening.json")
    assert f"/games/{attempt.game_id}/" in page.content.decode()
    assert client.get(f"/games/{attempt.game_id}/").status_code == 200
    stranger = signed_in(person("Eva")).get(f"/games/{attempt.game_id}/")
    assert stranger.status_code == 404


def test_valid_files_are_imported_beside_refused_files(document, asha):
    page = upload(
        signed_in(asha),
        ("good.json", good(document)),
        ("<b>.json", broken(document, "wrong-hit")),
        ("photo.png", NO_RECORDS["picture"][0]),
    )
    assert page.status_code == 422
    text = page.content.decode()
    assert "The record says that" in text
    assert "&lt;b&gt;.json" in text
    assert Import.objects.filter(user=asha, game__isnull=True).count() == 2


def test_programs_get_the_verdicts(document, asha):
    answer = upload(
        signed_in(asha), ("a", good(document)), ("b", broken(document, "teammate")), headers=JSON
    )
    a, b = answer.json()["imports"]
    assert answer.status_code == 422
    assert (a["code"], a["game"]) == (None, Import.objects.get(file_name="a").game_id)
    assert (b["game"], b["code"], b["move"]) == (None, "target_teammate", 0)


def test_the_same_file_is_imported_once(document, asha):
    client = signed_in(asha)
    for _ in range(2):
        assert upload(client, ("a.json", good(document))).status_code == 200
    assert Import.objects.count() == 1
    assert Game.objects.filter(source__isnull=False).count() == 1
    upload(signed_in(person("Eva")), ("a.json", good(document)))
    assert Game.objects.filter(source__isnull=False).count() == 2


def test_a_large_file_is_not_read(asha):
    page = upload(signed_in(asha), ("big.json", b" " * (LARGEST + 1)))
    assert page.status_code == 422
    attempt = Import.objects.get()
    assert (attempt.code, attempt.size, bytes(attempt.refused)) == ("too_large", LARGEST + 1, b"")
    assert "larger than 500 kB" in page.content.decode()


def test_no_files_and_too_many(asha, monkeypatch):
    client = signed_in(asha)
    page = client.post("/games/import/")
    assert page.status_code == 422
    assert "No file was chosen" in page.content.decode()
    monkeypatch.setattr(import_page, "MOST_FILES", 2)
    assert upload(client, *[(str(n), b"{}") for n in range(3)]).status_code == 422
    assert not Import.objects.exists()


def test_one_person_may_not_import_too_often(asha, settings):
    settings.RATE_LIMIT_FACTOR = 0.01
    client = signed_in(asha)
    upload(client, ("a", b"{}"))
    answer = upload(client, ("a", b"{}"))
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


@pytest.mark.parametrize(("in_a_minute", "in_an_hour"), [(1, 100), (100, 1)])
def test_one_address_may_not_import_too_often(in_a_minute, in_an_hour, settings, monkeypatch):
    settings.RATE_LIMIT_FACTOR = 1
    monkeypatch.setattr(import_page, "PER_MINUTE_OF_ADDRESS", in_a_minute)
    monkeypatch.setattr(import_page, "PER_HOUR_OF_ADDRESS", in_an_hour)
    upload(signed_in(person("Eva")), ("a", b"{}"))
    assert upload(signed_in(person("Ben")), ("a", b"{}")).status_code == 429


def test_the_page_refuses_games_with_too_many_moves(document, asha, monkeypatch):
    monkeypatch.setattr("finished.importing.MOST_MOVES", 5)
    data, moves = good(document), len(document["moves"])
    page = upload(signed_in(asha), ("long.json", data))
    assert page.status_code == 422
    assert (
        f"The record has {moves} moves, but at most 5 moves are allowed." in page.content.decode()
    )
    assert (Import.objects.get().code, Game.objects.filter(source__isnull=False).count()) == (
        "too_long",
        0,
    )
    assert import_file("long.json", data).game, "the command line takes any"


def test_one_person_may_not_import_too_many_games(document, asha, monkeypatch):
    monkeypatch.setattr(import_page, "MOST_GAMES", 1)
    client = signed_in(asha)
    assert upload(client, ("a.json", good(document))).status_code == 200
    page = upload(client, ("b.json", good(document | {"site": "Elsewhere"})))
    assert page.status_code == 422
    assert "import only 1 game in total" in page.content.decode()


def test_the_number_of_stored_refused_files_is_limited(asha, monkeypatch):
    monkeypatch.setattr(import_page, "MOST_REFUSED", 2)
    upload(signed_in(asha), *[(str(n), b"{}") for n in range(4)])
    assert Import.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_record_is_replayed_outside_the_transaction(document, asha, monkeypatch):
    played, inside = record.replay, []

    def replay(read):
        inside.append(connection.in_atomic_block)
        return played(read)

    monkeypatch.setattr(record, "replay", replay)
    assert upload(signed_in(asha), ("a.json", good(document))).status_code == 200
    assert inside == [False]


def test_people_see_only_their_own_imports(document, asha):
    upload(signed_in(person("Eva")), ("hers.json", good(document)))
    assert "hers.json" not in signed_in(asha).get("/games/import/").content.decode()


def test_deleting_an_account_deletes_its_attempts(document, asha):
    upload(signed_in(asha), ("a.json", good(document)))
    game = Import.objects.get().game
    asha.delete()
    assert not Import.objects.exists()
    assert Game.objects.filter(pk=game.pk).exists()
