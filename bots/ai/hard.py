"""The hard level: weighs every ask by what it may bring and by what a miss gives away.

Asks are made until one misses, so an ask is worth its odds times its prize: a sure hit comes before
everything. What is subtracted is the harm that the target does with the turn after a miss.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bots.ai.claims import certain_claim
from bots.ai.knowledge import Knowledge
from bots.ai.posterior import Posterior
from bots.ai.readings import Reader
from game.rules.legal import Legal
from game.rules.moves import Ask, Claim, Move, Pass
from game.rules.state import ENDGAME, MUST_PASS
from game.rules.view import InformationState


@dataclass(frozen=True)
class Weights:
    """What asks are weighed by. ``python -m benchmarks.bots weights`` finds them again."""

    #: The prize of a card, beside 1: so much more as the team already has the whole set.
    begun: float = 12.0
    #: How soon that grows.
    power: float = 3.0
    gamma: float = 1.0
    own: float = 0.0
    expose: float = 0.0
    nopp: float = 0.0
    #: The harm of a target that can take a card that is openly with the team, and any other.
    open_card: float = 0.3
    other_card: float = 0.05
    #: What a miss is worth that shows where the card is.
    shown: float = 0.1
    #: From here on a claim is near certain.
    claim: float = 0.99
    #: With nothing left to ask for, a claim that is less likely waits, if it can.
    settle: float = 0.9


WEIGHTS: Final = Weights()


class Hard:
    """Plays by the posterior. Keeps nothing between moves but what the knowledge keeps."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weights

    def wants_to_claim(
        self, information_state: InformationState, knowledge: Knowledge
    ) -> Claim | None:
        """A claim that is certain or nearly."""
        legal = information_state.legal
        claim = certain_claim(knowledge, knowledge.may, legal.claims)
        if claim or not (sets := _sets_without_opponents(knowledge, legal.claims)):
            return claim
        chance, claim = self._best_claim(knowledge, _posterior(knowledge), sets)
        return claim if chance >= self.weights.claim else None

    def choose(
        self, information_state: InformationState, knowledge: Knowledge, rng: Random
    ) -> Move:
        """The move of the seat that has the turn."""
        legal = information_state.legal
        claim = certain_claim(knowledge, knowledge.may, legal.claims)
        if claim:
            return claim
        known = knowledge.sure()
        asks = [
            Ask(knowledge.seat, card, of)
            for card, targets in legal.asks.items()
            for of in targets
            if knowledge.may[of] >> card & 1
        ]
        sure = [ask for ask in asks if known[ask.of] >> ask.card & 1]
        posterior = _posterior(knowledge)
        if information_state.phase == MUST_PASS:
            return Pass(knowledge.seat, self._recipient(knowledge, posterior, legal))
        if sets := _sets_without_opponents(knowledge, legal.claims):
            chance, claim = self._best_claim(knowledge, posterior, sets)
            if claim and chance >= self.weights.claim:
                return claim
        if legal.passes and not sure:
            to = self._recipient(knowledge, posterior, legal)
            if information_state.phase == ENDGAME:
                sets = _sets_without_opponents(knowledge, legal.claims)
                mine = sum((posterior.best_claim(index) or (0.0,))[0] for index in sets)
                if _knows(knowledge, posterior, to) > mine:
                    return Pass(knowledge.seat, to)
            elif not asks or _prospects(knowledge, to):
                return Pass(knowledge.seat, to)
        if asks:
            return self._best_ask(knowledge, posterior, sure or asks, rng)
        chance, claim = self._best_claim(knowledge, posterior, legal.claims)
        if chance < self.weights.settle and legal.asks and knowledge.dry < 2 * len(knowledge.may):
            return self._waiting_ask(knowledge, posterior, legal)
        assert claim is not None
        return claim

    def _waiting_ask(self, knowledge: Knowledge, posterior: Posterior, legal: Legal) -> Ask:
        """An ask that can't hit: it shows teammates a card that this seat does not hold."""
        seat = knowledge.seat
        own = knowledge.may[seat]
        public = Posterior(knowledge.public(), Reader())
        cards = [card for card in legal.asks if not own >> card & 1] or list(legal.asks)
        card = max(cards, key=lambda each: public.chance(each, seat))
        targets = legal.asks[card]
        return Ask(seat, card, min(targets, key=lambda of: self._harm(knowledge, posterior, of)))

    def _best_ask(
        self, knowledge: Knowledge, posterior: Posterior, asks: Sequence[Ask], rng: Random
    ) -> Ask:
        team = knowledge.seat & 1
        prizes = {}
        for card_set in {knowledge.deck.set_indexes[ask.card] for ask in asks}:
            cards = knowledge.deck.sets[card_set].cards
            ours = sum(
                posterior.chance(card, seat)
                for card in cards
                for seat in range(team, len(knowledge.may), 2)
            )
            own = (knowledge.may[knowledge.seat] & knowledge.deck.sets[card_set].mask).bit_count()
            prizes[card_set] = 1 + self.weights.begun * (ours / len(cards)) ** self.weights.power
            prizes[card_set] *= 1 + self.weights.own * own / len(cards)
        harm = {of: self._harm(knowledge, posterior, of) for of in {ask.of for ask in asks}}
        values = []
        for ask in asks:
            chance = min(posterior.chance(ask.card, ask.of), 1 - 1e-6)
            prize = prizes[knowledge.deck.set_indexes[ask.card]]
            value = chance * prize / (1 - chance) ** self.weights.gamma - harm[ask.of]
            if self.weights.expose and not self._exposed(knowledge, ask.card):
                value -= self.weights.expose
            if len(knowledge.possible(ask.card)) == 2:
                value += self.weights.shown
            values.append(value)
        best = max(values) - 1e-9
        return rng.choice([ask for ask, value in zip(asks, values, strict=True) if value >= best])

    def _exposed(self, knowledge: Knowledge, card: int) -> bool:
        index, seat = knowledge.deck.set_indexes[card], knowledge.seat
        if (seat, index) in knowledge.evidence.asks:
            return True
        return any(
            knowledge.evidence.open_holder(c) == seat for c in knowledge.deck.sets[index].cards
        )

    def _harm(self, knowledge: Knowledge, posterior: Posterior, target: int) -> float:
        """What a target may do with the turn."""
        team, total = knowledge.seat & 1, 0.0
        for card_set in knowledge.deck.sets:
            if not card_set.mask & posterior.live:
                continue
            able = posterior.holds_any(card_set.index, target)
            if not able:
                continue
            for card in card_set.cards:
                holder = knowledge.evidence.open_holder(card)
                if holder >= 0:
                    if holder & 1 == team:
                        total += able * self.weights.open_card
                else:
                    ours = sum(
                        posterior.chance(card, seat) for seat in range(team, len(knowledge.may), 2)
                    )
                    total += able * self.weights.other_card * ours
        return total

    def _best_claim(
        self, knowledge: Knowledge, posterior: Posterior, sets: Sequence[int]
    ) -> tuple[float, Claim | None]:
        best: tuple[float, Claim | None] = (-1.0, None)
        for index in sets:
            found = posterior.best_claim(index)
            if found and found[0] > best[0]:
                best = found[0], Claim(knowledge.seat, index, found[1])
        return best

    def _recipient(self, knowledge: Knowledge, posterior: Posterior, legal: Legal) -> int:
        if (legal.passes[0] ^ knowledge.seat) & 1:
            return min(legal.passes, key=lambda seat: knowledge.counts[seat])
        return max(
            legal.passes,
            key=lambda seat: (
                _prospects(knowledge, seat),
                _knows(knowledge, posterior, seat),
                knowledge.counts[seat],
            ),
        )


