"""The pictures of links: what they show, and what they keep secret."""

import re
import struct
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.rate_limits import Bucket
from finished import sharing
from finished.replay.replay import read_replay
from game.models import Game
from game.presentation.view_models import Card
from literature.rules.moves import Asked, Claimed
from previews import png, scenes, views
from puzzles.puzzle_file import puzzle_at
from puzzles.sentences import level_name
from rooms import code_rate_limit
from rooms.actions import lobby
from rooms.models import Room
from tests.database.puzzles.test_views import number_of_kind, right_answer, wrong_answer
from tests.kit import TODAY, people, person, play_on, signed_in, table_of

pytestmark = pytest.mark.django_db

CODE = "QQQQQQ"


@pytest.fixture
def drawn(monkeypatch):
    """Let the views return SVG, so that tests can read it."""
    monkeypatch.setattr(views, "png", lambda svg: svg.encode())


def texts(answer):
    """The texts in a picture, without those of every picture."""
    svg = answer if isinstance(answer, str) else answer.content.decode()
    found = [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]
    assert found[0] == "Literature"
    return [text for text in found[2:] if text.strip("?+ ")]


def cards_in(svg):
    """The number of cards with their faces up."""
    return svg.count('fill="#fffdf6"')


def shared_game():
    room = table_of(people(4), preset="nine-sets")
    play_on(room.game)
    game = Game.objects.get(pk=room.game_id)
    sharing.share(game, game.players.first().user)
    return game


def allow_preview(code):
    room = Room.objects.get(code=code)
    Room.objects.filter(code=code).update(table=room.table | {"link_preview": True})


def whole(answer):
    return answer.status_code, answer.content, dict(answer.headers)


def test_pictures_have_the_size_that_messengers_want(client):
    for path in ("/preview.png", f"/puzzle/{TODAY}/preview.png", f"/r/{CODE}/preview.png"):
        answer = client.get(path)
        assert answer["Content-Type"] == "image/png"
        assert "public" in answer["Cache-Control"]
        assert not answer.cookies
        assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
        assert len(answer.content) < 300_000  # Some messengers do not show larger pictures.


# Rooms


def test_no_picture_tells_which_codes_exist(client, django_assert_num_queries):
    """The answers are equal in every byte and header, whether a room exists or not."""
    host = person("Hana")
    playing, closed = table_of(people(4)), lobby.open_room(person("Ivo"), "strict")
    allow_preview(closed)
    Room.objects.filter(code=closed).update(closed_at=timezone.now())
    codes = [CODE, lobby.open_room(host, "classic"), playing.code, closed, playing.code.lower()]
    answers = set()
    for code in codes:
        with django_assert_num_queries(1):
            answers.add(str(whole(client.get(f"/r/{code}/preview.png"))))
    # The host and the players get the same picture, because messengers keep pictures.
    answers.add(str(whole(signed_in(host).get(f"/r/{codes[1]}/preview.png"))))
    assert len(answers) == 1


def test_the_page_of_each_code_names_its_picture(client):
    code = lobby.open_room(person("Hana"), "classic")
    heads = [
        client.get(f"/r/{each}/").content.decode().partition("<body")[0].replace(each, "CODE")
        for each in (code, CODE)
    ]
    assert heads[0] == heads[1]
    assert 'property="og:image" content="http://testserver/r/CODE/preview.png"' in heads[0]


@pytest.mark.postgres
def test_a_full_preview_has_rules_and_empty_seats_but_no_names(client, drawn):
    host = person("Hana", "bear")
    code = lobby.open_room(host, "nine-sets")
    lobby.join(code, person("Xaver"), 1)
    allow_preview(code)
    answer = client.get(f"/r/{code.lower()}/preview.png")
    assert texts(answer) == ["4 empty seats", "Nine sets"]
    svg = answer.content.decode()
    assert svg.count("stroke-dasharray") == 4
    assert code not in svg
    assert all(name not in svg for name in ("Hana", "Xaver"))
    lobby.fill_and_start(code, host)
    answer = client.get(f"/r/{code}/preview.png")
    assert texts(answer) == ["A game is on.", "Nine sets"]
    assert "stroke-dasharray" not in answer.content.decode()


