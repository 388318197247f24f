"""House rules that people have saved."""

from django.conf import settings
from django.db import models


class SavedRules(models.Model):
    """House rules that a person has saved under a name."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_rules"
    )
    name = models.CharField(max_length=40)
    preset = models.CharField(max_length=32)
    options = models.JSONField()

    class Meta:
        verbose_name_plural = "saved rules"
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(name="saved_rules_names_differ", fields=["user", "name"]),
        ]

    def __str__(self) -> str:
        return self.name
