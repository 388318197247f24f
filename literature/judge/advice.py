"""Help during a game: a hint for the next move, and the deduction grid, by one seat's knowledge.

A hint is the best move by the standards of a review, as plain facts. ``game/review/hint_text.py``
puts them in words. The only inputs are an information state and the knowledge that follows from it.
"""

from collections.abc import Mapping

from literature.judge.passes import Outlook, outlook
from literature.judge.reasons import LogIndex, rounded
from literature.judge.seat_knowledge import (
    EVEN,
    MORE,
    SAME,
    Facts,
    View,
    best_ask,
    chances_of_asks,
    grid_of,
    likelier_ask,
    named,
    values_of_asks,
    worth,
)
from literature.judge.worker import Help
from literature.knowledge.knowledge import Knowledge
from literature.policy.claims import certain_claim, sets_without_opponents
from literature.rules.information_state import InformationState
from literature.rules.moves import Ask, Claim
from literature.rules.state import ENDGAME, MUST_PASS


def help_for(seen: InformationState, knowledge: Knowledge) -> Help:
    """The help for the seat of ``seen``. ``knowledge`` must be up to date."""
    log_index = LogIndex(knowledge.rules)
    for event in knowledge.events:
        log_index.add(event)
    view = View.of(knowledge, log_index)
    return Help(hint(view, seen), grid_of(view))


def hint(view: View, seen: InformationState) -> Facts:
    """The best move as facts, with the reasons for it.

    The move is ``wait`` if another seat has the turn and no claim is certain.
    """
    knowledge, legal = view.knowledge, seen.legal
    claim = certain_claim(knowledge, knowledge.may, legal.claims)
    if claim:
        return _claim(view, claim, 1.0)
    if seen.turn != knowledge.seat:
        return {"move": "wait"}
    if seen.phase == ENDGAME:
        return _likeliest(view, seen) or {"move": "wait"}
    asking = _best_ask(view, seen)
    passing = _best_pass(view, seen)
    # A pass that is necessary, or that is compared with no ask, is better than an impossible ask.
    chance = asking["chance"] if asking and seen.phase != MUST_PASS else -1.0
    if passing and chance < 1 and passing[1].chance > chance + SAME:
        return {"move": "pass", "to": passing[0], **passing[1].facts(), **view.about}
    if asking:
        return {"move": "ask", **asking}
    guess = _likeliest(view, seen, EVEN)
    if guess:
        return guess
    # Nothing is likely to succeed, so the turn goes to the opponent with the worst prospects.
    card, of = min(legal.ask_pairs, key=lambda each: outlook(view, each[1]))
    return {"move": "ask", "in_vain": True, **view.why(Ask(knowledge.seat, card, of))}


def _claim(view: View, claim: Claim, chance: float) -> Facts:
    mine = view.knowledge.seat
    why = [view.why(Ask(mine, card, seat)) for card, seat in claim.holders if seat != mine]
    facts = {"chance": rounded(chance), "why": why, **view.about}
    return {"move": "claim", **facts, **named(view, claim)}


def _likeliest(view: View, seen: InformationState, least: float = 0.0) -> Facts | None:
    """The likeliest claim, or None if its chance is less than ``least``."""
    found = []
    for index in sets_without_opponents(view.knowledge, seen.legal.claims):
        best = view.best_claim(index)
        if best and best[0] >= least:
            found.append(best)
    if not found:
        return None
    chance, claim = max(found, key=lambda each: each[0])
    return _claim(view, claim, chance)


def _best_pass(view: View, seen: InformationState) -> tuple[int, Outlook] | None:
    """The best seat to pass to, with its outlook; None if the viewer's seat may not pass."""
    outlooks = {seat: outlook(view, seat) for seat in seen.legal.passes}
    if not outlooks:
        return None
    # If no teammate has cards, the turn goes to the opponent with the worst prospects.
    to_opponents = (seen.legal.passes[0] ^ view.knowledge.seat) & 1
    best = (min if to_opponents else max)(outlooks, key=lambda seat: outlooks[seat])
    return best, outlooks[best]


def _best_ask(view: View, seen: InformationState) -> Facts | None:
    """The best ask that may hit, with the reason if it is not simply the likeliest. An ask that is
    worth more than a likelier ask counts as best only if the advice can name a reason.
    """
    chances = chances_of_asks(view, seen)
    values = values_of_asks(view, chances)
    if not values:
        return None
    best = best_ask(chances, values)
    likeliest = max(chances, key=lambda ask: chances[ask])
    if chances[likeliest] <= chances[best] + SAME:
        return view.why(best) | _prize(view, chances, best)
    prize = worth(view, likeliest, best)
    if "worth" not in prize:
        return view.why(likeliest)
    return view.why(best) | {"prize": prize | likelier_ask(chances, likeliest) | view.about}


def _prize(view: View, chances: Mapping[Ask, float], best: Ask) -> Facts:
    """The reason why one of the likeliest asks is worth most."""
    posterior, deck = view.posterior, view.knowledge.deck
    index = deck.set_indexes[best.card]
    if chances[best] == 1:
        return {}
    others = {deck.set_indexes[ask.card] for ask in chances} - {index}
    if others and posterior.ours(index) > max(map(posterior.ours, others)) + MORE:
        return {"set": deck.sets[index].name, "worth": "fullest"}
    if posterior.is_last(best.card, best.of) > MORE:
        return {"set": deck.sets[index].name, "worth": "last"}
    return {}