def test_after_a_game_the_empty_seats_are_shown_again(client, drawn):
    room = table_of(people(4), "nine-sets")
    allow_preview(room.code)
    play_on(room.game)
    assert texts(client.get(f"/r/{room.code}/preview.png")) == ["2 empty seats", "Nine sets"]


def test_a_guesser_gets_one_picture_for_all_rooms(client, settings, drawn, monkeypatch):
    settings.RATE_LIMIT_FACTOR = 1
    monkeypatch.setattr(views, "ROOMS_PER_MINUTE", 3)
    code = lobby.open_room(person("Hana"), "classic")
    allow_preview(code)
    got = [client.get(f"/r/{code}/preview.png").content.decode() for _ in range(4)]
    assert "Classic" in texts(got[2])
    assert got[3] == scenes.invitation()


def test_too_many_wrong_codes_hide_full_previews(client, settings, drawn, monkeypatch):
    settings.RATE_LIMIT_FACTOR = 1
    monkeypatch.setattr(code_rate_limit, "MISSES_PER_MINUTE", 1)
    code = lobby.open_room(person("Hana"), "classic")
    allow_preview(code)
    guesser = signed_in(person("Zoe"))
    for _ in range(2):
        guesser.get(f"/r/{CODE}/state.json")
    assert guesser.get(f"/r/{code}/preview.png").content.decode() == scenes.invitation()


# Games


def test_all_games_that_are_not_shared_have_one_picture(client):
    running, game = table_of(people(4)).game, shared_game()
    player = signed_in(game.players.last().user)
    sharer = game.players.first().user
    shared = whole(client.get(f"/games/{game.pk}/preview.png?move=3"))
    sharing.unshare(game, sharer)
    ids = (running.pk, game.pk, "nosuchgame")
    paths = [f"/games/{pk}/preview.png{query}" for pk in ids for query in ("", "?move=3")]
    answers = {str(whole(each.get(path))) for path in paths for each in (client, player)}
    assert len(answers) == 1
    assert str(shared) not in answers
    assert whole(client.get("/preview.png"))[1] == whole(client.get(paths[0]))[1]


def test_a_shared_game_shows_the_move_and_nothing_later(client, drawn):
    game = shared_game()
    replay = read_replay(game)
    names = [player.name for player in replay.players]
    for move, event in enumerate(replay.log[:-1], 1):
        cache.clear()
        answer = client.get(f"/games/{game.pk}/preview.png?move={move}&eyes=1")
        svg = answer.content.decode()
        scores = replay.states[move].scores
        if isinstance(event, Asked):
            assert cards_in(svg) == 1
            assert Card.of(event.card).rank in texts(answer)
            assert {names[event.seat], names[event.of]} <= set(texts(answer))
        else:
            assert cards_in(svg) == (6 if isinstance(event, Claimed) else 0)
        assert re.findall(r'font-size="48.0"[^>]*>([^<]*)<', svg) == [str(each) for each in scores]
        assert "won" not in " ".join(texts(answer))


def test_the_end_and_the_deal_of_a_shared_game(client, drawn):
    game = shared_game()
    deal = texts(client.get(f"/games/{game.pk}/preview.png"))
    names = [player.name for player in game.players.all()]
    assert deal == ["The cards are dealt.", *names, "0", "0"]
    end = texts(client.get(f"/games/{game.pk}/preview.png?move=9999"))
    assert re.fullmatch(r"(Red|Blue) won \d–\d|A draw \d–\d", end[0])
    assert texts(client.get(f"/games/{game.pk}/result.png")) == end


def test_a_damaged_game_has_the_picture_of_the_site(client, drawn):
    game = shared_game()
    game.hands.first().delete()
    assert client.get(f"/games/{game.pk}/preview.png").content.decode() == scenes.site()


def test_names_that_the_fonts_lack_become_numbers(client, drawn):
    game = shared_game()
    game.players.filter(seat=1).update(name="水")
    shown = texts(client.get(f"/games/{game.pk}/preview.png"))
    assert shown[2] == "Player 2"


