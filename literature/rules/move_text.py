"""Moves as lines of text, both ways: ``2 ask 9H 3``, ``2 pass 4``.

>>> from literature.rules.decks import DECKS
>>> deck = DECKS["8s-out"]
>>> move_text(deck, parse_move(deck, "2 ask 9H 3"))
'2 ask 9H 3'
>>> event_text(deck, Asked(0, 2, parse_card("9H"), 3, True))
'2 ask 9H 3: hit'
"""

from literature.rules.cards import card_text, parse_card
from literature.rules.decks import Deck
from literature.rules.moves import (
    Ask,
    Asked,
    Claim,
    Claimed,
    Event,
    Move,
    Pass,
    holders_of,
    move_of,
)


def move_text(deck: Deck, move: Move) -> str:
    """A move as one line of text, which ``parse_move`` can read."""
    if isinstance(move, Ask):
        return f"{move.seat} ask {card_text(move.card)} {move.of}"
    if isinstance(move, Claim):
        named = " ".join(f"{card_text(card)}={seat}" for card, seat in move.holders)
        name = deck.sets[move.card_set].name if move.card_set >= 0 else "??"
        return f"{move.seat} claim {name} {named}".rstrip()
    return f"{move.seat} pass {move.to}"


def event_text(deck: Deck, event: Event) -> str:
    """A move and its outcome as one line of text. A claim also has the true holders, if shown."""
    text = move_text(deck, move_of(event))
    if isinstance(event, Asked):
        return f"{text}: {'hit' if event.hit else 'miss'}"
    if isinstance(event, Claimed):
        shown = " ".join(f"{card_text(card)}={seat}" for card, seat in event.revealed or ())
        return f"{text}: {event.outcome} {shown}".rstrip()
    return text


def parse_move(deck: Deck, text: str) -> Move:
    """A move from its text: ``2 ask 9H 3``, ``2 claim low-spades 2S=2 …`` or ``2 pass 4``.

    An unknown card or set becomes ``UNKNOWN``, which the rules refuse. Raise ``ValueError`` for any
    other text.
    """
    match text.split():
        case [seat, "ask", card, of]:
            return Ask(int(seat), parse_card(card), int(of))
        case [seat, "claim", name, *named]:
            pairs = [pair.partition("=") for pair in named]
            holders = holders_of((parse_card(card), int(of)) for card, _, of in pairs)
            return Claim(int(seat), deck.set_index(name), holders)
        case [seat, "pass", to]:
            return Pass(int(seat), int(to))
    raise ValueError(f"not a move: {text!r}")
