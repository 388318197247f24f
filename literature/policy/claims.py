"""Finds claims that are certain to be right, and the likeliest claim if a claim must be made."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from literature.knowledge.belief import Chances, chances
from literature.knowledge.deduction import sure
from literature.knowledge.knowledge import Knowledge
from literature.rules.decks import CardSet
from literature.rules.moves import Claim, Holders, holders_of


def certain_claim(
    knowledge: Knowledge, may: Sequence[int], card_sets: Sequence[int]
) -> Claim | None:
    """A claim of one of ``card_sets`` that is certain to be right, or None.

    ``may[seat]`` has the cards that a seat may hold.
    """
    known = sure(may)
    team = range(knowledge.seat & 1, len(known), 2)
    held = sum(known[seat] for seat in team)
    for index in card_sets:
        card_set = knowledge.deck.sets[index]
        if not card_set.mask & ~held:
            pairs = ((c, seat) for c in card_set.cards for seat in team if known[seat] >> c & 1)
            return Claim(knowledge.seat, index, holders_of(pairs))
    return None


def likeliest_claim(knowledge: Knowledge, card_sets: Sequence[int]) -> Claim:
    """The likeliest claim among the sets of which no opponent can hold a card.

    ``card_sets`` must contain such a set.
    """
    odds, guesses = chances(knowledge), []
    for index in sets_without_opponents(knowledge, card_sets):
        for chance, holders in _assignments(knowledge, odds, knowledge.deck.sets[index]):
            # One assignment fits the knowledge, because the true holders fit.
            if knowledge.fits(index, holders):
                guesses.append((chance, holders, index))
                break
    _, holders, index = max(guesses)
    return Claim(knowledge.seat, index, holders)


def sets_without_opponents(knowledge: Knowledge, card_sets: Sequence[int]) -> list[int]:
    """The sets of which no opponent can hold a card, so the team holds them for certain."""
    theirs = 0
    for cards in knowledge.may[1 - (knowledge.seat & 1) :: 2]:
        theirs |= cards
    return [index for index in card_sets if not knowledge.deck.sets[index].mask & theirs]


def _assignments(
    knowledge: Knowledge, odds: Chances, card_set: CardSet
) -> Iterator[tuple[float, Holders]]:
    """Every possible assignment of a set's cards to seats, the likeliest first.

    This is a best-first search: it always extends the likeliest partial assignment by one card. So
    complete assignments are found in order.
    """
    cards = sorted(card_set.cards)
    beginnings: list[tuple[float, Holders]] = [(-1.0, ())]
    while beginnings:
        less, named = heappop(beginnings)
        if len(named) == len(cards):
            yield -less, named
            continue
        card = cards[len(named)]
        for seat in knowledge.possible(card):
            chance = odds[card][seat] if card in odds else 1.0
            heappush(beginnings, (less * chance, (*named, (card, seat))))
