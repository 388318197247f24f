"""Staff pages of reports: the queue, the page of a report, and the ways to deal with it."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial, reduce, wraps
from operator import attrgetter, or_
from textwrap import shorten
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from finished.access import Viewer
from game.models import Player
from rooms import reporting
from rooms.actions import moderation
from rooms.actions.chat import REACTIONS
from rooms.models import ChatMessage, Report, Room, RoomEvent, Seat
from rooms.models.people import RowsAboutPeople
from rooms.room_event_text import SENTENCES
from staff.admin.addresses import block_action, seen
from staff.admin.measures import about, measure_actions
from staff.admin.rooms import BANS, CLOSES
from staff.audit import Act, ReasonForm, check_may_touch, needs_reason
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
    """A message, a reaction or an event of the room. The first two have a person's ``name``."""

    at: datetime
    name: str
    text: str
    user_id: int | None = None
    is_reported: bool = False


class AlsoForm(forms.Form):
    """Shows the other open reports about the person, and asks which of them are dealt with, too.
    Those that nobody has read stay open.
    """

    also = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Also close these reports about the person"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: QueryDict | None, reports: Sequence[Report]) -> None:
        super().__init__(data, reports)  # type: ignore[arg-type]
        [report, *more] = reports
        rows = Report.objects.filter(person=report.person_id).exclude(pk=report.pk).order_by("-pk")
        if not data:  # Later, a report that somebody has closed meanwhile stays a choice.
            rows = rows.filter(closed_at=None)
        if more or not report.person_id or not rows:
            del self.fields["also"]
            return
        self.fields["also"].choices = [(each.pk, _whole(each)) for each in rows]  # type: ignore[attr-defined]
        same = rows.filter(subject=report.subject, message=report.message, code=report.code)
        self.fields["also"].initial = list(same.values_list("pk", flat=True))


def _whole(report: Report) -> str:
    """Return all that a report says."""
    about = [report.get_subject_display(), report.get_reason_display(), report.text, report.line]
    when = ", ".join(filter(None, [minute(report.at), report.code]))
    return f"{when}: {'; '.join(filter(None, map(str, about)))}"


def _closes(
    kind: str, *, form: type[ReasonForm] = ReasonForm, **said: Any
) -> Callable[[Callable[..., None]], Any]:
    """Make an action, as ``needs_reason`` does, that also closes the report and the others that the
    form names.
    """

    def decorate(do: Callable[..., None]) -> Any:
        @wraps(do)
        def action(self: object, report: Report, act: Act) -> None:
            also = act.data.get("also", [])
            numbers = shorten(", ".join(map(str, [report.pk, *also])), 80, placeholder=" …")
            act.entry.detail = _("report %(numbers)s") % {"numbers": numbers}
            if report.person:
                check_may_touch(act.request, report.person)
            # Rooms and people are locked before reports, as when a person is deleted.
            do(self, report, act)
            if not reporting.close(report, also):
                raise ValidationError(_("This report was closed before."))

        both: Any = type(form.__name__, (AlsoForm, form), {})
        return needs_reason(kind, form=both, **said)(action)

    return decorate


def _person_of(report: Report) -> User:
    """Return the reported person. Raise ValidationError if the account is deleted."""
    if report.person is None:
        raise ValidationError(_("The account of this person is deleted."))
    return report.person


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
        *measure_actions("keep_person", _person_of, partial(_closes, most=1)),
        block_action("keep_person", attrgetter("person"), _closes),
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
        # Nobody deals with reports about themselves, or reads them.
        reports = Report.objects.exclude(person=request.user.pk)
        reports = reports.select_related("person", "reporter")
        return reports.annotate(open_reports=Subquery(number, output_field=IntegerField()))

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
        room = Room.objects.filter(code=report.code).first()
        actions = self.get_actions(request)
        for name in () if report.code else ("ban", "close_room"):
            actions.pop(name, None)  # The report comes from a profile.
        context: dict[str, Any] = {
            "report": report,
            "room": room,
            "lines": _lines_around(report, room) if room else [],
            "times": self.times(report),
            "following": self.get_queryset(request)
            .filter(closed_at=None)
            .exclude(pk=report.pk)
            .order_by(*self.ordering)
            .first(),
            "by_reporter": report.reporter
            and Report.objects.filter(reporter=report.reporter).count(),
            "actions": actions.values(),
        }
        if report.person:
            context |= _about(report.person, request.user)
        title = _("Report about %(name)s") % {"name": report.name}
        return self.page(request, "report", title, **context)

    # Actions

    @_closes(
        AuditEntry.Kind.DISMISS,
        label=gettext_lazy("Dismiss"),
        warning=gettext_lazy(
            "Nothing happens to the person. The reporter reads that the report was dealt with."
        ),
        permission="keep",
    )
    def dismiss(self, report: Report, act: Act) -> None:
        """Do nothing else."""

    @_closes(
        AuditEntry.Kind.REMOVE,
        label=gettext_lazy("Ban the person from the room"),
        warning=BANS,
        permission="keep_room",
    )
    def ban(self, report: Report, act: Act) -> None:
        moderation.kick(report.code, _person_of(report))

    @_closes(
        AuditEntry.Kind.CLOSE_ROOM,
        label=gettext_lazy("Close the room for good"),
        warning=CLOSES,
        permission="keep_room",
    )
    def close_room(self, report: Report, act: Act) -> None:
        moderation.close(report.code)


def _lines_around(report: Report, room: Room) -> list[Line]:
    """Return the messages, reactions and events of the room around the report and its message,
    oldest first. Another room that has got the code of a deleted room has none from that time.
    """
    moments = {report.at, report.written_at or report.at}
    spans = [(moment - AROUND, moment + AROUND) for moment in moments]

    def within(column: str) -> Q:
        return reduce(or_, (Q(**{f"{column}__range": span}) for span in spans))

    def near(rows: RowsAboutPeople, column: str) -> RowsAboutPeople:
        return rows.filter(within(column), room=room).with_names().order_by("-pk")[:LINES_SHOWN]

    lines = [
        Line(each.written_at, each.name, each.text, each.user_id, each.pk == report.message)
        for each in near(ChatMessage.objects.all(), "written_at")
    ]
    # A seat keeps only the latest reaction.
    for seat in room.seats.filter(within("reacted_at")):
        if seat.reacted_at:
            words = str(REACTIONS.get(seat.reaction, seat.reaction))
            lines.append(Line(seat.reacted_at, seat.name, words, seat.user_id))
    for event in near(RoomEvent.objects.filter(kind__in=SENTENCES), "at"):
        sentence = str(SENTENCES[event.kind]) % {"name": event.name}
        lines.append(Line(event.at, "", sentence))
    return sorted(lines, key=lambda line: line.at)


def _about(person: User, viewer: Viewer) -> dict[str, object]:
    """Return what the page of a report shows about the reported person."""
    theirs = [model.objects.filter(user=person).values("room") for model in (Seat, ChatMessage)]
    rooms = Room.objects.filter(Q(pk__in=theirs[0]) | Q(pk__in=theirs[1]) | Q(host=person))
    played = Player.objects.filter(Q(user=person) | Q(left_user=person)).select_related("game")
    return {
        "rooms": rooms.order_by("-pk")[:ROWS_SHOWN],
        "games": [each.game for each in played.order_by("-game__started_at")[:ROWS_SHOWN]],
        "seen": partial(seen, person),
    } | about(person, viewer)
