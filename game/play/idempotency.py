"""Idempotency of moves: if a person sends the same ``request_id`` again, they get the first answer
again.
"""

from dataclasses import dataclass

from game.models import Move


@dataclass(frozen=True, slots=True)
class Request:
    """The ``request_id`` of a person's request. It is unique over all games."""

    user_id: int
    id: str

    def move(self) -> Move | None:
        """The move that this request made, with its game. The room may have another game by now."""
        moves = Move.objects.filter(user=self.user_id, request_id=self.id)
        return moves.select_related("game").first()
