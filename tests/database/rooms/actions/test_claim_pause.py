"""Claim pauses, as players and spectators see them."""

from datetime import datetime, timedelta

import pytest

from bots import driver
from game.models import Game
from rooms.actions import lobby
from rooms.models import Room
from tests.kit import JSON, person, signed_in, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(users):
    return table_of(users, claim_timing="any_time").code


def seats(code):
    """Return the people of the game by seat, starting with the turn-holder."""
    game = Room.objects.get(code=code).game
    players = list(game.players.select_related("user"))
    return [player.user for player in players[game.turn :] + players[: game.turn]]


def post(code, user, path, **fields):
    answer = signed_in(user).post(f"/r/{code}/{path}/", fields, headers=JSON)
    return answer.status_code, answer.json()


def state(code, user):
    return signed_in(user).get(f"/r/{code}/state.json").json()


def test_everybody_sees_who_is_claiming(code, clock):
    _turn, claimer, other, _last = seats(code)
    before = state(code, other)
    status, mine = post(code, claimer, "declare", set="low-clubs")
    assert status == 200
    for viewer in (claimer, other, person("Zoe")):
        seen = state(code, viewer)
        assert seen["declaring"] == mine["declaring"]
        assert seen["room_version"] > before["room_version"]
        assert seen["version"] == before["version"]
    assert (mine["declaring"]["seat"], mine["declaring"]["set"]) == (mine["you"], "low-clubs")
    assert datetime.fromisoformat(mine["declaring"]["until"]) == clock.now + timedelta(seconds=45)


def test_other_players_are_told_to_wait(code):
    turn, claimer, _other, _last = seats(code)
    post(code, claimer, "declare", set="low-clubs")
    legal = state(code, turn)["legal"]["asks"]
    card = next(iter(legal))
    status, answer = post(
        code, turn, "ask", card=card, of=legal[card][0], version=0, request_id="r"
    )
    assert (status, answer["code"]) == (409, "paused")


def test_the_turn_holder_is_told_why_to_wait(code):
    turn, claimer, _other, _last = seats(code)
    waits = f"{claimer.name} is claiming. Your turn goes on after the claim."
    assert waits not in page(code, turn)
    post(code, claimer, "declare", set="low-clubs")
    assert waits in page(code, turn)
    assert 'class="whom" inert' in page(code, turn)
    assert waits not in page(code, claimer)


def page(code, user):
    return signed_in(user).get(f"/r/{code}/").content.decode()


def test_cancelling_a_claim_pause(code):
    _turn, claimer, other, _last = seats(code)
    post(code, claimer, "declare", set="low-clubs")
    assert post(code, other, "declare/cancel")[0] == 200
    assert state(code, other)["declaring"]
    status, mine = post(code, claimer, "declare/cancel")
    assert (status, mine["declaring"]) == (200, None)


@pytest.mark.parametrize("watched", [True, False])
def test_everybody_sees_that_the_pause_has_run_out(code, clock, watched):
    _turn, claimer, other, _last = seats(code)
    post(code, claimer, "declare", set="low-clubs")
    before = state(code, other)["room_version"]
    if not watched:
        Room.objects.filter(code=code).update(game=None)
    clock.forward(45)
    for due in driver.read_due()[0]:
        driver.act_if_due(*due)
    assert Game.objects.get().claim_pause_until is None
    if watched:
        now = state(code, other)
        assert now["declaring"] is None
        assert now["room_version"] > before


def test_only_players_can_start_a_claim_pause(code, users):
    assert post(code, person("Zoe"), "declare", set="low-clubs") == (
        403,
        {
            "code": "not_seated",
            "message": "You have no seat at this table. Take a seat when no game is running.",
        },
    )
    assert post(code, person("Yan"), "declare/cancel")[0] == 403
    empty = lobby.open_room(users[0], "classic")
    for path in ("declare", "declare/cancel"):
        assert post(empty, users[0], path)[1]["code"] == "not_playing"


def test_a_claim_pause_reveals_no_holders(code):
    """Everybody sees which set is claimed, but nobody sees the holders before the claim is made."""
    _turn, claimer, other, _last = seats(code)
    post(code, claimer, "declare", set="low-clubs")
    shown = state(code, other)
    assert set(shown["declaring"]) == {"seat", "set", "until"}
    assert shown["log"] == []
