"""The verdict on a move, by the knowledge of its seat at that time."""

from dataclasses import dataclass
from typing import Any, Final

from bots.ai.claims import certain_claim, sets_without_opponents
from bots.ai.hard import ask_value
from bots.ai.knowledge import Knowledge
from bots.ai.posterior import Posterior
from bots.ai.review.reasons import Heard, holding
from bots.ai.review.verdicts import BEST, GAVE_AWAY, GOOD, LUCKY, WASTED
from game.rules.cards import card_text, cards_in
from game.rules.moves import CORRECT, Ask, Asked, Claim, Claimed, Event, Passed
from game.rules.state import ENDGAME, MUST_PASS
from game.rules.view import InformationState

#: The chance from which a move counts as certain, to allow for rounding.
CERTAIN: Final = 1 - 1e-9
#: The share of the best ask's worth from which an ask counts as the best, and as good.
AS_GOOD: Final = 0.9
GOOD_ENOUGH: Final = 0.75
#: Chances that differ by less count as equal.
SAME: Final = 0.02
#: An ask is also good if its chance is this near to the best ask's, or this share of it.
NEAR: Final = 0.08
ALMOST: Final = 0.85
#: An ask that is likelier by more than NEAR is not called worse for its smaller gain. A reason is
#: named only for a difference greater than MORE.
MORE: Final = 0.05
#: A claim must be likelier than this to be recommended to a player who need not claim.
EVEN: Final = 0.5
#: The chance from which a claim is not a gamble.
SAFE: Final = 0.95

Facts = dict[str, Any]


@dataclass(frozen=True)
class View:
    """The knowledge of a seat at a position, with its chances."""

    knowledge: Knowledge
    posterior: Posterior
    heard: Heard

    @classmethod
    def of(cls, knowledge: Knowledge, heard: Heard) -> "View":
        """The chances if all possible deals are equally likely, whatever the players' habits."""
        return cls(knowledge, Posterior(knowledge, None), heard)

    def chance(self, ask: Ask) -> float:
        """The chance that an ask hits; exactly 0 or 1 if it is certain."""
        if ask.of not in self.possible(ask.card):
            return 0.0
        chance = self.posterior.chance(ask.card, ask.of)
        return 1.0 if chance >= CERTAIN else chance

    def possible(self, card: int) -> list[int]:
        """The seats that may hold a card. Exact chances rule out more than quick deductions do."""
        row, seats = self.posterior.row(card), self.knowledge.possible(card)
        return [seat for seat in seats if not self.posterior.exact or row[seat] > 1 - CERTAIN]

    def why(self, ask: Ask) -> Facts:
        """The chance of an ask, and the reasons for it."""
        row, possible = self.posterior.row(ask.card), self.possible(ask.card)
        return holding(self.knowledge, self.heard, ask.card, ask.of, row, possible)


def judge(view: View, seen: InformationState, event: Event) -> Facts:
    """The verdict on the move after ``seen``, with the facts about it."""
    if isinstance(event, Asked):
        return _ask(view, seen, event)
    if isinstance(event, Claimed):
        return _claim(view, seen, event)
    return _pass(view, seen, event)


def _ask(view: View, seen: InformationState, event: Asked) -> Facts:
    made = Ask(event.seat, event.card, event.of)
    chance = view.chance(made)
    asks = [Ask(made.seat, card, of) for card, all_of in seen.legal.asks.items() for of in all_of]
    chances = {ask: view.chance(ask) for ask in asks}
    could_hit = [ask for ask, odds in chances.items() if odds]
    facts: Facts = {"why": view.why(made), "chance": round(chance, 4)}
    claim = certain_claim(view.knowledge, view.knowledge.may, seen.legal.claims)
    if claim:
        facts["could_claim"] = _named(view, claim)
    if not could_hit:
        # An ask without a chance only hands the turn on. If a claim was certain, that was better.
        return facts | {"verdict": WASTED if claim else GOOD, "nothing_to_hit": True}
    values = {ask: ask_value(view.posterior, ask) for ask in could_hit}
    best = max(could_hit, key=lambda ask: (chances[ask] == 1, values[ask]))
    worth = _worth(view, made, best)
    as_good = _as_good(chance, chances[best], values.get(made, 0.0), values[best])
    likelier = chance > chances[best] + NEAR
    if as_good or likelier or (chance > chances[best] - SAME and "worth" not in worth):
        return facts | {"verdict": BEST}
    facts["better"] = view.why(best) | worth
    if not chance:
        return facts | {"verdict": WASTED}
    near = chance >= min(chances[best] - NEAR, ALMOST * chances[best])
    if chances[best] < 1 and near:
        return facts | {"verdict": GOOD}
    prize = _worth(view, best, made)
    if chances[best] < 1 and values[made] >= GOOD_ENOUGH * values[best] and "worth" in prize:
        return facts | {"verdict": GOOD, "prize": prize}
    return facts | {"verdict": LUCKY if event.hit else GAVE_AWAY}


