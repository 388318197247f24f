"""Stored games as records, and records as stored games."""

import io
import json
import re
from datetime import UTC, datetime
from random import Random

import pytest
from django.core.management import CommandError, call_command

from finished import records
from game.integrity import problems
from game.models import Game, Hand, Move, Player
from literature import record
from literature.record import BadRecord
from literature.rules.deal import commitment, deal
from literature.rules.options import Rules
from tests.kit import PLAIN, import_record, people, play_on, random_rules, started

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture
def finished():
    game = started(people(4), PLAIN, dealer=1)
    play_on(game)
    return game


@pytest.fixture
def document(finished):
    """The record of a finished game, to be changed by tests."""
    return records.export_document(finished)


def as_bytes(document):
    return json.dumps(document).encode()


def stored(document):
    """The game made from a record, read again from the database."""
    return Game.objects.get(pk=import_record(as_bytes(document)).pk)


def nothing_stored_but(game):
    return (
        list(Game.objects.all()) == [game]
        and not Move.objects.exclude(game=game).exists()
        and not Hand.objects.exclude(game=game).exists()
        and not Player.objects.exclude(game=game).exists()
    )


# Export


@pytest.mark.parametrize("number", range(6))
def test_a_finished_game_has_a_valid_record(number):
    rules = random_rules(Random(100 + number))
    game = started(people(rules.players), rules, dealer=number % rules.players)
    for moves in (0, 7, None):
        play_on(game, moves, seed=number)
        assert record.verdict(records.export(game).encode()) is None
    assert game.status == "finished"
    assert json.loads(records.export(game))["result"]["scores"] == list(game.scores)


def test_a_record_contains_the_whole_game(finished):
    said = json.loads(records.export(finished))
    assert {key: said["rules"][key] for key in said["rules"]}.items() <= PLAIN.to_json().items()
    assert said["rules"]["history"] == "full"
    assert [seat["name"] for seat in said["seats"]] == ["Asha", "Ben", "Chidi", "Dora"]
    assert said["dealer"] == 1
    assert len(said["moves"]) == finished.version
    assert said["site"] == "Literature"
    assert datetime.fromisoformat(said["played_at"]) == finished.started_at
    assert said["played_at"].endswith("Z")
    seed = bytes.fromhex(said["seed"])
    assert said["commitment"] == commitment(seed) == finished.commitment
    assert said["shuffle"] == "literature-shuffle/1"
    hands = [record.parse_card(card) for hand in said["hands"] for card in hand]
    assert sum(1 << card for card in hands) == sum(deal(PLAIN, seed, 1))


def test_a_record_contains_the_levels_of_bots():
    game = started(people(2), PLAIN, bots=2, level="medium")
    seats = json.loads(records.export(game))["seats"]
    assert [seat.get("bot") for seat in seats] == [None, None, "medium", "medium"]


def test_the_record_of_a_running_game_has_no_seed():
    game = started(people(4), PLAIN)
    for moves in (0, 1, 20):
        play_on(game, moves)
        text = records.export(game)
        assert game.status == "running"
        assert game.seed not in text
        assert "seed" not in json.loads(text)
        assert json.loads(text)["commitment"] == game.commitment
    play_on(game)
    assert json.loads(records.export(game))["seed"] == game.seed


def test_names_in_any_script_are_written_unchanged(db):
    game = started(people(4), PLAIN)
    game.players.filter(seat=0).update(name='Zoë "🦊" <b>')
    assert json.loads(records.export(game))["seats"][0]["name"] == 'Zoë "🦊" <b>'


# Import


def test_an_imported_record_gives_the_same_game(finished, document):
    game = stored(document)
    assert game.pk != finished.pk
    assert problems(game) == []
    same = ["dealer", "status", "version", "turn", "phase", "scores", "scorers", "rules"]
    for name in same:
        assert getattr(game, name) == getattr(finished, name), name
    assert game.started_at == game.finished_at == finished.started_at
    assert list(game.players.values_list("seat", "name", "user")) == [
        (seat, name, None) for seat, name in enumerate(["Asha", "Ben", "Chidi", "Dora"])
    ]
    assert list(game.hands.values_list("dealt", "live")) == list(
        finished.hands.values_list("dealt", "live")
    )
    assert set(game.moves.values_list("mover", "user")) == {("record", None)}


