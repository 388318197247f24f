"""People in a room: spectators, kicked and muted people, chat messages and events. Also the rules
that people have saved.
"""

from typing import Any, Self

from django.db import models
from django.db.models import OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts.columns import person, person_or_none
from game.models import Player
from rooms.models.room import Seat

LONGEST_CHAT_MESSAGE = 280

#: The name of everybody whose account is deleted.
FORMER_PLAYER = _("A former player")


class RowsAboutPeople(models.QuerySet):
    """Rows with a person and a room, and perhaps a game. They do not store the person's name."""

    def with_names(self) -> Self:
        """Add the person's ``name`` to each row: at the row's game, which keeps the names of its
        players; otherwise at the person's seat in the room; otherwise the person's own name.
        """
        mine = Q(user=OuterRef("user"))
        places: list[models.QuerySet[Any]] = [Seat.objects.filter(mine, room=OuterRef("room"))]
        if hasattr(self.model, "game"):
            played = Player.objects.filter(mine | Q(left_user=OuterRef("user")))
            places.insert(0, played.filter(game=OuterRef("game")))
        names = [Subquery(rows.order_by().values("name")[:1]) for rows in places]
        return self.annotate(name=Coalesce(*names, "user__name", Value(str(FORMER_PLAYER))))


class RoomSpectator(models.Model):
    """A person without a seat whose page shows the room. ``last_seen`` is the latest time at which
    the page was known to be open.
    """

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="spectating")
    user = person()
    last_seen = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(name="room_spectator_once", fields=["room", "user"])]

    def __str__(self) -> str:
        return f"{self.room_id} {self.user_id}"


class RoomBan(models.Model):
    """A person whom the host or the staff has kicked. They can't see the room, and can't sit down
    again until the ban is lifted. The host can't lift a ban ``by_staff``.
    """

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="bans")
    user = person()
    by_staff = models.BooleanField(default=False, db_default=False)
    #: The host who banned the person, and when; None for the staff, and for bans of an earlier
    #: release.
    by = person_or_none(db_constraint=False)
    at = models.DateTimeField(auto_now_add=True, null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="room_ban_once", fields=["room", "user"]),
        ]

    def __str__(self) -> str:
        return f"{self.room_id} {self.user_id}"


LONGEST_KICK_REASON = 140


class KickVote(models.Model):
    """The host of an open table wants to ban a player after the deal, and asks the other people."""

    room = models.OneToOneField("rooms.Room", on_delete=models.CASCADE, related_name="kick_vote")
    user = person(db_constraint=False)
    reason = models.CharField(max_length=LONGEST_KICK_REASON)
    #: The ids of the people who have agreed, and of those who have not.
    agreed = models.JSONField(default=list)
    rejected = models.JSONField(default=list)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.room_id} {self.user_id}: {self.reason}"


class RoomMute(models.Model):
    """A person whom the host has muted. They stay muted at any seat until the host unmutes them."""

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="mutes")
    user = person()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="room_mute_once", fields=["room", "user"]),
        ]

    def __str__(self) -> str:
        return f"{self.room_id} {self.user_id}"


class ChatMessage(models.Model):
    """A line of the room's chat."""

    name: str  # of the person, in rows ``with_names``

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="chat_messages")
    user = person_or_none()
    text = models.CharField(max_length=LONGEST_CHAT_MESSAGE)
    written_at = models.DateTimeField(auto_now_add=True)

    objects = RowsAboutPeople.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.room_id} {self.user_id}: {self.text}"


class RoomEvent(models.Model):
    """An event that is not a move: for example, somebody left, or the host changed the rules.

    The table's log shows the event after the first ``number`` moves of ``game``; ``game`` is None
    in the lobby.
    """

    name: str  # of the person, in rows ``with_names``

    class Kind(models.TextChoices):
        SAT_DOWN = "sat_down"
        LEFT = "left"
        LEFT_TO_BOT = "left_to_bot"
        BACK = "back"
        KICKED = "kicked"
        KICKED_TO_BOT = "kicked_to_bot"
        STAFF_KICKED = "staff_kicked"
        STAFF_KICKED_TO_BOT = "staff_kicked_to_bot"
        SUBSTITUTE = "substitute"
        MUTED = "muted"
        UNMUTED = "unmuted"
        HOST = "host"
        ENDED = "ended"
        PLAYS_ON = "plays_on"
        OPENED = "opened"
        CLOSED = "closed"
        # What a host set.
        CHANGED = "changed"
        LOCKED = "locked"
        HANDED_OVER = "handed_over"

    #: These events are listed for the staff, and not in the table's log. They have no ``game``, and
    #: stay when others are deleted. ``CHANGED`` is a change of the rules or the table options.
    SETTINGS = (Kind.CHANGED, Kind.LOCKED, Kind.HANDED_OVER)
    #: These stay in the room. The chat begins with the latest ``OPENED``.
    KEPT = (*SETTINGS, Kind.OPENED)

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="events")
    game = models.ForeignKey(
        "game.Game", null=True, on_delete=models.CASCADE, related_name="room_events"
    )
    number = models.PositiveIntegerField(default=0)
    #: One of ``Kind``. A newer release may write a kind that this release does not know.
    kind = models.CharField(max_length=24)
    #: The person concerned, or the host who set something. None if the event concerns the whole
    #: table, or if the account is deleted.
    user = person_or_none()
    #: What the host set, if it is a setting: ``[[option, value], …]``.
    changed = models.JSONField(null=True)
    #: The person to whom the host handed over.
    new_host = person_or_none(db_constraint=False)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    objects = RowsAboutPeople.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                name="event_of_lobby_has_no_move", condition=Q(game__isnull=False) | Q(number=0)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.room_id} {self.kind} {self.user_id}"


class Invitation(models.Model):
    """``by`` invites ``user`` to a room. The next invitation by the same person replaces it."""

    # Processes of the earlier release delete people and rooms, and do not know this table.
    by = person(db_constraint=False)
    user = person(db_constraint=False)
    room = models.ForeignKey(
        "rooms.Room", on_delete=models.CASCADE, related_name="invitations", db_constraint=False
    )
    at = models.DateTimeField(db_index=True)
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="invitation_once", fields=["by", "user"]),
        ]

    def __str__(self) -> str:
        return f"{self.room_id} {self.user_id}"


class SavedRules(models.Model):
    """House rules that a person has saved under a name."""

    user = person("saved_rules")
    name = models.CharField(max_length=40)
    preset = models.CharField(max_length=32)
    options = models.JSONField()

    class Meta:
        verbose_name_plural = "saved rules"
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(name="saved_rules_names_differ", fields=["user", "name"]),
        ]

    def __str__(self) -> str:
        return self.name
