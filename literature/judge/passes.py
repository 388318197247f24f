"""The verdict on a pass: the receiver's prospects, compared with those of other players.

A seat knows less about a teammate's hand than the teammate does. So the prospects are only those
that the seat could foresee: the known cards that the teammate can take, and the chance of the
teammate's best ask.
"""

from dataclasses import replace

from literature.judge.explaining import CERTAIN, rounded
from literature.judge.findings import BEST, GAVE_AWAY, GOOD, PassFinding, Receiver
from literature.judge.seat_knowledge import (
    ALMOST,
    EVEN,
    NEAR,
    SAME,
    Asks,
    View,
)
from literature.knowledge.knowledge import Knowledge
from literature.rules.decks import CardSet
from literature.rules.information_state import InformationState
from literature.rules.moves import Passed
from literature.rules.state import ENDGAME, MUST_PASS


def judge_pass(view: View, seen: InformationState, event: Passed) -> PassFinding:
    """The verdict on a pass, with the reasons for it."""
    choices = seen.legal.passes
    if (event.to ^ event.seat) & 1:
        return PassFinding(None, to_opponents=True)
    if seen.phase == MUST_PASS and len(choices) < 2:
        return PassFinding(None, only=True)
    if seen.phase == ENDGAME or not any(view.knowledge.counts[1 - (event.seat & 1) :: 2]):
        # The turn stays in the team, because opponents have no cards.
        claim = view.certain_claim(seen.legal.claims)
        return PassFinding(GOOD if claim else BEST, choices=choices, could_claim=claim)
    receivers = {seat: receiver(view, seat) for seat in choices}
    made, best = receivers[event.to], max(receivers.values(), key=prospects)
    asks = Asks(view, seen)
    ask = None if seen.phase == MUST_PASS else asks.best
    own = asks.chances[ask] if ask else 0.0
    finding = PassFinding(
        BEST,
        stored_receiver(made),
        None if seen.phase == MUST_PASS else rounded(own),
    )
    if ask and own > made.chance + SAME and own >= best.chance:
        return replace(finding, verdict=_verdict(made.chance, own), better_ask=view.why(ask))
    if made.chance < best.chance - SAME or made.could_take < best.could_take:
        # The choice of another receiver is no mistake: the turn stays in the team, and the receiver
        # may know more than the passer.
        return replace(
            finding, verdict=_verdict(made.chance, own), better_pass=stored_receiver(best)
        )
    return finding


def receiver(view: View, seat: int) -> Receiver:
    """A seat with its prospects with the turn, by the viewer's knowledge; the chance is exact."""
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
    return Receiver(seat, max(chances), could_take, alone and not could_take, view.about)


def prospects(receiver: Receiver) -> tuple[float, int, bool]:
    """The order of receivers by their prospects."""
    return receiver.chance, receiver.could_take, receiver.alone


def stored_receiver(receiver: Receiver) -> Receiver:
    """A receiver in the form that is stored."""
    return replace(receiver, chance=rounded(receiver.chance))


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
