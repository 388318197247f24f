"""Reviews of finished games. A review is in progress, complete or failed."""

from django.db import models
from django.db.models import Q


class Review(models.Model):
    """A review. Its ``parts`` have the moves; ``summary`` is stored with the last part.

    ``due_at`` is the time of the next work; it is None when the review is complete or has
    ``failed``. ``tries`` counts the attempts since the last stored part; ``seconds`` is the time
    that all the work has taken.
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
            # The scheduler polls this index.
            models.Index(name="review_due", fields=["due_at"], condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.game_id


class ReviewPart(models.Model):
    """Some consecutive moves of a review, beginning with number ``first``: their facts and
    grids.
    """

    review = models.ForeignKey(
        Review, on_delete=models.CASCADE, related_name="parts", db_index=False
    )
    first = models.PositiveIntegerField()
    facts = models.JSONField()
    grids = models.BinaryField(help_text="the grids, as literature/judge/grid.py packs them")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="review_part_once", fields=["review", "first"]),
        ]
        ordering = ["first"]

    def __str__(self) -> str:
        return f"{self.review_id} {self.first}"
