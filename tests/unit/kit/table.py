"""A table seen from all seats: the true state, and the knowledge of every seat."""

from collections.abc import Iterator
from random import Random

from literature.knowledge import Knowledge
from literature.policy import DEFAULT_LEVEL, choose
from literature.rules.apply import apply
from literature.rules.deal import deal
from literature.rules.information_state import InformationState, information_state
from literature.rules.legality import IllegalMove, OfferedMoves
from literature.rules.moves import Ask, Claim, Event, Move, Pass, holders_of
from literature.rules.options import Rules
from literature.rules.state import FINISHED, State, new_game


class Table:
    """A game in some position, with up-to-date knowledge for each seat."""

    def __init__(
        self,
        rules: Rules,
        rng: Random,
        dealer: int | None = None,
        dealt: tuple[int, ...] | None = None,
    ) -> None:
        self.rules, self.rng = rules, rng
        self.dealer = rng.randrange(rules.players) if dealer is None else dealer
        self.dealt = dealt or deal(rules, rng.randbytes(32), self.dealer)
        self.state: State = new_game(rules, self.dealt, self.dealer)
        self.log: list[Event] = []
        self.knowledge = [
            Knowledge(rules, seat, self.dealer, hand) for seat, hand in enumerate(self.dealt)
        ]

    def information_state(self, seat: int) -> InformationState:
        """The information state of a seat."""
        return information_state(
            self.state, self.log, seat, dealer=self.dealer, dealt=self.dealt[seat]
        )

    def play(self, move: Move) -> Event:
        """Play a move, and update the knowledge of every seat."""
        self.state, event = apply(self.state, move)
        self.log.append(event)
        for knowledge in self.knowledge:
            knowledge.update([event])
        return event

    def choose(self, level: str = DEFAULT_LEVEL) -> Move:
        """The move of a bot at the turn-holder's seat."""
        seat = self.state.turn
        return choose(self.information_state(seat), self.knowledge[seat], level, self.rng)

    def play_at_random(self, moves: int) -> Iterator[State]:
        """The states of a game of random legal moves.

        Many claims are correct, and some are reckless.
        """
        yield self.state
        for _ in range(moves):
            if self.state.phase == FINISHED:
                return
            try:
                self.play(self._random_move())
            except IllegalMove as refused:
                assert refused.code == "repeated_claim"
            yield self.state

    def _random_move(self) -> Move:
        seat, legal = self.state.turn, self.information_state(self.state.turn).legal
        if self.rng.random() < 0.1:
            others = [
                each
                for each in range(self.rules.players)
                if self.information_state(each).legal.claims
            ]
            seat = self.rng.choice(others or [seat])
            legal = self.information_state(seat).legal
        kinds = [kind for kind in (legal.asks, legal.claims, legal.passes) if kind]
        if legal.asks and self.rng.random() < 0.85:
            return self._random_ask(seat, legal)
        kind = self.rng.choice(kinds)
        if kind is legal.passes:
            return Pass(seat, self.rng.choice(legal.passes))
        if kind is legal.claims:
            return self._random_claim(seat, legal)
        return self._random_ask(seat, legal)

    def _random_ask(self, seat: int, legal: OfferedMoves) -> Ask:
        """A random ask. If a hit is possible, more than half of the asks are hits."""
        hands = self.state.hands
        hits = [(c, of) for c, seats in legal.asks.items() for of in seats if hands[of] >> c & 1]
        if hits and self.rng.random() < 0.5:
            card, of = self.rng.choice(hits)
        else:
            card = self.rng.choice(list(legal.asks))
            of = self.rng.choice(legal.asks[card])
        return Ask(seat, card, of)

    def _random_claim(self, seat: int, legal: OfferedMoves) -> Claim:
        """A claim that names the true holders in the team, except for a few cards."""
        team = range(seat & 1, self.rules.players, 2)
        held = {index: self._with_team(index, team) for index in legal.claims}
        index = max(held, key=lambda each: (held[each], self.rng.random()))
        named = {}
        for card in self.state.deck.sets[index].cards:
            holder = next(s for s, hand in enumerate(self.state.hands) if hand >> card & 1)
            wrong = holder not in team or self.rng.random() < 0.2
            named[card] = self.rng.choice(team) if wrong else holder
        return Claim(seat, index, holders_of(named.items()))

    def _with_team(self, index: int, team: range) -> int:
        mask = self.state.deck.sets[index].mask
        return sum((self.state.hands[seat] & mask).bit_count() for seat in team)
