"""Staff pages of reports: the queue, the page of a report, and the ways to deal with it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial, wraps
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.avatars import AVATARS
from accounts.models import Measure, User
from game.models import Player
from rooms import reporting
from rooms.actions import moderation, suspend_rename_delete
from rooms.models import ChatMessage, Report, Room, RoomEvent, Seat
from rooms.models.people import RowsAboutPeople
from rooms.room_event_text import SENTENCES
from staff.admin.addresses import block_action, seen
from staff.admin.measures import MUTES, WARNS, TimedForm, ToldForm, take
from staff.admin.people import SUSPENDS
from staff.admin.rooms import BANS, CLOSES
from staff.audit import check_may_touch, needs_reason
from staff.models import AuditEntry
from staff.read_only_lists import FixedFilter, ReadOnlyAdmin, minute

#: The page of a report shows what was written and happened in the room for this time before and
#: after it.
AROUND = timedelta(minutes=30)
LINES_SHOWN = 200
ROWS_SHOWN = 20


class StateFilter(FixedFilter):
    """Filters reports by state."""

    title = gettext_lazy("state")
    parameter_name = "state"
    conditions = {
        "open": (gettext_lazy("open"), Q(closed_at=None)),
        "closed": (gettext_lazy("closed"), Q(closed_at__isnull=False)),
    }


class Line(NamedTuple):
    """A message or an event of the room. Messages have the ``name`` of their writer."""

    at: datetime
    name: str
    text: str
    is_reported: bool = False


def _closes(act: Callable[..., None]) -> Callable[..., None]:
    """Let an action also close the report, and the other reports about the same subject."""

    @wraps(act)
    def action(
        self: object, request: HttpRequest, report: Report, data: object, entry: AuditEntry
    ) -> None:
        entry.detail = _("report %(number)d") % {"number": report.pk}
        # Rooms and people are locked before reports, as when a person is deleted.
        act(self, request, report, data, entry)
        if not reporting.close(report):
            raise ValidationError(_("This report was closed before."))

    return action


def _person_of(request: HttpRequest, report: Report) -> User:
    """Return the reported person. Raise ValidationError if this staff member may not act on them,
    or if the account is deleted.
    """
    if report.person is None:
        raise ValidationError(_("The account of this person is deleted."))
    check_may_touch(request, report.person)
    return report.person


def _decorated(kind: str, **said: Any) -> Callable[[Callable[..., None]], Any]:
    return lambda act: needs_reason(kind, **said)(_closes(act))


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """The queue of reports, and the page of a report. No page shows a card."""

    list_display = ["when", "name", "subject", "reason", "times", "code", "state"]
    list_filter = [StateFilter, "reason"]
    # Open reports first: those about the most reported people, and then the newest.
    ordering: ClassVar[Any] = [
        F("closed_at").desc(nulls_first=True),
        Coalesce("open_reports", 0).desc(),
        "-pk",
    ]
    search_fields = ["name", "code__iexact"]
    search_help_text = gettext_lazy("Search for a name or a room code.")
    actions = [
        "dismiss",
        "warn",
        "reset_name",
        "mute",
        "suspend",
        block_action("keep_person", attrgetter("person"), _decorated),
        "ban",
        "close_room",
    ]

    def has_keep_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("rooms.change_report")

    def has_keep_person_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perms(["rooms.change_report", "accounts.change_user"])

    def has_keep_room_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perms(["rooms.change_report", "rooms.change_room"])

    # The queue

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        about = Report.objects.filter(person=OuterRef("person"), closed_at=None).order_by()
        number = about.values("person").annotate(n=Count("pk")).values("n")
        reports = Report.objects.select_related("person", "reporter")
        return reports.annotate(open_reports=Subquery(number, output_field=IntegerField()))

    @admin.display(description=gettext_lazy("time (UTC)"))
    def when(self, report: Report) -> str:
        return minute(report.at)

    @admin.display(description=gettext_lazy("open reports about this person"))
    def times(self, report: Report) -> int:
        return getattr(report, "open_reports", 0) or 0

    @admin.display(description=gettext_lazy("state"))
    def state(self, report: Report) -> str:
        return _("closed") if report.closed_at else _("open")

    # The page of a report

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: object = None
    ) -> HttpResponse:
        report: Report = self.visible(request, object_id)
        if report.person_id == request.user.pk:
            raise PermissionDenied
        room = Room.objects.filter(code=report.code).first()
        context = self.admin_site.each_context(request) | {
            "title": _("Report about %(name)s") % {"name": report.name},
            "opts": self.opts,
            "report": report,
            "room": room,
            "lines": _lines_around(report, room) if room else [],
            "times": self.times(report),
            "by_reporter": report.reporter
            and Report.objects.filter(reporter=report.reporter).count(),
            "actions": self.get_actions(request).values(),
        }
        if report.person:
            context |= _about(report.person, report)
        return TemplateResponse(request, "admin/staff/report.html", context)

    # Actions

    @needs_reason(
        AuditEntry.Kind.DISMISS,
        label=gettext_lazy("Dismiss"),
        warning=gettext_lazy(
            "Nothing happens to the person. The reporter reads that the report was dealt with."
        ),
        permission="keep",
    )
    @_closes
    def dismiss(
        self, request: HttpRequest, report: Report, data: object, entry: AuditEntry
    ) -> None:
        if report.person:
            check_may_touch(request, report.person)

    @needs_reason(
        AuditEntry.Kind.WARN,
        label=gettext_lazy("Warn the person"),
        warning=WARNS,
        permission="keep_person",
        form=ToldForm,
    )
    @_closes
    def warn(
        self, request: HttpRequest, report: Report, data: dict[str, str], entry: AuditEntry
    ) -> None:
        take(_person_of(request, report), Measure.Kind.WARNING, data, entry)

    @needs_reason(
        AuditEntry.Kind.RENAME,
        label=gettext_lazy("Reset the name"),
        warning=gettext_lazy(
            "The title of the person’s picture replaces the name at once: at tables, in messages "
            "and in finished games. The person reads your words and is asked for another name."
        ),
        permission="keep_person",
        form=ToldForm,
    )
    @_closes
    def reset_name(
        self, request: HttpRequest, report: Report, data: dict[str, str], entry: AuditEntry
    ) -> None:
        user = _person_of(request, report)
        before, title = user.name, dict(AVATARS).get(user.avatar, AVATARS[0][1])
        suspend_rename_delete.rename(user, str(title))
        user.name_is_invented = True
        user.save(update_fields=["name_is_invented"])
        entry.detail = f"{before} → {user.name} ({entry.detail})"
        take(user, Measure.Kind.NAME, data, entry)

    @needs_reason(
        AuditEntry.Kind.MUTE,
        label=gettext_lazy("Mute the person everywhere"),
        warning=MUTES,
        permission="keep_person",
        form=TimedForm,
    )
    @_closes
    def mute(
        self, request: HttpRequest, report: Report, data: dict[str, str], entry: AuditEntry
    ) -> None:
        take(_person_of(request, report), Measure.Kind.MUTE, data, entry)

    @needs_reason(
        AuditEntry.Kind.SUSPEND,
        label=gettext_lazy("Suspend the person"),
        warning=SUSPENDS,
        permission="keep_person",
        form=TimedForm,
    )
    @_closes
    def suspend(
        self, request: HttpRequest, report: Report, data: dict[str, str], entry: AuditEntry
    ) -> None:
        user = _person_of(request, report)
        suspend_rename_delete.suspend(user)
        take(user, Measure.Kind.SUSPENSION, data, entry)

    @needs_reason(
        AuditEntry.Kind.REMOVE,
        label=gettext_lazy("Ban the person from the room"),
        warning=BANS,
        permission="keep_room",
    )
    @_closes
    def ban(self, request: HttpRequest, report: Report, data: object, entry: AuditEntry) -> None:
        moderation.kick(report.code, _person_of(request, report))

    @needs_reason(
        AuditEntry.Kind.CLOSE_ROOM,
        label=gettext_lazy("Close the room for good"),
        warning=CLOSES,
        permission="keep_room",
    )
    @_closes
    def close_room(
        self, request: HttpRequest, report: Report, data: object, entry: AuditEntry
    ) -> None:
        moderation.close(report.code)


def _lines_around(report: Report, room: Room) -> list[Line]:
    """Return the messages and events of the room around the report and its message, oldest first.
    Another room that has got the code of a deleted room has none from that time.
    """
    moments = {report.at, report.written_at or report.at}
    spans = [(moment - AROUND, moment + AROUND) for moment in moments]

    def near(rows: RowsAboutPeople, column: str) -> RowsAboutPeople:
        condition = Q()
        for span in spans:
            condition |= Q(**{f"{column}__range": span})
        return rows.filter(condition, room=room).with_names().order_by("-pk")[:LINES_SHOWN]

    lines = [
        Line(each.written_at, each.name, each.text, each.pk == report.message)
        for each in near(ChatMessage.objects.all(), "written_at")
    ]
    for event in near(RoomEvent.objects.filter(kind__in=SENTENCES), "at"):
        sentence = str(SENTENCES[event.kind]) % {"name": event.name}
        lines.append(Line(event.at, "", sentence))
    return sorted(lines, key=lambda line: line.at)


def _about(person: User, report: Report) -> dict[str, object]:
    """Return what the page of a report shows about the reported person."""
    theirs = [model.objects.filter(user=person).values("room") for model in (Seat, ChatMessage)]
    rooms = Room.objects.filter(Q(pk__in=theirs[0]) | Q(pk__in=theirs[1]) | Q(host=person))
    played = Player.objects.filter(Q(user=person) | Q(left_user=person)).select_related("game")
    return {
        "earlier": person.reports.exclude(pk=report.pk).order_by("-pk")[:ROWS_SHOWN],
        "rooms": rooms.order_by("-pk")[:ROWS_SHOWN],
        "games": [each.game for each in played.order_by("-game__started_at")[:ROWS_SHOWN]],
        "entries": AuditEntry.objects.filter(person=person).select_related("person"),
        "seen": partial(seen, person),
    }
