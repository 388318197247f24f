"""Chat: reactions, and messages before and after a game.

During a game nobody may hint at cards. So there are only a dozen reactions, which say nothing about
cards.
"""

from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from accounts import measures
from accounts.models import User
from accounts.names import has_many_marks
from game import database_time
from game.presentation.rendering import cached
from game.refusals import Refused
from rooms.actions import open_tables
from rooms.actions.events import Kind, record_event, shown_name
from rooms.actions.locked import locked_room, locked_room_as_host, seat_of
from rooms.models import ChatMessage, Room, Seat
from rooms.models.people import FORMER_PLAYER, LONGEST_CHAT_MESSAGE

#: The label of each reaction. Their pictures are in ``static/img/reactions.svg``, in this order.
REACTIONS = {
    "hello": _("Hello"),
    "luck": _("Good luck"),
    "well-done": _("Well played"),
    "thanks": _("Thank you"),
    "wow": _("Wow"),
    "laugh": _("Ha ha"),
    "oops": _("Oops"),
    "phew": _("Phew"),
    "party": _("Hooray"),
    "tea": _("Back in a moment"),
    "ready": _("Ready"),
    "bye": _("Good night"),
}


@cached
def reaction_choices() -> tuple[tuple[str, str], ...]:
    """Return the name and the label of each reaction."""
    return tuple((name, str(words)) for name, words in REACTIONS.items())


#: Pages show a reaction for this time.
REACTION_SHOWN = timedelta(seconds=8)

#: The number of messages that pages show.
MESSAGES_SHOWN = 50


def react(code: str, user: User, reaction: str) -> None:
    """Show one of ``REACTIONS`` at the person's seat. Raise ``Refused`` with ``bad_request``,
    ``not_seated``, ``muted``, ``muted_by_staff`` or ``unkind_name``.
    """
    if reaction not in REACTIONS:
        raise Refused("bad_request")
    with locked_room(code) as room:
        seat = seat_of(room, user)
        _check_may_speak(room, seat)
        seat.reaction, seat.reacted_at = reaction, database_time.now()
        seat.save(update_fields=["reaction", "reacted_at"])


def send(code: str, user: User, text: str) -> None:
    """Send a chat message in the lobby or after a game. Raise ``Refused`` with ``not_seated``,
    ``no_talk``, ``muted``, ``muted_by_staff``, ``bad_message``, ``unkind_message`` or
    ``unkind_name``.
    """
    text = "".join(char if char.isprintable() else " " for char in text).strip()
    if not text or len(text) > LONGEST_CHAT_MESSAGE or has_many_marks(text):
        raise Refused("bad_message")
    with locked_room(code) as room:
        seat = seat_of(room, user)
        if room.game is not None and not room.game.is_over:
            raise Refused("no_talk")
        _check_may_speak(room, seat)
        open_tables.check_words(room, text, "unkind_message")
        ChatMessage.objects.create(room=room, user=user, text=text)


def _check_may_speak(room: Room, seat: Seat) -> None:
    check_not_muted(seat)
    open_tables.check_words(room, seat.name, "unkind_name")


def check_not_muted(seat: Seat) -> None:
    """Raise ``Refused`` with ``muted`` or ``muted_by_staff``."""
    if seat.muted:
        raise Refused("muted")
    if seat.user and measures.is_muted(seat.user):
        raise Refused("muted_by_staff")


def mute(code: str, host: User, number: int, muted: bool) -> None:
    """Stop a person from sending messages and reactions, or allow it again. Earlier messages stay.
    The host's choice stays in force if the person leaves and comes back.
    """
    with locked_room_as_host(code, host) as room:
        seat = room.seats.filter(number=number).first()
        if seat is None or seat.user_id is None:
            raise Refused("bad_request")
        if seat.muted == muted:
            return
        seat.muted = muted
        seat.reacted_at = None if muted else seat.reacted_at
        seat.save(update_fields=["muted", "reacted_at"])
        if muted:
            room.mutes.get_or_create(user_id=seat.user_id)
        else:
            room.mutes.filter(user_id=seat.user_id).delete()
        record_event(room, Kind.MUTED if muted else Kind.UNMUTED, seat.user_id)


def latest_messages(room: Room) -> list[ChatMessage]:
    """The latest messages of the room, oldest first, without those of banned people. Strangers may
    come to an open table, so nobody sees messages from before the opening any more.
    """
    opened_later = room.events.filter(kind=Kind.OPENED, at__gte=OuterRef("written_at"))
    banned = room.bans.filter(user=OuterRef("user"))
    lines = room.chat_messages.filter(~Exists(opened_later), ~Exists(banned)).with_names()
    latest = list(lines.order_by("-pk")[:MESSAGES_SHOWN])[::-1]
    names = {line.name for line in latest}
    shown = {name: shown_name(room, name, FORMER_PLAYER) for name in names}
    for line in latest:
        line.name = shown[line.name]
    return latest
