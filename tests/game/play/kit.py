"""What tests of a table's time begin with: a stacked game, the clock's looks, refusals."""

from dataclasses import replace

import pytest

from bots import driver
from game import play
from game.models import Game
from game.play import TableOptions
from game.refusals import Refused
from game.rules.options import Rules
from tests.kit import PLAIN, roster, stacked

# Seats 0 and 2 have the black cards, 1 and 3 the red ones; each has one of its neighbour's.
MIXED = (
    "low-clubs 9C TC JC QC KC 9D",
    "low-diamonds AC TD JD QD KD AD",
    "low-spades 9S TS JS QS KS AH",
    "low-hearts AS 9H TH JH QH KH",
)
ANY_TIME = replace(PLAIN, claim_timing="any_time")


def dealt(users, rules: Rules = PLAIN, *, bots=0, hands=MIXED, dealer=0, **table):
    """A running game; the people first, then bots; ``table``: its own options."""
    with stacked(*hands):
        return play.start(rules, roster(users, bots), dealer=dealer, table=TableOptions(**table))


def fresh(game):
    """The game as it is stored now."""
    return Game.objects.get(pk=game.pk)


def look():
    """The clock looks once; whether a move was made, for each game that was due."""
    return [driver.act_if_due(*each) for each in driver.look()[0]]


def movers(game):
    """Who made each move, and for which seat."""
    return [(move.mover, move.seat) for move in game.moves.all()]


def refused(call, *args, **named):
    """The code with which a call is refused."""
    with pytest.raises(Refused) as refusal:
        call(*args, **named)
    return refusal.value.code
