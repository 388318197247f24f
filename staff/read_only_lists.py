"""Base classes and helpers for the lists in the staff pages."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.presentation.options import Text
from staff.audit import page_of

#: A list shows at most this many rows. The staff find older rows by search and filters.
MOST_LISTED = 1000


def minute(at: datetime | None) -> str:
    """Format a time in UTC for the staff pages."""
    return f"{at:%Y-%m-%d %H:%M}" if at else "\u2013"


class CappedPaginator(Paginator):
    """Counts rows only up to ``MOST_LISTED``, because a full count would read all rows."""

    most = MOST_LISTED

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return len(rows.order_by().values_list("pk", flat=True)[:MOST_LISTED])


class When(admin.DateFieldListFilter):
    """Filters by date. The title is the same for all date columns, whatever their names."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.title = _("time")


class FixedFilter(admin.SimpleListFilter):
    """Filters by conditions, which have names for the URL and labels. They are fixed, so that a
    list reads no rows for its choices.
    """

    conditions: dict[str, tuple[Text, Q]]

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(name, str(label)) for name, (label, _condition) in self.conditions.items()]

    def queryset(self, request: HttpRequest, rows: QuerySet[Model]) -> QuerySet[Model]:
        chosen = self.conditions.get(self.value() or "")
        return rows.filter(chosen[1]) if chosen else rows


class CappedAdmin(admin.ModelAdmin):
    """A list that reads few rows and reveals only its own columns."""

    paginator = CappedPaginator
    show_full_result_count = False
    list_per_page = 50
    list_max_show_all = 0
    show_facets = admin.ShowFacets.NEVER

    def lookup_allowed(self, lookup: str, value: object, request: object = None) -> bool:
        """Allow the URL of a list only the columns of the list's filters. Django would allow every
        column, and so let staff find out a seed or a password letter by letter.
        """
        filtered = {
            each[0] if isinstance(each, tuple) else getattr(each, "parameter_name", each)
            for each in self.list_filter
        }
        return lookup.partition("__")[0] in filtered


class ReadOnlyAdmin(CappedAdmin):
    """Rows that staff with the permission may view but not edit. All changes are actions."""

    sortable_by = ()

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission

    @admin.display(description=gettext_lazy("time (UTC)"))
    def when(self, row: Any) -> str:
        return minute(row.at)

    @admin.display(description=gettext_lazy("until (UTC)"))
    def ends(self, row: Any) -> str:
        return minute(row.until)

    def page(self, request: HttpRequest, name: str, title: str, **more: Any) -> HttpResponse:
        """Render the page of an object, with its actions."""
        context = {"title": title, "opts": self.opts, "actions": self.get_actions(request).values()}
        context = self.admin_site.each_context(request) | context | more
        return TemplateResponse(request, f"admin/staff/{name}.html", context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: object = None
    ) -> HttpResponse:
        """Redirect to the object's page, which shows the audit entries about it."""
        return HttpResponseRedirect(page_of(self, self.visible(request, object_id)))

    def visible(self, request: HttpRequest, object_id: str) -> Any:
        """Return the object if the staff member may view it."""
        found = self.get_object(request, object_id)
        if not self.has_view_permission(request, found):
            raise PermissionDenied
        if found is None:
            raise Http404
        return found
