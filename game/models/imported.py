"""Records that were brought in, or that were refused."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Import(models.Model):
    """One file that somebody wanted to bring in: what became of it, and why not.

    ``user`` is None for the command line. A good one has its ``game`` and no ``code``; a refused
    one has the verdict's code, the index of the move that it is about (from 0), the same as a
    sentence, and the file's first bytes.
    """

    file_name = models.CharField(max_length=200)
    at = models.DateTimeField(auto_now_add=True, db_index=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
    )
    game = models.ForeignKey(
        "game.Game", null=True, blank=True, on_delete=models.CASCADE, related_name="imports"
    )
    code = models.CharField(max_length=32, blank=True)
    move = models.PositiveIntegerField(null=True, blank=True)
    sentence = models.TextField(blank=True)
    size = models.PositiveIntegerField(help_text="of the file, in bytes")
    digest = models.CharField(max_length=64, blank=True, help_text="the SHA-256 of the file")
    refused = models.BinaryField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(name="import_of_user", fields=["user", "at"]),
            models.Index(name="import_refused", fields=["at"], condition=~Q(code="")),
        ]

    def __str__(self) -> str:
        return self.file_name
