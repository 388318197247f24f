"""What each person's part was in the games that are over: made from the log, to be read quickly.

The log is the truth; these rows are written with a game's last move, and ``rebuild_history`` writes
them again. They hold what lists are sorted and filtered by, so that a page of somebody's games
costs the same with a hundred thousand games.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class PlayerResult(models.Model):
    """One person in one game that is over. Bots have no parts, and imported games have none.

    What they did is what they did themselves: moves that the clock or a substitute made for them
    are not counted, nor is what a bot did on their seat after they had left.
    """

    class Result(models.TextChoices):
        WON = "won", _("won")
        LOST = "lost", _("lost")
        DRAWN = "drawn", _("drawn")
        LEFT = "left", _("left early")
        UNFINISHED = "unfinished", _("not finished")

    # The constraint and the indexes below begin with these, so that neither needs one of its own.
    game = models.ForeignKey(
        "game.Game", on_delete=models.CASCADE, related_name="player_results", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
    )
    seat = models.PositiveSmallIntegerField()
    result = models.CharField(max_length=10, choices=Result)
    ended_at = models.DateTimeField()
    preset = models.CharField(max_length=32, blank=True)
    room_code = models.CharField(max_length=12, blank=True)

    asks = models.PositiveIntegerField(default=0)
    hits = models.PositiveIntegerField(default=0)
    right_claims = models.PositiveIntegerField(default=0)
    wrong_claims = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="result_one_per_person", fields=["game", "user"]),
        ]
        # One for each filter, in the order of the list: a page is read off the index.
        indexes = [
            models.Index(name="result_of_person", fields=["user", "-ended_at", "-id"]),
            models.Index(name="result_by_preset", fields=["user", "preset", "-ended_at", "-id"]),
            models.Index(name="result_by_room", fields=["user", "room_code", "-ended_at", "-id"]),
            models.Index(name="result_by_result", fields=["user", "result", "-ended_at", "-id"]),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"

    @property
    def team(self) -> int:
        """0 or 1, as everywhere: the seat mod 2."""
        return self.seat % 2

    @property
    def claims(self) -> int:
        """All claims, right and wrong."""
        return self.right_claims + self.wrong_claims


class Companion(models.Model):
    """Another person in the same game, seen from one person's part. ``partner``: of their team."""

    part = models.ForeignKey(
        PlayerResult, on_delete=models.CASCADE, related_name="companions", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    partner = models.BooleanField()
    #: The part's own, so that who won with whom is counted without reading the parts.
    result = models.CharField(max_length=10, choices=PlayerResult.Result, db_default="")
    ended_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="companion_once", fields=["part", "other"]),
        ]
        indexes = [
            models.Index(name="companion_of", fields=["user", "other", "-ended_at", "-part"]),
            models.Index(name="companion_sums", fields=["user", "other", "partner", "result"]),
        ]

    def __str__(self) -> str:
        return f"{self.part_id} {self.other_id}"
