"""The log of changed settings."""

from django.conf import settings
from django.db import models


class SettingsLogEntry(models.Model):
    """A change of a room's settings. ``changed`` has the form ``[[option, value], …]``."""

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="settings_log")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    #: The name of ``user`` at the time of the change. ``rename_in_settings`` may replace it later.
    name = models.CharField(max_length=40)
    changed = models.JSONField()
    #: The new host, if ``changed`` is ``[["host", name]]``.
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
