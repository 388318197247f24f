"""The staff page of the audit log."""

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy

from staff.models import AuditEntry
from staff.read_only_lists import ReadOnlyAdmin, When


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """The audit log. Each entry has the staff member, the action, its object, and the reason."""

    list_display = ("when", "by_name", "kind", "about", "reason", "detail")
    list_select_related = ["person"]
    list_filter = ["kind", ("at", When)]
    search_fields = ["by_name", "reason", "person__name", "room__iexact", "game__startswith"]
    search_help_text = gettext_lazy(
        "Search for a staff member, a reason, a person, a room code or the start of a game’s id."
    )
    fields = list_display
    readonly_fields = list_display

    @admin.display(description=gettext_lazy("object"))
    def about(self, entry: AuditEntry) -> str:
        if entry.game:
            address = reverse("admin:game_game_change", args=[entry.game])
            return format_html('<a href="{}">{}</a>', address, entry.game[:8])
        person = entry.person.name if entry.person else ""
        return ", ".join(filter(None, [person, entry.room])) or "\u2013"
