"""Leases: a row for each kind of work that only one process may do at a time."""

from django.db import models


class Lease(models.Model):
    """Until this time, in the database's time, no other process may begin the work ``name``."""

    name = models.CharField(max_length=40, primary_key=True)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.until.isoformat()}"
