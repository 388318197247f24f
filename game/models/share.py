"""Games that somebody who played them shows to whoever has the link."""

from django.conf import settings
from django.db import models


class Share(models.Model):
    """One player's word that the game may be seen by its link; gone when they take it back.

    A share counts only while its person is there (``game.sharing``).
    """

    game = models.ForeignKey("game.Game", on_delete=models.CASCADE, related_name="shares")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
    )
    shared_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="share_once", fields=["game", "user"]),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"