@pytest.mark.parametrize("number", range(4))
def test_records_with_any_rules_can_be_imported(number):
    rules = random_rules(Random(200 + number))
    game = started(people(rules.players), rules)
    play_on(game, seed=number)
    again = stored(records.export_document(game))
    assert problems(again) == []
    shown = {"history", "hand_counts"}
    kept = {*record.RECORD_OPTIONS, *shown}
    assert {option: again.options[option] for option in kept} == {
        option: game.options[option] for option in kept
    }


def test_an_imported_game_returns_the_original_bytes(document):
    document |= {
        "later": {"deep": [1, {"x": None}]},
        "rules": document["rules"] | {"weather": "rain"},
        "moves": [move | {"note": "♥"} for move in document["moves"]],
    }
    data = json.dumps(document, ensure_ascii=False, indent=3).encode() + b"\n\n"
    game = Game.objects.get(pk=import_record(data).pk)
    assert records.export(game).encode() == data


def test_a_record_may_be_imported_twice(document):
    first, second = stored(document), stored(document)
    assert first.pk != second.pk
    assert problems(first) == problems(second) == []
    assert first.moves.count() == second.moves.count()


def test_an_unfinished_game_is_stored_as_abandoned():
    played = started(people(4), PLAIN)
    play_on(played, 9)
    game = stored(records.export_document(played))
    assert (game.status, game.version, game.due_at) == ("abandoned", 9, None)
    assert game.finished_at is not None
    assert problems(game) == []


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zoë 🦊", "Zoë 🦊"),
        ("a\0b", "a b"),
        ("\ud800x", " x"),
        ("x\n\u202ey", "x  y"),
        ("", ""),
        ("x" * 100_000, "x" * 40),
    ],
)
def test_odd_names_can_be_stored(document, name, shown):
    document["seats"][2] = {"name": name, "bot": name}
    game = stored(document)
    player = game.players.get(seat=2)
    assert (player.name, player.bot) == (shown, shown[:16])
    again = json.loads(records.export(game))
    assert again["seats"][2] == {"name": name, "bot": name}


def test_odd_unknown_keys_can_be_stored(document):
    odd = {
        "nul": "\0",
        "\0": 1,
        "lone": "\ud800",
        "deep": json.loads("[" * 40 + "]" * 40),
        "": {},
        "played_at": [1],
        "site": None,
        "mover": "x",
    }
    text = json.dumps(document | odd)[:-1] + ', "big": ' + "9" * 5000 + "}"
    game = Game.objects.get(pk=import_record(text.encode()).pk)
    assert records.export(game) == text
    assert problems(game) == []


@pytest.mark.parametrize("history", [0, None, "all", ["full"], {"x": 1}, True])
def test_unknown_visibility_options_are_ignored(document, history):
    document["rules"] |= {"history": history, "hand_counts": history}
    game = stored(document)
    assert (game.rules.history, game.rules.hand_counts) == ("last_ask", "public")


def test_visibility_options_may_be_omitted(document):
    del document["rules"]["history"], document["rules"]["hand_counts"]
    assert stored(document).rules == Rules(
        **{option: document["rules"][option] for option in record.RECORD_OPTIONS}
    )


@pytest.mark.parametrize(
    ("said", "moment"),
    [
        ("2020-02-29T12:30:00Z", datetime(2020, 2, 29, 12, 30, tzinfo=UTC)),
        ("2020-02-29T12:30:00+05:30", datetime(2020, 2, 29, 7, 0, tzinfo=UTC)),
        ("2020-02-29T12:30:00", datetime(2020, 2, 29, 12, 30, tzinfo=UTC)),
        ("2020-02-29", datetime(2020, 2, 29, tzinfo=UTC)),
    ],
)
def test_the_time_of_the_game_is_stored(document, said, moment):
    document["played_at"] = said
    assert stored(document).started_at == moment


@pytest.mark.parametrize(
    "said",
    [
        None,
        7,
        "yesterday",
        "",
        [],
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "2020-01-01T00:00:00+99:00",
        "\0",
    ],
)
def test_an_invalid_time_becomes_the_time_of_the_import(document, said):
    before = datetime.now(UTC)
    document["played_at"] = said
    assert before <= stored(document).started_at <= datetime.now(UTC)


