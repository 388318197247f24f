"""Who is looking at the replay of a game just now, and who of them shows it to the others."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class ReplayViewer(models.Model):
    """One page of somebody at a replay. Whoever ``leads`` is followed to ``move`` and ``eyes``.

    ``seen_at`` is when the page was last heard of; once it has gone, a time that is too long ago
    for it to be there. A page that comes back soon still leads, if nobody else does.
    """

    game = models.ForeignKey("game.Game", on_delete=models.CASCADE, related_name="viewings")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
    )
    #: The page's own name for itself, which it keeps while its socket comes and goes.
    tab = models.CharField(max_length=40)
    seen_at = models.DateTimeField(null=True, db_index=True)
    leads = models.BooleanField(default=False)
    move = models.PositiveIntegerField(default=0)
    #: A seat, or None for all hands open.
    eyes = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="viewing_once", fields=["game", "user", "tab"]),
            models.UniqueConstraint(
                name="viewing_one_leads", fields=["game"], condition=Q(leads=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"
