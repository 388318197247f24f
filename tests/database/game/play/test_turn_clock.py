"""The turn clock: when it runs, when it starts again, and what happens at its end."""

from datetime import timedelta

import pytest

from bots import driver, thinking
from game import play
from game.models import Game
from tests.database.kit.times import ANY_TIME, dealt, fresh, look, movers, refused
from tests.kit import ask, claim, missed_ask, play_on, state_of

pytestmark = pytest.mark.django_db


def in_(clock, seconds):
    return clock.now + timedelta(seconds=seconds)


@pytest.mark.parametrize("seconds", [30, 60, 120, 300, 24 * 3600])
def test_the_turn_clock_starts_with_the_game(users, clock, seconds):
    game = dealt(users, turn_seconds=seconds)
    assert fresh(game).deadline == fresh(game).due_at == in_(clock, seconds)


def test_a_game_without_a_turn_clock(users):
    game = dealt(users)
    assert fresh(game).deadline is None
    assert fresh(game).due_at is None


def test_a_bot_has_no_clock(users, clock):
    game = dealt(users[:1], bots=3, dealer=1, turn_seconds=30)
    assert fresh(game).deadline is None
    assert fresh(game).due_at == clock.now


def test_the_turn_clock_starts_when_a_person_gets_the_turn(users, clock):
    game = dealt(users[:1], bots=3, dealer=3, turn_seconds=30)
    assert fresh(game).deadline is None
    clock.forward(10)
    play.act(game.pk, ask(3, "AH", 0), version=0, mover="bot")  # A miss
    assert (fresh(game).turn, fresh(game).deadline) == (0, in_(clock, 30))
    clock.forward(10)
    play.act(game.pk, missed_ask(state_of(game)), version=1)
    assert fresh(game).deadline is None


def test_each_move_of_the_turn_holder_restarts_the_turn_clock(users, clock):
    game = dealt(users, turn_seconds=60)
    clock.forward(50)
    play.act(game.pk, ask(0, "AC", 1), version=0)  # A hit: the same player keeps the turn.
    assert fresh(game).turn == 0
    assert fresh(game).deadline == in_(clock, 60)
    clock.forward(50)
    play.act(game.pk, missed_ask(state_of(game)), version=1)
    assert fresh(game).turn != 0
    assert fresh(game).deadline == in_(clock, 60)


def test_a_claim_of_the_turn_holder_restarts_the_turn_clock(users, clock):
    game = dealt(users, turn_seconds=60)
    clock.forward(50)
    play.act(game.pk, claim(state_of(game), 0, "low-clubs"), version=0)
    assert fresh(game).deadline == in_(clock, 60)


def test_a_claim_of_another_player_does_not_restart_the_turn_clock(users, clock):
    game = dealt(users, ANY_TIME, turn_seconds=60)
    deadline = fresh(game).deadline
    clock.forward(50)
    play.act(game.pk, claim(state_of(game), 1, "low-diamonds"), version=0)
    assert fresh(game).deadline == fresh(game).due_at == deadline


def test_the_turn_clock_ends_with_the_game(users):
    game = dealt(users, turn_seconds=60)
    play_on(game)
    assert fresh(game).deadline is None
    assert fresh(game).due_at is None


# The end of the time


def test_one_move_is_made_for_the_person_and_the_log_says_so(users, clock):
    game = dealt(users, turn_seconds=30)
    clock.forward(29.9)
    assert look() == []
    clock.forward(0.1)
    assert look() == [True]
    assert movers(game) == [("clock", 0)]
    assert game.moves.get().user is None
    now = fresh(game)
    assert now.deadline == now.due_at == in_(clock, 30)
    assert look() == []


def test_the_person_keeps_the_seat(users, clock):
    game = dealt(users, turn_seconds=30)
    clock.forward(30)
    look()
    player = game.players.get(seat=0)
    assert (player.user, player.bot) == (users[0], "")


def test_a_whole_game_of_absent_people(users, clock):
    game = dealt(users, turn_seconds=30)
    for _ in range(500):
        if fresh(game).is_over:
            break
        clock.forward(30)
        assert look() == [True]
    assert fresh(game).status == Game.Status.FINISHED
    assert {mover for mover, _seat in movers(game)} == {"clock"}


def test_the_turn_clock_ends_a_turn_even_if_bots_may_claim(users, clock):
    game = dealt(users[:1], ANY_TIME, bots=3, turn_seconds=30)
    while look():
        pass
    assert fresh(game).due_at == fresh(game).deadline
    before = len(movers(game))
    clock.forward(30)
    look()
    assert movers(game)[before:] == [("clock", 0)]


# Races


@pytest.fixture
def meanwhile(monkeypatch):
    """Call a function while the bot is computing its move."""

    def arrange(happens):
        choose = thinking.choose

        def slowly(*args):
            move = choose(*args)
            happens()
            return move

        monkeypatch.setattr(thinking, "choose", slowly)

    return arrange


@pytest.mark.parametrize("theirs", ["ask that misses", "ask that hits", "claim"])
def test_a_move_of_the_person_prevents_the_move_of_the_turn_clock(users, clock, meanwhile, theirs):
    game = dealt(users, turn_seconds=30)
    state = state_of(game)
    move = {
        "ask that misses": missed_ask(state),
        "ask that hits": ask(0, "AC", 1),
        "claim": claim(state, 0, "low-clubs"),
    }[theirs]
    meanwhile(lambda: play.act(game.pk, move, version=0))
    clock.forward(30)
    assert look() == [False]
    assert movers(game) == [("person", 0)]
    now = fresh(game)
    assert now.deadline == now.due_at == in_(clock, 30)


def test_a_move_of_the_person_prevents_the_claim_of_the_turn_clock(users, clock):
    """A person's claim may be made on an older version, but a claim by the turn clock may not."""
    game = dealt(users, turn_seconds=30)
    state = state_of(game)
    play.act(game.pk, ask(0, "AC", 1), version=0)
    made = claim(state, 0, "low-clubs")
    for mover in ("clock", "substitute", "bot"):
        assert refused(play.act, game.pk, made, version=0, mover=mover) == "stale"
    play.act(game.pk, made, version=0)
    assert movers(game) == [("person", 0), ("person", 0)]


def test_a_move_of_the_turn_clock_makes_the_ask_of_the_person_stale(users, clock):
    game = dealt(users, turn_seconds=30)
    clock.forward(30)
    look()
    request = play.Request(users[0].pk, "late")
    late = ask(0, "2D", 1)
    assert refused(play.act, game.pk, late, version=0, request=request) == "stale"


def test_a_claim_of_another_player_does_not_stop_the_turn_clock(users, clock, meanwhile):
    game = dealt(users, ANY_TIME, turn_seconds=30)
    claimed = claim(state_of(game), 1, "low-diamonds")
    meanwhile(lambda: game.moves.exists() or play.act(game.pk, claimed, version=0))
    clock.forward(30)
    look()
    look()
    assert movers(game) == [("person", 1), ("clock", 0)]


def test_one_of_two_schedulers_makes_the_move(users, clock):
    game = dealt(users, turn_seconds=30)
    clock.forward(30)
    due, _wait = driver.read_due()
    assert [driver.act_if_due(*due[0]), driver.act_if_due(*due[0])] == [True, False]
    assert len(movers(game)) == 1
