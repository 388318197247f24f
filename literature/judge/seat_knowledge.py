"""A seat's knowledge in a position, and the chances that follow from it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from literature.judge.explaining import CERTAIN, Explainer, rounded
from literature.judge.findings import FULLER, LAST, Holding, NamedClaim, Worth
from literature.judge.grid import grid
from literature.knowledge.coupling import CAREFUL
from literature.knowledge.fit import Fit
from literature.knowledge.knowledge import Knowledge
from literature.knowledge.posterior import Posterior
from literature.policy.claims import certain_claim
from literature.rules.cards import cards_in
from literature.rules.information_state import InformationState
from literature.rules.moves import Ask, Claim, Holders
from literature.rules.state import ENDGAME, table_for

#: The greatest additional worth of a card in a set of which the team already holds cards. A card
#: without it is worth 1.
BEGUN: Final = 12.0
#: The exponent of this additional worth. A higher exponent means that only nearly full sets count.
POWER: Final = 3.0
#: The extra worth of the other team's last card of a set.
WORTH_OF_LAST: Final = 8.0

#: The least approximate chance of anything that no deduction rules out.
FAINT: Final = 0.0005
#: Chances that differ by less than this count as equal.
SAME: Final = 0.02
#: A move is also good if its chance is close to the best move's chance: lower by at most NEAR, or
#: at least ALMOST times as high.
NEAR: Final = 0.08
ALMOST: Final = 0.85
#: A review names a difference as a reason only if it is greater than this.
MORE: Final = 0.05
#: An even chance. A player who need not claim is advised to claim only with at least this chance.
EVEN: Final = 0.5


@dataclass(frozen=True)
class View:
    """The knowledge of a seat in a position, with its chances. ``may``: for each seat, the bit set
    of the cards that it can hold.
    """

    knowledge: Knowledge
    posterior: Posterior
    may: list[int]

    @classmethod
    def of(cls, knowledge: Knowledge) -> "View":
        """The view of a seat.

        Its chances assume that all possible deals are equally likely, whatever the habits of the
        players.
        """
        posterior = Posterior(knowledge, None, CAREFUL)
        return cls(knowledge, posterior, possible_cards(knowledge, posterior))

    def chance(self, ask: Ask) -> float:
        """The chance that an ask hits. It is exactly 0 or 1 only if the result is certain."""
        if ask.of not in self.possible(ask.card):
            return 0.0
        chance = self.row(ask.card)[ask.of]
        return 1.0 if chance >= CERTAIN else chance

    def row(self, card: int) -> list[float]:
        """For each seat, the chance that it holds a card. An approximate chance is never 0 or 1."""
        row, seats = self.posterior.row(card), self.possible(card)
        if self.posterior.exact or not seats:
            return row
        if len(seats) == 1:
            return [float(seat in seats) for seat in range(len(row))]
        whole = sum(row[seat] for seat in seats) or 1.0
        return [
            self._vague(each / whole) if seat in seats else 0.0 for seat, each in enumerate(row)
        ]

    def claim_chance(self, card_set: int, holders: Holders) -> float:
        """The chance that a claim is right. An approximate chance is never 0 or 1."""
        chance, known = self.posterior.claim_chance(card_set, holders), self.knowledge.sure()
        if self.posterior.exact or all(known[seat] >> card & 1 for card, seat in holders):
            return 1.0 if chance >= CERTAIN else chance
        return self._vague(chance) if self.knowledge.fits(card_set, holders) else 0.0

    def best_claim(self, card_set: int) -> tuple[float, Claim] | None:
        """The likeliest claim of a set for the seat's team, with its chance; or None."""
        best = self.posterior.best_claim(card_set)
        if best is None:
            return None
        claim = Claim(self.knowledge.seat, card_set, best[1])
        return self.claim_chance(card_set, best[1]), claim

    @staticmethod
    def _vague(chance: float) -> float:
        return min(1 - FAINT, max(FAINT, chance))

    def possible(self, card: int) -> list[int]:
        """The seats that can hold a card."""
        return [seat for seat, cards in enumerate(self.may) if cards >> card & 1]

    def why(self, ask: Ask) -> Holding:
        """The chance of an ask with the reasons for it."""
        row, possible = self.row(ask.card), self.possible(ask.card)
        return self._explainer.holding(ask, row, possible, about=self.about)

    @cached_property
    def _explainer(self) -> Explainer:
        return Explainer(self.knowledge)

    @property
    def about(self) -> bool:
        """Whether the chances are approximate."""
        return not self.posterior.exact

    def certain_claim(self, sets: tuple[int, ...]) -> NamedClaim | None:
        """A claim of one of the ``sets`` that is certain to be right, or None."""
        claim = certain_claim(self.knowledge, self.knowledge.may, sets)
        return self.named(claim) if claim else None

    def named(self, claim: Claim, chance: float = 1.0) -> NamedClaim:
        """A claim as a review names it."""
        name = self.knowledge.deck.sets[claim.card_set].name
        return NamedClaim(name, claim.holders, rounded(chance))


