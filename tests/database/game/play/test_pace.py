"""The pace of bots, and what bots and the turn clock wait for."""

from datetime import timedelta

import pytest

from game import play
from game.due_times import (
    QUICKEST,
    REVEAL_SECONDS,
    SLOWEST,
    THINK_SECONDS,
    chosen_pace,
    time_left,
    time_once_shown,
)
from game.models import Game
from literature.rules.decks import DECKS
from literature.rules.moves import Claim, holders_of
from tests.database.kit.times import ANY_TIME, dealt, fresh, look, refused
from tests.kit import ask

pytestmark = pytest.mark.django_db

Mode = Game.BotsMode

#: Every seat holds two whole sets.
WHOLE = ("low-clubs high-clubs", "low-diamonds high-diamonds", "low-spades high-spades",
         "low-hearts high-hearts")  # fmt: skip


@pytest.fixture(autouse=True)
def paced(settings):
    settings.BOT_THINK_SECONDS = None


def whole(name, seat):
    """A claim of a set of which one hand holds all cards."""
    card_set = DECKS["8s-out"].set_named(name)
    return Claim(seat, card_set.index, holders_of(dict.fromkeys(card_set.cards, seat).items()))


def seconds_to_wait(game, clock):
    """The number of seconds until the game is due."""
    return (fresh(game).due_at - clock.now).total_seconds()


def is_thought(seconds, pace):
    return QUICKEST <= seconds / THINK_SECONDS[pace] <= SLOWEST


@pytest.mark.parametrize("pace", THINK_SECONDS)
def test_bots_wait_until_the_deal_was_shown(users, clock, pace):
    game = dealt(users[:3], bots=1, dealer=3, pace=pace)
    assert is_thought(seconds_to_wait(game, clock) - 1, pace)


@pytest.mark.parametrize("pace", THINK_SECONDS)
def test_a_bot_thinks_at_the_pace_of_the_game(users, clock, pace):
    game = dealt(users[:3], bots=1, pace=pace)
    play.act(game.pk, ask(0, "TD", 3), version=0)
    assert is_thought(seconds_to_wait(game, clock), pace)


@pytest.mark.parametrize(("pace", "shown"), [("slow", 6), ("normal", 6), ("fast", 3)])
def test_bots_wait_until_a_claim_was_shown(users, clock, pace, shown):
    assert REVEAL_SECONDS[pace] == shown
    game = dealt(users[:3], bots=1, dealer=3, hands=WHOLE, pace=pace)
    play.act(game.pk, whole("low-hearts", 3), version=0, mover="bot")
    assert is_thought(seconds_to_wait(game, clock) - shown, pace)


def test_the_next_turn_of_the_claimer_begins_after_the_claim_was_shown(users, clock):
    game = dealt(users, hands=WHOLE, turn_seconds=30)
    clock.forward(10)
    play.act(game.pk, whole("low-clubs", 0), version=0)
    assert fresh(game).deadline == fresh(game).due_at == clock.now + timedelta(seconds=36)


def test_a_claim_out_of_turn_does_not_shorten_the_turn(users, clock):
    game = dealt(users, ANY_TIME, hands=WHOLE, turn_seconds=30)
    clock.forward(11)
    play.act(game.pk, whole("low-spades", 2), version=0)
    assert fresh(game).deadline == clock.now + timedelta(seconds=20 + 6)


# Changes by the host


def test_a_new_pace_applies_at_once(users, clock):
    game = dealt(users[:3], bots=1, dealer=3, pace="slow")
    play.set_pace(game.pk, "fast")
    assert fresh(game).table["pace"] == "fast"
    # Pages still show the deal for a second.
    assert is_thought(seconds_to_wait(game, clock) - 1, "fast")


def test_a_new_pace_does_not_change_the_time_of_a_person(users, clock):
    game = dealt(users[:3], bots=1, turn_seconds=60)
    before = fresh(game).deadline
    clock.forward(20)
    play.set_pace(game.pk, "fast")
    assert fresh(game).deadline == fresh(game).due_at == before


# A person who plays alone with bots


def alone(users, *, dealer=1, **table):
    """A game with a person at seat 0 and three bots. By default a bot has the first turn."""
    return dealt(users[:1], bots=3, dealer=dealer, **table)


def test_paused_bots_wait(users, clock):
    game = alone(users)
    play.set_bots_mode(game.pk, users[0].pk, Mode.PAUSED)
    assert fresh(game).due_at is None
    clock.forward(24 * 3600)
    assert look() == []
    assert play.after_downtime() == []
    play.set_bots_mode(game.pk, users[0].pk, Mode.NORMAL)
    assert is_thought(seconds_to_wait(game, clock), "normal")
    clock.forward(10)
    assert look() == [True]


def test_a_bot_that_thinks_when_it_is_paused_does_not_move(users):
    game = alone(users)
    play.set_bots_mode(game.pk, users[0].pk, Mode.PAUSED)
    move = ask(1, "AC", 0)
    assert refused(play.act, game.pk, move, version=0, mover="bot") == "stale"


def test_a_claim_out_of_turn_does_not_end_the_pause_of_bots(users, clock):
    game = alone(users, rules=ANY_TIME, hands=WHOLE)
    play.set_bots_mode(game.pk, users[0].pk, Mode.PAUSED)
    play.start_claim_pause(game.pk, users[0].pk, "low-clubs")
    clock.forward(5)
    play.act(game.pk, whole("low-clubs", 0), version=0)
    assert (fresh(game).bots_mode, fresh(game).due_at) == ("paused", None)


