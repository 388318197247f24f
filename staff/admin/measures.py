"""Staff pages of measures: the forms with the words for the person, and the queue of appeals."""

from datetime import timedelta

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import measures
from accounts.models import LONGEST_TOLD, Measure, User
from rooms.actions import suspend_rename_delete
from staff.audit import ReasonForm, check_may_touch, needs_reason
from staff.models import AuditEntry
from staff.read_only_lists import FixedFilter, ReadOnlyAdmin, minute

WARNS = gettext_lazy("The person must read your words before the next page. Nothing else happens.")
MUTES = gettext_lazy(
    "The person’s messages and reactions are refused at all tables. The person can play, and reads "
    "your words before the next page."
)
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
    """The reason, and the answer to an appeal."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.fields["told"].help_text = _("The person reads these words as your answer.")


def take(user: User, kind: Measure.Kind, data: dict[str, str], entry: AuditEntry) -> None:
    """Store a measure with the words and the time of a form, and note the time in the audit log."""
    days = int(data.get("days") or 0)
    until = timezone.now() + timedelta(days=days) if days else None
    measures.take(user, kind, data["told"], until)
    if until:
        ends = _("until %(time)s UTC") % {"time": minute(until)}
        entry.detail = f"{entry.detail}, {ends}" if entry.detail else ends


class StateFilter(FixedFilter):
    """Filters measures by state."""

    title = gettext_lazy("state")
    parameter_name = "state"
    conditions = {
        "appeal": (
            gettext_lazy("appeal without an answer"),
            ~Q(appeal="") & Q(answer="", ended_at=None),
        ),
        "force": (gettext_lazy("in force"), Q(ended_at=None)),
        "ended": (gettext_lazy("ended"), Q(ended_at__isnull=False)),
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

    def has_keep_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.change_user")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Measure]:
        return super().get_queryset(request).select_related("user")

    @admin.display(description=gettext_lazy("time (UTC)"))
    def when(self, measure: Measure) -> str:
        return minute(measure.at)

    @admin.display(description=gettext_lazy("until (UTC)"))
    def ends(self, measure: Measure) -> str:
        return minute(measure.until)

    @admin.display(description=gettext_lazy("state"))
    def state(self, measure: Measure) -> str:
        if measure.ended_at:
            return _("ended")
        if measure.appeal and not measure.answer:
            return _("appeal without an answer")
        return _("in force")

    @needs_reason(
        AuditEntry.Kind.LIFT,
        label=gettext_lazy("End the measure"),
        warning=gettext_lazy("The measure ends at once, and the person reads your words."),
        permission="keep",
        form=AnswerForm,
    )
    def end(
        self, request: HttpRequest, measure: Measure, data: dict[str, str], entry: AuditEntry
    ) -> None:
        check_may_touch(request, measure.user)
        if not measures.end(measure, data["told"]):
            raise ValidationError(_("This measure was ended before."))
        if measure.kind == Measure.Kind.SUSPENSION:
            suspend_rename_delete.readmit(measure.user)

    @needs_reason(
        AuditEntry.Kind.KEEP,
        label=gettext_lazy("Reject the appeal"),
        warning=gettext_lazy("The measure stays, and the person reads your words."),
        permission="keep",
        form=AnswerForm,
    )
    def keep(
        self, request: HttpRequest, measure: Measure, data: dict[str, str], entry: AuditEntry
    ) -> None:
        check_may_touch(request, measure.user)
        if not measures.keep(measure, data["told"]):
            raise ValidationError(_("There is no appeal that waits for an answer."))
