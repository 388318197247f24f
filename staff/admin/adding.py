"""The base class of lists to which the staff add rows by a form that asks for a reason."""

from abc import abstractmethod
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from staff.audit import Act, ReasonForm, new_entry, reason_page
from staff.models import AuditEntry
from staff.read_only_lists import ReadOnlyAdmin


class AddingAdmin(ReadOnlyAdmin):
    """Rows that the staff add and take away. Each change is in the audit log."""

    add_form: type[ReasonForm]
    adds: AuditEntry.Kind
    add_label: Any
    warning: Any

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return request.user.has_perm("accounts.change_user")

    has_keep_permission = has_add_permission

    @abstractmethod
    def add(self, act: Act) -> None:
        """Add what the form says, and note it in the entry. Raise ValidationError to refuse it."""

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: object = None
    ) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = self.add_form(request.POST if request.method == "POST" else None, [])
        if form.is_valid():
            entry = new_entry(request, self.adds, None, form.cleaned_data["reason"])
            try:
                with transaction.atomic():
                    self.add(Act(request, form.cleaned_data, entry))
                    entry.save()
                return HttpResponseRedirect("..")
            except ValidationError as error:
                form.add_error(None, error)
        return reason_page(self, request, form, self.add_label, self.warning)
