"""The host's panel in the table's menu."""

from game.due_times import chosen_pace
from rooms.live.beside_game import is_long_away, kick_vote
from rooms.live.snapshot import Snapshot


def host_tools(snapshot: Snapshot, user_id: int | None, refusal: str = "") -> dict[str, object]:
    """Return the context of the panel. It has no people in a lobby, and for anybody but the
    host.

    ``people`` has the seats of the other people, and for each: whether it has a substitute, and
    whether the host can call one.
    """
    game = snapshot.game
    if game is None or snapshot.room.host_id != user_id:
        return {"room": snapshot.room, "people": None}
    running = not game.is_over
    substituted = {each.user_id for each in snapshot.players if each.has_substitute and running}
    people = [seat for seat in snapshot.seats if seat.user_id and seat.user_id != user_id]
    away = {seat.pk for seat in people if running and is_long_away(snapshot, seat)}
    return {
        "room": snapshot.room,
        "refusal": refusal,
        "kick_vote": kick_vote(snapshot, user_id),
        "people": [
            (seat, seat.user_id in substituted, seat.pk in away and seat.user_id not in substituted)
            for seat in people
        ],
        "game": game,
        "spectators": snapshot.spectators,
        "bans": snapshot.bans,
        "running": running,
        "pace": chosen_pace(game) if running else "",
    }
