"""A substitute moves for a person until they are back: it makes every move of theirs, and none
afterwards.
"""

from datetime import timedelta

import pytest

from bots import thinking
from game import play
from tests.game.play.kit import ANY_TIME, MIXED, dealt, fresh, look, movers, refused
from tests.kit import ask, claim, missed_ask, play_on, rows_of, state_of

pytestmark = pytest.mark.django_db

NORTH, EAST, WEST = 0, 1, 3


@pytest.fixture
def game(users):
    return dealt(users)


def player(game, seat):
    return game.players.get(seat=seat)


def by_hand(game, users):
    """Let the turn-holder miss by a move of their own."""
    move = missed_ask(state_of(game))
    request = play.Request(users[move.seat].pk, f"miss {fresh(game).version}")
    return play.act(game.pk, move, version=fresh(game).version, request=request)


def test_the_bot_makes_every_move_of_that_seat_and_no_other(game, users):
    assert play.substitute_until_back(game.pk, NORTH)
    while movers(game).count(("substitute", NORTH)) < 4:
        if fresh(game).turn == NORTH:
            assert look() == [True]
        else:
            # The bot's miss gave the turn to an opponent. The opponent's miss gives it back.
            assert look() == []
            play.act(game.pk, missed_ask(state_of(game), NORTH), version=fresh(game).version)
    assert {mover for mover, seat in movers(game) if seat == NORTH} == {"substitute"}
    assert {mover for mover, seat in movers(game) if seat != NORTH} <= {"person"}
    assert player(game, NORTH).has_substitute


def test_it_begins_with_the_next_turn_where_it_is_somebody_elses(game, users):
    play.substitute_until_back(game.pk, WEST)
    assert look() == []
    play.act(game.pk, ask(NORTH, "AC", WEST), version=0)
    assert look() == [True]
    assert movers(game) == [("person", NORTH), ("substitute", WEST)]


def test_pressed_twice_it_is_on_once(game):
    assert play.substitute_until_back(game.pk, NORTH)
    before = rows_of(game)
    assert not play.substitute_until_back(game.pk, NORTH)
    assert rows_of(game) == before


def test_whoever_is_back_has_the_seat_untouched(game, users):
    play.substitute_until_back(game.pk, NORTH)
    assert play.stop_substitute(game.pk, users[NORTH].pk)
    assert not play.stop_substitute(game.pk, users[NORTH].pk)
    assert (player(game, NORTH).user, player(game, NORTH).has_substitute) == (users[0], False)
    assert (fresh(game).substitute, fresh(game).due_at) == (False, None)
    assert look() == []


def test_back_while_the_bot_thinks_the_move_is_ones_own(game, users, monkeypatch):
    play.substitute_until_back(game.pk, NORTH)
    choose = thinking.choose

    def back_meanwhile(*seen):
        play.stop_substitute(game.pk, users[NORTH].pk)
        return choose(*seen)

    monkeypatch.setattr(thinking, "choose", back_meanwhile)
    assert look() == [False]
    assert movers(game) == []
    assert (fresh(game).version, fresh(game).due_at) == (0, None)


def test_moved_by_hand_while_the_bot_thinks(game, users, monkeypatch):
    play.substitute_until_back(game.pk, NORTH)
    choose = thinking.choose

    def moved_meanwhile(*seen):
        assert by_hand(game, users).came_back
        return choose(*seen)

    monkeypatch.setattr(thinking, "choose", moved_meanwhile)
    assert look() == [False]
    assert movers(game) == [("person", NORTH)]


def test_an_own_move_that_keeps_the_turn_keeps_it_from_the_bot(game, users):
    play.substitute_until_back(game.pk, NORTH)
    request = play.Request(users[NORTH].pk, "hit")
    assert play.act(game.pk, ask(NORTH, "AD", EAST), version=0, request=request).came_back
    assert (fresh(game).turn, fresh(game).substitute) == (NORTH, False)
    assert look() == []


def test_a_claim_out_of_turn_by_somebody_else_leaves_it_on(users):
    game = dealt(users, ANY_TIME)
    play.substitute_until_back(game.pk, NORTH)
    play.act(game.pk, claim(state_of(game), 2, "low-spades"), version=0)
    assert look() == [True]
    assert movers(game) == [("person", 2), ("substitute", NORTH)]


def test_the_turn_clock_waits_and_is_given_anew(users, clock):
    game = dealt(users, turn_seconds=60)
    play.substitute_until_back(game.pk, NORTH)
    assert fresh(game).deadline is None
    clock.forward(30)
    play.stop_substitute(game.pk, users[NORTH].pk)
    assert fresh(game).deadline - clock.now == timedelta(seconds=60)


def test_who_leaves_for_good_has_no_substitute(game, users):
    play.substitute_until_back(game.pk, NORTH)
    play.replace_with_bot(game.pk, users[NORTH].pk, "easy")
    assert not player(game, NORTH).has_substitute
    assert look() == [True]
    assert movers(game) == [("bot", NORTH)]


def test_not_for_bots_and_not_after_the_game(users):
    game = dealt(users[:2], bots=2, hands=MIXED)
    assert refused(play.substitute_until_back, game.pk, 3) == "not_away"
    play_on(game)
    assert refused(play.substitute_until_back, game.pk, NORTH) == "game_over"
    assert not play.stop_substitute(game.pk, users[NORTH].pk)
