"""What ``check_games`` last found about a game."""

from django.db import models
from django.db.models import Q


class IntegrityCheck(models.Model):
    """The latest verdict on a game: when, at which version of it, and what did not agree.

    ``problems`` is a list of texts, empty when everything agreed. Of a game that is on they are not
    to be shown: they may speak of hidden cards.
    """

    game = models.OneToOneField(
        "game.Game", on_delete=models.CASCADE, primary_key=True, related_name="checked"
    )
    at = models.DateTimeField()
    version = models.PositiveIntegerField()
    problems = models.JSONField(default=list)
    agrees = models.BooleanField()

    class Meta:
        verbose_name_plural = "checked"
        indexes = [
            # What the staff look for: the few that do not agree.
            models.Index(name="checked_wrong", fields=["at"], condition=Q(agrees=False)),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.at:%Y-%m-%d %H:%M}"
