"""When a clock last looked."""

from django.db import models


class SchedulerHeartbeat(models.Model):
    """One row: the last moment at which any clock was at work. A gap in it is a standstill."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.at.isoformat()
