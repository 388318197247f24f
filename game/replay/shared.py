"""A replay that several people watch: who is there, who leads, and where the leader is.

All of it is rows, so that it is the same for every process: a newcomer, or a process that missed a
notification, reads the present. After a leader has left, nobody leads until somebody takes over.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from game import database_time
from game.live import notifications
from game.models import Game, ReplayViewer
from game.replay.address import Place
from game.sharing import may_see

#: A page that was not heard of for so long is not there any more.
SILENT = timedelta(seconds=12)
#: What is left of pages that have gone is forgotten after so long.
FORGOTTEN = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is there, with as many pages as they like."""

    user_id: int
    name: str
    avatar: str


@dataclass(frozen=True, slots=True)
class Company:
    """Who is at the replay of a game. ``leader`` is the page that leads, None where none does."""

    people: tuple[Person, ...]
    leader: ReplayViewer | None


def come(game: Game, user: User, tab: str) -> int:
    """A page has opened its socket, or opened it again; its number."""
    now = database_time.now()
    forgotten(now).filter(game=game, leads=False).delete()
    viewing, _new = ReplayViewer.objects.update_or_create(
        game=game, user=user, tab=tab, defaults={"seen_at": now}
    )
    notifications.publish_replay(game.pk)
    return viewing.pk


def go(viewing_id: int) -> None:
    """A page has gone: from now on it counts as silent, and is forgotten like others that are."""
    viewing = ReplayViewer.objects.filter(pk=viewing_id).first()
    if viewing:
        ReplayViewer.objects.filter(pk=viewing_id).update(seen_at=database_time.now() - 2 * SILENT)
        notifications.publish_replay(viewing.game_id)


def forgotten(now: datetime) -> QuerySet[ReplayViewer]:
    """What is left of pages that went a day ago, or nobody knows when."""
    return ReplayViewer.objects.filter(Q(seen_at=None) | Q(seen_at__lt=now - FORGOTTEN))


def renew_presence(viewing_ids: Collection[int]) -> None:
    """These pages are still there."""
    ReplayViewer.objects.filter(pk__in=viewing_ids).update(seen_at=database_time.told())


def read(game_id: str) -> Company:
    """Who is there now, those first who came first."""
    here = list(
        ReplayViewer.objects.filter(
            game=game_id, seen_at__gte=database_time.now() - SILENT, user__is_active=True
        ).select_related("user")
    )
    people = {each.user_id: Person(each.user_id, each.user.name, each.user.avatar) for each in here}
    return Company(tuple(people.values()), next((each for each in here if each.leads), None))


@transaction.atomic
def take_lead(viewing_id: int, place: Place) -> None:
    """This page leads from now on, and nobody else; it shows ``place``."""
    game_id = ReplayViewer.objects.values_list("game_id", flat=True).get(pk=viewing_id)
    pages = ReplayViewer.objects.filter(game=game_id)
    # All who might lead, in one order: of two who take the lead at once the second has it.
    list(pages.select_for_update().order_by("pk"))
    pages.filter(leads=True).update(leads=False)
    pages.filter(pk=viewing_id).update(leads=True, move=place.move, eyes=place.eyes)
    notifications.publish_replay(game_id)


def leave_lead(viewing_id: int) -> None:
    """This page leads no more, if it did."""
    _change_leader(viewing_id, leads=False)


def show(viewing_id: int, place: Place) -> None:
    """A page is elsewhere now; of interest only if it leads."""
    _change_leader(viewing_id, move=place.move, eyes=place.eyes)


def _change_leader(viewing_id: int, **changes: Any) -> None:
    leading = ReplayViewer.objects.filter(pk=viewing_id, leads=True)
    game_id = leading.values_list("game_id", flat=True).first()
    if game_id and leading.update(**changes):
        notifications.publish_replay(game_id)


def still_allowed(game_id: str, people: dict[int, set[str]]) -> tuple[set[int], set[str]]:
    """Of some people those who may still see a game, and of their sessions those that still are."""
    game = Game.objects.filter(pk=game_id).first()
    active = User.objects.filter(pk__in=people, is_active=True)
    allowed = {user.pk for user in active if game and may_see(game, user)}
    keys = {key for each in people.values() for key in each}
    sessions = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return allowed, set(sessions.values_list("session_key", flat=True))