def _worth(view: View, made: Ask, best: Ask) -> Facts:
    """The reason why the best ask is worth more than an equally likely one, if there is a simple
    one.
    """
    posterior, deck = view.posterior, view.knowledge.deck
    index, other = deck.set_indexes[best.card], deck.set_indexes[made.card]
    facts: Facts = {"set": deck.sets[index].name}
    if posterior.ours(index) > posterior.ours(other) + MORE:
        return facts | {"worth": "fuller"}
    if posterior.is_last(best.card, best.of) > posterior.is_last(made.card, made.of) + MORE:
        return facts | {"worth": "last"}
    return facts


def _as_good(chance: float, best: float, value: float, best_value: float) -> bool:
    if 1 in (chance, best):
        return chance == best
    return value >= AS_GOOD * best_value


def _claim(view: View, seen: InformationState, event: Claimed) -> Facts:
    posterior, right = view.posterior, event.outcome == CORRECT
    chance = posterior.claim_chance(event.card_set, event.holders)
    chance = _rounded(chance)
    facts: Facts = {"chance": round(chance, 4)}
    if chance == 1:
        return facts | {"verdict": BEST}
    forced, others = _forced(view, seen, event)
    facts["forced"] = forced
    likeliest = posterior.best_claim(event.card_set)
    is_choice = forced or (likeliest is not None and likeliest[0] >= EVEN)
    if likeliest and is_choice and likeliest[0] > chance + SAME:
        claim = Claim(event.seat, event.card_set, likeliest[1])
        facts["better_claim"] = _named(view, claim) | {"chance": _rounded(likeliest[0])}
    else:
        facts["doubt"] = _doubt(view, event)
    if others is not None and others[0] > chance + SAME:
        facts["other_claim"] = others[1]
    if chance >= SAFE:
        return facts | {"verdict": BEST if "better_claim" not in facts else GOOD}
    if forced and "better_claim" not in facts:
        return facts | {"verdict": GOOD if "other_claim" in facts else BEST}
    return facts | {"verdict": LUCKY if right else GAVE_AWAY}


def _forced(
    view: View, seen: InformationState, event: Claimed
) -> tuple[bool, tuple[float, Facts] | None]:
    """Whether the player could only guess a claim; and the likeliest claim of another set."""
    legal = seen.legal
    has_turn = seen.turn == event.seat
    if not has_turn or any(
        view.knowledge.may[of] >> card & 1 for card, all_of in legal.asks.items() for of in all_of
    ):
        return False, None
    found = []
    for index in sets_without_opponents(view.knowledge, legal.claims):
        claim = view.posterior.best_claim(index)
        if claim and index != event.card_set:
            named = _named(view, Claim(event.seat, index, claim[1]))
            found.append((claim[0], named | {"chance": _rounded(claim[0])}))
    return True, max(found, key=lambda each: each[0], default=None)


def _doubt(view: View, event: Claimed) -> list[Facts]:
    """The uncertain cards of a claim, each with the chance of its claimed holder."""
    cards = [
        (card, seat, view.posterior.row(card))
        for card, seat in event.holders
        if view.possible(card) != [seat]
    ]
    return [
        {
            "card": card_text(card),
            "seat": seat,
            "chance": round(row[seat], 4),
            "may": [[other, round(row[other], 4)] for other in view.possible(card)],
        }
        for card, seat, row in cards
    ]


def _rounded(chance: float) -> float:
    return 1.0 if chance >= CERTAIN else round(chance, 4)


def _named(view: View, claim: Claim) -> Facts:
    return {
        "set": view.knowledge.deck.sets[claim.card_set].name,
        "holders": {card_text(card): seat for card, seat in claim.holders},
    }


def _pass(view: View, seen: InformationState, event: Passed) -> Facts:
    """A pass is judged by the known cards that the receiver of the turn can take."""
    choices = seen.legal.passes
    if len(choices) < 2 or (event.to ^ event.seat) & 1:
        return {"verdict": None, "only": len(choices) < 2 and seen.phase == MUST_PASS}
    if seen.phase == ENDGAME:
        return {"verdict": None}
    could_take = {seat: view.knowledge.prospects(seat) for seat in choices}
    best = max(choices, key=lambda seat: could_take[seat])
    if could_take[event.to] == could_take[best]:
        return {"verdict": BEST, "could_take": could_take[event.to]}
    better = {"to": best, "could_take": could_take[best]}
    return {"verdict": GOOD, "could_take": could_take[event.to], "better_pass": better}


def certain_sets(knowledge: Knowledge, sets: tuple[int, ...]) -> list[int]:
    """The sets that a seat could claim with certainty."""
    return [index for index in sets if certain_claim(knowledge, knowledge.may, [index])]


def sure_cards(knowledge: Knowledge) -> set[tuple[int, int]]:
    """Every card with a known holder: (card, seat)."""
    return {(card, seat) for seat, cards in enumerate(knowledge.sure()) for card in cards_in(cards)}
