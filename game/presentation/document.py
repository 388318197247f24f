"""JSON for programs: ``state.json``."""

from collections.abc import Sequence
from typing import Any

from game.presentation.view_models import Face
from literature.record import logged_move, resolved_sets
from literature.rules.cards import CARDS, hand_text
from literature.rules.decks import DECKS
from literature.rules.information_state import Observation


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
