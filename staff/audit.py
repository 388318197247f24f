"""Staff actions that ask for a reason and write to the audit log."""

from collections.abc import Callable, Collection, Sequence
from functools import wraps
from typing import Any, NamedTuple, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Measure, User
from game.models import Game
from game.refusals import Refused
from rooms.models import Report, Room
from staff.models import AuditEntry

#: By default an action handles at most this many objects in one request.
MOST = 200


class ReasonForm(forms.Form):
    """The form for the reason of an action. ``objects`` are the objects of the action."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "The audit log stores this reason with your name. Staff with permission can read the "
            "log."
        ),
    )

    def __init__(self, data: QueryDict | None, objects: Sequence[models.Model]) -> None:
        super().__init__(data)
        self.objects = objects

    def clean_reason(self) -> str:
        return " ".join(self.cleaned_data["reason"].split())


class Act(NamedTuple):
    """An action on one object, with the cleaned data of its form and its entry in the audit log."""

    request: HttpRequest
    data: dict[str, Any]
    entry: AuditEntry


def needs_reason(
    kind: str,
    *,
    label: Any,
    warning: object,
    permission: str,
    form: type[ReasonForm] = ReasonForm,
    most: int = MOST,
    answer: Callable[[Collection[str]], HttpResponse] | None = None,
) -> Callable[[Callable[..., None]], Any]:
    """Turn ``do(model_admin, object, act)`` into an admin action.

    The action first shows a page that warns about the effects (``warning``) and asks for a reason.
    If ``do`` raises ``Refused`` or ``ValidationError`` for an object, this object does not change,
    and nothing about it is logged. ``do`` may add to the entry, which is saved afterwards.
    ``answer`` makes the answer from the ids of the objects for which ``do`` was successful;
    otherwise the browser goes back to the objects.
    """

    def decorate(do: Callable[..., None]) -> Callable[..., HttpResponse | None]:
        @admin.action(description=label, permissions=[permission])
        @wraps(do)
        def action(
            model_admin: admin.ModelAdmin, request: HttpRequest, chosen: QuerySet[models.Model]
        ) -> HttpResponse | None:
            objects = list(chosen[: most + 1])
            if not 0 < len(objects) <= most:
                sentence = _("The chosen row does not exist any more. Choose another row.")
                if objects:
                    sentence = _("You chose too many rows. The limit is %(most)d.") % {"most": most}
                model_admin.message_user(request, sentence, messages.ERROR)
                return None
            asked = form(request.POST if "reason" in request.POST else None, objects)
            if not asked.is_valid():
                return reason_page(model_admin, request, asked, label, warning)
            ids = []
            for each in objects:
                # Make the entry before the action: afterwards the person may have no name.
                entry = new_entry(request, kind, each, asked.cleaned_data["reason"])
                shown = str(each)
                try:
                    with transaction.atomic():
                        do(model_admin, each, Act(request, asked.cleaned_data, entry))
                        entry.save()
                except (Refused, ValidationError) as refused:
                    why = refused.message if isinstance(refused, Refused) else refused.messages[0]
                    model_admin.message_user(request, f"{shown}: {why}", messages.ERROR)
                    continue
                ids.append(each.pk)
                if not answer:
                    done = _("%(what)s: the action was successful and is in the audit log.")
                    model_admin.message_user(request, done % {"what": shown}, messages.SUCCESS)
            if answer and ids:
                return answer(ids)
            return HttpResponseRedirect(_after(model_admin, request, objects))

        return action

    return decorate


def reason_page(
    model_admin: admin.ModelAdmin,
    request: HttpRequest,
    form: ReasonForm,
    label: Any,
    warning: object,
) -> HttpResponse:
    """Show the page that asks for the reason. Its form goes to the same address as this request,
    so that the filters of a list still choose the rows.
    """
    context = model_admin.admin_site.each_context(request) | {
        "title": label,
        "opts": model_admin.opts,
        "form": form,
        "objects": form.objects,
        "action": request.POST.get("action"),
        # If all rows of a list are selected, the form does not have their ids.
        "across": request.POST.get("select_across") == "1",
        "checkbox": ACTION_CHECKBOX_NAME,
        "warning": warning,
        "back": _after(model_admin, request, form.objects),
    }
    status = 422 if form.is_bound else 200
    return TemplateResponse(request, "admin/staff/reason.html", context, status=status)


def check_may_touch(request: HttpRequest, user: User) -> None:
    """Only superusers may change staff and superusers, and nobody their own account."""
    if user.pk == request.user.pk:
        raise ValidationError(
            _("You can’t use this action on your own account. Ask another superuser.")
        )
    if (user.is_staff or user.is_superuser) and not request.user.is_superuser:
        raise ValidationError(
            _("This person is a member of the staff. Only a superuser can use this action.")
        )


def new_entry(
    request: HttpRequest, kind: str, about: models.Model | None, reason: str
) -> AuditEntry:
    """Return an entry for the audit log. It is not saved."""
    by = cast(User, request.user)
    entry = AuditEntry(by=by, by_name=by.username, kind=kind, reason=reason)
    if isinstance(about, Game):
        entry.game = about.pk
    elif isinstance(about, Room):
        entry.room = about.code
    elif isinstance(about, Report):
        entry.room, entry.person = about.code, about.person
    elif isinstance(about, Measure):
        entry.person = about.user
    elif isinstance(about, User):
        entry.person = about
    return entry


def page_of(model_admin: admin.ModelAdmin, each: models.Model) -> str:
    """Return the address of an object's page."""
    name = f"admin:{model_admin.opts.app_label}_{model_admin.opts.model_name}_change"
    return reverse(name, args=[each.pk])


def _after(
    model_admin: admin.ModelAdmin, request: HttpRequest, objects: Sequence[models.Model]
) -> str:
    """Return where an action leads: to the page of its object, or, for several objects or a deleted
    one, to the list with the filters of this request. Without objects the request adds some.
    """
    if not objects:
        return ".."
    [one, *others] = objects
    if others or not type(one)._base_manager.filter(pk=one.pk).exists():
        return request.get_full_path()
    return page_of(model_admin, one)
