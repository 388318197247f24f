"""The answers of accounts."""

from django.conf import settings
from django.db import models


class AccountAnswers(models.Model):
    """An account's answers to puzzles and its streak, as ``puzzles.answers.Answers`` writes them.

    Without an account, answers are in a cookie (``puzzles.answer_store``).
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    answers = models.JSONField()

    class Meta:
        verbose_name_plural = "answers of accounts"

    def __str__(self) -> str:
        return str(self.user_id)
