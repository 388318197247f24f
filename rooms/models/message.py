"""What people write to each other, while no game is on."""

from django.conf import settings
from django.db import models

LONGEST = 280


class Message(models.Model):
    """A line of the room's chat. ``name`` is what its writer was called then."""

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="messages")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    name = models.CharField(max_length=40)
    text = models.CharField(max_length=LONGEST)
    written_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"
