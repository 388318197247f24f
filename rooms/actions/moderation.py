"""Actions of the staff in a room. The staff may do them without being the host.

Every function makes one change (``rooms.actions.locked``) or raises ``Refused``.
"""

from django.utils import timezone

from accounts.models import User
from game import play
from game.refusals import Refused
from rooms.actions import playing
from rooms.actions.events import Kind, record_event
from rooms.actions.locked import locked_room, replace_missing_host
from rooms.models import RoomBan


def close(code: str) -> None:
    """Close a room permanently: abandon a running game, and remove everybody. Nobody can sit down
    again.
    """
    with locked_room(code) as room:
        if room.game and not room.game.is_over:
            play.abandon(room.game.id)
        room.seats.all().delete()
        room.spectating.all().delete()
        room.game = room.host = None
        room.closed_at = timezone.now()
        room.save(update_fields=["game", "host", "closed_at"])


def kick(code: str, user: User) -> None:
    """Remove a player or a spectator, who can't sit down again. In a running game a bot takes the
    seat. The person's sockets close.

    Raise ``Refused`` with ``no_room`` or ``not_seated``.
    """
    with locked_room(code) as room:
        seat = room.seats.filter(user=user).first()
        watched, _rows = room.spectating.filter(user=user).delete()
        if not (seat or watched):
            raise Refused("not_seated")
        RoomBan.objects.get_or_create(room=room, user=user)
        if seat and room.game and not room.game.is_over:
            playing.leave_game(room, seat, Kind.STAFF_KICKED_TO_BOT)
        elif seat:
            record_event(room, Kind.STAFF_KICKED, seat.name, user.id)
            seat.delete()
        replace_missing_host(room)
