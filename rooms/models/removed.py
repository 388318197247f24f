"""People whom a host has asked to leave."""

from django.conf import settings
from django.db import models


class Removed(models.Model):
    """Somebody who was removed from a room: is told so, and can't sit down there again."""

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="removed")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name_plural = "removed"
        constraints = [
            models.UniqueConstraint(name="removed_once", fields=["room", "user"]),
        ]

    def __str__(self) -> str:
        return f"{self.room_id} {self.user_id}"
