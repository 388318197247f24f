"""Results, companions, shares, spectators, replay viewers, imports and integrity checks."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.columns import person


class PlayerResult(models.Model):
    """A person's result of a finished game. Bots and imported games have no results.

    The rows are written when a game finishes or is abandoned, and ``rebuild_history`` computes them
    again from the log. Lists sort and filter by these rows, so a page of a long list costs as much
    as a page of a short list. The rows count only moves that the person made. They do not count
    moves by the turn clock, a substitute, or the bot that took over the seat.
    """

    class Result(models.TextChoices):
        WON = "won", _("won")
        LOST = "lost", _("lost")
        DRAWN = "drawn", _("drawn")
        LEFT = "left", _("left early")
        UNFINISHED = "unfinished", _("not finished")

    #: The results of people who finished the game.
    FINISHED = (Result.WON, Result.LOST, Result.DRAWN)

    # These fields have no index of their own, because the constraint and the indexes below begin
    # with their columns.
    game = models.ForeignKey(
        "game.Game", on_delete=models.CASCADE, related_name="player_results", db_index=False
    )
    user = person(db_index=False)
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
        # One index for the list of games without a filter, and one for each filter by a column of
        # this model. Each index sorts the games as the list does.
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
        """The team, 0 or 1. It is the seat number modulo 2."""
        return self.seat % 2

    @property
    def claims(self) -> int:
        """The number of all claims."""
        return self.right_claims + self.wrong_claims


class Companion(models.Model):
    """Another person in the game of a player result. ``partner``: whether they were teammates."""

    player_result = models.ForeignKey(
        PlayerResult, on_delete=models.CASCADE, related_name="companions", db_index=False
    )
    user = person(db_index=False)
    other = person()
    partner = models.BooleanField()
    #: Copied from the player result, so that ``companion_sums`` can contain it.
    result = models.CharField(max_length=10, choices=PlayerResult.Result, db_default="")
    ended_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="companion_once", fields=["player_result", "other"]),
        ]
        indexes = [
            models.Index(
                name="companion_of", fields=["user", "other", "-ended_at", "-player_result"]
            ),
            models.Index(name="companion_sums", fields=["user", "other", "partner", "result"]),
        ]

    def __str__(self) -> str:
        return f"{self.player_result_id} {self.other_id}"


class Share(models.Model):
    """A player's permission for everybody with the link to see a game. The player can withdraw it.

    The share counts only while the player's account is active (``finished.access``).
    """

    game = models.ForeignKey("game.Game", on_delete=models.CASCADE, related_name="shares")
    user = person()
    shared_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="share_once", fields=["game", "user"]),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"


class Spectator(models.Model):
    """A person who watched a game to its end and may therefore see its replay."""

    game = models.ForeignKey("game.Game", on_delete=models.CASCADE, related_name="spectators")
    user = person()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="spectator_once", fields=["game", "user"]),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"


class ReplayViewer(models.Model):
    """A page that shows a replay. All followers show the leader's ``move`` and ``eyes``.

    ``last_seen`` is the last time at which the page was known to be open. When a page closes, this
    time is set back, so that the page counts as closed at once. If a leader's page soon reconnects,
    it leads again, unless another page leads now.
    """

    game = models.ForeignKey("game.Game", on_delete=models.CASCADE, related_name="viewings")
    user = person()
    #: The id of the browser tab. It stays the same when the tab's socket reconnects.
    tab = models.CharField(max_length=40)
    last_seen = models.DateTimeField(null=True, db_index=True, db_column="seen_at")
    leads = models.BooleanField(default=False)
    move = models.PositiveIntegerField(default=0)
    #: The seat whose view is shown; None for all hands.
    eyes = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="viewing_once", fields=["game", "user", "tab"]),
            models.UniqueConstraint(
                name="viewing_one_leads", fields=["game"], condition=Q(leads=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"


class Import(models.Model):
    """A file that somebody tried to import, and the result.

    ``user`` is None for the command line. A valid record has a ``game`` and no ``code``. A refused
    record has the verdict's code and the verdict as a sentence. It also has the index of the wrong
    move (from 0) and the first bytes of the file, if there are any.
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
    size = models.PositiveIntegerField(help_text="the size of the file in bytes")
    digest = models.CharField(max_length=64, blank=True, help_text="the SHA-256 of the file")
    refused = models.BinaryField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(name="import_of_user", fields=["user", "at"]),
            models.Index(name="import_refused", fields=["at"], condition=~Q(code="")),
        ]

    def __str__(self) -> str:
        return self.file_name


class IntegrityCheck(models.Model):
    """The latest integrity check of a game, by ``check_games`` or by the staff.

    ``problems`` is a list of texts. It is empty if log and rows agree. Do not show the problems of
    a running game, because they may reveal hidden cards.
    """

    game = models.OneToOneField(
        "game.Game", on_delete=models.CASCADE, primary_key=True, related_name="integrity_check"
    )
    at = models.DateTimeField()
    version = models.PositiveIntegerField()
    problems = models.JSONField(default=list)
    agrees = models.BooleanField()

    class Meta:
        indexes = [
            # With this index the staff pages find the games with problems.
            models.Index(name="integrity_check_wrong", fields=["at"], condition=Q(agrees=False)),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.at:%Y-%m-%d %H:%M}"
