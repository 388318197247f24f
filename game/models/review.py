"""Reviews of finished games, and the queue of background work, such as reviews."""

from datetime import datetime

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
    """The facts about some consecutive moves of a review, beginning with number ``first``."""

    review = models.ForeignKey(
        Review, on_delete=models.CASCADE, related_name="parts", db_index=False
    )
    first = models.PositiveIntegerField()
    facts = models.JSONField()
    grids = models.BinaryField(help_text="empty; only earlier releases stored grids here")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="review_part_once", fields=["review", "first"]),
        ]
        ordering = ["first"]

    def __str__(self) -> str:
        return f"{self.review_id} {self.first}"


class DueWork(models.Model):
    """A piece of work in the background, which is due at ``due_at`` in the database's time.

    ``kind`` says which function does it (``bots/background.py``), and ``subject`` what it is about,
    such as the id of a game. A scheduler leases the work by setting ``due_at`` to a later time. So
    if the scheduler is killed, the work is due again. Finished work is deleted.

    Work of the lowest ``rank`` comes first. Each slice of time raises the rank, so that long work
    does not delay short work. ``tries`` counts the attempts since the last success.
    """

    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=40, blank=True)
    rank = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(db_index=True)
    tries = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="due_work_once", fields=["kind", "subject"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"

    @staticmethod
    def put(kind: str, subject: str, due_at: datetime, rank: int = 0) -> None:
        """Put a piece of work into the queue, unless it is there already."""
        work = DueWork(kind=kind, subject=subject, rank=rank, due_at=due_at)
        DueWork.objects.bulk_create([work], ignore_conflicts=True)
