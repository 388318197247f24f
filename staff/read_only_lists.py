"""Base classes and helpers for the lists in the staff pages."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db import models
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _

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
        return len(self.object_list.order_by().values_list("pk", flat=True)[:MOST_LISTED])


class When(admin.DateFieldListFilter):
    """Filters by date. The title is the same for all date columns, whatever their names."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.title = _("time")


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that staff with the permission may view but not edit. All changes are actions."""

    paginator = CappedPaginator
    show_full_result_count = False
    list_per_page = 50
    list_max_show_all = 0
    show_facets = admin.ShowFacets.NEVER

    #: The URL of a list may use only these lookups and the list's filters. Django would allow
    #: lookups on every column, and so let staff find out a seed or a hand letter by letter.
    open_lookups: frozenset[str] = frozenset()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: Any = None) -> bool:
        own = {getattr(each, "parameter_name", None) for each in self.list_filter}
        return lookup in self.open_lookups | own

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        title = {"title": capfirst(self.opts.verbose_name_plural)}
        return super().changelist_view(request, title | (extra_context or {}))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> Any:
        return super().change_view(
            request,
            object_id,
            form_url,
            {"show_close": True, "show_save": False, **(extra_context or {})},
        )