def _posterior(knowledge: Knowledge) -> Posterior:
    return Posterior(knowledge, Reader())


def _sets_without_opponents(knowledge: Knowledge, sets: Sequence[int]) -> list[int]:
    """The sets of which no opponent can hold a card."""
    theirs = 0
    for cards in knowledge.may[1 - (knowledge.seat & 1) :: 2]:
        theirs |= cards
    return [index for index in sets if not knowledge.deck.sets[index].mask & theirs]


def _knows(knowledge: Knowledge, posterior: Posterior, seat: int) -> float:
    """How many of the sets that are the team's a teammate could claim rightly, by expectation."""
    live = [each.index for each in knowledge.deck.sets if each.mask & posterior.live]
    public = Posterior(knowledge.public(), Reader())
    others = [each for each in range(knowledge.seat & 1, len(knowledge.may), 2) if each != seat]
    total = 0.0
    for index in _sets_without_opponents(knowledge, live):
        right = 1.0
        for card in knowledge.deck.sets[index].cards:
            guess = max(others, key=lambda each: public.chance(card, each))
            right *= posterior.chance(card, seat) + posterior.chance(card, guess)
        total += right
    return total


def _prospects(knowledge: Knowledge, seat: int) -> int:
    """How many cards a seat is known to be able to get: opponents' sure cards of its sure sets."""
    known = knowledge.sure()
    theirs = sum(known[1 - (seat & 1) :: 2])
    return sum(
        (card_set.mask & theirs).bit_count()
        for card_set in knowledge.deck.sets
        if card_set.mask & known[seat]
    )
