"""A substitute moves for a person until they are back: it makes every move of the person, and no
move afterwards.
"""

from datetime import timedelta

import pytest

from bots import thinking
from game import play
from tests.database.kit.times import ANY_TIME, MIXED, dealt, fresh, look, movers, refused
from tests.kit import ask, claim, missed_ask, play_on, rows_of, state_of

pytestmark = pytest.mark.django_db

NORTH, EAST, WEST = 0, 1, 3


@pytest.fixture
def game(users):
    return dealt(users)


def player(game, seat):
    return game.players.get(seat=seat)


def by_hand(game, users):
    """Let the turn-holder make a move themselves: an ask that misses."""
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


def test_a_substitute_for_a_player_without_the_turn_begins_with_their_next_turn(game, users):
    play.substitute_until_back(game.pk, WEST)
    assert look() == []
    play.act(game.pk, ask(NORTH, "AC", WEST), version=0)
    assert look() == [True]
    assert movers(game) == [("person", NORTH), ("substitute", WEST)]


def test_two_requests_start_one_substitute(game):
    assert play.substitute_until_back(game.pk, NORTH)
    before = rows_of(game)
    assert not play.substitute_until_back(game.pk, NORTH)
    assert rows_of(game) == before


def test_a_returning_person_has_their_seat_unchanged(game, users):
    play.substitute_until_back(game.pk, NORTH)
    assert play.stop_substitute(game.pk, users[NORTH].pk)
    assert not play.stop_substitute(game.pk, users[NORTH].pk)
    assert (player(game, NORTH).user, player(game, NORTH).has_substitute) == (users[0], False)
    assert (fresh(game).substitute, fresh(game).due_at) == (False, None)
    assert look() == []


def test_a_person_who_returns_while_the_bot_thinks_moves_themselves(game, users, monkeypatch):
    play.substitute_until_back(game.pk, NORTH)
    choose = thinking.choose

    def back_meanwhile(*seen):
        play.stop_substitute(game.pk, users[NORTH].pk)
        return choose(*seen)

    monkeypatch.setattr(thinking, "choose", back_meanwhile)
    assert look() == [False]
    assert movers(game) == []
    assert (fresh(game).version, fresh(game).due_at) == (0, None)


def test_a_move_of_the_person_while_the_bot_thinks(game, users, monkeypatch):
    play.substitute_until_back(game.pk, NORTH)
    choose = thinking.choose

    def moved_meanwhile(*seen):
        assert by_hand(game, users).came_back
        return choose(*seen)

    monkeypatch.setattr(thinking, "choose", moved_meanwhile)
    assert look() == [False]
    assert movers(game) == [("person", NORTH)]


def test_a_move_of_the_person_that_keeps_the_turn_stops_the_bot(game, users):
    play.substitute_until_back(game.pk, NORTH)
    request = play.Request(users[NORTH].pk, "hit")
    assert play.act(game.pk, ask(NORTH, "AD", EAST), version=0, request=request).came_back
    assert (fresh(game).turn, fresh(game).substitute) == (NORTH, False)
    assert look() == []


def test_a_claim_out_of_turn_by_another_player_keeps_the_substitute(users):
    game = dealt(users, ANY_TIME)
    play.substitute_until_back(game.pk, NORTH)
    play.act(game.pk, claim(state_of(game), 2, "low-spades"), version=0)
    assert look() == [True]
    assert movers(game) == [("person", 2), ("substitute", NORTH)]


def test_the_turn_clock_pauses_and_starts_again(users, clock):
    game = dealt(users, turn_seconds=60)
    play.substitute_until_back(game.pk, NORTH)
    assert fresh(game).deadline is None
    clock.forward(30)
    play.stop_substitute(game.pk, users[NORTH].pk)
    assert fresh(game).deadline - clock.now == timedelta(seconds=60)


def test_a_person_who_leaves_has_no_substitute(game, users):
    play.substitute_until_back(game.pk, NORTH)
    play.replace_with_bot(game.pk, users[NORTH].pk, "easy")
    assert not player(game, NORTH).has_substitute
    assert look() == [True]
    assert movers(game) == [("bot", NORTH)]


def test_no_substitute_for_bots_or_after_the_game(users):
    game = dealt(users[:2], bots=2, hands=MIXED)
    assert refused(play.substitute_until_back, game.pk, 3) == "not_away"
    play_on(game)
    assert refused(play.substitute_until_back, game.pk, NORTH) == "game_over"
    assert not play.stop_substitute(game.pk, users[NORTH].pk)
