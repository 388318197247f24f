"""The people with whom a person has played: whom the person follows, and who is online. Also the
invitations that wait for a person.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.core.cache import cache
from django.db.models import Count, Exists, Max, OuterRef, QuerySet
from django.utils import timezone

from accounts import blocks
from accounts.models import Follow, User
from accounts.rate_limits import cap
from finished.history.profile import finished_by, met_by, open_to
from game import database_time
from game.models import Game
from game.presence import away_after
from rooms.models import Invitation, Seat

#: A list has at most this many people: first those whom the person follows, then the latest.
MOST_LISTED = 60
#: One person can follow at most this many people.
MOST_FOLLOWED = 500
#: A page outside a room that renews itself shows this long that its person is online.
ONLINE_SECONDS = 60
INVITATIONS_AT_HOME = 5
#: An invitation waits for this time.
INVITATION_KEPT = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Regular:
    """A person with whom the viewer has finished ``games`` games. ``has_profile``: whether the
    viewer may see the person's profile.
    """

    user_id: int
    name: str
    avatar: str
    has_profile: bool
    games: int
    is_followed: bool
    is_online: bool


def regulars_of(user: User) -> Sequence[Regular]:
    """Return the people of ``met_by`` in a fixed number of queries."""
    followed = Exists(Follow.objects.filter(by=user, followed=OuterRef("other")))
    games = met_by(user).values("other").annotate(Count("pk"), Max("ended_at"), followed=followed)
    rows = list(games.order_by("-followed", "-ended_at__max", "other")[:MOST_LISTED])
    people = User.objects.in_bulk([row["other"] for row in rows])
    profiles = open_to(user, list(people.values()))
    online = _online_among(people.values())
    return [
        Regular(
            user_id=person.pk,
            name=person.name,
            avatar=person.avatar,
            has_profile=person in profiles,
            games=row["pk__count"],
            is_followed=row["followed"],
            is_online=person.pk in online,
        )
        for row in rows
        if (person := people.get(row["other"]))
    ]


def follow(user: User, person_id: int) -> bool:
    """Follow a person of ``finished_by``. Return False for another person, and for too many
    people. Nobody learns of a block here, but the lists leave out its people.
    """
    if user.follows.count() >= cap(MOST_FOLLOWED):
        return False
    if not finished_by(user).filter(other=person_id).exists():
        return False
    Follow.objects.get_or_create(by=user, followed_id=person_id)
    return True


def is_shown_online(person: User) -> bool:
    """Whether the person lets others see that they are online."""
    return person.preferences.get("online") == "on"


def note_online(user: User) -> None:
    """Note that a page outside a room is open, if the person lets others see it."""
    if is_shown_online(user):
        cache.set(f"online-{user.pk}", True, ONLINE_SECONDS)


def _online_among(people: Iterable[User]) -> Collection[int]:
    """Return the ids of those people who are online and let others see it."""
    ids = [person.pk for person in people if is_shown_online(person)]
    since = database_time.now() - away_after()
    seats = Seat.objects.filter(user__in=ids, last_seen__gt=since) if ids else Seat.objects.none()
    pages = cache.get_many([f"online-{user_id}" for user_id in ids])
    return {*seats.values_list("user_id", flat=True)} | {
        user_id for user_id in ids if f"online-{user_id}" in pages
    }


def invitations_for(user: User) -> QuerySet[Invitation]:
    """Return the invitations that wait for a person, newest first, if the table is open to
    newcomers, no game runs there, and the person who invites still sits there.
    """
    waiting = Invitation.objects.filter(
        Exists(Seat.objects.filter(room=OuterRef("room"), user=OuterRef("by"))),
        ~blocks.separates(user, "by"),
        user=user,
        declined_at=None,
        at__gt=timezone.now() - INVITATION_KEPT,
        by__is_active=True,
        room__closed_at=None,
        room__locked=False,
    )
    waiting = waiting.exclude(room__seats__user=user).exclude(room__bans__user=user)
    waiting = waiting.exclude(room__game__status=Game.Status.RUNNING)
    return waiting.select_related("by", "room").order_by("-at", "-pk")
