"""The public profiles of accounts: who may see them, and the page."""

from collections.abc import Sequence

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import blocks
from accounts.models import User
from accounts.people import change_preferences
from accounts.person_key import person_of
from accounts.preferences import PROFILE
from finished.access import Viewer
from finished.history.statistics import Tally, presets_of
from game.models import Companion, PlayerResult
from game.presentation.rules_text import preset_name
from game.refusal_responses import check_rate
from game.refusals import Refused

#: A school may share one address.
PROFILES_PER_MINUTE = 240
FAVOURITES = 3


def finished_by(user: User) -> QuerySet[Companion]:
    """Return a row for each game that ``user`` has finished, and not left early, with each person
    of the game.
    """
    return Companion.objects.filter(user=user, result__in=PlayerResult.FINISHED)


def met_by(user: User) -> QuerySet[Companion]:
    """Return the rows of ``finished_by`` with people whom ``user`` may find and invite: no block
    separates them.
    """
    no_block = ~blocks.separates(user, "other")
    return finished_by(user).filter(no_block, other__is_active=True)


def open_to(viewer: Viewer, people: Sequence[User]) -> list[User]:
    """Return those of these people whose profile the viewer may see. It takes one query.

    A block shuts only profiles for people met. A public profile is open to visitors without a name,
    so a closed one would only tell of the block.
    """
    accounts = {each.pk for each in people if each.is_active and not each.is_guest}
    met = set[int]()
    if viewer.is_authenticated:
        met = set(met_by(viewer).filter(other__in=people).values_list("other", flat=True))
    groups = {"everybody": accounts, "met": accounts & met, "nobody": ()}
    return [each for each in people if each == viewer or each.pk in groups.get(_choice(each), ())]


def person_for(request: HttpRequest, key: str) -> User:
    """Return the person with this key if the viewer may see the profile.

    Raise ``Refused`` with ``rate_limited``, or with ``no_person``, whatever the cause.
    """
    check_rate(request, "profile", PROFILES_PER_MINUTE, key="ip")
    person = person_of(key)
    if person is None or not open_to(request.user, [person]):
        raise Refused("no_person", "no_profile")
    return person


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest, key: str) -> HttpResponse:
    """The profile of a person. A POST of the person changes who may see it."""
    person = person_for(request, key)
    if request.method == "POST":
        if person != request.user or person.is_guest:
            raise Refused("no_person", "no_profile")
        chosen = request.POST.get(PROFILE.key, "")
        if chosen not in dict(PROFILE.values):
            raise Refused("bad_request")
        change_preferences(person, {PROFILE.key: chosen})
        messages.success(request, _("Your choice is saved."))
        return redirect(request.path)
    presets = presets_of(person)
    context: dict[str, object] = {
        "person": person,
        "is_own": person == request.user,
        "choice": PROFILE._replace(value=_choice(person)),
        "total": sum(presets.values(), Tally()),
        "favourites": [(preset_name(each), presets[each].games) for each in presets][:FAVOURITES],
    }
    viewer = request.user
    # Without the condition of blocks, because the button must not tell of one.
    if viewer.is_authenticated and finished_by(viewer).filter(other=person).exists():
        followed = viewer.follows.filter(followed=person).exists()
        context |= {"has_met": True, "is_followed": followed}
    return render(request, "history/profile.html", context)


def _choice(person: User) -> str:
    return person.preferences.get(PROFILE.key, PROFILE.value)
