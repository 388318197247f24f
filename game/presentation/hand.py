"""The groups of a hand: by set, by rank, or in the player's own order."""

from django.utils.translation import gettext as _

from game.presentation.move_text import ranks_name, set_name
from game.presentation.rendering import cached
from game.presentation.view_models import Card, Group
from literature.rules.cards import RANKS, SUITS, cards_in, hand_of, parse_card, parse_hand
from literature.rules.decks import DECKS, Deck

BY_SET, BY_RANK, OWN = "set", "rank", "own"

#: The cards of each rank; jokers have no rank.
_RANKS = {rank: parse_hand(rank + suit for suit in SUITS) for rank in RANKS}
_RANKS[""] = parse_hand(["RJ", "BJ"])


def hand_groups(deck: Deck, cards: int, order: str = BY_SET) -> tuple[Group, ...]:
    """The cards of a hand in groups. ``order`` is ``BY_SET``, ``BY_RANK``, or the player's own
    order, as ``Hand.own_order`` has it. Cards in the own order are one group.
    """
    if order == BY_SET:
        return tuple(
            _set_group(deck.name, each.index, cards & each.mask)
            for each in deck.sets
            if cards & each.mask
        )
    if order == BY_RANK:
        return tuple(
            _rank_group(rank, cards & mask) for rank, mask in _RANKS.items() if cards & mask
        )
    return (_own_group(_in_own_order(deck, cards, order)),) if cards else ()


def sort_of(order: str) -> str:
    """How an ``order`` sorts a hand: ``BY_SET``, ``BY_RANK`` or ``OWN``."""
    return order if order in (BY_SET, BY_RANK) else OWN


def _in_own_order(deck: Deck, cards: int, order: str) -> tuple[int, ...]:
    """The cards of a hand in the player's own order. Cards that the player no longer holds are left
    out. A card that is not in the order is put beside the nearest card of its set.
    """
    placed = [card for card in map(parse_card, order.split()) if cards >> card & 1]
    for card in cards_in(cards & ~hand_of(placed)):
        mates = [each for each in placed if deck.set_masks[card] >> each & 1]
        lower = [each for each in mates if each < card]
        if lower:
            placed.insert(placed.index(max(lower)) + 1, card)
        else:
            placed.insert(placed.index(min(mates)) if mates else len(placed), card)
    return tuple(placed)


@cached
def _set_group(deck_name: str, index: int, cards: int) -> Group:
    deck = DECKS[deck_name]
    card_set = deck.sets[index]
    held = tuple(Card.of(card) for card in card_set.cards if cards >> card & 1)
    return Group(card_set.name, set_name(deck, card_set), held)


@cached
def _rank_group(rank: str, cards: int) -> Group:
    label = ranks_name(rank) if rank else _("Jokers")
    return Group("", label, tuple(Card.of(card) for card in cards_in(cards)))


@cached
def _own_group(cards: tuple[int, ...]) -> Group:
    return Group("", _("In your own order"), tuple(Card.of(card) for card in cards))
