"""A screen as the JSON document that programs read (``state.json``), its seats and its moves."""

from collections.abc import Sequence
from typing import Any

from game.presentation.view_models import Face, Line
from game.rules.cards import CARDS, hand_text
from game.rules.decks import DECKS
from game.rules.moves import Claimed, Event
from game.rules.options import Rules
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


def seats_document(screen: Screen, faces: Sequence[Face]) -> list[dict[str, Any]]:
    """Who sits where, and what everybody sees of their cards."""
    return [
        face_document(face, number)
        | {
            "cards": screen.counts[number] if screen.counts else None,
            "out": screen.out[number],
        }
        for number, face in enumerate(faces)
    ]


def face_document(face: Face, number: int) -> dict[str, Any]:
    """Who sits at a seat, or on a chair of the lobby."""
    return {
        "name": face.name,
        "avatar": face.avatar,
        "team": number % 2,
        "bot": face.bot or None,
        "away": face.away,
    }


def logged_move(rules: Rules, event: Event) -> dict[str, Any]:
    """An event as in a record, with its number; a claim that resolved a set with what it showed."""
    move = event_to_json(rules, event) | {"number": event.number}
    if isinstance(event, Claimed) and event.revealed is not None:
        move["revealed"] = {CARDS[card]: seat for card, seat in event.revealed}
    return move


def move_to_show(line: Line) -> dict[str, Any]:
    """A move as a page's script shows it: who, whom, which card or set, and the sentence."""
    return {
        "number": line.number,
        "kind": line.kind,
        "seat": line.seat,
        "other": line.other,
        "card": line.card.text if line.card else None,
        "face": [line.card.rank, line.card.suit] if line.card else None,
        "hit": line.hit,
        "set": line.set_name,
        "team": line.team,
        "text": line.sentence,
    }
