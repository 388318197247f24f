"""When old rows are next removed."""

from django.db import models


class Retention(models.Model):
    """One row: ``due_at`` is when ``rooms.daily`` runs next; during a run, when its lease ends.

    ``done_at`` is when a run last ended well. Both are the database's time.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    due_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.due_at.isoformat()
