"""How fast bots move, and what they and the turn clock wait for."""

from datetime import timedelta

import pytest

from game import play
from game.rules.decks import DECKS
from game.rules.moves import Claim, holders_of
from game.timing import QUICKEST, REVEAL_SECONDS, SLOWEST, THINK_SECONDS
from tests.game.play.kit import ANY_TIME, dealt, fresh
from tests.kit import ask

pytestmark = pytest.mark.django_db

#: Everybody holds two whole sets.
WHOLE = ("low-clubs high-clubs", "low-diamonds high-diamonds", "low-spades high-spades",
         "low-hearts high-hearts")  # fmt: skip


@pytest.fixture(autouse=True)
def paced(settings):
    settings.BOT_THINK_SECONDS = None


def whole(name, seat):
    """A claim of a set that a seat holds alone."""
    card_set = DECKS["8s-out"].set_named(name)
    return Claim(seat, card_set.index, holders_of(dict.fromkeys(card_set.cards, seat).items()))


def seconds_to_wait(game, clock):
    """The seconds until the game is looked at next."""
    return (fresh(game).due_at - clock.now).total_seconds()


def is_thought(seconds, pace):
    return QUICKEST <= seconds / THINK_SECONDS[pace] <= SLOWEST


@pytest.mark.parametrize("pace", THINK_SECONDS)
def test_bots_begin_after_the_deal_was_shown(users, clock, pace):
    game = dealt(users[:3], bots=1, dealer=3, pace=pace)
    assert is_thought(seconds_to_wait(game, clock) - 1, pace)


@pytest.mark.parametrize("pace", THINK_SECONDS)
def test_a_bot_thinks_at_the_tables_pace(users, clock, pace):
    game = dealt(users[:3], bots=1, pace=pace)
    play.act(game.pk, ask(0, "TD", 3), version=0)
    assert is_thought(seconds_to_wait(game, clock), pace)


@pytest.mark.parametrize(("pace", "shown"), [("slow", 6), ("normal", 6), ("fast", 3)])
def test_bots_wait_until_a_claim_was_shown(users, clock, pace, shown):
    assert REVEAL_SECONDS[pace] == shown
    game = dealt(users[:3], bots=1, dealer=3, hands=WHOLE, pace=pace)
    play.act(game.pk, whole("low-hearts", 3), version=0, mover="bot")
    assert is_thought(seconds_to_wait(game, clock) - shown, pace)


def test_the_claimers_next_turn_begins_after_it(users, clock):
    game = dealt(users, hands=WHOLE, turn_seconds=30)
    clock.forward(10)
    play.act(game.pk, whole("low-clubs", 0), version=0)
    assert fresh(game).deadline == fresh(game).due_at == clock.now + timedelta(seconds=36)


def test_a_claim_out_of_turn_takes_no_time_of_the_turn_holders(users, clock):
    game = dealt(users, ANY_TIME, hands=WHOLE, turn_seconds=30)
    clock.forward(11)
    play.act(game.pk, whole("low-spades", 2), version=0)
    assert fresh(game).deadline == clock.now + timedelta(seconds=20 + 6)
