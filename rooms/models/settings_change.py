"""What was set in a room, by whom and when."""

from django.conf import settings
from django.db import models


class SettingsChange(models.Model):
    """One change of a room's settings: ``changed`` is ``[[what, value], …]`` as in ``Room``."""

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    #: What they were called then.
    name = models.CharField(max_length=40)
    changed = models.JSONField()
    #: Whom ``[["host", name]]`` names.
    new_host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.room_id} {self.changed}"
