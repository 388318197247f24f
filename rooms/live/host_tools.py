"""The host's panel in the table's menu."""

from typing import Any

from game.due_times import chosen_pace
from game.models import Game
from rooms.live.beside_game import is_long_away
from rooms.live.snapshot import Snapshot
from rooms.models import Seat


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
        "people": _people(snapshot, game, user_id),
        "game": game,
        "spectators": snapshot.spectators,
        "bans": snapshot.bans,
        "running": not game.is_over,
        "pace": "" if game.is_over else chosen_pace(game),
    }


def _people(snapshot: Snapshot, game: Game, host_id: int | None) -> list[tuple[Seat, bool, bool]]:
    """Return the seats of the other people, and for each: whether it has a substitute, and whether
    the host can call one.
    """
    people = [seat for seat in snapshot.seats if seat.user_id and seat.user_id != host_id]
    if game.is_over:
        return [(seat, False, False) for seat in people]
    substituted = {player.user_id for player in snapshot.players if player.has_substitute}
    return [
        (seat, True, False)
        if seat.user_id in substituted
        else (seat, False, is_long_away(snapshot, seat))
        for seat in people
    ]
