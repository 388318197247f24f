"""The verdict on a pass: the receiver's prospects, compared with those of other players.

A seat knows less about a teammate's hand than the teammate does. So the prospects are only those
that the seat could foresee: the known cards that the teammate can take, and the chance of the
teammate's best ask.
"""

from typing import NamedTuple

from bots.ai.claims import certain_claim
from bots.ai.knowledge import Knowledge
from bots.ai.review.reasons import CERTAIN, rounded
from bots.ai.review.seat_knowledge import (
    ALMOST,
    EVEN,
    NEAR,
    SAME,
    Facts,
    View,
    best_ask,
    chances_of_asks,
    named,
    values_of_asks,
)
from bots.ai.review.verdicts import BEST, GAVE_AWAY, GOOD
from game.rules.decks import CardSet
from game.rules.information_state import InformationState
from game.rules.moves import Ask, Passed
from game.rules.state import ENDGAME, MUST_PASS


class Outlook(NamedTuple):
    """A seat's prospects with the turn: the chance of its best ask, and the number of cards with
    known holders that it can take.
    """

    chance: float
    could_take: int

    def facts(self) -> Facts:
        """The outlook in the form that is stored."""
        return {"chance": rounded(self.chance), "could_take": self.could_take}


def judge_pass(view: View, seen: InformationState, event: Passed) -> Facts:
    """The verdict on a pass, with the facts about it."""
    choices = seen.legal.passes
    if (event.to ^ event.seat) & 1:
        return {"verdict": None, "to_opponents": True}
    if seen.phase == ENDGAME:
        return _in_endgame(view, seen)
    if seen.phase == MUST_PASS and len(choices) < 2:
        return {"verdict": None, "only": True}
    outlooks = {seat: outlook(view, seat) for seat in choices}
    made = outlooks[event.to]
    facts: Facts = made.facts()
    best = max(choices, key=lambda seat: outlooks[seat])
    found = None
    if seen.phase != MUST_PASS:
        found = own_best_ask(view, seen)
        facts["own"] = rounded(found[1]) if found else 0.0
    own = found[1] if found else 0.0
    verdict = _verdict(made.chance, own)
    if found and own > made.chance + SAME and own >= outlooks[best].chance:
        return facts | {"better_ask": view.why(found[0]), "verdict": verdict}
    if made.chance < outlooks[best].chance - SAME or made.could_take < outlooks[best].could_take:
        # The choice of another receiver is no mistake: the turn stays in the team, and the receiver
        # may know more than the passer.
        return facts | {"better_pass": {"to": best, **outlooks[best].facts()}, "verdict": verdict}
    return facts | {"verdict": BEST}


def outlook(view: View, seat: int) -> Outlook:
    """The prospects of a seat with the turn, by the viewer's knowledge."""
    knowledge, row = view.knowledge, view.row
    chances = [
        row(card)[of]
        for card_set in knowledge.deck.sets
        if is_in(knowledge, seat, card_set)
        for card in card_set.cards
        for of in view.possible(card)
        if (of ^ seat) & 1
    ]
    return Outlook(max(chances, default=0.0), sum(chance >= CERTAIN for chance in chances))


def own_best_ask(view: View, seen: InformationState) -> tuple[Ask, float] | None:
    """The viewer's best ask that may hit, with its chance."""
    chances = chances_of_asks(view, seen)
    values = values_of_asks(view, chances)
    if not values:
        return None
    best = best_ask(chances, values)
    return best, chances[best]


def is_in(knowledge: Knowledge, seat: int, card_set: CardSet) -> bool:
    """Whether a seat is known to hold a card of a set: by a known card, by an ask, or because it
    can't fill its hand with other cards.
    """
    held = knowledge.sure()[seat] & card_set.mask
    elsewhere = knowledge.may[seat] & ~card_set.mask
    return (
        bool(held)
        or (seat, card_set.index) in knowledge.holds
        or elsewhere.bit_count() < knowledge.counts[seat]
    )


def _verdict(made: float, best: float) -> str:
    if best < 1 and made >= min(best - NEAR, ALMOST * best):
        return GOOD
    # An ask that would probably have missed is no great loss.
    return GAVE_AWAY if best > EVEN else GOOD


def _in_endgame(view: View, seen: InformationState) -> Facts:
    """The verdict on a pass in the endgame.

    The turn stays in the team, because opponents have no cards.
    """
    facts: Facts = {"endgame": True, "choices": list(seen.legal.passes)}
    claim = certain_claim(view.knowledge, view.knowledge.may, seen.legal.claims)
    if claim:
        return facts | {"verdict": GOOD, "could_claim": named(view, claim)}
    return facts | {"verdict": BEST}
