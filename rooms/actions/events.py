"""What is told to everybody at a table beside the moves: who left, who is back, who hosts."""

from rooms.models import Room, RoomEvent

Kind = RoomEvent.Kind

#: A log shows no more of them than this, the latest.
EVENTS_SHOWN = 40


def record_event(room: Room, kind: Kind, name: str = "", user_id: int | None = None) -> None:
    """Tell the table that something happened: after the last move, or in the lobby.

    ``name`` and ``user_id``: the person it is about. The room is locked (``rooms.actions.locked``),
    so that the line is sent with the room's new version.
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
    """A game begins: what was told in the lobby is over."""
    room.events.filter(game=None).delete()


def events_of(room: Room) -> tuple[RoomEvent, ...]:
    """What was told at the present game, or in the present lobby, in order."""
    latest = room.events.filter(game_id=room.game_id).order_by("-pk")[:EVENTS_SHOWN]
    return tuple(latest)[::-1]
