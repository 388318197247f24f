"""The review of a game that is over, as far as it is made."""

from django.db import models
from django.db.models import Q


class Review(models.Model):
    """A review that was asked for. Its moves are in ``parts``; ``summary`` comes with the last.

    ``due_at`` is when it is to be worked at: None once it is made or has ``failed``. ``tries`` are
    those since the last part was stored, ``seconds`` what all of it has taken.
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
            # What the scheduler looks at every second.
            models.Index(name="review_due", fields=["due_at"], condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.game_id


class ReviewPart(models.Model):
    """Some moves of a review, from the number ``first`` on: the facts of each, and their grids."""

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
    """One row: until when somebody makes reviews. One at a time does, of all processes."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    leased_until = models.DateTimeField()

    def __str__(self) -> str:
        return self.leased_until.isoformat()
