"""Staff pages of measures: the actions that take one, and the queue of appeals."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import measures
from accounts.avatars import AVATARS
from accounts.models import LONGEST_TOLD, Measure, User
from finished.access import Viewer
from game.presentation.options import Text
from rooms.actions import suspend_rename_delete
from rooms.models import Report
from staff.audit import Act, ReasonForm, check_may_touch, needs_reason
from staff.models import AuditEntry
from staff.read_only_lists import FixedFilter, ReadOnlyAdmin, minute

DAYS = [
    ("1", gettext_lazy("1 day")),
    ("3", gettext_lazy("3 days")),
    ("7", gettext_lazy("1 week")),
    ("30", gettext_lazy("30 days")),
    ("", gettext_lazy("without an end")),
]


class ToldForm(ReasonForm):
    """The reason, and the words for the person."""

    told = forms.CharField(
        label=gettext_lazy("For the person"),
        max_length=LONGEST_TOLD,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("The person reads these words, and can appeal once."),
    )

    field_order = ["told", "reason"]


class TimedForm(ToldForm):
    """The same, and a time."""

    days = forms.ChoiceField(
        label=gettext_lazy("For how long"), choices=DAYS, initial="3", required=False
    )

    field_order = ["days", "told", "reason"]


class AnswerForm(ToldForm):
    """The reason, the answer to an appeal, and the measure as the page ``shown`` to the staff."""

    shown = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None, objects: Sequence[Measure]) -> None:
        super().__init__(data, objects)
        self.fields["told"].help_text = _("The person reads these words as your answer.")
        if objects[0].appeal:
            self.fields["told"].label = _("Answer to “%(text)s”") % {"text": objects[0].appeal}
        self.fields["shown"].initial = objects[0].shown


def _check_unchanged(measure: Measure, act: Act) -> None:
    """Raise ValidationError if this staff member may not act on the person, or if somebody else has
    ended the measure, or answered, since the page was shown. The person stays locked.
    """
    check_may_touch(act.request, measure.user)
    User.objects.lock_existing([measure.user_id])
    measure.refresh_from_db()
    if measure.shown != act.data["shown"]:
        raise ValidationError(_("Somebody else has dealt with this measure meanwhile."))


class NoteForm(ReasonForm):
    """The text of a note."""

    reason = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("The staff read it with your name, and nobody can change it."),
    )


class Way(NamedTuple):
    """A way to deal with a person: a measure, which ``act`` may carry out, or a note, which is only
    an entry of the audit log. ``act`` may return a detail for the log.
    """

    kind: Measure.Kind | None
    noted: AuditEntry.Kind
    label: Text
    warning: Text
    form: type[ReasonForm] = ToldForm
    act: Callable[[User], str | None] = lambda _user: None


def _reset_name(user: User) -> str:
    before, title = user.name, dict(AVATARS).get(user.avatar, AVATARS[0][1])
    suspend_rename_delete.rename(user, str(title))
    user.name_is_invented = True
    user.save(update_fields=["name_is_invented"])
    return f"{before} → {user.name}"


#: What the pages of a person and of a report offer, by the names of the actions.
WAYS = {
    "note": Way(
        None,
        AuditEntry.Kind.NOTE,
        gettext_lazy("Add a note about the person"),
        gettext_lazy("Nothing happens to the person, who can’t read the note."),
        NoteForm,
    ),
    "warn": Way(
        Measure.Kind.WARNING,
        AuditEntry.Kind.WARN,
        gettext_lazy("Warn the person"),
        gettext_lazy("The person must read your words before the next page. Nothing else happens."),
    ),
    "reset_name": Way(
        Measure.Kind.NAME,
        AuditEntry.Kind.RENAME,
        gettext_lazy("Reset the name"),
        gettext_lazy(
            "The title of the person’s picture replaces the name at once: at tables, in messages "
            "and in finished games. The person reads your words and is asked for another name."
        ),
        act=_reset_name,
    ),
    "mute": Way(
        Measure.Kind.MUTE,
        AuditEntry.Kind.MUTE,
        gettext_lazy("Mute the person everywhere"),
        gettext_lazy(
            "The person’s messages, reactions and new names are refused at all tables. The person "
            "can play, and reads your words before the next page."
        ),
        TimedForm,
    ),
    "suspend": Way(
        Measure.Kind.SUSPENSION,
        AuditEntry.Kind.SUSPEND,
        gettext_lazy("Suspend the person"),
        gettext_lazy(
            "The person leaves every table (in a running game a bot takes the seat), is "
            "disconnected at once and can’t sign in until the suspension ends or somebody lifts it."
        ),
        TimedForm,
        suspend_rename_delete.suspend,
    ),
}


def measure_actions(
    permission: str,
    person_of: Callable[[Any], User] = lambda person: person,
    decorate: Callable[..., Any] = needs_reason,
) -> list[Callable[..., Any]]:
    """Return an admin action for each of ``WAYS``. ``person_of`` gives the person of a row, and
    ``decorate`` makes the actions of measures, as ``needs_reason`` does.
    """

    def action(name: str, way: Way) -> Callable[..., Any]:
        def take(_admin: object, row: Model, act: Act) -> None:
            user, data, entry = person_of(row), act.data, act.entry
            check_may_touch(act.request, user)
            name_then, done = user.name, way.act(user)
            days = int(data.get("days") or 0)
            until = timezone.now() + timedelta(days=days) if days else None
            if way.kind:
                measures.take(user, way.kind, data["told"], until, name_then)
            ends = _("until %(time)s UTC") % {"time": minute(until)} if until else ""
            entry.detail = ", ".join(filter(None, [entry.detail, done, ends]))

        take.__name__ = name
        said = {"label": way.label, "warning": way.warning, "form": way.form}
        make: Any = decorate if way.kind else needs_reason
        return make(way.noted, permission=permission, **said)(take)

    return [action(*each) for each in WAYS.items()]


REPORTS_SHOWN = 20


def about(person: User, viewer: Viewer) -> dict[str, object]:
    """Return what the pages of a person and of a report show of the staff's work, and the reports
    about and by the person. Nobody reads reports about themselves.
    """
    entries = AuditEntry.objects.filter(person=person).select_related("person")
    notes = entries.filter(kind=AuditEntry.Kind.NOTE)
    by = Report.objects.filter(reporter=person).exclude(person=viewer.pk)
    return {
        "entries": entries,
        "notes": notes,
        "measures": person.measures.order_by("-pk"),
        "may_read_reports": viewer.has_perm("rooms.view_report")
        or viewer.has_perm("rooms.change_report"),
        "reports_about": person.reports.order_by("-pk")[:REPORTS_SHOWN],
        "reports_by": by.order_by("-pk")[:REPORTS_SHOWN],
    }


class StateFilter(FixedFilter):
    """Filters measures by state."""

    title = gettext_lazy("state")
    parameter_name = "state"
    conditions = {
        "appeal": (gettext_lazy("appeal without an answer"), measures.UNANSWERED),
        "force": (gettext_lazy("in force"), measures.IN_FORCE),
        "ended": (gettext_lazy("ended"), ~measures.IN_FORCE),
    }


@admin.register(Measure)
class MeasureAdmin(ReadOnlyAdmin):
    """The list of measures, with the appeals that have no answer first."""

    list_display = ["when", "user", "kind", "ends", "appeal", "state"]
    list_filter = [StateFilter, "kind"]
    list_select_related = ["user"]
    ordering = ["-pk"]
    search_fields = ["user__username", "user__name"]
    search_help_text = gettext_lazy("Search for a user name or a name.")
    fields = ("when", "user", "kind", "told", "ends", "appeal", "answer", "state")
    readonly_fields = fields
    actions = ["end", "keep"]
    change_form_template = "admin/staff/person.html"

    def has_keep_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.change_user")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Measure]:
        return super().get_queryset(request).select_related("user")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: object = None
    ) -> HttpResponse:
        measure: Measure = self.visible(request, object_id)
        offered = {"end": measure.ended_at is None, "keep": measure.appeal and not measure.answer}
        actions = self.get_actions(request).items()
        context: dict[str, object] = {
            "actions": [action for name, action in actions if offered.get(name)],
            "about_person": measure.user,
        }
        return super().change_view(request, object_id, form_url, context)

    @admin.display(description=gettext_lazy("state"))
    def state(self, measure: Measure) -> str:
        if measure.appeal and not measure.answer:
            return _("appeal without an answer")
        return _("ended") if measure.is_over else _("in force")

    @needs_reason(
        AuditEntry.Kind.LIFT,
        label=gettext_lazy("End the measure"),
        warning=gettext_lazy("The measure ends at once, and the person reads your words."),
        permission="keep",
        form=AnswerForm,
        most=1,
    )
    def end(self, measure: Measure, act: Act) -> None:
        _check_unchanged(measure, act)
        if not measures.end(measure, act.data["told"]):
            raise ValidationError(_("This measure was ended before."))
        if measure.kind == Measure.Kind.SUSPENSION:
            suspend_rename_delete.readmit(measure.user)

    @needs_reason(
        AuditEntry.Kind.KEEP,
        label=gettext_lazy("Answer the appeal"),
        warning=gettext_lazy("The measure stays as it is, and the person reads your words."),
        permission="keep",
        form=AnswerForm,
        most=1,
    )
    def keep(self, measure: Measure, act: Act) -> None:
        _check_unchanged(measure, act)
        if not measures.keep(measure, act.data["told"]):
            raise ValidationError(_("There is no appeal that waits for an answer."))
