"""A private part that was kept equals a part that is rendered anew."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from game import play
from game.rules.moves import Ask
from game.rules.state import FINISHED
from rooms.live import rendering, snapshot
from rooms.live.rendering import TURN_NAME, PrivateParts
from rooms.live.room_people import at_seats
from rooms.models import Seat
from tests.kit import missed_ask, people, person, random_move, state_of, table_of
from tests.rooms.sockets import tidy

pytestmark = pytest.mark.django_db


@pytest.fixture
def rendered(monkeypatch):
    """The contexts of all private parts that were rendered."""
    found, honest = [], rendering.mine_html
    monkeypatch.setattr(
        rendering, "mine_html", lambda context: found.append(context) or honest(context)
    )
    return found


def ask_and_read(room, now):
    state = state_of(room.game)
    play.act(room.game_id, missed_ask(state), version=state.number)
    return snapshot.read_after(now)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["classic", "nine-sets-anytime", "silent-hands", "strict"])
def test_kept_parts_equal_new_parts(preset):
    """Between the moves, people go away and come back."""
    users, chance = people(6), Random(preset)
    room = table_of(users, preset)
    viewers = [*(user.pk for user in users), None]
    parts, now = PrivateParts(), snapshot.read(room.code)
    while True:
        for viewer in viewers:
            html = parts.html(now, viewer)
            assert tidy(html) == tidy(PrivateParts().html(now, viewer))
            assert TURN_NAME not in html
        if now.game.phase == FINISHED:
            break
        state = state_of(room.game)
        claims = 0.05 if state.number < 60 else 0.5
        play.act(room.game_id, random_move(state, chance, claims), version=state.number)
        if chance.random() < 0.1:
            away = room.seats.get(number=chance.randrange(6))
            long_ago = snapshot.read(room.code).now - timedelta(minutes=3)
            Seat.objects.filter(pk=away.pk).update(away=not away.away, last_seen=long_ago)
            room.version += 1
            room.save(update_fields=["version"])
        now = snapshot.read_after(now)


def test_after_an_ask_only_two_parts_are_rendered(rendered):
    users = people(6)
    room = table_of(users)
    parts, now = PrivateParts(), snapshot.read(room.code)
    for _move in range(5):
        rendered.clear()
        for user in users:
            parts.html(now, user.pk)
        assert len(rendered) == (6 if now.game.version == 0 else 2)
        now = ask_and_read(room, now)


@pytest.mark.parametrize("change", ["room", "several moves", "deadline", "away", "bots"])
def test_a_part_is_rendered_again_after_another_change(change, rendered):
    users = people(6)
    room = table_of(users)
    parts, before = PrivateParts(), snapshot.read(room.code)
    now = ask_and_read(room, before)
    event = now.latest[0]
    waiting = next(seat for seat in range(6) if seat not in (event.seat, event.of))
    viewer = now.players[waiting].user_id
    parts.html(before, viewer)
    if change == "room":
        now.room.version += 1
    elif change == "several moves":
        now = replace(ask_and_read(room, now), latest=now.latest)
    elif change == "deadline":
        now.game.deadline = now.now
    elif change == "away":
        for seat in now.seats:
            seat.away = True
        people_now = at_seats(now.room, now.seats, now.game, now.players)
        now = replace(now, room_people=replace(now.room_people, people=people_now))
    elif change == "bots":
        now.game.bots_mode = "paused"
    rendered.clear()
    parts.html(now, viewer)
    assert len(rendered) == 1


def test_a_name_with_signs_is_escaped():
    users = [person("<b>&"), *people(5)]
    room = table_of(users)
    now, parts = snapshot.read(room.code), PrivateParts()
    while now.faces[now.game.turn].name != "<b>&":
        state = state_of(room.game)
        target = next(s for s, p in enumerate(now.players) if p.name == "<b>&")
        move = missed_ask(state)
        if (target ^ state.turn) & 1:
            move = _ask_of(state, target)
        play.act(room.game_id, move, version=state.number)
        now = snapshot.read_after(now)
    waiting = next(user for user in users if user.pk != now.players[now.game.turn].user_id)
    assert "&lt;b&gt;&amp;" in parts.html(now, waiting.pk)


def _ask_of(state, target):
    """A missed ask, of ``target`` if possible."""
    for card in range(54):
        move = Ask(state.turn, card, target)
        mask = next((each.mask for each in state.deck.sets if each.mask >> card & 1), 0)
        hand = state.hands[state.turn]
        if mask & hand and not hand >> card & 1 and not state.hands[target] >> card & 1:
            return move
    return missed_ask(state)
