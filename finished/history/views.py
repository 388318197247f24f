"""Pages of a person's games and statistics.

Staff with the permission ``game.view_game`` can choose another person with the parameter ``of``.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.view_helpers import whole_number
from finished.access import may_see_all
from finished.history import charts
from finished.history.forms import FilterForm
from finished.history.games import games_of
from finished.history.profile import open_to
from finished.history.rows import rows_of_results
from finished.history.statistics import TREND_WINDOW, statistics_of
from game.presentation.rules_text import preset_name
from game.refusals import Refused


@never_cache
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """The person's games, newest first."""
    whose = _whose(request)
    form = FilterForm(request.GET, whose)
    page = games_of(whose, form.filters, request.GET)
    context = _named(request, whose) | {
        "form": form,
        "page": page,
        "rows": rows_of_results(page.rows),
    }
    return render(request, "history/history.html", context)


@never_cache
@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """The person's statistics."""
    whose = _whose(request)
    found = statistics_of(whose)
    context = _named(request, whose) | {"statistics": found}
    if found.total.games:
        people = list(User.objects.filter(pk__in=[each.person for each in found.people]))
        presets = {preset_name(preset): tally for preset, tally in found.presets.items()}
        context |= {
            "months": dict(reversed(found.months.items())),
            "presets": presets,
            "profiles": {each.pk for each in open_to(request.user, people)},
            "trends": charts.trends(found.total, found.latest),
            "latest_games": min(TREND_WINDOW, len(found.latest)),
            "months_chart": charts.games_by_month(found.months),
            "presets_chart": charts.games_by_preset(presets),
        }
    return render(request, "history/statistics.html", context)


def _whose(request: HttpRequest) -> User:
    """The person whose games the address asks for.

    Raise ``Refused`` with ``no_name`` or ``no_person``.
    """
    user = request.user
    if not user.is_authenticated:
        raise Refused("no_name")
    named = request.GET.get("of")
    if named is None or named == str(user.pk):
        return user
    number = whole_number(named) if may_see_all(user) else None
    person = None if number is None else User.objects.filter(pk=number).first()
    if person is None:
        raise Refused("no_person")
    return person


def _named(request: HttpRequest, whose: User) -> dict[str, object]:
    """The person's values in the context. Links to another person's pages keep ``of``."""
    of = None if whose == request.user else whose.pk
    return {"whose": whose, "of": of, "of_query": f"?of={of}" if of else ""}
