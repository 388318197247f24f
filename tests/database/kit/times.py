"""Helpers for tests of times at a table: a prepared game, runs of the scheduler, and refusals."""

from dataclasses import replace

import pytest

from bots import driver
from game import play
from game.models import Game
from game.refusals import Refused
from literature.rules.options import Rules
from tests.kit import PLAIN, roster, stacked

# Seats 0 and 2 have black cards, seats 1 and 3 red cards. Each seat also has one card of the other
# colour.
MIXED = (
    "low-clubs 9C TC JC QC KC 9D",
    "low-diamonds AC TD JD QD KD AD",
    "low-spades 9S TS JS QS KS AH",
    "low-hearts AS 9H TH JH QH KH",
)
ANY_TIME = replace(PLAIN, claim_timing="any_time")


def dealt(users, rules: Rules = PLAIN, *, bots=0, hands=MIXED, dealer=0, slow_turns=0, **table):
    """A running game with people on the first seats, then bots. ``table`` has table options."""
    with stacked(*hands):
        return play.start(
            rules, roster(users, bots), dealer=dealer, table=table, slow_turns=slow_turns
        )


def fresh(game):
    """The stored game."""
    return Game.objects.get(pk=game.pk)


def look():
    """Run the scheduler once. For each due game, return whether a move was made."""
    return [driver.act_if_due(*each) for each in driver.read_due()[0]]


def movers(game):
    """For each move, who or what made it, and the seat."""
    return [(move.mover, move.seat) for move in game.moves.all()]


def refused(call, *args, **named):
    """The refusal code that a call raises."""
    with pytest.raises(Refused) as refusal:
        call(*args, **named)
    return refusal.value.code
