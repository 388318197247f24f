"""Reviews of finished games, as far as they are made."""

from django.db import models
from django.db.models import Q


class Review(models.Model):
    """An ordered review. ``parts`` have its moves; ``summary`` comes with the last part.

    ``due_at`` is the time of the next work: None once it is made or has ``failed``. ``tries``
    counts since the last stored part, ``seconds`` is the time of all work.
    """

    game = models.OneToOneField(
        "game.Game", on_delete=models.CASCADE, primary_key=True, related_name="review"
    )
    engine = models.PositiveSmallIntegerField(help_text="the version of what judged the moves")
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
    """Some moves of a review, from number ``first`` on: the facts of each, and their grids."""

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
    """One row: the end of the lease of the one process that makes reviews."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    leased_until = models.DateTimeField()

    def __str__(self) -> str:
        return self.leased_until.isoformat()