def test_when_skipping_to_the_next_turn_bots_move_at_once(users, clock):
    game = alone(users, turn_seconds=30)
    play.set_bots_mode(game.pk, users[0].pk, Mode.TO_TURN)
    made = 0
    while fresh(game).turn != 0:
        assert fresh(game).due_at == clock.now
        assert look() == [True]
        made += 1
    assert made
    now = fresh(game)
    assert (now.bots_mode, now.deadline) == ("normal", clock.now + timedelta(seconds=30))


def test_when_skipping_to_the_next_turn_bots_do_not_wait_for_shown_claims(users, clock):
    game = alone(users, hands=WHOLE)
    play.set_bots_mode(game.pk, users[0].pk, Mode.TO_TURN)
    play.act(game.pk, whole("low-diamonds", 1), version=0, mover="bot")
    assert (fresh(game).shown_until, fresh(game).due_at) == (None, clock.now)


def test_when_skipping_without_another_turn_bots_finish_the_game(users):
    # The person has no cards, so they do not get the turn.
    hands = ("", "low-diamonds high-diamonds low-clubs", "low-spades high-spades high-clubs",
             "low-hearts high-hearts")  # fmt: skip
    game = alone(users, hands=hands)
    play.set_bots_mode(game.pk, users[0].pk, Mode.TO_TURN)
    while fresh(game).status == "running":
        assert look() == [True]
    assert fresh(game).bots_mode == "normal"


@pytest.mark.parametrize("change", [
    lambda game, user: play.set_bots_mode(game.pk, user.pk, Mode.PAUSED),
    lambda game, user: play.set_bots_mode(game.pk, user.pk, Mode.TO_TURN),
])  # fmt: skip
def test_people_who_may_not_change_the_pace(users, change):
    game = alone(users)
    assert refused(change, game, users[1]) == "not_seated"
    beside_others = dealt(users[2:], bots=2, dealer=2)
    assert refused(change, beside_others, users[2]) == "not_alone"
    play.abandon(game.pk)
    assert refused(change, game, users[0]) == "game_over"


def test_pausing_on_the_own_turn_is_refused(users):
    game = alone(users, dealer=0)
    assert refused(play.set_bots_mode, game.pk, users[0].pk, Mode.PAUSED) == "your_turn"


def test_skipping_as_the_own_turn_begins_is_done_already(users):
    """The turn may change while the press travels. The bots still move normally afterwards."""
    game = alone(users, dealer=0)
    play.set_bots_mode(game.pk, users[0].pk, Mode.TO_TURN)
    assert fresh(game).bots_mode == "normal"


def test_leaving_ends_the_pause_of_bots(users, clock):
    game = alone(users)
    play.set_bots_mode(game.pk, users[0].pk, Mode.PAUSED)
    play.replace_with_bot(game.pk, users[0].pk, "easy")
    assert is_thought(seconds_to_wait(game, clock), "normal")


# A newcomer's first turns


def test_bots_are_slow_until_a_person_has_had_some_turns(users):
    game = dealt(users[:1], bots=3, slow_turns=2)
    asks = [ask(0, "TD", 3), ask(3, "AH", 0)] * 2
    paces = []
    for version, move in enumerate(asks):
        paces.append(chosen_pace(fresh(game)))
        play.act(game.pk, move, version=version, mover="bot" if move.seat else "person")
    assert paces == ["slow", "slow", "slow", "normal"]


def test_a_hit_does_not_count_as_another_turn(users):
    game = dealt(users[:1], bots=3, slow_turns=1)
    play.act(game.pk, ask(0, "TD", 1), version=0)
    assert chosen_pace(fresh(game)) == "slow"


def test_choosing_a_pace_ends_the_slow_start(users):
    game = dealt(users[:1], bots=3, slow_turns=5)
    play.set_pace(game.pk, "normal")
    assert chosen_pace(fresh(game)) == "normal"


# A restart


@pytest.mark.parametrize("pace", THINK_SECONDS)
def test_bots_still_wait_after_a_downtime(users, clock, pace):
    game = dealt(users[:3], bots=1, dealer=3, hands=WHOLE, pace=pace)
    play.act(game.pk, whole("low-hearts", 3), version=0, mover="bot")
    before = fresh(game)
    assert play.after_downtime() == []
    assert (fresh(game).due_at, fresh(game).shown_until) == (before.due_at, before.shown_until)


def test_a_clock_set_back_does_not_extend_the_time_of_shown_claims(users, clock):
    game = dealt(users, hands=WHOLE, turn_seconds=60)
    play.act(game.pk, whole("low-clubs", 0), version=0)
    clock.forward(-3600)
    assert play.after_downtime() == [game.pk]
    assert fresh(game).shown_until <= clock.now + timedelta(seconds=6)


# The turn clock on pages


def test_a_turn_clock_starts_after_the_claim_was_shown(users, clock):
    game = dealt(users, hands=WHOLE, turn_seconds=30)
    play.act(game.pk, whole("low-clubs", 0), version=0)
    assert time_once_shown(fresh(game), clock.now) == timedelta(seconds=30)
    clock.forward(6)
    assert time_once_shown(fresh(game), clock.now) is None
    assert time_left(fresh(game), clock.now) == timedelta(seconds=30)
