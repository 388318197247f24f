"""Idempotency of moves: the same ``request_id`` of the same person gets the first answer again."""

from dataclasses import dataclass

from game.models import Move


@dataclass(frozen=True, slots=True)
class Request:
    """The ``request_id`` of a person's request; it counts for all games."""

    user_id: int
    id: str

    def move(self) -> Move | None:
        """The move of the request, with its game. The room may have another game by now."""
        moves = Move.objects.filter(user=self.user_id, request_id=self.id)
        return moves.select_related("game").first()
