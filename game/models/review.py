"""Reviews of finished games, complete or in the making."""

from django.db import models
from django.db.models import Q


class Review(models.Model):
    """A review. ``parts`` have its moves; ``summary`` is stored with the last part.

    ``due_at`` is the time of the next work, and None once the review is complete or has ``failed``.
    ``tries`` counts the attempts since the last stored part; ``seconds`` is the time of all work.
    """

    game = models.OneToOneField(
        "game.Game", on_delete=models.CASCADE, primary_key=True, related_name="review"
    )
    engine = models.PositiveSmallIntegerField(
        help_text="the version of the reviewer that judged the moves"
    )
    due_at = models.DateTimeField(null=True, blank=True)
    moves_done = models.PositiveIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    seconds = models.FloatField(default=0)
    summary = models.JSONField(null=True, blank=True)
    failed = models.BooleanField(default=False)

    class Meta:
        indexes = [
            # The scheduler reads this index every second.
            models.Index(name="review_due", fields=["due_at"], condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.game_id


class ReviewPart(models.Model):
    """Some moves of a review, from number ``first`` on: the facts and the grids of each move."""

    review = models.ForeignKey(
        Review, on_delete=models.CASCADE, related_name="parts", db_index=False
    )
    first = models.PositiveIntegerField()
    facts = models.JSONField()
    grids = models.BinaryField(help_text="packed by bots/ai/review/grid.py")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="review_part_once", fields=["review", "first"]),
        ]
        ordering = ["first"]

    def __str__(self) -> str:
        return f"{self.review_id} {self.first}"


class ReviewWorker(models.Model):
    """One row: the end of the lease of the process that makes reviews. Only one process has the
    lease.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    leased_until = models.DateTimeField()

    def __str__(self) -> str:
        return self.leased_until.isoformat()
