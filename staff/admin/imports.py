"""Staff pages of imported and refused records."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.models import Import
from staff.read_only_lists import FixedFilter, ReadOnlyAdmin, When

#: The page of a refused file shows at most this number of its bytes.
SHOWN = 4000


class OutcomeFilter(FixedFilter):
    """Filters by result: imported or refused."""

    title = gettext_lazy("outcome")
    parameter_name = "outcome"
    conditions = {
        "refused": (gettext_lazy("refused"), ~Q(code="")),
        "good": (gettext_lazy("imported"), Q(code="")),
    }


@admin.register(Import)
class ImportAdmin(ReadOnlyAdmin):
    """The imported and the refused records. A refused record has a code and a sentence."""

    list_display = ["file_name", "verdict", "what_is_wrong", "who", "when"]
    list_filter = [OutcomeFilter, ("at", When)]
    ordering = ["-at", "-pk"]
    search_fields = ["file_name", "code", "sentence", "user__name"]
    search_help_text = gettext_lazy("Search for a file name, a verdict, a problem or a person.")
    readonly_fields = (*"file_name verdict what_is_wrong who when size digest beginning".split(),)
    fields = readonly_fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Import]:
        return super().get_queryset(request).select_related("user").defer("refused")

    @admin.display(description=gettext_lazy("verdict"))
    def verdict(self, attempt: Import) -> str:
        if attempt.game_id:
            address = reverse("admin:game_game_change", args=[attempt.game_id])
            return format_html(
                '<a class="state-good" href="{}">{}</a>', address, _("the imported game")
            )
        return format_html('<span class="state-bad">{}</span>', attempt.code)

    @admin.display(description=gettext_lazy("problem"))
    def what_is_wrong(self, attempt: Import) -> str:
        return attempt.sentence or "\u2013"

    @admin.display(description=gettext_lazy("imported by"))
    def who(self, attempt: Import) -> str:
        return attempt.user.name if attempt.user else _("the command line")

    @admin.display(description=gettext_lazy("beginning of the file"))
    def beginning(self, attempt: Import) -> str:
        if attempt.refused is None:
            return _("The record is stored with the game.")
        text = bytes(attempt.refused[:SHOWN]).decode("utf-8", "replace")
        return format_html('<pre tabindex="0" class="file">{}</pre>', text)
