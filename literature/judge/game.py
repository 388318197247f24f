"""The steps of a review: for each move of a game, the verdict, and the effects on what everybody
could know.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from literature.judge.findings import ReviewedMove, Told
from literature.judge.judge import judge
from literature.judge.seat_knowledge import View, possible_cards
from literature.knowledge.coupling import CAREFUL
from literature.knowledge.deduction import sure
from literature.knowledge.knowledge import NOBODY, Knowledge
from literature.knowledge.posterior import Posterior
from literature.policy.claims import certain_claim
from literature.rules.apply import apply
from literature.rules.cards import cards_in
from literature.rules.information_state import information_state
from literature.rules.moves import Asked, Event, move_of
from literature.rules.options import Rules
from literature.rules.state import UNRESOLVED, State, new_game, set_value

#: A team's odds of scoring a set: its cards of the set, divided by the other team's, to this power.
SHARPNESS = 2.0

#: An ask can show everybody where other cards are. The review names at most this number of them.
MOST_SHOWN = 4


def steps(
    rules: Rules, dealer: int, dealt: Sequence[int], log: Sequence[Event], first: int = 0
) -> Iterator[ReviewedMove]:
    """The reviewed moves of a game, beginning with move ``first``."""
    at = _Position(rules, dealer, dealt)
    for event in islice(log, first):
        at.play(event)
    for event in islice(log, first, None):
        yield at.review(event)


class _Public(NamedTuple):
    """The chances by public knowledge, and the (card, seat) pairs that are certain."""

    chances: Posterior
    sure: frozenset[tuple[int, int]]


class _Position:
    """A position of a reviewed game: the state, the knowledge of each seat, and public
    knowledge.
    """

    def __init__(self, rules: Rules, dealer: int, dealt: Sequence[int]) -> None:
        self.dealer, self.dealt = dealer, dealt
        self.state: State = new_game(rules, dealt, dealer)
        self.log: list[Event] = []
        self.seats = [Knowledge(rules, seat, dealer, hand) for seat, hand in enumerate(dealt)]
        self.public = Knowledge(rules, NOBODY, dealer, 0)
        self._by_public: _Public | None = None

    def play(self, event: Event) -> None:
        """Play a move, and add it to the knowledge of every seat."""
        self.state, _ = apply(self.state, move_of(event))
        self.log.append(event)
        for knowledge in (*self.seats, self.public):
            knowledge.update([event])
        self._by_public = None

    def review(self, event: Event) -> ReviewedMove:
        """Judge a move, then play it."""
        seat = event.seat
        seen = information_state(
            self.state, self.log, seat, dealer=self.dealer, dealt=self.dealt[seat]
        )
        finding, certain = judge(View.of(self.seats[seat]), seen, event), self._certain()
        before, begun = self._in_public(), False
        if isinstance(event, Asked):
            # Whether everybody already knew that the asker holds a card of the set.
            index = self.state.deck.set_indexes[event.card]
            held = self.public.sure()[seat] & self.state.deck.sets[index].mask
            begun = bool(held) or (seat, index) in self.public.holds
        expected = _expected(self.state, before.chances)
        self.play(event)
        after = self._in_public()
        heard = told(event, after.sure - before.sure, begun) if isinstance(event, Asked) else None
        ends = _expected(self.state, after.chances)
        return ReviewedMove(seat, finding, certain, expected, ends, heard)

    def _in_public(self) -> _Public:
        """What follows from public knowledge, computed once for each position."""
        if self._by_public is None:
            chances = Posterior(self.public, None, CAREFUL)
            known = enumerate(sure(possible_cards(self.public, chances)))
            pairs = frozenset((card, seat) for seat, cards in known for card in cards_in(cards))
            self._by_public = _Public(chances, pairs)
        return self._by_public

    def _certain(self) -> dict[str, list[str]]:
        """For each seat, the sets that it could claim with certainty in this position."""
        deck, found = self.state.deck, {}
        for seat, knowledge in enumerate(self.seats):
            seen = information_state(
                self.state, (), seat, dealer=self.dealer, dealt=self.dealt[seat]
            )
            names = [
                deck.sets[index].name
                for index in seen.legal.claims
                if certain_claim(knowledge, knowledge.may, [index])
            ]
            if names:
                found[str(seat)] = names
        return found


def told(event: Asked, shown: Collection[tuple[int, int]], begun: bool) -> Told:
    """The conclusions that everybody could draw from an ask. ``shown`` has the (card, seat) pairs
    that became certain.
    """
    placed = sorted((card, seat) for card, seat in shown if card != event.card)
    return Told(not begun, tuple(placed[:MOST_SHOWN]))


def _expected(state: State, posterior: Posterior) -> tuple[float, float]:
    """The points that each team can expect by public knowledge: its score, and a part of each set
    in play. The part grows with the expected number of the team's cards of the set.
    """
    points = [float(score) for score in state.scores]
    for card_set, scorer in zip(state.deck.sets, state.scorers, strict=True):
        if scorer != UNRESOLVED:
            continue
        held = sum(sum(posterior.row(card)[0::2]) for card in card_set.cards)
        share = min(1.0, held / len(card_set.cards))
        ours, theirs = share**SHARPNESS, (1 - share) ** SHARPNESS
        value = set_value(state.rules, card_set)
        points[0] += value * ours / (ours + theirs)
        points[1] += value * theirs / (ours + theirs)
    return round(points[0], 3), round(points[1], 3)
