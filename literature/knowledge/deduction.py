"""Deductions from facts about cards. They narrow bit sets of cards until nothing changes any more.

The functions work on some of these values:

- ``may[seat]``: bit set of the cards that the seat may hold. A card in only one of them is *sure*.
- ``counts[seat]``: the number of cards of the seat.
- ``holds[seat, set]``: bit set of cards of which the seat holds at least one, because it asked for
  a card of that set.
- ``denied``: claims that were wrong. In each, at least one pair (card, seat) is false.

``deduce`` removes only what is impossible, so the truth always stays possible.
"""

from collections.abc import Sequence

Holds = dict[tuple[int, int], int]
Denied = list[tuple[tuple[int, int], ...]]


def sure(may: Sequence[int]) -> list[int]:
    """The bit set of the cards that each seat holds for certain."""
    once = twice = 0
    for cards in may:
        twice |= once & cards
        once |= cards
    return [cards & ~twice for cards in may]


def give(may: list[int], seat: int, cards: int) -> None:
    """Record that ``seat`` holds ``cards``, and that no other seat holds them."""
    for other in range(len(may)):
        if other != seat:
            may[other] &= ~cards


def deduce(may: list[int], counts: Sequence[int], holds: Holds, denied: Denied) -> None:
    """Narrow ``may`` by all facts. Drop facts that no longer tell anything new."""
    before: list[int] = []
    while before != may:
        before = may[:]
        _by_counting(may, counts)
        _by_asking(may, counts, holds)
        _by_denial(may, denied)


def _by_counting(may: list[int], counts: Sequence[int]) -> None:
    """If sure cards fill the hand of a seat, the seat holds no other cards.

    If a seat has only as many possible cards as places in its hand, it holds them all.
    """
    known = sure(may)
    for seat, count in enumerate(counts):
        if known[seat].bit_count() == count:
            may[seat] = known[seat]
        elif may[seat].bit_count() == count:
            give(may, seat, may[seat])


def _by_asking(may: list[int], counts: Sequence[int], holds: Holds) -> None:
    """If a seat must hold at least one of some cards, and can hold only one of them, it holds this
    card.
    """
    known = sure(may)
    open_places = [count - cards.bit_count() for count, cards in zip(counts, known, strict=True)]
    needed_cards = [0] * len(may)
    for (seat, card_set), cards in list(holds.items()):
        cards &= may[seat]
        if cards & known[seat]:
            del holds[seat, card_set]
            continue
        holds[seat, card_set] = cards
        open_places[seat] -= 1
        needed_cards[seat] |= cards
        if not cards & (cards - 1):
            give(may, seat, cards)
    # If a seat needs all its open places for one card of each set in ``holds``, its unknown cards
    # are among the needed cards.
    for seat, cards in enumerate(needed_cards):
        if cards and not open_places[seat]:
            may[seat] &= known[seat] | cards


def _by_denial(may: list[int], denied: Denied) -> None:
    """If all pairs of a wrong claim except one are true, the remaining pair is false."""
    if not denied:
        return
    known = sure(may)
    still_open = []
    for pairs in denied:
        if all(may[seat] >> card & 1 for card, seat in pairs):
            unsure = tuple((card, seat) for card, seat in pairs if not known[seat] >> card & 1)
            if len(unsure) == 1:
                ((card, seat),) = unsure
                may[seat] &= ~(1 << card)
            else:
                still_open.append(unsure)
    denied[:] = still_open
