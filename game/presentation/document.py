"""JSON for programs: ``state.json``."""

from collections.abc import Sequence

from game.presentation.view_models import Face
from literature.rules.information_state import Observation


def seats_document(observation: Observation, faces: Sequence[Face]) -> list[dict[str, object]]:
    """The seats: each player, the number of cards if public, and whether they are out of cards."""
    return [
        face_document(face, number)
        | {
            "cards": observation.counts[number] if observation.counts else None,
            "out": observation.out[number],
        }
        for number, face in enumerate(faces)
    ]


def face_document(face: Face, number: int) -> dict[str, object]:
    """The person or bot at a seat of a game or a lobby."""
    return {
        "name": face.name,
        "avatar": face.avatar,
        "team": number % 2,
        "bot": face.bot or None,
        "away": face.away,
        "substitute": face.substitute,
    }
