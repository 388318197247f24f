"""Reports to the staff: what a person may report at a table or on a profile, and who is told when
it is closed.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django import forms
from django.db import transaction
from django.db.models import Q
from django.http import QueryDict
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import blocks
from accounts.models import User
from rooms.actions.events import events_of
from rooms.live.snapshot import Snapshot
from rooms.models import ChatMessage, Report, RoomBan, RoomEvent
from rooms.models.people import LONGEST_CHAT_MESSAGE

LONGEST_IN_LIST = 60
#: A banned person may report for this time.
BANNED_REPORT = timedelta(days=7)


@dataclass(frozen=True)
class Reportable:
    """A person, or a message of a person. ``place`` names it in the address of the form; ``key``
    names it in the form, and stays with the person if another person takes the seat.
    """

    key: str
    place: str
    user_id: int
    name: str
    message: ChatMessage | None = None

    @property
    def label(self) -> str:
        if self.message is None:
            return self.name
        return f"{self.name}: {Truncator(self.message.text).chars(LONGEST_IN_LIST)}"


def ban_of(now: Snapshot, user: User) -> RoomBan | None:
    """Return the person's ban if it is so new that the person may still report somebody."""
    since = now.now - BANNED_REPORT
    return now.room.bans.filter(user=user, at__gt=since).select_related("by").first()


def reportables(now: Snapshot, viewer: User, ban: RoomBan | None = None) -> list[Reportable]:
    """Return whom and which messages the viewer may report: all whom the room shows, also in its
    events and messages, but neither the viewer nor bots. The newest message comes first.

    A banned viewer may report the host who banned them, and what they saw before.
    """

    def is_seen(at: datetime) -> bool:
        return ban is None or (ban.at is not None and at <= ban.at)

    # A player of the game may have left the seat, so the person who sits there now comes first.
    names = {
        user_id: (f"seat-{seat.number}", seat.name)
        for user_id, seat in now.room_seats.items()
        if is_seen(seat.joined_at)
    }
    if ban and ban.by:
        names.setdefault(ban.by.pk, ("", ban.by.name))
    for user_id, number in now.seat_numbers.items():
        person = now.people[number]
        assert person
        if now.game and is_seen(now.game.started_at):
            names.setdefault(user_id, (f"seat-{number}", person.face.name))
    for visitor in () if ban else now.spectators:
        names.setdefault(visitor.user_id, ("", visitor.name))
    # The viewer can still report people whom the viewer has blocked.
    blockers = blocks.blocked_by_each([viewer.pk])
    chat = [line for line in now.chat if is_seen(line.written_at) and line.user_id not in blockers]
    events = [event for event in events_of(now.room, now.now) if is_seen(event.at)]
    shown: list[RoomEvent | ChatMessage] = [*events, *chat]
    for row in shown:
        if row.user_id:
            names.setdefault(row.user_id, ("", row.name))
    everybody = [
        Reportable(_key(now, user_id), place, user_id, name)
        for user_id, (place, name) in names.items()
    ]
    for line in reversed(chat):
        if line.user_id:
            key = f"message-{line.pk}"
            everybody.append(Reportable(key, key, line.user_id, line.name, line))
    return [each for each in everybody if each.user_id != viewer.pk]


def _key(now: Snapshot, user_id: int) -> str:
    """Return a key for a person. Nobody can read the id of the person from it."""
    return salted_hmac("report", f"{now.room.pk} {user_id}").hexdigest()[:16]


class ReportForm(forms.Form):
    """What is reported, a reason, and a line that may stay empty."""

    about = forms.ChoiceField(label=gettext_lazy("Who or what"))
    reason = forms.ChoiceField(
        label=gettext_lazy("Reason"),
        choices=[("", gettext_lazy("Choose a reason")), *Report.Reason.choices],
    )
    line = forms.CharField(
        label=gettext_lazy("What happened? (optional)"),
        required=False,
        max_length=LONGEST_CHAT_MESSAGE,
    )

    def __init__(
        self, data: QueryDict | None, offered: Sequence[Reportable], place: str = ""
    ) -> None:
        super().__init__(data, label_suffix="")
        self.offered = {each.key: each for each in offered}
        groups = (
            (_("People"), [each for each in offered if not each.message]),
            (_("Messages, newest first"), [each for each in offered if each.message]),
        )
        about = self.fields["about"]
        assert isinstance(about, forms.ChoiceField)
        about.choices = [
            ("", _("Choose a person or a message")),
            *((label, [(each.key, each.label) for each in some]) for label, some in groups if some),
        ]
        about.initial = next((each.key for each in offered if place and each.place == place), "")


def report(now: Snapshot | None, reporter: User, form: ReportForm) -> None:
    """Store the report of a valid form. On a profile ``now`` is None. A second report about the
    same subject changes nothing while the first is open.
    """
    about, reason = form.offered[form.cleaned_data["about"]], form.cleaned_data["reason"]
    subject = Report.Subject.MESSAGE if about.message else Report.Subject.PERSON
    if reason in (Report.Reason.NAME, Report.Reason.PICTURE):
        subject = Report.Subject(reason)
    person = User.objects.filter(pk=about.user_id).first()
    line = about.message
    Report.objects.get_or_create(
        reporter=reporter,
        person=person,
        subject=subject,
        message=line.pk if line and subject == Report.Subject.MESSAGE else 0,
        closed_at=None,
        defaults={
            "reason": reason,
            "line": form.cleaned_data["line"],
            "name": about.name,
            "avatar": person.avatar if person else "",
            "code": now.room.code if now else "",
            "game": now.game.pk if now and now.game else "",
            "text": line.text if line else "",
            "written_at": line.written_at if line else None,
        },
    )


@transaction.atomic
def close(report: Report, also: Collection[int] = ()) -> int:
    """Close a report, and those of the reports with the ids in ``also`` that are about the same
    person. Return how many were open; 0 if ``report`` was closed before.
    """
    about = Q(person=report.person_id, pk__in=also) if report.person_id else Q()
    rows = Report.objects.filter(Q(pk=report.pk) | about, closed_at=None).order_by("pk")
    ids = list(rows.select_for_update().values_list("pk", flat=True))
    if report.pk not in ids:
        return 0
    return Report.objects.filter(pk__in=ids).update(closed_at=timezone.now())


def tell_reporter(user: User) -> str:
    """Return a sentence about the person's reports that were closed, once; otherwise an empty
    string. It does not say what the staff did.
    """
    closed = Report.objects.filter(reporter=user, closed_at__isnull=False, is_told=False)
    told = list(closed.values_list("pk", flat=True))
    if not told:
        return ""
    Report.objects.filter(pk__in=told).update(is_told=True)
    return ngettext(
        "The staff have dealt with your report. Thank you for your help.",
        "The staff have dealt with %(count)s of your reports. Thank you for your help.",
        len(told),
    ) % {"count": len(told)}
