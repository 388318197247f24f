"""The names that people's requests have: the same name again gets the first answer again."""

from dataclasses import dataclass

from django.db.models import Exists, QuerySet

from game.models import Move


@dataclass(frozen=True, slots=True)
class Request:
    """A person's name for what they sent, whichever game it was meant for."""

    user_id: int
    id: str

    @property
    def moves(self) -> QuerySet[Move]:
        """The move that was made for it: in whatever game, as the next one may have begun."""
        return Move.objects.filter(user=self.user_id, request_id=self.id)

    @property
    def is_known(self) -> Exists:
        """Whether there is one, to be asked with something else."""
        return Exists(self.moves)

    def move(self) -> Move | None:
        """That move, with its game; None where it is not known."""
        # Before names were looked for in all games, one could be used once in each.
        return self.moves.select_related("game").order_by("-pk").first()
