"""Shared replays: the people who are present, the leader, and the leader's position.

All of this is stored in rows, so it is the same for every process. A new page, or a process that
missed a notification, reads the rows. When the leader's page has closed, nobody leads until it
reconnects or another page takes the lead.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from accounts.models import User
from finished.access import may_see
from finished.replay.replay import Place
from game import database_time
from game.models import Game, ReplayViewer
from game.presence import away_after, renew
from live import notifications
from live.consumer import NO_SESSION, NOTHING_HERE, Connection, valid_sessions


@dataclass(eq=False, kw_only=True)
class ReplayConnection(Connection):
    """The socket of a page that shows a replay, with the id of the page's row."""

    game_id: str
    viewing_id: int


def open_page(game: Game, user: User, tab: str) -> int:
    """Store that a page has opened its socket, perhaps not for the first time.

    Return the id of the page's row.
    """
    viewing, _new = ReplayViewer.objects.update_or_create(
        game=game, user=user, tab=tab, defaults={"last_seen": database_time.now()}
    )
    notifications.publish_replay(game.pk)
    return viewing.pk


def close_page(viewing_id: int) -> None:
    """Store that a page was closed. Its presence ends at once."""
    viewing = ReplayViewer.objects.filter(pk=viewing_id)
    game_id = viewing.values_list("game_id", flat=True).first()
    if game_id and viewing.update(last_seen=database_time.now() - 2 * away_after()):
        notifications.publish_replay(game_id)


def read(game_id: str) -> tuple[list[User], ReplayViewer | None]:
    """The people who are present, in the order of their oldest open pages, and the leading page, or
    None.
    """
    here = list(
        ReplayViewer.objects.filter(
            game=game_id, last_seen__gte=database_time.now() - away_after(), user__is_active=True
        ).select_related("user")
    )
    people = list(dict.fromkeys(each.user for each in here))
    return people, next((each for each in here if each.leads), None)


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


def change_lead(viewing_id: int, **changes: int | None) -> None:
    """Change the position of a page that leads, or end its lead. Other pages have no effect."""
    leading = ReplayViewer.objects.filter(pk=viewing_id, leads=True)
    game_id = leading.values_list("game_id", flat=True).first()
    if game_id and leading.update(**changes):
        notifications.publish_replay(game_id)


def renew_presence(game_id: str, pages: Sequence[ReplayConnection]) -> list[int | None]:
    """Renew the presence of these pages. Return for each page its close code, if the person has
    signed out or may no longer see the game.
    """
    game = Game.objects.filter(pk=game_id).first()
    active = User.objects.filter(pk__in={page.user_id for page in pages}, is_active=True)
    allowed = {user.pk for user in active if game and may_see(game, user)}
    sessions = valid_sessions({page.session_key for page in pages if page.session_key})

    def code(page: ReplayConnection) -> int | None:
        if page.session_key and page.session_key not in sessions:
            return NO_SESSION
        return None if page.user_id in allowed else NOTHING_HERE

    codes = [code(page) for page in pages]
    here = [page.viewing_id for page, code in zip(pages, codes, strict=True) if not code]
    renew(ReplayViewer.objects.filter(pk__in=here))
    return codes
