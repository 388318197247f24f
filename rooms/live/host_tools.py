"""The host's panel in the table's menu."""

from dataclasses import dataclass
from typing import Any

from game.due_times import chosen_pace
from rooms.live.beside_game import is_long_away
from rooms.live.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class PersonAtTable:
    """Another person at the table. If ``may_substitute``, the host can call a
    substitute for this person.
    """

    number: int
    name: str
    avatar: str
    away: bool
    muted: bool
    substitute: bool
    may_substitute: bool


def host_tools(snapshot: Snapshot, user_id: int | None, refusal: str = "") -> dict[str, Any]:
    """Return the context of the panel. It has no people in a lobby, and for anybody but the
    host.
    """
    game = snapshot.game
    if game is None or snapshot.room.host_id != user_id:
        return {"room": snapshot.room, "people": None}
    return {
        "room": snapshot.room,
        "refusal": refusal,
        "people": _people(snapshot, user_id),
        "game": game,
        "spectators": snapshot.spectators,
        "bans": snapshot.bans,
        "running": not game.is_over,
        "pace": "" if game.is_over else chosen_pace(game),
    }


def _people(snapshot: Snapshot, host_id: int | None) -> list[PersonAtTable]:
    game = snapshot.game
    assert game
    substituted = {
        player.user_id for player in snapshot.players if player.has_substitute and not game.is_over
    }
    return [
        PersonAtTable(
            seat.number,
            seat.name,
            seat.avatar,
            seat.away,
            seat.muted,
            seat.user_id in substituted,
            not game.is_over and seat.user_id not in substituted and is_long_away(snapshot, seat),
        )
        for seat in snapshot.seats
        if seat.user_id and seat.user_id != host_id
    ]
