"""The pace of bots: people set it and see it."""

import re

import pytest

from game.models import Game
from rooms.actions import host_settings, lobby, playing
from rooms.actions.playing import SLOW_TURNS
from rooms.models import Room
from tests.kit import JSON, one_line, person, signed_in, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def paced(settings):
    settings.BOT_THINK_SECONDS = None


def game_of(code):
    return Room.objects.get(code=code).game


def regions(code, user):
    return signed_in(user).get(f"/r/{code}/regions/").content.decode()


def post(code, user, path, **fields):
    """Send a POST as a program. Return the status and the answer."""
    answer = signed_in(user).post(f"/r/{code}/{path}", fields, headers=JSON)
    return answer.status_code, answer.json()


@pytest.fixture
def code(users):
    """A person who plays alone with three bots. It is a bot's turn."""
    code = table_of(users[:1], bots=3).code
    game = game_of(code)
    game.turn = 1
    game.save(update_fields=["turn"])
    return code


def test_a_change_of_pace_applies_to_the_running_game(users):
    room = table_of(users)
    assert (room.table["pace"], room.game.table["pace"]) == ("normal", "normal")
    status, document = post(room.code, users[0], "settings/", pace="slow")
    assert (status, document["pace"]) == (200, "slow")
    assert (Room.objects.get().table["pace"], game_of(room.code).table["pace"]) == ("slow", "slow")
    assert post(room.code, users[0], "settings/", pace="snail")[0] == 422
    assert 'data-pace="slow"' in regions(room.code, users[1])


def test_a_game_starts_at_the_tables_pace(users):
    code = lobby.open_room(users[0], "classic")
    host_settings.set_options(code, users[0], {"pace": "fast"})
    lobby.fill_with_bots(code, users[0], "easy")
    playing.start(code, users[0])
    assert game_of(code).table["pace"] == "fast"


def test_pages_are_fast_with_a_fixed_thinking_time(users, settings):
    settings.BOT_THINK_SECONDS = 0.02
    assert 'data-pace="fast"' in regions(table_of(users).code, users[0])


def test_only_the_hosts_menu_has_the_pace(users):
    room = table_of(users)
    host_settings.set_options(room.code, users[0], {"pace": "fast"})
    path = f"/r/{room.code}/host/tools/"
    shown = one_line(signed_in(users[0]).get(path))
    assert re.findall(r'id="pace-(\w+)" value="\w+" checked', shown) == ["fast"]
    assert signed_in(users[1]).get(path).content.strip() == b""


def test_pausing_bots_and_continuing(code, users):
    zoe = person("Zoe")
    assert 'id="pause-bots"' not in regions(code, zoe)
    assert "Pause bots" in regions(code, users[0])
    status, document = post(code, users[0], "bots/pause/", paused="1")
    assert (status, document["bots"], game_of(code).due_at) == (200, "paused", None)
    assert "The bots are paused." in regions(code, zoe)
    assert "The bots wait until you press “Go on”." in regions(code, users[0])
    assert "Go on" in regions(code, users[0])
    status, document = post(code, users[0], "bots/pause/", paused="0")
    assert (status, document["bots"]) == (200, "normal")
    assert game_of(code).due_at is not None
    assert "paused" not in regions(code, zoe)


def test_bots_move_until_the_persons_turn(code, users):
    status, document = post(code, users[0], "bots/to-my-turn/")
    assert (status, document["bots"]) == (200, "to_turn")
    assert 'data-pace="skim"' in regions(code, users[0])
    # The button can't be pressed a second time.
    assert '<button type="submit" id="to-my-turn" disabled>' in regions(code, users[0])


def test_controls_are_offered_only_if_they_have_an_effect(code, users):
    Game.objects.update(turn=0)
    assert "pause-bots" not in regions(code, users[0])
    assert post(code, users[0], "bots/pause/", paused="1")[1]["code"] == "your_turn"
    beside_others = table_of(users[1:3], bots=2).code
    assert "pause-bots" not in regions(beside_others, users[1])
    refused = {post(beside_others, user, "bots/to-my-turn/")[1]["code"] for user in users[1:3]}
    assert refused == {"not_alone"}


def test_a_press_of_skip_that_comes_with_the_own_turn_is_no_error(code, users):
    Game.objects.update(turn=0)
    status, document = post(code, users[0], "bots/to-my-turn/")
    assert (status, document["bots"]) == (200, "normal")


def test_a_newcomer_begins_among_slow_and_easy_bots(users):
    for user in users:
        code = lobby.open_game_with_bots(user, "first-game")
        game = game_of(code)
        mine = game.players.get(user=user)
        assert (game.dealer, game.turn, game.slow_turns) == (mine.seat, mine.seat, SLOW_TURNS)
        assert set(game.players.exclude(bot="").values_list("bot", flat=True)) == {"easy"}
        assert game.due_at is None
        assert 'data-pace="slow"' in regions(code, user)


def chain_of(page):
    """The number of the first move in a chain of bots, and whether late asks may be left out."""
    (stage,) = re.findall(r'data-pace="\w+"[^>]*>', page)
    number = re.search(r'data-chain="(\d+)"', stage)
    return number and int(number[1]), "data-folds" in stage


def test_pages_show_a_chain_faster_only_for_a_person_alone(users):
    alone, beside_others = table_of(users[:1], bots=3), table_of(users[1:3], bots=2)
    assert chain_of(regions(alone.code, users[0]))[0] is None, "nobody has moved"
    Game.objects.update(version=5, person_version=3)
    assert chain_of(regions(alone.code, users[0]))[0] == 3
    assert chain_of(regions(beside_others.code, users[1]))[0] is None
    signed_in(users[0]).post("/guest/preferences/", {"telling": "more"})
    assert chain_of(regions(alone.code, users[0]))[0] is None


@pytest.mark.parametrize(("history", "folds"), [("full", True), ("last_two", False)])
def test_asks_that_the_log_omits_are_all_shown(users, history, folds):
    code = lobby.open_room(users[0], "classic")
    host_settings.set_options(code, users[0], {"history": history})
    lobby.fill_with_bots(code, users[0], "easy")
    playing.start(code, users[0])
    assert chain_of(regions(code, users[0]))[1] == folds
