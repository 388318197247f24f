"""Spectators of a room: people without a seat in it."""

from django.conf import settings
from django.db import models


class RoomSpectator(models.Model):
    """Somebody whose page shows a room in which they have no seat, by when it was last heard of."""

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="spectating")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    #: What they were called when they came: a name that changes would be a way to talk.
    name = models.CharField(max_length=40)
    last_seen = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(name="room_spectator_once", fields=["room", "user"])]

    def __str__(self) -> str:
        return f"{self.room_id} {self.user_id}"
