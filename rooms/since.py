"""What has happened at a table while a player was away."""

from datetime import timedelta

from game.presentation.lines import since_own_move, told_since
from rooms.live.snapshot import Snapshot

#: A player who was away for this number of seconds is told what has happened since.
LONG_AWAY = 120
#: At a table with a turn clock of an hour or more, a shorter absence counts.
SLOW_CLOCK, AWAY_FROM_SLOW = 3600, 30
#: Nobody is told about a longer time, in seconds.
LONGEST_AWAY = 366 * 24 * 3600


def least_seconds(now: Snapshot) -> int:
    """Return the number of seconds after which a player counts as back."""
    return AWAY_FROM_SLOW if now.room.table["turn_seconds"] >= SLOW_CLOCK else LONG_AWAY


def seconds_away(now: Snapshot, user_id: int) -> int | None:
    """Return for how long a player was away who has come back to a running game; None if they were
    not away, or if there is nothing to tell.
    """
    seat = now.room_seat_of(user_id)
    if not (seat and seat.last_seen and may_tell(now, user_id)):
        return None
    away = int((now.now - seat.last_seen).total_seconds())
    return away if away >= least_seconds(now) else None


def may_tell(now: Snapshot, user_id: int) -> bool:
    """Whether this person plays a running game with moves. A first game has lessons instead."""
    game = now.game
    running = game is not None and not game.is_over and game.version > 0
    return running and not now.teaches and now.seat_number_of(user_id) is not None


def sentences(now: Snapshot, user_id: int, seconds: int) -> str:
    """Return what has happened in the last ``seconds`` since the player's own last move, from what
    the player may look up now; empty if nothing has.
    """
    if not may_tell(now, user_id):
        return ""
    assert now.game
    left_at = now.now - timedelta(seconds=max(0, min(seconds, LONGEST_AWAY)))
    moves = now.game.moves.filter(made_at__gt=left_at)
    rows = list(moves.filter(number__lt=now.game.version).values_list("number", "user_id"))
    own = [number for number, mover in rows if mover == user_id]
    since = [number for number, _mover in rows if not own or number > own[-1]]
    if not since:
        return ""
    observed = now.observation(now.seat_number_of(user_id))
    # The prompt may already sum up all moves since the player's last one.
    return "" if since_own_move(observed) else told_since(observed, since[0], now.helped)
