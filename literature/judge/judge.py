"""The verdict on a move, by what the player could know at that time."""

from typing import Final

from literature.judge.passes import judge_pass
from literature.judge.reasons import rounded
from literature.judge.seat_knowledge import (
    ALMOST,
    EVEN,
    NEAR,
    SAME,
    Facts,
    View,
    best_ask,
    chances_of_asks,
    likelier_ask,
    named,
    values_of_asks,
    worth,
)
from literature.judge.verdicts import BEST, GAVE_AWAY, GOOD, LUCKY, WASTED, is_unlikely
from literature.policy.claims import certain_claim, sets_without_opponents
from literature.rules.cards import card_text
from literature.rules.information_state import InformationState
from literature.rules.moves import CORRECT, Ask, Asked, Claim, Claimed, Event
from literature.rules.state import ENDGAME

#: If no ask is a sure hit, an ask with at least AS_GOOD times the best ask's worth counts as best,
#: too. An ask with at least GOOD_ENOUGH times the best ask's worth counts as good if there is a
#: simple reason for its worth.
AS_GOOD: Final = 0.9
GOOD_ENOUGH: Final = 0.75
#: A claim with at least this chance is not a gamble.
SAFE: Final = 0.95


def judge(view: View, seen: InformationState, event: Event) -> Facts:
    """The verdict on ``event``, the move after ``seen``, with the facts about it."""
    if isinstance(event, Asked):
        return _ask(view, seen, event)
    if isinstance(event, Claimed):
        return _claim(view, seen, event)
    return judge_pass(view, seen, event)


def _ask(view: View, seen: InformationState, event: Asked) -> Facts:
    made = Ask(event.seat, event.card, event.of)
    chance = view.chance(made)
    chances = chances_of_asks(view, seen)
    values = values_of_asks(view, chances)
    facts: Facts = {"why": view.why(made), "chance": rounded(chance)}
    claim = certain_claim(view.knowledge, view.knowledge.may, seen.legal.claims)
    if claim:
        facts["could_claim"] = named(view, claim)
    if not values:
        # No ask could hit. The ask was wasted only if the player could have made a certain claim.
        return facts | {"verdict": WASTED if claim else None, "nothing_to_hit": True}
    best = best_ask(chances, values)
    why_worth = worth(view, made, best)
    if 1 in (chance, chances[best]):
        as_good = chance == chances[best]
    else:
        as_good = values.get(made, 0.0) >= AS_GOOD * values[best]
    likelier = chance > chances[best] + NEAR
    if as_good or likelier or (chance > chances[best] - SAME and "worth" not in why_worth):
        likeliest = max(chances, key=lambda ask: chances[ask])
        prize = worth(view, likeliest, made)
        if chance < chances[likeliest] - NEAR and "worth" in prize:
            facts["prize"] = prize | likelier_ask(chances, likeliest) | view.about
        return facts | {"verdict": BEST}
    facts["better"] = view.why(best) | why_worth
    if not chance:
        return facts | {"verdict": WASTED}
    near = chance >= min(chances[best] - NEAR, ALMOST * chances[best])
    if chances[best] < 1 and near:
        return facts | {"verdict": GOOD}
    prize = worth(view, best, made)
    if chances[best] < 1 and values[made] >= GOOD_ENOUGH * values[best] and "worth" in prize:
        return facts | {"verdict": GOOD, "prize": prize}
    return facts | {"verdict": _by_outcome(chance, worked=event.hit)}


def _claim(view: View, seen: InformationState, event: Claimed) -> Facts:
    right = event.outcome == CORRECT
    chance = view.claim_chance(event.card_set, event.holders)
    facts: Facts = {"chance": rounded(chance), **view.about}
    if chance == 1:
        return facts | {"verdict": BEST}
    forced, others = _forced(view, seen, event)
    facts["forced"] = forced
    if seen.phase == ENDGAME:
        facts["endgame"] = True
    likeliest = view.best_claim(event.card_set)
    is_choice = forced or (likeliest is not None and likeliest[0] >= EVEN)
    if likeliest and is_choice and likeliest[0] > chance + SAME:
        facts["better_claim"] = {
            "chance": rounded(likeliest[0]),
            "chances": _chances(view, event, likeliest[1]),
            **named(view, likeliest[1]),
        }
    if not chance or "better_claim" not in facts:
        facts["doubt"] = _doubt(view, event)
    if others is not None and others[0] > chance + SAME:
        facts["other_claim"] = others[1]
    if chance >= SAFE:
        return facts | {"verdict": BEST if "better_claim" not in facts else GOOD}
    if forced and "better_claim" not in facts:
        return facts | {"verdict": GOOD if "other_claim" in facts else BEST}
    return facts | {"verdict": _by_outcome(chance, worked=right)}


def _by_outcome(chance: float, *, worked: bool) -> str:
    """The verdict on a risk that was not necessary.

    A success counts as luck only if it was unlikely.
    """
    if not worked:
        return GAVE_AWAY
    return LUCKY if is_unlikely(chance) else GOOD


def _forced(
    view: View, seen: InformationState, event: Claimed
) -> tuple[bool, tuple[float, Facts] | None]:
    """Whether no ask could hit, so that the player had to make an uncertain claim; and in this case
    the likeliest claim of another set.
    """
    may, legal = view.knowledge.may, seen.legal
    if seen.turn != event.seat or any(may[of] >> card & 1 for card, of in legal.ask_pairs):
        return False, None
    found = []
    for index in sets_without_opponents(view.knowledge, legal.claims):
        best = view.best_claim(index)
        if best and index != event.card_set:
            found.append((best[0], named(view, best[1]) | {"chance": rounded(best[0])}))
    return True, max(found, key=lambda each: each[0], default=None)


def _chances(view: View, event: Claimed, likeliest: Claim) -> dict[str, list[float]]:
    """For each card that the likeliest claim places elsewhere: the chance that it is there, and the
    chance that the claimed holder has it.
    """
    claimed = dict(event.holders)
    return {
        card_text(card): [rounded(view.row(card)[seat]), rounded(view.row(card)[claimed[card]])]
        for card, seat in likeliest.holders
        if claimed[card] != seat
    }


def _doubt(view: View, event: Claimed) -> list[Facts]:
    """The uncertain cards of a claim, each with the chance that its claimed holder has it."""
    return [
        {
            "card": card_text(card),
            "seat": seat,
            "chance": rounded(view.row(card)[seat]),
            "may": [[other, rounded(view.row(card)[other])] for other in view.possible(card)],
        }
        for card, seat in event.holders
        if view.possible(card) != [seat]
    ]
