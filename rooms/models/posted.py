"""Requests that must not count twice."""

from django.conf import settings
from django.db import models


class Posted(models.Model):
    """A person's request by the id that they gave it, with its first answer."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    request_id = models.CharField(max_length=64)
    action = models.CharField(max_length=64)
    answer = models.JSONField(null=True)
    posted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "posted"
        constraints = [
            models.UniqueConstraint(name="posted_one_per_request", fields=["user", "request_id"]),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.request_id}"
