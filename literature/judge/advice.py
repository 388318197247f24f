"""Help during a game: a hint for the next move, by one seat's knowledge.

A hint is the best move by the standards of a review. ``finished/review/hint_text.py`` puts it in
words. The only inputs are an information state and the knowledge that follows from it.
"""

from collections.abc import Mapping

from literature.judge.findings import (
    FULLEST,
    LAST,
    AskHint,
    ClaimHint,
    Hint,
    Worth,
)
from literature.judge.passes import prospects, receiver, stored_receiver
from literature.judge.seat_knowledge import (
    EVEN,
    MORE,
    SAME,
    Asks,
    View,
    takes_last_cards,
    worth,
)
from literature.policy.claims import certain_claim, sets_without_opponents
from literature.rules.information_state import InformationState
from literature.rules.moves import Ask, Claim
from literature.rules.state import ENDGAME, MUST_PASS


def hint(view: View, seen: InformationState) -> Hint:
    """The best move, with the reasons for it.

    It is None if another seat has the turn and no claim is certain.
    """
    knowledge, legal = view.knowledge, seen.legal
    claim = certain_claim(knowledge, knowledge.may, legal.claims)
    if claim:
        return _claim(view, seen, claim, 1.0)
    if seen.turn != knowledge.seat:
        return None
    if seen.phase == ENDGAME:
        return _likeliest(view, seen)
    asking = _best_ask(view, seen)
    passing, receivers = None, [receiver(view, seat) for seat in seen.legal.passes]
    if receivers:
        # If no teammate has cards, the turn goes to the opponent with the worst prospects.
        to_opponents = (receivers[0].to ^ knowledge.seat) & 1
        passing = (min if to_opponents else max)(receivers, key=prospects)
    # A pass that is necessary, or that is compared with no ask, is better than an impossible ask.
    chance = asking.why.chance if asking and seen.phase != MUST_PASS else -1.0
    if passing and chance < 1 and passing.chance > chance + SAME:
        return stored_receiver(passing)
    if asking:
        return asking
    guess = _likeliest(view, seen, EVEN)
    if guess:
        return guess
    # Nothing is likely to succeed, so the turn goes to the opponent with the worst prospects.
    card, of = min(legal.ask_pairs, key=lambda each: prospects(receiver(view, each[1])))
    return AskHint(view.why(Ask(knowledge.seat, card, of)), in_vain=True)


def _claim(view: View, seen: InformationState, claim: Claim, chance: float) -> ClaimHint:
    mine = view.knowledge.seat
    why = tuple(view.why(Ask(mine, card, seat)) for card, seat in claim.holders if seat != mine)
    last_cards = takes_last_cards(seen, claim.card_set)
    return ClaimHint(view.named(claim, chance), view.about, why, last_cards)


def _likeliest(view: View, seen: InformationState, least: float = 0.0) -> ClaimHint | None:
    """The likeliest claim, or None if its chance is less than ``least``."""
    sets = sets_without_opponents(view.knowledge, seen.legal.claims)
    found = [best for index in sets if (best := view.best_claim(index)) and best[0] >= least]
    if not found:
        return None
    chance, claim = max(found, key=lambda each: each[0])
    return _claim(view, seen, claim, chance)


def _best_ask(view: View, seen: InformationState) -> AskHint | None:
    """The best ask that may hit, with the reason if it is not simply the likeliest. An ask that is
    worth more than a likelier ask counts as best only if the advice can name a reason.
    """
    asks = Asks(view, seen)
    chances, best = asks.chances, asks.best
    if not best:
        return None
    likeliest = asks.likeliest
    if chances[likeliest] <= chances[best] + SAME:
        return AskHint(view.why(best), worth=_prize(view, chances, best))
    prize = worth(view, likeliest, best)
    if not prize:
        return AskHint(view.why(likeliest))
    return AskHint(view.why(best), worth=prize, likelier=asks.holding(view, likeliest))


def _prize(view: View, chances: Mapping[Ask, float], best: Ask) -> Worth | None:
    """The reason why one of the likeliest asks is worth most."""
    posterior, deck = view.posterior, view.knowledge.deck
    index = deck.set_indexes[best.card]
    if chances[best] == 1:
        return None
    others = {deck.set_indexes[ask.card] for ask in chances} - {index}
    if others and posterior.ours(index) > max(map(posterior.ours, others)) + MORE:
        return Worth(deck.sets[index].name, "", FULLEST)
    if posterior.is_last(best.card, best.of) > MORE:
        return Worth(deck.sets[index].name, "", LAST)
    return None
