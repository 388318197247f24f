"""A game in its present position, its players and their hands, and the scheduler's heartbeat."""

import secrets
from functools import cached_property

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.columns import person_or_none
from game.refusals import Refused
from game.table_options import TableField
from literature.rules.cards import hand_text
from literature.rules.decks import DECKS, Deck
from literature.rules.options import Rules
from literature.rules.state import FINISHED, PHASES, PLAYING
from literature.rules.versions import UnknownVersion

ALL_CARDS = 2**54 - 1


def new_game_id() -> str:
    """A long random id, so that nobody can guess the address of a game."""
    return secrets.token_hex(12)


class Game(models.Model):
    """A game in its present position. Only ``game.play`` and the scheduler's leases change it.

    ``version`` counts the moves made. ``edition`` counts all other changes except the scheduler's
    leases. A move is stored only if both still have the values with which the move was planned.
    ``turn_version`` is the version after the latest move of a turn-holder: an ask or a pass that
    was chosen at an earlier version is stale. The present position is stored in addition to the
    log, so that a move in a long game costs as much as in a short one.
    """

    class Status(models.TextChoices):
        RUNNING = "running", _("being played")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("not finished")

    class BotsMode(models.TextChoices):
        NORMAL = "normal", _("bots move at the table’s speed")
        PAUSED = "paused", _("bots are paused")
        TO_TURN = "to_turn", _("bots move at once until a person’s turn")

    id = models.CharField(primary_key=True, max_length=32, default=new_game_id, editable=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    #: The name of the preset that the rules equal; empty if they equal none.
    preset = models.CharField(max_length=32, blank=True)
    #: If the rules equal no preset, the preset with which the host began; otherwise empty.
    changed_from = models.CharField(max_length=32, blank=True, default="", db_default="")
    options = models.JSONField()
    #: The options of the room's table at the deal (``game.table_options``). The pace may change.
    table = TableField()
    #: The version of the rules by which the game is played, checked and shown
    #: (``literature.rules.versions``).
    rules_version = models.PositiveSmallIntegerField(db_default=1)
    dealer = models.PositiveSmallIntegerField()

    # The fair deal: pages show the commitment from the start, and the seed after the end. A
    # practice game has no commitment, because its deal was chosen.
    seed = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)

    version = models.PositiveIntegerField(default=0)
    turn_version = models.PositiveIntegerField(default=0)
    edition = models.PositiveIntegerField(default=0)
    #: The version after the latest move of a person; None before it. All moves since then are moves
    #: of bots.
    person_version = models.PositiveIntegerField(null=True, blank=True)
    turn = models.PositiveSmallIntegerField()
    phase = models.CharField(max_length=10, default=PLAYING, choices=[(p, p) for p in PHASES])
    may_pass = models.BooleanField(default=False)
    score_0 = models.SmallIntegerField(default=0)
    score_1 = models.SmallIntegerField(default=0)
    scorers = models.JSONField()
    returned = models.JSONField(default=list)

    #: The time at which the scheduler must act for a bot, a turn clock or a claim pause; None if it
    #: has nothing to do.
    due_at = models.DateTimeField(null=True, blank=True)
    #: The time from which the player who has the turn may get an alert (``alerts``); None if they
    #: need none.
    alert_at = models.DateTimeField(null=True, blank=True)
    #: The end of the present turn, if the table has a turn clock.
    deadline = models.DateTimeField(null=True, blank=True)
    #: Pages show a claim or the deal until this time; bots and the turn clock wait until then.
    shown_until = models.DateTimeField(null=True, blank=True)
    #: The bots move slowly, whatever pace the table has, until people have had this number of
    #: turns.
    slow_turns = models.PositiveSmallIntegerField(default=0, db_default=0)
    #: How the bots move. Only a person who plays alone with bots can choose it.
    bots_mode = models.CharField(
        max_length=10, choices=BotsMode, default=BotsMode.NORMAL, db_default=BotsMode.NORMAL
    )
    #: Whether a substitute makes the next move. Either another player requested this one
    #: move, or the host requested all moves until the person is back (``Player.has_substitute``).
    substitute = models.BooleanField(default=False)

    #: The seat, the set and the end of the present claim pause.
    claim_pause_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    claim_pause_set = models.CharField(max_length=16, null=True, blank=True)  # noqa: DJ001
    claim_pause_until = models.DateTimeField(null=True, blank=True)

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    #: The code of the game's room. There is no foreign key, because a game outlives its room.
    room_code = models.CharField(max_length=12, blank=True, default="", db_default="")
    #: The bytes of an imported record; None for a game that was played on this site.
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
            # The scheduler polls this index.
            models.Index(
                name="game_due",
                fields=["due_at"],
                condition=Q(due_at__isnull=False),
            ),
            models.Index(
                name="game_alert", fields=["alert_at"], condition=Q(alert_at__isnull=False)
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
        """The rules of this game.

        Raise ``Refused`` (``newer_rules``) if their version is unknown.
        """
        try:
            return Rules.from_json(self.options, self.rules_version)
        except UnknownVersion as error:
            raise Refused("newer_rules") from error

    @property
    def began_as(self) -> str:
        """The preset with which pages compare the rules; empty if there is none."""
        return self.preset or self.changed_from

    @property
    def deck(self) -> Deck:
        """The deck of this game."""
        return DECKS[self.rules.deck]

    @property
    def scores(self) -> tuple[int, int]:
        """The points of team 0 and of team 1."""
        return self.score_0, self.score_1

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, so that people may see all hands."""
        return self.status != self.Status.RUNNING

    @property
    def is_practice(self) -> bool:
        """Whether the deal was chosen for a beginner. Such a game counts in no statistics."""
        return self.source is None and not self.commitment

    @property
    def is_imported(self) -> bool:
        """Whether the game is an imported record. Such a game counts in no statistics."""
        return self.source is not None


class Player(models.Model):
    """A seat of a game with its person or bot. It does not refer to the room, which may be deleted.

    ``user`` is None for a bot, for a deleted account, and in an imported game.
    """

    game = models.ForeignKey("game.Game", on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = person_or_none(blank=True)
    #: The person who left this seat to a bot for good.
    left_user = person_or_none(blank=True)
    #: The number of moves in the game when the person left. It stays if the account is deleted.
    left_at = models.PositiveIntegerField(null=True, blank=True)
    name = models.CharField(max_length=40)
    avatar = models.CharField(max_length=32, blank=True)
    bot = models.CharField(max_length=16, blank=True)
    #: Whether a substitute makes all moves of this person until they are back.
    has_substitute = models.BooleanField(default=False, db_default=False)
    #: The number of claim pauses that this player used without claiming.
    pauses_wasted = models.PositiveSmallIntegerField(default=0)
    #: The preference ``telling`` of the person, if ``row_values.players_of`` has read it.
    telling: str | None = None
    #: The preference ``hand_sort`` of the person, if ``row_values.players_of`` has read it.
    hand_sort: str | None = None

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(name="player_one_per_seat", fields=["game", "seat"]),
            models.UniqueConstraint(
                name="player_one_seat_per_user",
                fields=["game", "user"],
                condition=Q(user__isnull=False),
            ),
            models.CheckConstraint(
                name="player_bot_has_no_user", condition=Q(bot="") | Q(user__isnull=True)
            ),
            models.CheckConstraint(name="player_seat_at_table", condition=Q(seat__lt=12)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def was_left(self) -> bool:
        """Whether a person left this seat to a bot."""
        return self.left_at is not None


class Hand(models.Model):
    """The dealt and the live cards of a seat, as bit sets, and the player's own order.

    They are separate from ``Player``, because its fields are public.
    """

    # This column has no index of its own, because the constraint below begins with the column.
    game = models.ForeignKey(
        "game.Game", on_delete=models.CASCADE, related_name="hands", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    dealt = models.BigIntegerField()
    live = models.BigIntegerField()
    #: The texts of cards in the order that the player chose; empty without an own order. The player
    #: may have lost some of them, and got others.
    own_order = models.CharField(max_length=162, blank=True, default="", db_default="")

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(name="hand_one_per_seat", fields=["game", "seat"]),
            models.CheckConstraint(
                name="hand_holds_cards",
                condition=Q(dealt__gte=0, dealt__lte=ALL_CARDS, live__gte=0, live__lte=ALL_CARDS),
            ),
        ]

    def __str__(self) -> str:
        return " ".join(hand_text(self.live))


class SchedulerHeartbeat(models.Model):
    """One row: the latest time at which a scheduler ran. A gap before the next time means
    downtime.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.at.isoformat()
