"""Events of a room, which everybody at the table sees: people who left or came back, and a new
host.
"""

from rooms.models import Room, RoomEvent

Kind = RoomEvent.Kind

#: The log shows at most this many room events: the latest.
EVENTS_SHOWN = 40


def record_event(room: Room, kind: Kind, name: str = "", user_id: int | None = None) -> None:
    """Add an event to the log of the table: after the last move, or in the lobby.

    ``name`` and ``user_id`` are the person concerned. The caller holds the room's lock, so that the
    event is sent with the room's new version.
    """
    RoomEvent.objects.create(
        room=room,
        game_id=room.game_id,
        number=room.game.version if room.game else 0,
        kind=kind,
        name=name,
        user_id=user_id,
    )


def forget_lobby(room: Room) -> None:
    """Delete the events of the lobby when a game begins."""
    room.events.filter(game=None).delete()


def events_of(room: Room) -> tuple[RoomEvent, ...]:
    """The events of the present game or lobby, in order."""
    latest = room.events.filter(game_id=room.game_id).order_by("-pk")[:EVENTS_SHOWN]
    return tuple(latest)[::-1]
