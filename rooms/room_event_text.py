"""Sentences about the events of a room."""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from game.presentation.view_models import Note
from rooms.models import RoomEvent

Kind = RoomEvent.Kind

SENTENCES: Mapping[str, str | Promise] = {
    Kind.SAT_DOWN: _("%(name)s sat down."),
    Kind.LEFT: _("%(name)s left."),
    Kind.LEFT_TO_BOT: _("%(name)s left. A bot took %(name)s’s seat."),
    Kind.BACK: _("%(name)s is back."),
    Kind.KICKED: _("%(name)s was banned by the host."),
    Kind.KICKED_TO_BOT: _("%(name)s was banned by the host. A bot took %(name)s’s seat."),
    Kind.STAFF_KICKED: _("%(name)s was banned by the staff."),
    Kind.STAFF_KICKED_TO_BOT: _("%(name)s was banned by the staff. A bot took %(name)s’s seat."),
    Kind.SUBSTITUTE: _("A bot plays for %(name)s until %(name)s is back."),
    Kind.MUTED: _("%(name)s was muted by the host."),
    Kind.UNMUTED: _("%(name)s is no longer muted."),
    Kind.HOST: _("%(name)s is the host now."),
    Kind.PLAYS_ON: _("%(name)s wants to play on."),
    Kind.OPENED: _("%(name)s opened this table to everybody."),
    Kind.CLOSED: _("%(name)s took this table off the home page."),
    Kind.ENDED: _("Everybody agreed to end the game. The game has no result."),
}


def notes_of(events: Iterable[RoomEvent]) -> tuple[Note, ...]:
    """Turn room events into notes for the log, except kinds that only a newer release knows."""
    return tuple(
        Note(event.number, str(SENTENCES[event.kind]) % {"name": event.name})
        for event in events
        if event.kind in SENTENCES
    )
