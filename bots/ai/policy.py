"""Chooses a bot's move from its knowledge: levels of play behind one small interface.

``choose`` is for the seat that has the turn, ``wants_to_claim`` for any seat that the rules let
claim now. Both read only an information state and a knowledge. The rules accept every move that
they return.

**Games of these bots end.** At every level:

1. A bot asks only what may hit by its sight, which has every public answer. So a card is not asked
   again where it was missed, and once it has changed hands all know where it is for good and it is
   never missed again. A game has at most cards x seats misses.
2. Each hit adds a card to the turn-holder's hand, so there are fewer hits in a turn than cards; a
   turn ends by a miss, a claim or a pass.
3. Where no ask may hit, no opponent can hold a card of any set of which the bot has one; in the
   endgame they hold none at all. So its team holds some set whole, and the bot claims such a one,
   in a way that fits all it knows and is not forbidden; the truth is one such way. A claim out of
   turn is certain. So each claim resolves a set, of which there are at most 13, or is returned.
4. A set of which a claim was returned is one team's: nobody can ask for its cards, so they lie
   still until it is resolved, and no bot makes a claim that was wrong before. There are finitely
   many.
5. A pass follows a right claim, or a hand that a claim emptied; who gets the turn has cards. There
   are no two passes in a row.

So there are finitely many misses, claims and passes, and finitely many hits between two of them.
The easy level forgets and overlooks who *holds* a card, never who does *not*: it holds there too.

The hard level also makes asks that can't hit: where no ask may hit, but its best claim is a guess.
It does so only while ``Knowledge.dry`` is below a bound. That counts such asks, whoever makes them,
and begins anew when a set leaves play, or when an ask tells the seat something: that rules out a
holder, or shows for good where a card is, so it happens finitely often. So there are finitely many
of these asks, too. Its claims out of turn need not be certain, but they resolve a set or are
returned all the same.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Final, Protocol

from bots.ai.belief import chances
from bots.ai.claims import certain_claim, likeliest_claim
from bots.ai.knowledge import Knowledge
from game.rules.moves import Ask, Claim, Move, Pass
from game.rules.offered_moves import OfferedMoves
from game.rules.state import MUST_PASS
from game.rules.view import InformationState


class Policy(Protocol):
    """A way to play. The knowledge has taken in the whole log of the information state."""

    def wants_to_claim(
        self, information_state: InformationState, knowledge: Knowledge
    ) -> Claim | None:
        """A claim that is certain, if the rules let this seat make it now."""

    def choose(
        self, information_state: InformationState, knowledge: Knowledge, rng: Random
    ) -> Move:
        """The move of the seat with the turn."""


class LevelPolicy(ABC):
    """Claims if it is sure, otherwise asks if an ask may hit, otherwise makes the best of it.

    Subclasses decide which holders they think possible, and which ask they choose.
    """

    @abstractmethod
    def sight(self, knowledge: Knowledge) -> list[int]:
        """The bit set of the cards that each seat may hold, as this level sees them."""

    @abstractmethod
    def pick(self, knowledge: Knowledge, asks: Sequence[Ask], rng: Random) -> Ask:
        """Choose one of the asks that may hit."""

    def wants_to_claim(
        self, information_state: InformationState, knowledge: Knowledge
    ) -> Claim | None:
        """A claim that is certain at this level."""
        return certain_claim(knowledge, self.sight(knowledge), information_state.legal.claims)

    def choose(
        self, information_state: InformationState, knowledge: Knowledge, rng: Random
    ) -> Move:
        """A certain claim, a pass if due or better, an ask, or the likeliest claim."""
        legal = information_state.legal
        claim = certain_claim(knowledge, self.sight(knowledge), legal.claims)
        if claim:
            return claim
        asks = _asks_that_may_hit(knowledge, self.sight(knowledge), legal)
        if information_state.phase == MUST_PASS or (
            legal.passes and _pass_is_better(knowledge, asks, legal)
        ):
            return Pass(knowledge.seat, _recipient(knowledge, legal))
        if asks:
            return self.pick(knowledge, asks, rng)
        return likeliest_claim(knowledge, legal.claims)


class Easy(LevelPolicy):
    """Sees plain answers without conclusions, and soon forgets which card went to whom."""

    #: The number of moves for which it remembers that a card went to another player.
    RECALL: Final = 8

    def sight(self, knowledge: Knowledge) -> list[int]:
        """The plain answers, without conclusions."""
        return knowledge.seen

    def pick(self, knowledge: Knowledge, asks: Sequence[Ask], rng: Random) -> Ask:
        """A card that just went to an opponent, otherwise any card of its longest set."""
        since = max(0, knowledge.number - self.RECALL)
        recalled = [ask for ask in asks if knowledge.moved[ask.card] >= since]
        if recalled:
            return rng.choice(recalled)
        own = knowledge.seen[knowledge.seat]
        held = [(own & knowledge.deck.set_masks[ask.card]).bit_count() for ask in asks]
        longest = max(held)
        return rng.choice([ask for ask, cards in zip(asks, held, strict=True) if cards == longest])


class Medium(LevelPolicy):
    """Draws every conclusion. Asks for likely cards in sets that its team has begun."""

    #: The weight of a set that lacks one card of being the team's, beside 1 for a sure hit.
    PROGRESS: Final = 0.6
    #: Asks that are nearly as good as the best count as equal, so that nobody can reason backwards
    #: from a choice.
    NEARLY: Final = 0.95

    def sight(self, knowledge: Knowledge) -> list[int]:
        """Full knowledge."""
        return knowledge.may

    def pick(self, knowledge: Knowledge, asks: Sequence[Ask], rng: Random) -> Ask:
        """One of the best asks, by the probability of a hit and by the team's part of the set."""
        odds, own = chances(knowledge), sum(knowledge.sure()[knowledge.seat & 1 :: 2])
        values = [self._value(knowledge, odds, own, ask) for ask in asks]
        enough = max(values) * self.NEARLY
        return rng.choice([ask for ask, value in zip(asks, values, strict=True) if value >= enough])

    def _value(
        self, knowledge: Knowledge, odds: Mapping[int, Sequence[float]], own: int, ask: Ask
    ) -> float:
        whole_set = knowledge.deck.set_masks[ask.card]
        begun = (own & whole_set).bit_count() / whole_set.bit_count()
        chance = odds[ask.card][ask.of] if ask.card in odds else 1.0
        return chance + self.PROGRESS * begun


