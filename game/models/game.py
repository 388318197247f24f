"""One game of Literature, at its present moment."""

import secrets
from functools import cached_property

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from bots.ai import DEFAULT_LEVEL
from game.refusals import Refused
from game.rules.decks import DECKS, Deck
from game.rules.options import Rules
from game.rules.state import FINISHED, PHASES, PLAYING
from game.rules.versions import UnknownVersion


def new_game_id() -> str:
    """A long random id: a game's address can't be guessed from another's."""
    return secrets.token_hex(12)


class Game(models.Model):
    """A game and where it stands. Changed by ``game.play`` alone.

    ``version`` counts the moves made, ``edition`` all other changes but a scheduler's lease: a move
    is stored only if both are still as it was planned on. ``turn_version`` is the version since
    which an ask or a pass would still mean what it meant: a move made on an older one is stale. The
    present position is stored, not only the log, so that a move costs the same however long the
    game is.
    """

    class Status(models.TextChoices):
        RUNNING = "running", _("being played")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("abandoned")

    class BotsMode(models.TextChoices):
        NORMAL = "normal", _("at its pace")
        PAUSED = "paused", _("waiting")
        TO_TURN = "to_turn", _("at once until a person has the turn")

    id = models.CharField(primary_key=True, max_length=32, default=new_game_id, editable=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    #: The preset whose options these are; empty for rules of their own.
    preset = models.CharField(max_length=32, blank=True)
    #: Of rules of their own: the preset that they were before some were changed, if they were one.
    changed_from = models.CharField(max_length=32, blank=True, default="", db_default="")
    options = models.JSONField()
    #: The version of the rules (``game.rules.versions``) by which it is played, checked and shown.
    rules_version = models.PositiveSmallIntegerField(db_default=1)
    dealer = models.PositiveSmallIntegerField()

    # The fair deal: the seed is shown when the game is over, its SHA-256 from the start.
    seed = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)

    version = models.PositiveIntegerField(default=0)
    turn_version = models.PositiveIntegerField(default=0)
    edition = models.PositiveIntegerField(default=0)
    turn = models.PositiveSmallIntegerField()
    phase = models.CharField(max_length=10, default=PLAYING, choices=[(p, p) for p in PHASES])
    may_pass = models.BooleanField(default=False)
    score_0 = models.SmallIntegerField(default=0)
    score_1 = models.SmallIntegerField(default=0)
    scorers = models.JSONField()
    returned = models.JSONField(default=list)

    #: When the next act is due, a bot's or a clock's; None when it is a person's to act in peace.
    due_at = models.DateTimeField(null=True, blank=True)
    #: The time for a person's move in seconds, 0 for none, and when it is up.
    turn_seconds = models.PositiveIntegerField(default=0)
    deadline = models.DateTimeField(null=True, blank=True)
    #: How fast bots move (``game.timing.PACES``); until when pages show a claim or the deal, for
    #: which bots and the turn clock wait.
    pace = models.CharField(max_length=10, default="normal", db_default="normal")
    shown_until = models.DateTimeField(null=True, blank=True)
    #: For so many turns of people bots still move slowly, whatever the pace.
    slow_turns = models.PositiveSmallIntegerField(default=0, db_default=0)
    #: What somebody who plays among bots alone has them do.
    bots_mode = models.CharField(
        max_length=10, choices=BotsMode, default=BotsMode.NORMAL, db_default=BotsMode.NORMAL
    )
    #: A bot is to make the next move of whoever has the turn: another player has asked for that
    #: move, or the host for all until that person is back (``Player.has_substitute``).
    substitute = models.BooleanField(default=False)
    #: How well a bot plays that moves for a person.
    substitute_level = models.CharField(max_length=16, default=DEFAULT_LEVEL)

    #: Whether the table waits for whoever claims out of turn; for whom it does, and until when.
    pauses = models.BooleanField(default=True)
    declaring_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    declaring_set = models.CharField(max_length=16, null=True, blank=True)  # noqa: DJ001
    declaring_until = models.DateTimeField(null=True, blank=True)

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    #: The code of the room where it was played; a game outlives its room.
    room_code = models.CharField(max_length=12, blank=True, default="", db_default="")
    #: The very bytes of a record that was imported; None for a game that was played here.
    source = models.BinaryField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="game_finished_has_phase",
                condition=~Q(status="finished") | Q(phase=FINISHED),
            ),
            models.CheckConstraint(
                name="game_running_is_not_over",
                condition=~Q(status="running") | ~Q(phase=FINISHED),
            ),
            models.CheckConstraint(
                name="game_only_running_is_due",
                condition=Q(due_at__isnull=True) | Q(status="running"),
            ),
            models.CheckConstraint(
                name="game_turn_version_not_ahead",
                condition=Q(turn_version__lte=F("version")),
            ),
        ]
        indexes = [
            # What the clock looks at four times a second: only the games that wait for it.
            models.Index(
                name="game_due",
                fields=["due_at"],
                condition=Q(due_at__isnull=False),
            ),
            models.Index(
                name="game_of_room",
                fields=["room_code", "-started_at"],
                condition=~Q(room_code=""),
            ),
            models.Index(name="game_newest", fields=["-started_at", "-id"]),
            models.Index(name="game_running", fields=["started_at"], condition=Q(status="running")),
        ]

    def __str__(self) -> str:
        return self.id

    @cached_property
    def rules(self) -> Rules:
        """The rules that this game is played by. Refuses ``newer_rules``."""
        try:
            return Rules.from_json(self.options, self.rules_version)
        except UnknownVersion as error:
            raise Refused("newer_rules") from error

    @property
    def began_as(self) -> str:
        """The preset that its rules are compared with; empty if there is none."""
        return self.preset or self.changed_from

    @property
    def deck(self) -> Deck:
        """The deck that it is played with."""
        return DECKS[self.rules.deck]

    @property
    def scores(self) -> tuple[int, int]:
        """The points of team 0 and of team 1."""
        return self.score_0, self.score_1

    @property
    def is_over(self) -> bool:
        """Whether everything about this game may be seen."""
        return self.status != self.Status.RUNNING

    @property
    def is_imported(self) -> bool:
        """Whether it came as a record from elsewhere, and so counts in nobody's statistics."""
        return self.source is not None
