"""The verdict on a move, by what the player could know at that time."""

from dataclasses import replace
from typing import Final

from literature.judge.explaining import rounded
from literature.judge.findings import (
    BEST,
    GAVE_AWAY,
    GOOD,
    LUCKY,
    WASTED,
    AskFinding,
    ClaimFinding,
    Finding,
    is_unlikely,
)
from literature.judge.passes import judge_pass
from literature.judge.seat_knowledge import (
    ALMOST,
    EVEN,
    NEAR,
    SAME,
    Asks,
    View,
    takes_last_cards,
    worth,
)
from literature.policy.claims import sets_without_opponents
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


def judge(view: View, seen: InformationState, event: Event) -> Finding:
    """The verdict on ``event``, the move after ``seen``, with the reasons for it."""
    if isinstance(event, Asked):
        return _ask(view, seen, event)
    if isinstance(event, Claimed):
        return _claim(view, seen, event)
    return judge_pass(view, seen, event)


def _ask(view: View, seen: InformationState, event: Asked) -> AskFinding:
    made = Ask(event.seat, event.card, event.of)
    chance = view.chance(made)
    asks = Asks(view, seen)
    chances, values, best = asks.chances, asks.values, asks.best
    claim = view.certain_claim(seen.legal.claims)
    finding = AskFinding(BEST, rounded(chance), view.why(made), could_claim=claim)
    if not best:
        # No ask could hit. The ask was wasted only if the player could have made a certain claim.
        return replace(finding, verdict=WASTED if claim else None, nothing_to_hit=True)
    why_worth = worth(view, made, best)
    if 1 in (chance, chances[best]):
        as_good = chance == chances[best]
    else:
        as_good = values.get(made, 0.0) >= AS_GOOD * values[best]
    likelier = chance > chances[best] + NEAR
    if as_good or likelier or (chance > chances[best] - SAME and not why_worth):
        likeliest = asks.likeliest
        prize = worth(view, likeliest, made)
        if chance < chances[likeliest] - NEAR and prize:
            return replace(finding, prize=prize, likelier=asks.holding(view, likeliest))
        return finding
    finding = replace(finding, better=view.why(best), worth=why_worth)
    if not chance:
        return replace(finding, verdict=WASTED)
    near = chance >= min(chances[best] - NEAR, ALMOST * chances[best])
    if chances[best] < 1 and near:
        return replace(finding, verdict=GOOD)
    prize = worth(view, best, made)
    if chances[best] < 1 and values[made] >= GOOD_ENOUGH * values[best] and prize:
        return replace(finding, verdict=GOOD, prize=prize)
    return replace(finding, verdict=_by_outcome(chance, worked=event.hit))


def _claim(view: View, seen: InformationState, event: Claimed) -> ClaimFinding:
    chance = view.claim_chance(event.card_set, event.holders)
    last_cards = event.revealed is not None and takes_last_cards(seen, event.card_set)
    if chance == 1:
        return ClaimFinding(BEST, 1.0, view.about, last_cards=last_cards)
    forced, other = _forced(view, seen, event)
    likeliest = view.best_claim(event.card_set)
    is_choice = forced or (likeliest is not None and likeliest[0] >= EVEN)
    better, named = None, dict(event.holders)
    if likeliest and is_choice and likeliest[0] > chance + SAME:
        better = view.named(likeliest[1], likeliest[0])
    has_other = other is not None and other[0] > chance + SAME
    if chance >= SAFE:
        verdict = GOOD if better else BEST
    elif forced and not better:
        verdict = GOOD if has_other else BEST
    else:
        verdict = _by_outcome(chance, worked=event.outcome == CORRECT)
    return ClaimFinding(
        verdict,
        rounded(chance),
        view.about,
        forced=forced,
        endgame=seen.phase == ENDGAME,
        better_claim=better,
        chances=tuple(
            (card, rounded(view.row(card)[seat]), rounded(view.row(card)[named[card]]))
            for card, seat in (better.holders if better else ())
            if named[card] != seat
        ),
        doubt=tuple(
            (card, seat, rounded(view.row(card)[seat]))
            for card, seat in (event.holders if not chance or not better else ())
            if view.possible(card) != [seat]
        ),
        other_claim=view.named(other[1], other[0]) if other and has_other else None,
        last_cards=last_cards,
    )


def _by_outcome(chance: float, *, worked: bool) -> str:
    """The verdict on a risk that was not necessary.

    A success counts as luck only if it was unlikely.
    """
    if not worked:
        return GAVE_AWAY
    return LUCKY if is_unlikely(chance) else GOOD


def _forced(
    view: View, seen: InformationState, event: Claimed
) -> tuple[bool, tuple[float, Claim] | None]:
    """Whether no ask could hit, so that the player had to make an uncertain claim; and in this case
    the likeliest claim of another set.
    """
    may, legal = view.knowledge.may, seen.legal
    if seen.turn != event.seat or any(may[of] >> card & 1 for card, of in legal.ask_pairs):
        return False, None
    sets = sets_without_opponents(view.knowledge, legal.claims)
    claims = (view.best_claim(index) for index in sets if index != event.card_set)
    return True, max(filter(None, claims), key=lambda each: each[0], default=None)
