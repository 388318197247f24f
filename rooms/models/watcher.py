"""Who watches a room without a seat."""

from django.conf import settings
from django.db import models


class Watcher(models.Model):
    """Somebody whose page shows a room in which they have no seat, by when it was last heard of."""

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="watchers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    #: What they were called when they came: a name that changes would be a way to talk.
    name = models.CharField(max_length=40)
    last_seen = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(name="watcher_once", fields=["room", "user"])]

    def __str__(self) -> str:
        return f"{self.room_id} {self.user_id}"
