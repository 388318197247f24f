"""Idempotency of moves: a person who sends the same ``request_id`` again gets the first answer
again.
"""

from dataclasses import dataclass

from game.models import Move


@dataclass(frozen=True, slots=True)
class Request:
    """A person's request to move. Its ``id`` is unique over all games of the person."""

    user_id: int
    id: str

    def move(self) -> Move | None:
        """The move that this request made, with its game; None if it made none.

        The room may have another game now.
        """
        moves = Move.objects.filter(user=self.user_id, request_id=self.id)
        return moves.select_related("game").first()
