"""Explains why a seat can or can't hold a card, by plain facts that every player can check."""

from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Final

from literature.judge.findings import Holding
from literature.knowledge.facts import Facts, seats_of
from literature.knowledge.knowledge import Knowledge
from literature.knowledge.reasons import (
    Counted,
    Elsewhere,
    FullHand,
    LastCard,
    Missed,
    Moved,
    NoCards,
    OnlyHolder,
    Own,
    Returned,
    RuledOut,
    Sure,
    TakenByAskers,
    WholeHand,
)
from literature.rules.moves import Ask, Asked, Claimed

#: A chance above this counts as certain, because of floating-point errors.
CERTAIN: Final = 1 - 1e-9
#: The smallest chance that is stored for anything possible.
LEAST: Final = 0.0001


def rounded(chance: float) -> float:
    """A chance in the form that is stored.

    It is 0 only for something impossible, and 1 only for something certain.
    """
    if chance >= CERTAIN or chance <= 1 - CERTAIN:
        return float(round(chance))
    return min(1 - LEAST, max(LEAST, round(chance, 4)))


class Explainer:
    """Finds the typed reasons for what a seat knows."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        live = knowledge.live()
        asks = [event for event in knowledge.events if isinstance(event, Asked)]
        self._facts = Facts(
            knowledge.deck,
            knowledge.seat,
            knowledge.may[knowledge.seat],
            knowledge.counts,
            [ask for ask in asks if live >> ask.card & 1],
            live,
            may_hold=knowledge.rules.ask_held_card != "illegal",
        )

    def why_not(self, card: int, seat: int) -> RuledOut:
        """The reason why ``seat`` can't hold a card."""
        knowledge, facts = self._knowledge, self._facts
        if facts.hand >> card & 1:
            return Own()
        if card in facts.moves:
            return self._moved(card)
        if not knowledge.counts[seat]:
            return NoCards()
        misses = (miss for miss in facts.misses if miss.card == card and seat in seats_of(miss))
        by_log = next(misses, None) or self._returned(card, seat)
        if by_log:
            return by_log
        known, index = knowledge.sure()[seat], knowledge.deck.set_indexes[card]
        sets = tuple(asked_in for holder, asked_in in knowledge.holds if holder == seat)
        if known.bit_count() == knowledge.counts[seat]:
            return FullHand(seat, known)
        if index not in sets and known.bit_count() + len(sets) == knowledge.counts[seat]:
            return FullHand(seat, known, sets)
        return self._taken_by_askers(card, seat) or Counted()

    def why_sure(self, card: int, seat: int) -> Sure:
        """The reason why ``seat`` holds a card."""
        knowledge, facts = self._knowledge, self._facts
        if card in facts.moves:
            return self._moved(card)
        players = range(knowledge.rules.players)
        others = [each for each in players if each not in (seat, knowledge.seat)]
        only = OnlyHolder(seat, card, tuple((each, self.why_not(card, each)) for each in others))
        reasons = [reason for _other, reason in only.others]
        if all(isinstance(each, Missed | NoCards | Returned) for each in reasons):
            return only
        for need in facts.one_of:
            if need.seat == seat and need.cards & knowledge.may[seat] == 1 << card:
                return LastCard(need.move, seat, need.asked, card)
        cards = knowledge.may[seat]
        if cards.bit_count() == knowledge.counts[seat]:
            return WholeHand(seat, cards)
        return Counted() if all(each == Counted() for each in reasons) else only

    def holding(
        self, ask: Ask, row: Sequence[float], possible: Sequence[int], *, about: bool
    ) -> Holding:
        """The chance of an ask, with the reasons for it.

        ``row`` has the chance of each seat to hold the card, and ``possible`` the seats that may
        hold it.
        """
        knowledge, card, of = self._knowledge, ask.card, ask.of
        if list(possible) == [of]:
            return Holding(card, of, 1.0, about, sure=self.why_sure(card, of))
        if of not in possible:
            return Holding(card, of, 0.0, about, never=self._never(card, of, possible))
        others = [seat for seat in range(len(row)) if seat not in (*possible, knowledge.seat)]
        # Opponents come first, because a teammate could not be asked.
        others.sort(key=lambda seat: not (seat ^ knowledge.seat) & 1)
        may = sorted(possible, key=lambda seat: -row[seat])
        unknown = knowledge.places(knowledge.sure())
        one_of = [(seat, self._one_of(card, seat)) for seat in may]
        return Holding(
            card,
            of,
            rounded(row[of]),
            about,
            may=tuple((seat, rounded(row[seat])) for seat in may),
            ruled_out=tuple((seat, self.why_not(card, seat)) for seat in others),
            one_of=dict(one_of)[of],
            share=(
                unknown[of],
                sum(unknown[seat] for seat in possible),
                max(unknown[seat] for seat in possible if seat != of),
            ),
            other=next(((seat, cards) for seat, cards in one_of if seat != of and cards), (-1, 0)),
        )

    def _moved(self, card: int) -> Moved:
        move = self._facts.moves[card][-1]
        return Moved(move.number, move.of, move.seat)

    def _returned(self, card: int, seat: int) -> Returned | None:
        """The last claim by an opponent of ``seat`` that left the card's set in play."""
        index = self._knowledge.deck.set_indexes[card]
        for event in reversed(self._knowledge.events):
            if isinstance(event, Claimed) and event.revealed is None and event.card_set == index:
                return Returned(event.number) if (event.seat ^ seat) & 1 else None
        return None

    def _taken_by_askers(self, card: int, seat: int) -> TakenByAskers | None:
        """Other seats that must each hold one of a few cards, because of their asks. There are only
        as many of these cards as seats, and ``card`` is one of them.
        """
        index = self._knowledge.deck.set_indexes[card]
        groups = [
            (holder, cards)
            for (holder, asked_in), cards in sorted(self._knowledge.holds.items())
            if asked_in == index and holder != seat
        ]
        for size in range(1, len(groups) + 1):
            for some in combinations(groups, size):
                cards = reduce(or_, (group for _, group in some))
                if cards.bit_count() == size and cards >> card & 1:
                    return TakenByAskers(tuple(holder for holder, _ in some), cards)
        return None

    def _never(self, card: int, seat: int, possible: Sequence[int]) -> RuledOut:
        """The reason for a target that can't hold the card. Its holder is the better reason if this
        is known for certain.
        """
        reason = self.why_not(card, seat)
        is_plain = isinstance(reason, Counted) or (isinstance(reason, FullHand) and not reason.sets)
        if is_plain and len(possible) == 1:
            return Elsewhere(possible[0], self.why_sure(card, possible[0]))
        return reason

    def _one_of(self, card: int, seat: int) -> int:
        """The cards of which ``seat`` holds at least one, if the given card is among them."""
        group = self._knowledge.holds.get((seat, self._knowledge.deck.set_indexes[card]), 0)
        return group if group >> card & 1 else 0
