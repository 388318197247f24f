"""Events of a room. Everybody at the table sees them: for example, somebody left or came back, or
there is a new host. What the host sets is an event, too, which the staff see.
"""

from datetime import datetime, timedelta

from accounts.models import User
from accounts.words import objectionable
from rooms.models import Room, RoomEvent
from rooms.models.people import FORMER_PLAYER

Kind = RoomEvent.Kind

#: The log shows only the latest events, at most this many.
EVENTS_SHOWN = 40

#: The lobby shows the latest event for this time.
NEWS_SHOWN = timedelta(minutes=5)

#: A room keeps only the newest changes of settings of a kind, at most this many.
MOST_CHANGES = 100


def record_event(room: Room, kind: Kind, user_id: int | None = None) -> None:
    """Add an event to the table's log: after the last move, or in the lobby.

    ``user_id`` is the person concerned. The caller holds the room's lock, so that updates with the
    room's new version contain the event.
    """
    RoomEvent.objects.create(
        room=room,
        game_id=room.game_id,
        number=room.game.version if room.game else 0,
        kind=kind,
        user_id=user_id,
    )


def record_setting(room: Room, kind: Kind, host: User, **what: object) -> None:
    """Add an event about ``what`` the host set: ``changed`` or ``new_host_id``."""
    room.events.create(kind=kind, user=host, **what)
    newest = room.events.filter(kind=kind).order_by("-pk")[:MOST_CHANGES]
    room.events.filter(kind=kind).exclude(pk__in=newest.values("pk")).delete()


def shown_name(room: Room, name: str, instead: object) -> str:
    """Return the name of a person without a seat, whose name nobody has checked: ``instead`` if the
    table is open, and the name has a word that is not allowed there.
    """
    return str(instead) if room.open_since and objectionable(name) else name


def events_of(room: Room, now: datetime) -> tuple[RoomEvent, ...]:
    """Return the latest events of the present game, or the news of the lobby, oldest first."""
    shown = room.events.filter(game_id=room.game_id).exclude(kind__in=RoomEvent.SETTINGS)
    if room.game_id is None:
        shown = shown.filter(at__gt=now - NEWS_SHOWN)
    events = tuple(shown.with_names().order_by("-pk")[:EVENTS_SHOWN])[::-1]
    for event in events:
        event.name = shown_name(room, event.name, FORMER_PLAYER)
    return events
