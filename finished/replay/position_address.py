"""The part of a replay's address that names the position: ``?move=37&eyes=3``."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict

from accounts.view_helpers import whole_number
from finished.replay.replay import Eyes, Replay


class Place(NamedTuple):
    """The position after ``move`` moves, seen from the seat ``eyes`` (None: all hands are open)."""

    move: int
    eyes: Eyes

    @property
    def query(self) -> str:
        """The position as a query string."""
        named = {"move": self.move} | ({} if self.eyes is None else {"eyes": self.eyes})
        return f"?{urlencode(named)}"


def place_in(replay: Replay, query: QueryDict) -> Place:
    """The position in ``query``; by default the deal with all hands open."""
    move, eyes = whole_number(query.get("move")) or 0, whole_number(query.get("eyes"))
    is_seat = eyes is not None and eyes < len(replay.players)
    return Place(min(move, replay.last), eyes if is_seat else None)
