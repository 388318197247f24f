"""Waiting players are offered a substitute as soon as a bot may move for the turn-holder."""

from datetime import timedelta

import pytest
from django.utils import timezone

from game import play
from game.models import Game, Player
from rooms.actions import playing, substitutes
from rooms.actions.locked import locked_game
from rooms.live import active_tab, beside_game, presence, reading
from rooms.models import Room, Seat
from tests.kit import missed_ask, people, state_of, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _clock(clock):
    """Freeze time in all tests of this file."""


@pytest.fixture
def code(users):
    return table_of(users).code


def room(code):
    return Room.objects.select_related("game").get(code=code)


def holder_of(code):
    game = room(code).game
    return game.players.get(seat=game.turn).user


def silent(code, seconds, user=None):
    """Mark a person (by default the turn-holder) as away, and last seen this number of seconds
    ago.
    """
    mine = Seat.objects.filter(room__code=code, user=user or holder_of(code))
    mine.update(away=True, last_seen=timezone.now() - timedelta(seconds=seconds))


def announced(code, looked=None):
    """Return 1 if one check raises the room's version, otherwise 0."""
    before = room(code).version
    presence.offer_substitutes(looked)
    return room(code).version - before


def offered(code):
    """Return the name of the player for whom a bot may move; an empty name if there is none. All
    other players see the same.
    """
    now = reading.read(code)
    others = [person for person in now.people if person.user_id != holder_of(code).pk]
    (name,) = {beside_game.own(now, person.user_id)["absent"] for person in others}
    return name


def test_the_offer_is_announced_after_a_minute(code, clock):
    silent(code, 22)
    looked = presence.offer_substitutes(None)
    heard = []
    for _ in range(9):
        clock.forward(5)
        before = room(code).version
        looked = presence.offer_substitutes(looked)
        heard.append((room(code).version - before, bool(offered(code))))
    # The checks come at 27, 32, … 57 seconds, at 62, and at 67.
    assert heard == [(0, False)] * 7 + [(1, True), (0, True)]
    assert offered(code) == holder_of(code).name


def test_the_first_check_of_a_process_finds_all_offers(code):
    silent(code, 3600)
    assert announced(code) == 1


def test_two_schedulers_may_announce_the_same_offer(code, clock):
    silent(code, 58)
    one, other = (presence.offer_substitutes(None) for _ in range(2))
    clock.forward(5)
    assert [announced(code, looked) for looked in (one, other)] == [1, 1]
    assert offered(code) == holder_of(code).name


def test_a_late_check_finds_everybody(code, clock):
    silent(code, 30)
    looked = presence.offer_substitutes(None)
    clock.forward(600)
    assert announced(code, looked) == 1


def test_the_host_sees_absences_of_all_players(code, users):
    other = next(user for user in users if user != holder_of(code))
    silent(code, 100, other)
    assert announced(code) == 1
    Game.objects.update(table={"turn_seconds": 60})
    assert announced(code) == 1


def test_a_player_with_a_substitute_is_not_announced(code):
    silent(code, 100)
    Player.objects.filter(user=holder_of(code)).update(has_substitute=True)
    assert announced(code) == 0


def test_the_offer_is_gone_after_its_use(code, users):
    """The offer is gone on all screens as soon as a player has asked for a substitute, and after
    the substitute's move.
    """
    silent(code, 100)
    absent = holder_of(code)
    waiting = next(user for user in users if user != absent)
    substitutes.substitute(code, waiting)
    assert offered(code) == ""
    game = room(code).game
    play.act(game.pk, missed_ask(state_of(game)), version=0, mover="substitute")
    assert holder_of(code) != absent
    assert offered(code) == ""


def test_a_present_player_is_not_announced(code):
    silent(code, 100)
    Seat.objects.update(away=False)
    assert announced(code) == 0


def test_nothing_is_announced_after_the_game(code):
    silent(code, 100)
    playing.abandon_game(room(code))
    assert announced(code) == 0
    Game.objects.update(status="finished", phase="finished", due_at=None)
    Room.objects.update(game=Game.objects.get())
    assert announced(code) == 0


def test_nothing_is_announced_if_nobody_is_present(code, users):
    for user in users:
        silent(code, 100, user)
    assert announced(code) == 0


def test_the_first_person_back_sees_the_offer(code, users):
    for user in users:
        silent(code, 100, user)
    other = Seat.objects.filter(room__code=code).exclude(user=holder_of(code)).first()
    before = room(code).version
    presence.renew_presence([other.pk])
    assert room(code).version == before + 1
    assert offered(code) == holder_of(code).name


def test_nothing_is_announced_in_a_claim_pause(clock):
    users = people(4)
    code = table_of(users, claim_timing="any_time", game_end="all_sets").code
    silent(code, 100)
    waiting = next(user for user in users if user != holder_of(code))
    with locked_game(code) as game_id:
        play.start_claim_pause(game_id, waiting.pk, "low-spades")
    assert offered(code) == ""
    clock.forward(45)
    playing.end_claim_pause_if_over(room(code).game_id)
    assert offered(code) == holder_of(code).name


# The turn-holder is back, so the game continues without the substitute


def back(code):
    """Renew the presence of the turn-holder, as a request from their page would."""
    presence.renew_presence([Seat.objects.get(room__code=code, user=holder_of(code)).pk])


@pytest.fixture
def called(code, users):
    """A player has asked for a substitute for the turn-holder."""
    silent(code, 100)
    substitutes.substitute(code, next(user for user in users if user != holder_of(code)))
    assert room(code).game.substitute
    return code


def test_no_bot_moves_for_a_player_who_is_back(called):
    back(called)
    game = room(called).game
    assert (game.substitute, game.due_at, game.version) == (False, None, 0)


def test_no_bot_moves_for_a_player_whose_page_has_just_connected(called):
    assert active_tab.activate(called, holder_of(called).pk, "tab", take=False)
    assert not room(called).game.substitute
    assert not Seat.objects.get(room__code=called, user=holder_of(called)).away


def test_another_players_return_keeps_the_substitute(called, users):
    other = next(user for user in users if user != holder_of(called))
    silent(called, 100, other)
    presence.renew_presence([Seat.objects.get(room__code=called, user=other).pk])
    assert room(called).game.substitute


def test_coming_back_in_a_lobby_or_after_the_game(called):
    Game.objects.update(status="finished", phase="finished", due_at=None)
    back(called)
    assert not Seat.objects.filter(away=True).exists()
    silent(called, 100)
    holder = Seat.objects.get(away=True)
    Room.objects.update(game=None)
    presence.renew_presence([holder.pk])
    assert not Seat.objects.filter(away=True).exists()


def test_a_check_is_one_query_for_all_rooms(users, django_assert_num_queries):
    for names in range(3):
        silent(table_of(people(4)).code, 40 + names)
    silent(table_of(users).code, 1000)
    with django_assert_num_queries(1):
        presence.offer_substitutes(timezone.now() - timedelta(seconds=5))