def test_the_page_of_a_shared_game_names_the_picture_of_its_move(client):
    game = shared_game()
    page = unescape(client.get(f"/games/{game.pk}/?move=3").content.decode())
    address = f"http://testserver/games/{game.pk}/"
    assert f'<meta property="og:image" content="{address}preview.png?move=3">' in page
    assert f'<meta property="og:url" content="{address}?move=3">' in page


# Puzzles


@pytest.mark.parametrize("kind", ["holder", "claim", "ask"])
def test_a_picture_never_has_the_answer_of_a_puzzle(client, drawn, kind):
    number = number_of_kind(kind)
    path, asked = f"/puzzle/{number}/preview.png", puzzle_at(number - 1)
    before = client.get(path).content.decode()
    told = " ".join(texts(before))
    assert told.startswith(f"Puzzle {number} · {level_name(asked.level)} ")
    assert cards_in(before) == (kind == "holder")
    client.post(f"/puzzle/{number}/", right_answer(number))
    assert client.get(path).content.decode() == before


def test_the_result_of_a_puzzle_is_for_the_person_who_is_done(client, drawn):
    number = number_of_kind("holder")
    path = f"/puzzle/{number}/result.png"
    assert client.get(path).status_code == 404
    client.post(f"/puzzle/{number}/", wrong_answer(number))
    assert client.get(path).status_code == 404
    client.post(f"/puzzle/{number}/", right_answer(number))
    answer = client.get(path)
    assert "private" in answer["Cache-Control"]
    assert texts(answer) == [f"Puzzle {number}", "Solved"]
    assert answer.content.decode().count('stroke-linejoin="round"') == 2  # A cross and a tick
    assert Client().get(path).status_code == 404
    assert f'href="{path}"' in client.get(f"/puzzle/{number}/").content.decode()


def test_the_result_of_today_has_the_streak(drawn):
    assert "Streak: 3 days" in texts(scenes.puzzle_result(TODAY, "o", 3))
    assert "Solved on the" in texts(scenes.puzzle_result(TODAY, "o", 1))
    assert "Can you solve" in texts(scenes.puzzle_result(TODAY, "xs", 0))


@pytest.mark.parametrize("number", [0, TODAY + 1, TODAY - 31, 10**9])
@pytest.mark.parametrize("name", ["preview", "result"])
def test_closed_puzzles_have_no_pictures(client, number, name):
    assert client.get(f"/puzzle/{number}/{name}.png").status_code == 404


# Limits


def test_pictures_of_an_address_are_limited(client, settings, drawn, monkeypatch):
    settings.RATE_LIMIT_FACTOR = 1
    monkeypatch.setattr(views, "PICTURES_PER_MINUTE", 2)
    assert [client.get("/preview.png").status_code for _ in range(3)] == [200, 200, 429]


def test_new_drawings_of_a_process_are_limited(client, settings, monkeypatch):
    """A picture that was drawn before is still sent."""
    assert client.get("/preview.png").status_code == 200
    settings.RATE_LIMIT_FACTOR = 1
    spent = Bucket(1, 1, clock=lambda: 0)
    spent.allows_one()
    monkeypatch.setattr(png, "_limit", lambda: spent)
    settings.SITE_URL = "https://limited.example"  # It is on each picture, so all are new.
    refused = client.get("/preview.png")
    assert (refused.status_code, refused["Retry-After"]) == (429, "1")
    settings.SITE_URL = ""
    assert client.get("/preview.png").status_code == 200


def test_a_drawing_that_fails_is_not_kept(client, settings, monkeypatch):
    settings.SITE_URL = "https://fails.example"
    client.raise_request_exception = False
    monkeypatch.setattr(png, "PROGRAM", "raise SystemExit(1)")
    assert client.get("/preview.png").status_code == 500
    monkeypatch.undo()
    settings.SITE_URL = "https://fails.example"
    assert client.get("/preview.png").status_code == 200


def test_a_drawing_that_takes_too_long_is_refused(client, settings, monkeypatch):
    settings.SITE_URL = "https://slow.example"
    monkeypatch.setattr(png, "LONGEST_SECONDS", 0)
    answer = client.get("/preview.png")
    assert (answer.status_code, answer["Retry-After"]) == (429, "0")