#: The levels of bots, weakest first.
LEVELS: Final = ("easy", "medium", "hard")
DEFAULT_LEVEL: Final = "medium"


@cache
def policy(level: str) -> Policy:
    """The policy of a level. Only the hard level loads numpy."""
    if level == "hard":
        from bots.ai.hard import Hard

        return Hard()
    return {"easy": Easy(), "medium": Medium()}[level]


def choose(
    information_state: InformationState, knowledge: Knowledge, level: str, rng: Random
) -> Move:
    """The move of the seat with the turn. Updates the knowledge from the log first."""
    knowledge.update(information_state.log)
    return policy(level).choose(information_state, knowledge, rng)


def wants_to_claim(
    information_state: InformationState, knowledge: Knowledge, level: str
) -> Claim | None:
    """A certain claim, if the rules let this seat claim now, even out of turn."""
    knowledge.update(information_state.log)
    return policy(level).wants_to_claim(information_state, knowledge)


def _asks_that_may_hit(knowledge: Knowledge, may: Sequence[int], legal: OfferedMoves) -> list[Ask]:
    return [
        Ask(knowledge.seat, card, of)
        for card, targets in legal.asks.items()
        for of in targets
        if may[of] >> card & 1
    ]


def _pass_is_better(knowledge: Knowledge, asks: Sequence[Ask], legal: OfferedMoves) -> bool:
    """No ask may hit; or none surely hits, and a teammate has a sure hit."""
    known = knowledge.sure()
    if any(known[ask.of] >> ask.card & 1 for ask in asks):
        return False
    return not asks or any(knowledge.prospects(seat) for seat in legal.passes)


def _recipient(knowledge: Knowledge, legal: OfferedMoves) -> int:
    """The teammate with the best prospects, or without teammates the opponent with fewest cards."""
    if (legal.passes[0] ^ knowledge.seat) & 1:
        return min(legal.passes, key=lambda seat: knowledge.counts[seat])
    return max(legal.passes, key=lambda seat: (knowledge.prospects(seat), knowledge.counts[seat]))
