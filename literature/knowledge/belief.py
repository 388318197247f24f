"""Belief: the probability that each seat holds each card, from the possible holders and the sizes
of hands.
"""

from literature.knowledge.knowledge import Knowledge
from literature.rules.cards import cards_in

#: For each card, the probability that each seat holds it.
Chances = dict[int, list[float]]

#: The number of rounds that balance rows and columns. More rounds would change little.
ROUNDS = 4


def chances(knowledge: Knowledge) -> Chances:
    """For every card in play without a known holder, the probability that each seat holds it.

    Each card is in one hand, and each hand has a known size. So the rows (cards) and the columns
    (seats) of weights are scaled in turn, until both sums are nearly right. At first, each possible
    holder has weight 1, or more if the seat may have needed the card for one of its asks.
    """
    known = knowledge.sure()
    placed, room = sum(known), knowledge.places(known)
    weights = {card: [0.0] * len(known) for card in cards_in(knowledge.live() & ~placed)}
    for seat, places in enumerate(room):
        cards = knowledge.may[seat] & ~placed
        for card in cards_in(cards):
            weights[card][seat] = 1.0
        # The probability of each of the possible cards, if all of them are equally likely.
        share = min(1.0, places / cards.bit_count()) if cards else 1.0
        for asked in knowledge.asked_in(seat):
            lift = 1 / (1 - (1 - share) ** asked.bit_count())
            for card in cards_in(asked):
                weights[card][seat] = lift
    for _ in range(ROUNDS):
        totals = [sum(row[seat] for row in weights.values()) for seat in range(len(known))]
        scale = [places / (total or 1.0) for places, total in zip(room, totals, strict=True)]
        for card, row in weights.items():
            scaled = [weight * factor for weight, factor in zip(row, scale, strict=True)]
            total = sum(scaled) or 1.0
            weights[card] = [weight / total for weight in scaled]
    return weights
