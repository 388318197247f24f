"""Idempotency of moves: the same ``request_id`` of the same person gets the first answer again."""

from dataclasses import dataclass

from game.models import Move


@dataclass(frozen=True, slots=True)
class Request:
    """The ``request_id`` of a person's request, for whatever game."""

    user_id: int
    id: str

    def move(self) -> Move | None:
        """The move that the request made, with its game; any game, since the next one may have
        begun.
        """
        moves = Move.objects.filter(user=self.user_id, request_id=self.id)
        return moves.select_related("game").first()