@pytest.mark.parametrize("said", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_very_old_and_very_late_games_can_be_stored(document, said):
    document["played_at"] = said
    assert stored(document).started_at == datetime.fromisoformat(said)


@pytest.mark.parametrize(
    "change",
    [
        {"dealer": 9},
        {"result": {"scores": [9, 9], "winner": 0, "sets": {}}},
        {"format": "literature-record/2"},
        {"moves": [{"seat": 0, "pass": 1}]},
    ],
)
def test_an_invalid_record_is_not_stored(finished, document, change):
    with pytest.raises(BadRecord):
        import_record(as_bytes(document | change))
    assert nothing_stored_but(finished)


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b"{", b"\xef\xbb\xbf{}", b"0" * 9999])
def test_a_file_without_a_record_is_refused(data):
    with pytest.raises(BadRecord):
        import_record(data)


# The proof of the deal


def test_a_seed_that_deals_these_hands_is_accepted(document):
    assert document["shuffle"] == "literature-shuffle/1"
    assert problems(stored(document)) == []


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "00" * 32},
        {"seed": "00" * 32, "commitment": commitment(bytes(32))},
        {"commitment": "0" * 64},
        {"commitment": None},
        {"seed": "xyz"},
        {"seed": 7},
        {"seed": ""},
    ],
)
def test_a_seed_that_deals_other_hands_is_refused(finished, document, change):
    with pytest.raises(record.BadRecord, match="bad_seed"):
        import_record(as_bytes(document | change))
    assert nothing_stored_but(finished)


def test_a_seed_has_sixty_four_digits_without_separators(document):
    """The text must mean the same bytes to all readers, including the page's script."""
    assert problems(stored(document | {"seed": document["seed"].upper()})) == []
    spaced = re.sub("(..)", r"\1 ", document["seed"])
    for seed in (spaced, document["seed"] + "\n"):
        assert bytes.fromhex(seed).hex() == document["seed"]
        with pytest.raises(record.BadRecord, match="bad_seed"):
            import_record(as_bytes(document | {"seed": seed}))


def test_a_seed_of_another_length_is_refused(document):
    rules = Rules(**{option: document["rules"][option] for option in record.RECORD_OPTIONS})
    short = deal(rules, b"short", document["dealer"])
    document["hands"] = [record.hand_text(hand) for hand in short]
    document |= {"seed": b"short".hex(), "commitment": commitment(b"short"), "moves": []}
    del document["result"]
    with pytest.raises(record.BadRecord, match="bad_seed"):
        import_record(as_bytes(document))


@pytest.mark.parametrize("change", [{"shuffle": None}, {"shuffle": "riffle/3"}])
def test_the_seed_of_an_unknown_shuffle_is_not_checked(document, change):
    assert problems(stored(document | change | {"seed": "00"})) == []


# By command


def test_commands_export_and_import_a_game(finished, tmp_path):
    out = io.StringIO()
    call_command("export_game", finished.pk, stdout=out)
    file = tmp_path / "game.json"
    file.write_text(out.getvalue())
    said = io.StringIO()
    call_command("import_game", str(file), stdout=said)
    game = Game.objects.exclude(pk=finished.pk).get()
    assert said.getvalue() == f"{file}: {game.pk}\n"


def test_the_export_names_a_missing_game():
    with pytest.raises(CommandError, match="No game has the id 123"):
        call_command("export_game", "123")


def test_the_import_continues_after_a_refused_file(finished, document, tmp_path):
    good, bad, lied = (tmp_path / name for name in ("good.json", "bad.json", "lied.json"))
    good.write_bytes(as_bytes(document))
    bad.write_bytes(as_bytes(document | {"moves": [{"seat": 1, "pass": 0}]}))
    lied.write_bytes(as_bytes(document | {"seed": "00" * 32}))
    said = io.StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("import_game", str(bad), str(lied), str(good), stderr=said)
    assert stopped.value.code == 1
    assert f"{bad}: may_not_pass\n  Move 1: " in said.getvalue()
    assert f"{lied}: bad_seed\n" in said.getvalue()
    assert Game.objects.count() == 2


def test_an_unreadable_file_has_its_own_message(tmp_path):
    said = io.StringIO()
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    with pytest.raises(SystemExit) as stopped:
        call_command("import_game", str(bad), str(tmp_path / "none"), str(tmp_path), stderr=said)
    assert stopped.value.code == 2
    assert f"{bad}: malformed" in said.getvalue()
    assert f"{tmp_path / 'none'}: No such file" in said.getvalue()


def test_an_imported_person_has_no_user(document):
    game = stored(document | {"seats": [{"name": "A", "bot": None}] * 4})
    assert set(game.players.values_list("bot", "user")) == {("", None)}