def possible_cards(knowledge: Knowledge, posterior: Posterior) -> list[int]:
    """For each seat, the bit set of the cards that it can hold. Quick deductions alone would leave
    some impossible cards. With approximate chances a few may remain, because ``Fit`` ignores
    returned wrong claims.
    """
    if not posterior.exact:
        return Fit(knowledge.may, knowledge.counts, knowledge.holds).may()
    return [
        sum(1 << card for card in cards_in(cards) if posterior.row(card)[seat] > 1 - CERTAIN)
        for seat, cards in enumerate(knowledge.may)
    ]


def grid_of(view: View) -> bytes:
    """The deduction grid of a view."""
    knowledge = view.knowledge
    rows = {card: view.row(card) for card in knowledge.deck.cards if knowledge.live() >> card & 1}
    return grid(knowledge.deck, rows, view.may)


class Asks:
    """The asks that the viewer may make now.

    - ``chances``: the chance of each ask. ``values``: the worth (``ask_value``) of each ask
      that may hit.
    - ``best``: a sure hit, otherwise the ask that is worth most; None if no ask may hit.
    """

    def __init__(self, view: View, seen: InformationState) -> None:
        asks = [Ask(view.knowledge.seat, card, of) for card, of in seen.legal.ask_pairs]
        self.chances = {ask: view.chance(ask) for ask in asks}
        self.values = {ask: ask_value(view.posterior, ask) for ask in asks if self.chances[ask]}
        self.best = max(
            self.values, key=lambda ask: (self.chances[ask] == 1, self.values[ask]), default=None
        )

    @property
    def likeliest(self) -> Ask:
        """The ask that is most likely to hit."""
        return max(self.chances, key=lambda ask: self.chances[ask])

    def holding(self, view: View, ask: Ask) -> Holding:
        """The chance of an ask without reasons."""
        return Holding(ask.card, ask.of, rounded(self.chances[ask]), view.about)


def ask_value(posterior: Posterior, ask: Ask) -> float:
    """The worth of an ask. It grows with the chance of a hit, because a miss ends the turn. A
    review can name the parts of this short formula as reasons. (The hard level uses
    ``literature/policy/value.py`` instead. The two mostly agree.)
    """
    row = posterior.row(ask.card)
    chance = min(row[ask.of], 1 - 1e-6)
    # A miss is worth something, too: it shows where the team can get the card later.
    elsewhere = max(row[of] for of in range(1 - (ask.seat & 1), len(row), 2) if of != ask.of)
    card_set = posterior.knowledge.deck.set_indexes[ask.card]
    prize: float = 1 + BEGUN * posterior.ours(card_set) ** POWER
    won = prize * (chance + elsewhere) + WORTH_OF_LAST * posterior.is_last(ask.card, ask.of)
    return won / (1 - chance)


def worth(view: View, made: Ask, best: Ask) -> Worth | None:
    """The reason why the best ask is worth more than the ask that was ``made``, if there is a
    simple reason.
    """
    posterior, deck = view.posterior, view.knowledge.deck
    index, other = deck.set_indexes[best.card], deck.set_indexes[made.card]
    if posterior.ours(index) > posterior.ours(other) + MORE:
        why = FULLER
    elif posterior.is_last(best.card, best.of) > posterior.is_last(made.card, made.of) + MORE:
        why = LAST
    else:
        return None
    return Worth(deck.sets[index].name, deck.sets[other].name, why)


def takes_last_cards(seen: InformationState, card_set: int) -> bool:
    """Whether a claim takes the last cards of a claimer who could still ask, while other sets are
    in play.
    """
    mask = table_for(seen.rules).deck.sets[card_set].mask
    is_last = bool(seen.hand and not seen.hand & ~mask and seen.live & ~mask)
    return is_last and seen.phase != ENDGAME
