"""The queue of background work, such as reviews."""

from django.db import models


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
