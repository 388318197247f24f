"""Votes about a ban. After the deal, the host of an open table needs a reason and the consent of
other people to ban a player.
"""

from datetime import datetime, timedelta

from accounts.models import User
from game import database_time
from game.refusals import Refused
from rooms.actions import chat, open_tables, playing
from rooms.actions.events import Kind
from rooms.actions.locked import locked_room, seat_of
from rooms.models import KickVote, Room, RoomBan, Seat
from rooms.models.people import LONGEST_KICK_REASON

#: A ban needs the consent of at most this many people.
MOST_NEEDED = 2

#: A vote ends after this time, and after a rejection the host waits as long for the next vote.
LASTS = timedelta(minutes=5)


def ban(room: Room, seat: Seat) -> None:
    """Ban the person at a seat. In a running game a bot takes the seat. The caller holds the room's
    lock.
    """
    defaults = {"by_id": room.host_id}
    RoomBan.objects.get_or_create(room=room, user_id=seat.user_id, defaults=defaults)
    playing.leave_seat(room, seat, (Kind.KICKED, Kind.KICKED_TO_BOT))


def ban_with_consent(room: Room, seat: Seat, reason: str) -> None:
    """Ask the other people about a ban, or ban the person at once if nobody else is here. The
    caller holds the room's lock. After a vote that people rejected, the host waits.

    Raise ``Refused`` with ``reason_needed``, ``muted_by_staff``, ``unkind_message`` or
    ``vote_rejected``.
    """
    reason = " ".join(reason.replace("\0", " ").split())[:LONGEST_KICK_REASON]
    if not reason:
        raise Refused("reason_needed")
    open_tables.check_words(room, reason, "unkind_message")
    assert seat.user_id
    if not _voters(room, seat.user_id):
        ban(room, seat)
        return
    chat.check_not_muted(room.seats.get(user=room.host_id))  # The others read the reason.
    now = database_time.now()
    latest = latest_vote(room, now)
    if latest and has_failed(latest, now):
        raise Refused("vote_rejected")
    KickVote.objects.filter(room=room).delete()
    KickVote.objects.create(room=room, user_id=seat.user_id, reason=reason, at=now)


def latest_vote(room: Room, now: datetime) -> KickVote | None:
    """Return the vote that goes on, or the vote that has failed within ``LASTS``: too many people
    rejected it, or its time ran out after a rejection.
    """
    vote = KickVote.objects.filter(room=room, at__gt=now - 2 * LASTS).first()
    return vote if vote and (vote.rejected or not has_failed(vote, now)) else None


def has_failed(vote: KickVote, now: datetime) -> bool:
    """Return whether the time of a vote has run out. ``answer`` ends it by setting it back."""
    return vote.at <= now - LASTS


def answer(code: str, user: User, vote_id: int, agrees: bool) -> None:
    """Agree to the ban that the host wants, or reject it, once. Raise ``Refused`` with
    ``not_seated``, or with ``no_vote`` if the host asks about something else now.
    """
    with locked_room(code) as room:
        seat_of(room, user)
        now = database_time.now()
        vote = latest_vote(room, now)
        if vote is None or vote.pk != vote_id or has_failed(vote, now):
            raise Refused("no_vote")
        if not room.seats.filter(user=vote.user_id).exists():
            raise Refused("no_vote")
        voters = _voters(room, vote.user_id)
        if user.pk not in voters or user.pk in vote.agreed + vote.rejected:
            raise Refused("no_vote")
        (vote.agreed if agrees else vote.rejected).append(user.pk)
        if len(voters.intersection(vote.agreed)) >= needed(voters):
            ban(room, room.seats.get(user=vote.user_id))
            vote.delete()
            return
        if len(voters - set(vote.rejected)) < needed(voters):
            vote.at = now - LASTS
        vote.save(update_fields=["agreed", "rejected", "at"])


def needed(voters: set[int]) -> int:
    """Return how many of these people must agree to a ban."""
    return min(MOST_NEEDED, len(voters))


def _voters(room: Room, user_id: int | None) -> set[int]:
    """Return the people who decide about the ban of a person: all others who are present, except
    the host.
    """
    here = room.seats.filter(user__isnull=False, away=False)
    return set(here.exclude(user__in=[user_id, room.host_id]).values_list("user", flat=True))
