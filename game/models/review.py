"""Reviews of finished games."""

from django.db import models


class Review(models.Model):
    """A review. Its ``parts`` have the moves; ``summary`` is stored with the last part.

    A review in progress is in the queue (``DueWork``). If it has no summary and is not in the
    queue, it has failed. ``seconds`` is the processor time that all its parts have taken.
    """

    game = models.OneToOneField(
        "game.Game", on_delete=models.CASCADE, primary_key=True, related_name="review"
    )
    engine = models.PositiveSmallIntegerField(
        help_text="the version of the reviewer that judged the moves"
    )
    moves_done = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0)
    summary = models.JSONField(null=True, blank=True)

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
