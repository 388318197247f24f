"""A person's request to move: its idempotency and its permission.

A person who sends the same ``request_id`` again gets the first answer again.
"""

from dataclasses import dataclass
from typing import Any

from django.db import connection

from game.models import Move
from game.refusals import Refused

#: An SQL statement or a part of one, and its values.
Sql = tuple[str, list[Any]]


@dataclass(frozen=True, slots=True)
class Permission:
    """A SELECT that checks whether a person may move, and finds the game.

    It has the columns ``game_id`` and ``refused``: the code of a refusal, or an empty string.
    """

    select: Sql

    def check(self) -> str:
        """Return the id of the game. Raise ``Refused`` if the person may not move."""
        with connection.cursor() as cursor:
            cursor.execute(*self.select)
            game_id, refused = cursor.fetchone() or (None, "no_room")
        if refused:
            raise Refused(refused)
        return str(game_id)


@dataclass(frozen=True, slots=True)
class Request:
    """A person's request to move. Its ``id`` is unique over all games of the person."""

    user_id: int
    id: str
    permission: Permission | None = None

    def move(self) -> Move | None:
        """The move that this request made, with its game; None if it made none.

        The room may have another game now.
        """
        moves = Move.objects.filter(user=self.user_id, request_id=self.id)
        return moves.select_related("game").first()
