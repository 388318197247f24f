"""Retention: abandons deserted games, and deletes idle rooms, idle guests and other old rows, once
a day.

A run handles at most ``MOST`` rows of each kind. Each game, room or guest has its
own transaction, which checks again that it is still due. So a run can work while the site is up,
stop at any time, and start again.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import AddressBlock, UsedAddress, User
from game import database_time, play
from game.models import DueWork, Game, Import, Move, Player, ReplayViewer, Share
from game.refusals import Refused
from rooms.actions import playing, suspend_rename_delete
from rooms.actions.invitations import REST
from rooms.actions.locked import locked_room
from rooms.models import (
    ChatMessage,
    IdempotencyKey,
    Invitation,
    Report,
    Room,
    RoomEvent,
    RoomSpectator,
    SavedRules,
    Seat,
    SeriesGame,
)
from rooms.regulars import INVITATION_KEPT

logger = logging.getLogger(__name__)

EVERY = timedelta(days=1)
GAME_IDLE = timedelta(days=7)
IDLE = timedelta(days=30)
#: A closed report is kept for this time, because it may explain a later report.
REPORT_KEPT = timedelta(days=180)
#: A page with a replay was closed before this time.
REPLAY_IDLE = timedelta(days=1)

#: A run handles at most this many rows of each kind.
MOST = 10_000

#: A function that is called again and again during a run. If it returns True, the run ends and
#: leaves the remaining rows to a later run.
Stopped = Callable[[], bool]


def never() -> bool:
    return False


def run(_work: DueWork, stopped: Stopped) -> datetime:
    """Handle all kinds of rows. Return when the next run is due: now, if ``stopped`` ended it."""
    started = database_time.now()
    logger.info("Old rows were removed: %s", dict(prune(stopped)))
    return started if stopped() else started + EVERY


def prune(stopped: Stopped = never) -> Iterator[tuple[str, int]]:
    """Handle all kinds of rows. Yield the name of each kind, and how many rows were still due."""
    for name, rows, handle in KINDS:
        if stopped():
            return
        due, done, at_once = rows(timezone.now()), 0, 1 if handle else 500
        keys = list(due.order_by("pk").values_list("pk", flat=True)[:MOST])
        for first in range(0, len(keys), at_once):
            if stopped():
                break
            # For example, the room was deleted meanwhile.
            with suppress(Refused), transaction.atomic():
                some = keys[first : first + at_once]
                done += handle(*some) if handle else due.filter(pk__in=some).delete()[0]
        yield name, done


def deserted_games(now: datetime) -> QuerySet[Game]:
    """Return running games in which nobody has been present for a week."""
    since = now - GAME_IDLE
    at_table = Q(room__game=OuterRef("pk"), last_seen__gte=since)
    return Game.objects.filter(
        ~_any(Seat, at_table, user__isnull=False),
        ~_any(RoomSpectator, at_table),
        ~_any(Move, game=OuterRef("pk"), mover=Move.Mover.PERSON, made_at__gte=since),
        status=Game.Status.RUNNING,
        started_at__lt=since,
    )


def idle_rooms(now: datetime) -> QuerySet[Room]:
    """Return rooms that nobody has used for a month."""
    since, here = now - IDLE, Q(room=OuterRef("pk"))
    latest_games = Q(game__started_at__gte=since) | Q(game__finished_at__gte=since)
    return Room.objects.filter(
        ~Q(game__status=Game.Status.RUNNING),
        ~_any(Seat, here & (Q(last_seen__gte=since) | Q(joined_at__gte=since))),
        ~_any(RoomSpectator, here, last_seen__gte=since),
        ~_any(ChatMessage, here, written_at__gte=since),
        ~_any(RoomEvent, here, kind__in=RoomEvent.SETTINGS, at__gte=since),
        ~_any(SeriesGame, here & latest_games),
        Q(closed_at=None) | Q(closed_at__lt=since),
        created_at__lt=since,
    )


def idle_guests(now: datetime) -> QuerySet[User]:
    """Return guests who have not come for a month, have never played, are not spectators, and have
    left nothing behind: no seat, room, saved rules, recent message, shared game or import.
    """
    since, theirs = now - IDLE, Q(user=OuterRef("pk"))
    return User.objects.filter(
        ~_any(Player, theirs | Q(left_user=OuterRef("pk"))),
        ~_any(Seat, theirs),
        ~_any(RoomSpectator, theirs),
        ~_any(Room, host=OuterRef("pk")),
        ~_any(SavedRules, theirs),
        ~_any(ChatMessage, theirs, written_at__gte=since),
        ~_any(Share, theirs),
        ~_any(Import, theirs),
        Q(last_login=None) | Q(last_login__lt=since),
        is_guest=True,
        date_joined__lt=since,
    )


def _any(model: type[Model], *conditions: Q, **more: object) -> Exists:
    return Exists(model._default_manager.filter(*conditions, **more))


def abandon_game(game_id: str) -> bool:
    """Abandon a game if it is deserted."""
    code = Room.objects.filter(game_id=game_id).values_list("code", flat=True).first()
    with locked_room(code) if code else nullcontext() as room:
        # Lock the game first, so that nobody can move between the check and the end.
        Game.objects.select_for_update().filter(pk=game_id).first()
        deserted = deserted_games(timezone.now()).filter(pk=game_id).exists()
        if (room and room.game_id != game_id) or not deserted:
            return False
        if room:
            playing.abandon_game(room)
        else:
            play.abandon(game_id)
        return True


def remove_room(room_id: int) -> bool:
    """Delete a room with its messages if it is idle. Its games stay."""
    Room.objects.select_for_update().filter(pk=room_id).first()
    return bool(idle_rooms(timezone.now()).filter(pk=room_id).delete()[0])


def remove_guest(user_id: int) -> bool:
    """Delete a guest who is idle."""
    User.objects.select_for_update().filter(pk=user_id).first()
    guest = idle_guests(timezone.now()).filter(pk=user_id).first()
    if guest:
        suspend_rename_delete.forget(guest)
    return bool(guest)


def old_events(now: datetime) -> QuerySet[RoomEvent]:
    """Return old events, but not those of a running game, or that the room keeps."""
    running = _any(Game, pk=OuterRef("game"), status=Game.Status.RUNNING)
    old = RoomEvent.objects.exclude(kind__in=RoomEvent.KEPT)
    return old.filter(~running, at__lt=now - IDLE)


def old_addresses(now: datetime) -> QuerySet[UsedAddress]:
    """Return addresses from which a person has not come for a month, and those of people whom a
    process of the earlier release has deleted.
    """
    nobodys = ~_any(User, pk=OuterRef("user"))
    return UsedAddress.objects.filter(nobodys | Q(last_at__lt=now - IDLE))


#: For each kind its name, the rows that are due, and the function that handles one of them; None if
#: they are only deleted. The order matters: a room can be deleted only after its game is over, and
#: a guest only after the room with their seat is deleted.
KINDS: list[tuple[str, Callable[[datetime], QuerySet], Callable[[Any], bool] | None]] = [
    ("games abandoned", deserted_games, abandon_game),
    ("rooms removed", idle_rooms, remove_room),
    ("guests removed", idle_guests, remove_guest),
    (
        "requests forgotten",
        lambda now: IdempotencyKey.objects.filter(created_at__lt=now - IDLE),
        None,
    ),
    ("events forgotten", old_events, None),
    (
        "reports forgotten",
        lambda now: Report.objects.filter(closed_at__lt=now - REPORT_KEPT),
        None,
    ),
    ("addresses forgotten", old_addresses, None),
    (
        "invitations forgotten",
        lambda now: Invitation.objects.filter(at__lt=now - INVITATION_KEPT - REST),
        None,
    ),
    (
        "address blocks forgotten",
        lambda now: AddressBlock.objects.filter(until__lt=now - IDLE),
        None,
    ),
    ("sessions forgotten", lambda now: Session.objects.filter(expire_date__lt=now), None),
    (
        "addresses of sessions forgotten",
        lambda _now: UserSession.objects.filter(~_any(Session, pk=OuterRef("session_key"))),
        None,
    ),
    (
        "replay pages forgotten",
        lambda now: ReplayViewer.objects.exclude(last_seen__gte=now - REPLAY_IDLE),
        None,
    ),
]
