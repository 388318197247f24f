"""Staff actions that ask for a reason and write to the audit log."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from game.models import Game
from game.refusals import Refused
from rooms.models import Room
from staff.models import AuditEntry

#: By default an action handles at most this many objects in one request.
MOST = 200

#: This field marks an action that began on the page of one object. The action returns to that page.
ONE = "one"

#: This field has the search and the filters of the list where an action began. The action returns
#: to that list.
LISTED = "listed"


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

    def __init__(self, *args: Any, objects: Sequence[models.Model] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.objects = objects

    def clean_reason(self) -> str:
        return " ".join(self.cleaned_data["reason"].split())


def needs_reason(
    kind: str,
    *,
    label: Any,
    warning: Any,
    permission: str,
    form: type[ReasonForm] = ReasonForm,
    most: int = MOST,
) -> Callable[[Callable[..., None]], Any]:
    """Turn ``do(model_admin, request, object, cleaned_data, entry)`` into an admin action.

    The action first shows a page that warns about the effects (``warning``) and asks for a reason.
    If ``do`` raises ``Refused`` or ``ValidationError`` for an object, this object does not change,
    and nothing about it is logged. ``do`` may add to the entry, which is saved afterwards.
    """

    def decorate(do: Callable[..., None]) -> Any:
        @admin.action(description=label, permissions=[permission])
        @wraps(do)
        def action(
            model_admin: admin.ModelAdmin, request: HttpRequest, chosen: QuerySet[Any]
        ) -> Any:
            objects = list(chosen[: most + 1])
            if len(objects) > most:
                sentence = _("You chose too many rows. The limit is %(most)d.")
                model_admin.message_user(request, sentence % {"most": most}, messages.ERROR)
                return None
            if not objects:
                model_admin.message_user(
                    request,
                    _("The chosen row does not exist any more. Choose another row."),
                    messages.ERROR,
                )
                return HttpResponseRedirect(_listing(model_admin, request.POST.get(LISTED, "")))
            asked = form(request.POST if "reason" in request.POST else None, objects=objects)
            if not asked.is_valid():
                return reason_page(model_admin, request, asked, do.__name__, label, warning)
            for each in objects:
                _do_one(model_admin, request, each, kind, do, asked.cleaned_data)
            return _back(model_admin, request, objects)

        return action

    return decorate


def reason_page(
    model_admin: admin.ModelAdmin,
    request: HttpRequest,
    form: ReasonForm,
    action: str,
    label: Any,
    warning: Any,
) -> HttpResponse:
    """Show the page that asks for the reason. It has the action, its objects, and the form."""
    # If all rows of a list are selected, the form does not have their ids. It is sent to the
    # address with the search and filters, so that Django finds the rows again.
    across = request.POST.get("select_across") == "1"
    listed = request.POST.get(LISTED, request.GET.urlencode())
    context = model_admin.admin_site.each_context(request) | {
        "across": across,
        "address": request.get_full_path() if across else changelist_of(model_admin),
        "title": label,
        "opts": model_admin.opts,
        "form": form,
        "objects": form.objects,
        "action": action,
        "warning": warning,
        "checkbox": ACTION_CHECKBOX_NAME,
        "one": ONE if ONE in request.POST else "",
        "listed_as": LISTED,
        "listed": listed,
        "back": page_of(model_admin, form.objects[0])
        if ONE in request.POST or not action
        else _listing(model_admin, listed),
    }
    status = 422 if form.is_bound else 200
    return TemplateResponse(request, "admin/staff/reason.html", context, status=status)


def note(request: HttpRequest, kind: str, about: models.Model, reason: str) -> AuditEntry:
    """Add an entry to the audit log."""
    return AuditEntry.objects.create(
        by=request.user,
        by_name=request.user.username,
        kind=kind,
        reason=reason,
        **_names(about),
    )


def note_all(request: HttpRequest, kind: str, games: Sequence[str], reason: str) -> None:
    """Add an entry with the same kind and reason for each of these games."""
    AuditEntry.objects.bulk_create(
        AuditEntry(
            by=request.user, by_name=request.user.username, kind=kind, reason=reason, game=game_id
        )
        for game_id in games
    )


def changelist_of(model_admin: admin.ModelAdmin) -> str:
    """Return the address of a model's list."""
    return reverse(f"admin:{model_admin.opts.app_label}_{model_admin.opts.model_name}_changelist")


def _listing(model_admin: admin.ModelAdmin, listed: str) -> str:
    """Return the address of a model's list with a search and filters."""
    return changelist_of(model_admin) + (f"?{listed}" if listed else "")


def page_of(model_admin: admin.ModelAdmin, each: models.Model) -> str:
    """Return the address of an object's page."""
    name = f"admin:{model_admin.opts.app_label}_{model_admin.opts.model_name}_change"
    return reverse(name, args=[each.pk])


def _names(about: models.Model) -> Mapping[str, Any]:
    if isinstance(about, Game):
        return {"game": about.pk}
    if isinstance(about, Room):
        return {"room": about.code}
    assert isinstance(about, User)
    return {"person_id": about.pk, "person_name": about.name}


def _do_one(
    model_admin: admin.ModelAdmin,
    request: HttpRequest,
    each: models.Model,
    kind: str,
    do: Callable[..., None],
    data: Mapping[str, Any],
) -> None:
    shown = str(each)
    try:
        with transaction.atomic():
            # Add the entry before the action: afterwards the person may have no name.
            entry = note(request, kind, each, data["reason"])
            do(model_admin, request, each, data, entry)
            entry.save()
    except (Refused, ValidationError) as refused:
        sentence = refused.message if isinstance(refused, Refused) else refused.messages[0]
        model_admin.message_user(request, f"{shown}: {sentence}", messages.ERROR)
    else:
        done = _("%(what)s: the action was successful and is in the audit log.") % {"what": shown}
        model_admin.message_user(request, done, messages.SUCCESS)


def _back(
    model_admin: admin.ModelAdmin, request: HttpRequest, objects: Sequence[models.Model]
) -> HttpResponse:
    """Redirect to the page where the action began. If the object no longer exists, redirect to the
    list.
    """
    one = objects[0] if ONE in request.POST and len(objects) == 1 else None
    if one and one.pk and type(one)._base_manager.filter(pk=one.pk).exists():
        return HttpResponseRedirect(page_of(model_admin, one))
    return HttpResponseRedirect(_listing(model_admin, request.POST.get(LISTED, "")))
