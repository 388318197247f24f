"""The pages of finished games: permissions and content."""

import json
import re
from dataclasses import replace
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from finished import records
from game.models import Game
from literature import record
from tests.database.kit.staff import staff
from tests.kit import JSON, PLAIN, import_record, person, play_on, signed_in, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(users):
    game = started(users, PLAIN)
    play_on(game)
    return game


@pytest.fixture
def running(users):
    game = started(users, PLAIN)
    play_on(game, 5)
    return game


def addresses(game):
    return [f"/games/{game.pk}/", f"/games/{game.pk}/record.json"]


def test_a_player_sees_the_result_and_the_log(users, game):
    page = signed_in(users[2]).get(f"/games/{game.pk}/")
    assert page.status_code == 200
    text = page.content.decode()
    assert all(user.name in text for user in users)
    assert f"/games/{game.pk}/record.json" in text
    assert game.seed in text
    assert game.commitment in text
    moves = every_move(text)
    assert moves.count(" asked ") == game.moves.filter(kind="ask").count()
    assert moves.count(" claimed ") == game.moves.filter(kind="claim").count()
    assert page["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"


def every_move(text):
    """The list of moves in a page."""
    return text.partition('id="moves"')[2].partition("</ol>")[0]


def test_a_player_gets_the_record(users, game):
    answer = signed_in(users[0]).get(f"/games/{game.pk}/record.json")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert answer.content.decode() == records.export(game)
    assert record.verdict(answer.content) is None


def test_a_visitor_is_told_how_to_get_in(game, running):
    """A name would not help. The page is the same for a game that does not exist."""
    nothing = f"/games/{'0' * 24}/"
    expected = Client().get(nothing)
    for address in (nothing, *(f"/games/{each.pk}/" for each in (game, running))):
        answer = Client().get(address)
        text = answer.content.decode()
        assert answer.status_code == 403
        assert same_text(answer) == same_text(expected)
        assert "not shared" in text
        assert "ask one of its players to share it" in text
        assert f'href="/accounts/login/?next={address}"' in text
        assert 'name="name"' not in text
        for path in (address, f"{address}record.json"):
            program = Client().get(path, headers=JSON)
            assert (program.status_code, program.json()["code"]) == (403, "no_name")


def test_a_guest_sees_the_same_page_as_a_visitor(game):
    visitor, guest = (
        client.get(f"/games/{game.pk}/").content.decode()
        for client in (Client(), signed_in(person("Zoe")))
    )
    main = re.compile("<main.*</main>", re.DOTALL)
    assert main.search(visitor)[0] == main.search(guest)[0]
    assert title(visitor) == title(guest) == "You can’t see this game – Literature"


def title(page):
    return unescape(re.search("<title>(.*)</title>", page)[1])


def test_the_title_of_a_refusal_is_its_heading(users, running):
    client = signed_in(users[0])
    for path, heading in (
        ("/r/CDFGHJ/", "This table does not exist"),
        (f"/games/{running.pk}/", "This game is not over yet"),
        (f"/games/{'0' * 24}/", "You can’t see this game"),
        ("/history/?of=999999", "You can’t see this page"),
    ):
        page = client.get(path).content.decode()
        assert title(page) == f"{heading} – Literature"
        assert f"<h1>{heading}</h1>" in page


@pytest.mark.parametrize("stranger", [lambda: person("Zoe"), staff], ids=["guest", "staff"])
def test_strangers_do_not_learn_that_the_game_exists(stranger, game, running):
    client = signed_in(stranger())
    nothing = f"/games/{'0' * 24}/"
    for headers in ({}, JSON):
        expected = client.get(nothing, headers=headers)
        assert expected.status_code == 404
        for each in (game, running):
            answer = client.get(f"/games/{each.pk}/", headers=headers)
            assert answer.status_code == 404
            assert same_text(answer) == same_text(expected)
            answer = client.get(f"/games/{each.pk}/record.json", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (404, "no_game")


def same_text(answer):
    """The page without the parts that are different in each response."""
    text = re.sub(r"/games/[^/]*/", "/games/", answer.content.decode())
    return re.sub(r"csrf[^>]*|X-CSRFToken[^>]*", "", text)


def test_staff_with_permission_may_see_the_game(game):
    client = signed_in(staff("boss", "game.view_game"))
    for address in addresses(game):
        assert client.get(address).status_code == 200


def test_nobody_sees_a_running_game(users, running):
    for user in (users[0], staff("boss", "game.view_game")):
        client = signed_in(user)
        for address in addresses(running):
            answer = client.get(address, headers=JSON)
            assert (answer.status_code, answer.json()["code"]) == (403, "game_running")
            assert running.seed not in answer.content.decode()


def test_every_option_shows_the_whole_log_of_a_finished_game(users):
    game = started(users, replace(PLAIN, history="last_ask"))
    play_on(game)
    text = signed_in(users[0]).get(f"/games/{game.pk}/").content.decode()
    assert every_move(text).count(" asked ") == game.moves.filter(kind="ask").count() > 1


def test_an_abandoned_game_can_be_viewed(users, running):
    Game.objects.filter(pk=running.pk).update(status="abandoned")
    client = signed_in(users[0])
    for address in addresses(running):
        assert client.get(address).status_code == 200


def test_an_imported_game_is_for_staff(game):
    imported = import_record(records.export(game).encode())
    assert signed_in(person("Zoe")).get(f"/games/{imported.pk}/").status_code == 404
    client = signed_in(staff("boss", "game.view_game"))
    assert client.get(f"/games/{imported.pk}/").status_code == 200
    answer = client.get(f"/games/{imported.pk}/record.json")
    assert answer.content.decode() == records.export(game)


def test_an_imported_game_is_marked_as_imported(game):
    text = records.export(game)
    imported = import_record(text.encode())
    document = json.loads(text)
    del document["shuffle"], document["seed"]
    unproved = import_record(json.dumps(document).encode())
    client = signed_in(staff("boss", "game.view_game"))
    mark, commits, proves = (
        ">imported<",
        "the table showed a commitment",
        "was fixed before the first move",
    )
    played = client.get(f"/games/{game.pk}/").content.decode()
    assert [word in played for word in (mark, commits, proves)] == [False, True, True]
    for brought in (imported, unproved):
        shown = client.get(f"/games/{brought.pk}/").content.decode()
        assert [word in shown for word in (mark, commits, proves)] == [True, False, False]
        assert "before the first move</dt>" not in shown
    shown = client.get(f"/games/{imported.pk}/").content.decode()
    assert "No commitment was shown here before the first move" in shown
    assert "Deal the cards again" in shown


def test_every_accepted_record_has_a_page(game):
    extras = ("1" * 5000, "-" + "1" * 5000, "1e999", "[" * 40 + "]" * 40)
    fields = "".join(f', "x{number}": {extra}' for number, extra in enumerate(extras))
    text = records.export(game).rstrip().removesuffix("}") + fields + "}"
    brought = import_record(text.encode())
    client = signed_in(User.objects.create_superuser("boss", password="a-long-lost-ferry"))
    for path in ("", "?move=2&eyes=1", "positions/?from=0&to=3"):
        assert client.get(f"/games/{brought.pk}/{path}").status_code == 200
    assert game.seed in client.get(f"/games/{brought.pk}/").content.decode()
    page = client.get(f"/admin/game/game/{brought.pk}/change/")
    assert page.status_code == 200
    assert "Does the commitment in the record match its seed?</b> Yes." in page.content.decode()


def test_names_are_escaped(users, game):
    game.players.filter(seat=1).update(name="<script>x")
    for move in (0, 5, 10):
        text = signed_in(users[0]).get(f"/games/{game.pk}/?move={move}").content.decode()
        assert "<script>x" not in text
        assert "&lt;script&gt;x" in text


def test_any_url_gets_an_answer(users):
    client = signed_in(users[0])
    for game_id in ("%00", "x" * 3000, "..%2f", "%ff", "%F0%9F%A6%8A", "0"):
        for address in (f"/games/{game_id}/", f"/games/{game_id}/record.json"):
            assert client.get(address).status_code == 404, address


def test_the_pages_accept_only_get_requests(users, game):
    client = signed_in(users[0])
    for address in addresses(game):
        assert client.post(address).status_code == 405


def test_a_resolved_set_says_whether_the_claim_was_right(users, game):
    text = signed_in(users[2]).get(f"/games/{game.pk}/").content.decode()
    claims = [move for move in game.moves.filter(kind="claim") if move.revealed]
    wrongly = text.count("wrongly claimed by ")
    rightly = [m for m in claims if all(seat == dict(m.holders)[c] for c, seat in m.revealed)]
    assert wrongly == len(claims) - len(rightly) > 0
    assert text.count("claimed by ") == len(claims)
