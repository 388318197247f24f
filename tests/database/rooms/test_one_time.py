"""A web machine with a wrong clock. It still shows the correct presence and the correct
time left.
"""

from datetime import timedelta

import pytest

from finished.replay import shared
from finished.replay.shared import ReplayConnection
from game import play
from game.models import Game
from rooms.actions import chat, substitutes
from rooms.live import active_tab, beside_game, presence, reading
from rooms.models import RoomSpectator, Seat
from tests.database.kit.machines import HOUR, disagreeing, machine, true_time
from tests.database.kit.times import refused
from tests.kit import missed_ask, person, state_of, table_of

pytestmark = [pytest.mark.django_db, disagreeing, pytest.mark.postgres]

both_ways = pytest.mark.parametrize("ahead", [HOUR, -HOUR])


@both_ways
def test_presence_is_renewed_and_expires(users, ahead):
    room = table_of(users)
    seats = list(Seat.objects.filter(room=room).values_list("pk", flat=True))
    with machine(ahead):
        presence.renew_presence(seats)
        presence.renew_spectators({room.code: [person("Zoe").pk]})
    assert presence.expire() == 0
    with machine(ahead):
        assert presence.expire() == 0
        Seat.objects.update(last_seen=true_time() - timedelta(minutes=1))
        RoomSpectator.objects.update(last_seen=true_time() - timedelta(minutes=1))
        assert presence.expire() == 5


@both_ways
def test_another_tab_stays_active(users, ahead):
    room = table_of(users)
    assert active_tab.activate(room.code, users[0].pk, "one", take=False)
    with machine(ahead):
        assert not active_tab.activate(room.code, users[0].pk, "two", take=False)
        assert active_tab.activate(room.code, users[1].pk, "three", take=False)
    assert not active_tab.activate(room.code, users[1].pk, "four", take=False)


@both_ways
@pytest.mark.parametrize(("silent", "may"), [(30, False), (90, True)])
def test_a_substitute_is_called_after_a_minute(users, ahead, silent, may):
    room = table_of(users)
    turn, other = room.game.turn, (room.game.turn + 1) % 4
    last = true_time() - timedelta(seconds=silent)
    room.seats.filter(user=users[turn]).update(away=True, last_seen=last)
    with machine(ahead):
        own = beside_game.own(reading.read(room.code), users[other].pk)
        assert bool(own["absent"]) is may
        if may:
            substitutes.substitute(room.code, users[other])
        else:
            assert refused(substitutes.substitute, room.code, users[other]) == "not_away"


def left(now):
    return beside_game.own(now, None)["seconds_left"]


@both_ways
def test_the_time_left_is_correct(users, ahead):
    room = table_of(users)
    Game.objects.update(table={"turn_seconds": 60}, deadline=true_time() + timedelta(seconds=60))
    with machine(ahead):
        now = reading.read(room.code)
        assert 45 < left(now) <= 60
        play.act(room.game_id, missed_ask(state_of(room.game)), version=0)
        after = reading.read_again(room.code, now)
        assert after.latest
        assert 45 < left(after) <= 60
    # The next snapshot, which a machine with the correct clock reads, is correct, too.
    play.act(room.game_id, missed_ask(state_of(room.game)), version=1)
    again = reading.read_again(room.code, after)
    assert again.latest
    assert 45 < left(again) <= 60


@both_ways
def test_a_reaction_is_shown_for_a_moment(users, ahead):
    room = table_of(users)
    with machine(ahead):
        chat.react(room.code, users[0], next(iter(chat.REACTIONS)))
        assert beside_game.public(reading.read(room.code))["reactions"]
    assert beside_game.public(reading.read(room.code))["reactions"]


@both_ways
def test_presence_at_a_replay(users, ahead):
    game = table_of(users).game
    with machine(ahead):
        viewing = shared.open_page(game, users[0], "tab")
        page = ReplayConnection(
            game_id=game.pk, user_id=users[0].pk, viewing_id=viewing, send=print, close=print
        )
        assert shared.renew_presence(game.pk, [page]) == [None]
        assert shared.read(game.pk)[0]
    assert shared.read(game.pk)[0]
    shared.close_page(viewing)
    with machine(ahead):
        assert not shared.read(game.pk)[0]
