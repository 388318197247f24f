"""People whom nobody is to read."""

from django.conf import settings
from django.db import models


class Muted(models.Model):
    """Somebody whom the host of a room has muted: until they are let talk, wherever they sit."""

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="muted")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name_plural = "muted"
        constraints = [
            models.UniqueConstraint(name="muted_once", fields=["room", "user"]),
        ]

    def __str__(self) -> str:
        return f"{self.room_id} {self.user_id}"
