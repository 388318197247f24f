"""A screen as the JSON document that programs read (``state.json``), and its log's moves."""

from typing import Any

from game.rules.cards import CARDS, hand_text
from game.rules.decks import DECKS
from game.rules.dials import Rules
from game.rules.moves import Claimed, Event
from game.rules.record import event_to_json, resolved_sets
from game.rules.view import Screen


def screen_document(screen: Screen) -> dict[str, Any]:
    """The game's part of ``state.json``: all of it but the room and the people."""
    sets = DECKS[screen.rules.deck].sets
    return {
        "version": screen.number,
        "phase": screen.phase,
        "you": screen.you,
        "turn": screen.turn,
        "may_pass": screen.may_pass,
        "rules": screen.rules.to_json(),
        "scores": list(screen.scores),
        "sets": resolved_sets(screen.rules, screen.scorers),
        "hand": None if screen.hand is None else hand_text(screen.hand),
        "log": [logged_move(screen.rules, event) for event in screen.log],
        "legal": {
            "asks": {CARDS[card]: list(seats) for card, seats in screen.legal.asks.items()},
            "claims": [sets[index].name for index in screen.legal.claims],
            "passes": list(screen.legal.passes),
        },
        "dealer": screen.dealer,
    }


def logged_move(rules: Rules, event: Event) -> dict[str, Any]:
    """An event as in a record, with its number; a claim that resolved a set with what it showed."""
    move = event_to_json(rules, event) | {"number": event.number}
    if isinstance(event, Claimed) and event.revealed is not None:
        move["revealed"] = {CARDS[card]: seat for card, seat in event.revealed}
    return move
