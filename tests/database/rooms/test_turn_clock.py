"""The turn clock. Everybody at the table sees it count down, and it stops in a claim pause."""

import re

import pytest

from game import play
from rooms.actions import host_settings, playing
from rooms.actions.locked import locked_game
from rooms.models import Room
from tests.kit import hit_ask, missed_ask, move_fields, person, room_of, signed_in, state_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

SHOWN = re.compile(r'<p class="clock( stands)?">.*?data-left="([\d.]+)"[^>]*>')


@pytest.fixture
def code(users, clock):
    code = room_of(users, game_end="all_sets")
    host_settings.set_options(code, users[0], {"turn_seconds": 60, "claim_timing": "any_time"})
    playing.start(code, users[0])
    return code


@pytest.fixture
def audience(code, users):
    """The turn-holder, another player, and a spectator."""
    turn = game_of(code).turn
    return [signed_in(user) for user in [users[turn], users[turn - 1], person("Zoe")]]


def shown(code, audience):
    """Return the seconds that all of these people see, and whether the turn clock is stopped; None
    if they see no turn clock.
    """
    seen = set()
    for client in audience:
        text = client.get(f"/r/{code}/regions/").content.decode()
        # In a claim pause there is another countdown, which is not the turn clock.
        assert text.count("data-stands") == text.count('class="clock stands"')
        seen |= {(float(left), bool(stands)) for stands, left in SHOWN.findall(text)} or {None}
    (same,) = seen
    return same


def game_of(code):
    return Room.objects.get(code=code).game


def claimer(code):
    """Return a person who does not have the turn."""
    game = game_of(code)
    return game.players.exclude(seat=game.turn).first().user


def test_everybody_sees_the_countdown(code, audience, clock):
    assert shown(code, audience) == (60, False)
    clock.forward(20)
    assert shown(code, audience) == (40, False)
    clock.forward(50)
    assert shown(code, audience) == (0, False)


def test_it_stops_in_a_claim_pause(code, audience, clock):
    clock.forward(20)
    with locked_game(code) as game_id:
        play.start_claim_pause(game_id, claimer(code).pk, "low-spades")
    assert shown(code, audience) == (40, True)
    clock.forward(30)
    assert shown(code, audience) == (40, True)
    with locked_game(code) as game_id:
        play.cancel_claim_pause(game_id, claimer(code).pk)
    assert shown(code, audience) == (40, False)
    clock.forward(10)
    assert shown(code, audience) == (30, False)


def test_it_stops_even_if_the_pause_is_longer_than_the_time_left(code, audience, clock):
    clock.forward(50)
    with locked_game(code) as game_id:
        play.start_claim_pause(game_id, claimer(code).pk, "low-spades")
    clock.forward(45)
    assert shown(code, audience) == (10, True)
    playing.end_claim_pause_if_over(game_of(code).pk)
    assert shown(code, audience) == (10, False)


def test_the_next_move_has_its_own_time(code, audience, users, clock):
    clock.forward(20)
    game = game_of(code)
    turn = signed_in(game.players.get(seat=game.turn).user)
    path, fields = move_fields(missed_ask(state_of(game)), game.rules)
    answer = turn.post(f"/r/{code}/{path}/", fields | {"version": 0, "request_id": "one"})
    assert answer.status_code == 302
    assert shown(code, audience) == (60, False)


def test_a_new_time_replaces_the_old_one_on_all_screens(code, audience, clock):
    """A page ignores an unchanged region. So a new turn must change the region, even if the same
    player keeps the turn with the same number of seconds.
    """
    game = game_of(code)
    asked = hit_ask(state_of(game))
    # A moved card changes the regions of two players. So look only at the others.
    others = game.players.exclude(seat__in=[asked.seat, asked.of])
    clients = [*(signed_in(player.user) for player in others), audience[-1]]
    before = [own_part(client, code) for client in clients]
    assert [own_part(client, code) for client in clients] == before
    clock.forward(60)
    play.act(game.pk, asked, version=0, mover="clock")
    assert shown(code, audience) == (60, False)
    for client, old in zip(clients, before, strict=True):
        assert own_part(client, code) != old


def own_part(client, code):
    """Return the viewer's own region, without the values that differ each time."""
    text = client.get(f"/r/{code}/regions/").content.decode()
    own = re.search(r'<section id="mine".*?</section>', text, re.DOTALL)
    return re.sub(r'<input type="hidden" name="(csrfmiddlewaretoken|request_id)"[^>]*>', "", own[0])


def test_a_table_without_a_turn_clock_shows_none(users, code, audience):
    playing.abandon_game(Room.objects.get(code=code))
    host_settings.set_options(code, users[0], {"turn_seconds": 0})
    playing.start(code, users[0])
    assert shown(code, audience) is None
