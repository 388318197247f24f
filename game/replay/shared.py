"""Shared replays: the people who are present, the leader, and the leader's position.

All of this is stored in rows, so it is the same for every process. A new page, or a process that
missed a notification, reads the rows. When the leader's page has closed, nobody leads until it
reconnects or another page takes the lead.
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
from game.finished_game_access import may_see
from game.live import notifications
from game.models import Game, ReplayViewer
from game.replay.position_address import Place

#: If a page has not renewed its presence for this time, it counts as closed.
SILENT = timedelta(seconds=12)
#: The rows of closed pages are deleted after this time.
DELETED_AFTER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Person:
    """A person who has the replay open, on any number of pages."""

    user_id: int
    name: str
    avatar: str


@dataclass(frozen=True, slots=True)
class SharedReplay:
    """The people who watch the replay of a game. ``leader`` is the leading page, or None."""

    people: tuple[Person, ...]
    leader: ReplayViewer | None


def open_page(game: Game, user: User, tab: str) -> int:
    """Store that a page has opened its socket, perhaps not for the first time.

    Return the id of the page's row.
    """
    now = database_time.now()
    old_pages(now).filter(game=game, leads=False).delete()
    viewing, _new = ReplayViewer.objects.update_or_create(
        game=game, user=user, tab=tab, defaults={"seen_at": now}
    )
    notifications.publish_replay(game.pk)
    return viewing.pk


def close_page(viewing_id: int) -> None:
    """Store that a page was closed. Its presence ends at once."""
    viewing = ReplayViewer.objects.filter(pk=viewing_id).first()
    if viewing:
        ReplayViewer.objects.filter(pk=viewing_id).update(seen_at=database_time.now() - 2 * SILENT)
        notifications.publish_replay(viewing.game_id)


def old_pages(now: datetime) -> QuerySet[ReplayViewer]:
    """The rows of pages that were closed more than a day ago."""
    return ReplayViewer.objects.filter(Q(seen_at=None) | Q(seen_at__lt=now - DELETED_AFTER))


def renew_presence(viewing_ids: Collection[int]) -> None:
    """Renew the presence of these pages."""
    ReplayViewer.objects.filter(pk__in=viewing_ids).update(seen_at=database_time.expression())


def read(game_id: str) -> SharedReplay:
    """The people who are present, in the order of their oldest open pages, and the leader."""
    here = list(
        ReplayViewer.objects.filter(
            game=game_id, seen_at__gte=database_time.now() - SILENT, user__is_active=True
        ).select_related("user")
    )
    people = {each.user_id: Person(each.user_id, each.user.name, each.user.avatar) for each in here}
    return SharedReplay(tuple(people.values()), next((each for each in here if each.leads), None))


@transaction.atomic
def take_lead(viewing_id: int, place: Place) -> None:
    """Make this page the only leader, at position ``place``."""
    game_id = ReplayViewer.objects.values_list("game_id", flat=True).get(pk=viewing_id)
    pages = ReplayViewer.objects.filter(game=game_id)
    # Always lock the rows in the same order, so that two requests can't deadlock. If two pages
    # take the lead at once, the second page gets it.
    list(pages.select_for_update().order_by("pk"))
    pages.filter(leads=True).update(leads=False)
    pages.filter(pk=viewing_id).update(leads=True, move=place.move, eyes=place.eyes)
    notifications.publish_replay(game_id)


def leave_lead(viewing_id: int) -> None:
    """End the lead of this page, if it leads."""
    _change_leader(viewing_id, leads=False)


def show_position(viewing_id: int, place: Place) -> None:
    """Store the position of a page that leads. Positions of other pages are not stored."""
    _change_leader(viewing_id, move=place.move, eyes=place.eyes)


def _change_leader(viewing_id: int, **changes: Any) -> None:
    leading = ReplayViewer.objects.filter(pk=viewing_id, leads=True)
    game_id = leading.values_list("game_id", flat=True).first()
    if game_id and leading.update(**changes):
        notifications.publish_replay(game_id)


def people_and_sessions_with_right(
    game_id: str, people: dict[int, set[str]]
) -> tuple[set[int], set[str]]:
    """The people who may still see the game, and the sessions that are still signed in."""
    game = Game.objects.filter(pk=game_id).first()
    active = User.objects.filter(pk__in=people, is_active=True)
    allowed = {user.pk for user in active if game and may_see(game, user)}
    keys = {key for each in people.values() for key in each}
    sessions = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return allowed, set(sessions.values_list("session_key", flat=True))
