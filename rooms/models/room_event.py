"""Comings and goings at a table, told to everybody there."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class RoomEvent(models.Model):
    """Something that happened at a table and is no move: somebody left, or somebody else hosts.

    It stands in the log of ``game``, after ``number`` moves; without a game it was in the lobby.
    """

    class Kind(models.TextChoices):
        SAT_DOWN = "sat_down"
        LEFT = "left"
        LEFT_TO_BOT = "left_to_bot"
        BACK = "back"
        REMOVED = "removed"
        REMOVED_TO_BOT = "removed_to_bot"
        BARRED = "barred"
        BARRED_TO_BOT = "barred_to_bot"
        SUBSTITUTE = "substitute"
        MUTED = "muted"
        UNMUTED = "unmuted"
        HOST = "host"
        ENDED = "ended"

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="events")
    game = models.ForeignKey(
        "game.Game", null=True, on_delete=models.CASCADE, related_name="room_events"
    )
    number = models.PositiveIntegerField(default=0)
    #: One of ``Kind``; a newer process may write one that is not known here.
    kind = models.CharField(max_length=16)
    #: Whom it is about; None where it is about the whole table.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    #: What they were called then.
    name = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                name="event_of_lobby_has_no_move", condition=Q(game__isnull=False) | Q(number=0)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.room_id} {self.kind} {self.name}"
