"""Open tables: everybody finds their lobbies on the home page, and may sit down. A lobby waits a
minute for more people; then bots fill it if all people at it agree.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import addresses, blocks
from accounts.models import UsedAddress, User
from accounts.rate_limits import cap, rate
from accounts.words import objectionable
from game import database_time
from game.models import DueWork
from game.presence import silent
from game.refusals import Refused
from game.table_options import DAY
from rooms.actions import playing, seat_bots
from rooms.actions.events import Kind, record_event
from rooms.actions.locked import (
    check_no_game,
    locked_room,
    locked_room_as_host,
    replace_missing_host,
    seat_of,
)
from rooms.models import Room, Seat
from rooms.models.room import Wished

#: A guest may open a table to everybody after this time, because a banned person can come back as a
#: new guest at once.
GUEST_WAITS = timedelta(hours=1)

#: People who came from one address hold at most this many seats in open lobbies. Anybody can become
#: many guests. But a school may have one address, and its people wait only until a game starts.
MOST_WAITING = 12

#: At tables with a day for each move, people keep their seats while they are away, so there each
#: person may hold ``MOST_WAITING`` seats, and the people of one address this number.
MOST_WAITING_DAYS = 48

#: Addresses are noted at most once an hour, so a later one may be in use.
USED_LATELY = 2 * addresses.NOTED_EVERY

#: In an open lobby, people lose their seats when they have been away for this time, and for the
#: second time if they have a day for each move.
SEAT_KEPT, SEAT_KEPT_WITH_DAYS = timedelta(seconds=60), timedelta(days=3)

#: The seats of tables with a day for each move.
DAYS = Q(room__table__turn_seconds=DAY)


def may_open(host: User, now: datetime) -> bool:
    """Return whether the host may open a table to everybody, by account and age."""
    return not host.is_guest or now - host.date_joined >= GUEST_WAITS


def set_open(code: str, host: User, is_open: bool, wished: str = "") -> None:
    """Open a lobby to everybody, or make it private again. Raise ``Refused`` with ``not_host``,
    ``new_guest``, ``unkind_name``, ``not_ready`` or ``bad_request``; with ``stays_private`` if a
    block separates people there, with ``stays_open`` if other people sit there, or as
    ``check_address`` does.
    """
    if wished and wished not in Wished:
        raise Refused("bad_request")
    if is_open and not may_open(host, timezone.now()):
        raise Refused("new_guest")
    with locked_room_as_host(code, host) as room:
        people = dict(room.seats.filter(user__isnull=False).values_list("user", "name"))
        if is_open != bool(room.open_since):
            check_no_game(room)
            if is_open and any(map(objectionable, people.values())):
                raise Refused("unkind_name")
            # Strangers keep the protection of an open table.
            if blocks.is_between_any(people) if is_open else len(people) > 1:
                raise Refused("stays_open" if room.open_since else "stays_private")
            record_event(room, Kind.OPENED if is_open else Kind.CLOSED, host.pk)
            room.open_since = None
            if is_open:
                check_address(host)
                playing.wait_for_people(room)
            room.seats.update(ready=False)
        room.wished = wished or None
        room.save(update_fields=["open_since", "wished"])


def check_may_meet(room: Room, seats: Sequence[Seat], user: User) -> None:
    """If the table is open, raise ``Refused`` with ``not_here`` if a block separates the person
    from another person at it, or as ``check_address`` does.
    """
    if room.open_since:
        if blocks.separated_from(user) & {seat.user_id for seat in seats}:
            raise Refused("not_here")
        if room.game_id is None:
            check_address(user)


def check_address(user: User) -> None:
    """Raise ``Refused`` with ``many_waiting_here`` if people who came from an address of this
    person have too many seats at open tables that wait. The caller is in a transaction.
    """
    lately = UsedAddress.objects.filter(last_at__gt=timezone.now() - USED_LATELY)
    of_address = lately.filter(address__in=lately.filter(user=user).values("address"))
    # The locks make people of one address who come at once sit down one after another. Whoever
    # deletes a person locks the person first, too.
    User.objects.lock_existing([user.pk])
    here = set(of_address.order_by("pk").select_for_update().values_list("user", flat=True))
    waiting = Seat.objects.filter(room__open_since__isnull=False, room__game=None)
    live, days = waiting.exclude(DAYS), waiting.filter(DAYS)
    # A person who moves to another table leaves the first only afterwards.
    found = live.filter(user__in=here).count() - live.filter(user=user)[:1].count()
    for count, cap_of in (
        (found, MOST_WAITING),
        (days.filter(user=user).count(), MOST_WAITING),
        (days.filter(user__in=here).count(), MOST_WAITING_DAYS),
    ):
        most = max(cap(cap_of), rate(cap_of))
        if count >= most:
            raise Refused("many_waiting_here", most=most)


def check_words(room: Room, text: str, refusal: str) -> None:
    """Raise ``Refused`` with ``refusal`` if the table is open, and the text has a word that is not
    allowed there.
    """
    if room.open_since and objectionable(text):
        raise Refused(refusal)


def agree(code: str, user: User, agrees: bool) -> None:
    """Agree that bots fill the empty seats, or no longer. Raise ``Refused`` with ``not_seated``, or
    with ``not_ready`` if the room is not an open lobby.
    """
    with locked_room(code) as room:
        seat = seat_of(room, user)
        if not room.is_open_lobby:
            raise Refused("not_ready")
        seat.ready = agrees
        seat.save(update_fields=["ready"])
        start_if_agreed(room)


def start_if_agreed(room: Room) -> datetime | None:
    """Start a game in an open lobby if all people who are present agree, and enough people sit
    here or the lobby has waited long enough. Return the time of the next attempt, or None.

    Call this function after somebody has left or was marked as away, because perhaps only they did
    not agree. The caller holds the room's lock.
    """
    if not room.is_open_lobby or not playing.all_ready(room):
        return None
    next_at, now = waits_until(room), database_time.now()
    people = room.seats.filter(user__isnull=False)
    if people.count() >= room.rules.players or now >= next_at:
        # For example, too many games of this host are running.
        with suppress(Refused), transaction.atomic():
            seat_bots.fill(room, room.table["bot_level"])
            playing.deal_game(room)
            return None
        next_at = now + playing.WAITS
    DueWork.put(playing.START, room.code, next_at)
    return next_at


def waits_until(room: Room) -> datetime:
    """Return the time until which an open lobby waits for people."""
    assert room.open_since
    return room.open_since + playing.WAITS


def start_due(work: DueWork, _stopped: object) -> datetime | None:
    """Start the game of an open lobby that has waited long enough, or let its pages show that bots
    may fill it. Return the time of the next attempt, or None.
    """
    lobbies = Room.objects.filter(code=work.subject, open_since__isnull=False, game=None)
    if not lobbies.exists():
        return None
    with suppress(Refused), locked_room(work.subject) as room:
        next_at = start_if_agreed(room)
        if not next_at and room.is_open_lobby and waits_until(room) > database_time.now():
            next_at = waits_until(room)
        return next_at
    return None


def free_seats_of_absent() -> None:
    """Free the seats of people who have been away from an open lobby for too long."""
    seats = Seat.objects.filter(away=True, user__isnull=False, room__open_since__isnull=False)
    absent = silent(seats.exclude(DAYS), SEAT_KEPT) | silent(
        seats.filter(DAYS), SEAT_KEPT_WITH_DAYS
    )
    for code in set(absent.filter(room__game=None).values_list("room__code", flat=True)):
        with suppress(Refused), locked_room(code) as room:
            if room.is_open_lobby:
                for seat in absent.filter(room=room):
                    playing.leave_seat(room, seat)
                replace_missing_host(room)
                start_if_agreed(room)
