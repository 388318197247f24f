"""Who watched a game to its end without playing in it."""

from django.conf import settings
from django.db import models


class Spectator(models.Model):
    """Somebody who watched when a game ended, and may see its replay from then on."""

    game = models.ForeignKey("game.Game", on_delete=models.CASCADE, related_name="spectators")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="spectator_once", fields=["game", "user"]),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"
