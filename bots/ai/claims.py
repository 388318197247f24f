"""Claims: those that are certain, and the likeliest where one must be made."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from bots.ai.belief import Chances, chances
from bots.ai.deduction import sure
from bots.ai.knowledge import Memory
from game.rules.decks import CardSet
from game.rules.moves import Claim, Holders, holders_of


def certain_claim(memory: Memory, may: Sequence[int], card_sets: Sequence[int]) -> Claim | None:
    """A claim of one of ``card_sets`` that can't be wrong by what ``may`` says, or None."""
    known = sure(may)
    team = range(memory.seat & 1, len(known), 2)
    held = sum(known[seat] for seat in team)
    for index in card_sets:
        card_set = memory.deck.sets[index]
        if not card_set.mask & ~held:
            pairs = ((c, seat) for c in card_set.cards for seat in team if known[seat] >> c & 1)
            return Claim(memory.seat, index, holders_of(pairs))
    return None


def likeliest_claim(memory: Memory, card_sets: Sequence[int]) -> Claim:
    """Of the sets that no opponent can hold a card of, the claim that is likeliest to be right.

    There must be such a set among ``card_sets``.
    """
    odds = chances(memory)
    theirs = 0
    for cards in memory.may[1 - (memory.seat & 1) :: 2]:
        theirs |= cards
    guesses = [
        (*_best_guess(memory, odds, memory.deck.sets[index]), index)
        for index in card_sets
        if not memory.deck.sets[index].mask & theirs
    ]
    _, holders, index = max(guesses)
    return Claim(memory.seat, index, holders)


def _best_guess(memory: Memory, odds: Chances, card_set: CardSet) -> tuple[float, Holders]:
    """How likely the likeliest claim is that fits all that is known, and the claim.

    What is true fits, so there is one.
    """
    return next(
        (chance, holders)
        for chance, holders in _assignments(memory, odds, card_set)
        if memory.fits(card_set.index, holders)
    )


def _assignments(
    memory: Memory, odds: Chances, card_set: CardSet
) -> Iterator[tuple[float, Holders]]:
    """Every way in which the cards of a set may lie, the likeliest first.

    A search by cost: of all beginnings, ``(card, seat)`` for the first few cards, the likeliest is
    carried on by one card, so that whole ones come out in order.
    """
    cards = sorted(card_set.cards)
    beginnings: list[tuple[float, Holders]] = [(-1.0, ())]
    while beginnings:
        less, named = heappop(beginnings)
        if len(named) == len(cards):
            yield -less, named
            continue
        card = cards[len(named)]
        for seat in memory.possible(card):
            chance = odds[card][seat] if card in odds else 1.0
            heappush(beginnings, (less * chance, (*named, (card, seat))))
