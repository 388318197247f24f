"""The verdict on a pass: the receiver's prospects, compared with those of other players.

A seat knows less about a teammate's hand than the teammate does. So the prospects are only those
that the seat could foresee: the known cards that the teammate can take, and the chance of the
teammate's best ask.
"""

from typing import NamedTuple

from literature.judge.reasons import CERTAIN, rounded
from literature.judge.seat_knowledge import (
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
from literature.judge.verdicts import BEST, GAVE_AWAY, GOOD
from literature.knowledge.knowledge import Knowledge
from literature.policy.claims import certain_claim
from literature.rules.decks import CardSet
from literature.rules.information_state import InformationState
from literature.rules.moves import Ask, Passed
from literature.rules.state import ENDGAME, MUST_PASS


class Outlook(NamedTuple):
    """A seat's prospects with the turn, by the knowledge of a viewer.

    - ``chance``: the chance of its best ask.
    - ``could_take``: the number of cards that it can take for certain, because by public knowledge
      only one other seat can hold them.
    - ``alone``: whether there is no such card, but a card whose holder is certain only for the
      viewer. In ``chance``, this card counts as if all other seats that may hold it by public
      knowledge were equally likely.
    """

    chance: float
    could_take: int
    alone: bool

    def facts(self) -> Facts:
        """The outlook in the form that is stored."""
        facts: Facts = {"chance": rounded(self.chance), "could_take": self.could_take}
        return facts | {"alone": True} if self.alone else facts


def judge_pass(view: View, seen: InformationState, event: Passed) -> Facts:
    """The verdict on a pass, with the facts about it."""
    choices = seen.legal.passes
    if (event.to ^ event.seat) & 1:
        return {"verdict": None, "to_opponents": True}
    if seen.phase == MUST_PASS and len(choices) < 2:
        return {"verdict": None, "only": True}
    if seen.phase == ENDGAME or not any(view.knowledge.counts[1 - (event.seat & 1) :: 2]):
        return _in_endgame(view, seen)
    outlooks = {seat: outlook(view, seat) for seat in choices}
    made = outlooks[event.to]
    facts: Facts = made.facts() | view.about
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
        better = {"to": best, **outlooks[best].facts(), **view.about}
        return facts | {"better_pass": better, "verdict": verdict}
    return facts | {"verdict": BEST}


def outlook(view: View, seat: int) -> Outlook:
    """The prospects of a seat with the turn, by the viewer's knowledge."""
    knowledge, row = view.knowledge, view.row
    public = knowledge.public()
    chances, could_take, alone = [0.0], 0, False
    for card_set in knowledge.deck.sets:
        for card in card_set.cards if is_in(knowledge, seat, card_set) else ():
            for of in view.possible(card):
                chance = row(card)[of]
                if not (of ^ seat) & 1:
                    continue  # A teammate can't be asked.
                if chance >= CERTAIN:
                    among = sum(each != seat for each in public.possible(card))
                    could_take += among == 1
                    alone |= among > 1
                    chance = 1 / among
                chances.append(chance)
    return Outlook(max(chances), could_take, alone and not could_take)


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
