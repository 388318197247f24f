"""JSON for programs (``state.json``), and moves as JSON for the pages' script."""

from collections.abc import Sequence
from typing import Any

from game.presentation.view_models import Face, Line
from game.rules.cards import CARDS, hand_text
from game.rules.decks import DECKS
from game.rules.information_state import Observation
from game.rules.moves import Claimed, Event
from game.rules.options import Rules
from game.rules.record import event_to_json, resolved_sets


def observation_document(observation: Observation) -> dict[str, Any]:
    """The game's part of ``state.json``, without the room and the people."""
    sets = DECKS[observation.rules.deck].sets
    return {
        "version": observation.number,
        "phase": observation.phase,
        "you": observation.you,
        "turn": observation.turn,
        "may_pass": observation.may_pass,
        "rules": observation.rules.to_json(),
        "scores": list(observation.scores),
        "sets": resolved_sets(observation.rules, observation.scorers),
        "hand": None if observation.hand is None else hand_text(observation.hand),
        "log": [logged_move(observation.rules, event) for event in observation.log],
        "legal": {
            "asks": {CARDS[card]: list(seats) for card, seats in observation.legal.asks.items()},
            "claims": [sets[index].name for index in observation.legal.claims],
            "passes": list(observation.legal.passes),
        },
        "dealer": observation.dealer,
    }


def seats_document(observation: Observation, faces: Sequence[Face]) -> list[dict[str, Any]]:
    """The seats: each player, the number of cards if public, and whether they are out of cards."""
    return [
        face_document(face, number)
        | {
            "cards": observation.counts[number] if observation.counts else None,
            "out": observation.out[number],
        }
        for number, face in enumerate(faces)
    ]


def face_document(face: Face, number: int) -> dict[str, Any]:
    """The person or bot at a seat of a game or a lobby."""
    return {
        "name": face.name,
        "avatar": face.avatar,
        "team": number % 2,
        "bot": face.bot or None,
        "away": face.away,
        "substitute": face.substitute,
    }


def logged_move(rules: Rules, event: Event) -> dict[str, Any]:
    """An event in the format of a record, with its number.

    A claim that resolved a set also has the revealed holders.
    """
    move = event_to_json(rules, event) | {"number": event.number}
    if isinstance(event, Claimed) and event.revealed is not None:
        move["revealed"] = {CARDS[card]: seat for card, seat in event.revealed}
    return move


def move_to_show(line: Line) -> dict[str, Any]:
    """A move as data for a page's script: seats, card or set, and the sentences."""
    move = {
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
    if line.kind == "ask":
        move |= {"question": line.question, "answer": line.answer}
    if line.claim:
        move["claim"] = {
            "label": line.claim.label,
            "cards": [
                [card.rank, card.suit, card.short, named, found]
                for card, named, found in line.claim.cards
            ],
            "verdict": line.claim.verdict,
            "result": line.claim.result,
        }
    # The sentence addresses the viewer as "you".
    if line.own:
        move["own"] = True
    return {key: value for key, value in move.items() if value is not None}
