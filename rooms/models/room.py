"""A room: its seats, its games in series, the answers to people's requests, and the schedule of
retention.
"""

import secrets
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.columns import person, person_or_none
from accounts.names import fold
from game.table_options import (
    DAY,
    FEWEST_SEATS,
    MOST_SEATS,
    SEAT_COUNT,
    TableField,
    options_of_preset,
)
from literature.rules.options import BY_LETTER, PRESETS, Rules, preset_of

# Codes have no vowels, so that they spell no words. Of each group of characters that look
# alike (0 O, 1 I L, 2 Z, 5 S, 8 B) they have at most one.
CODE_LETTERS = "CDFGHJKMNPQRTVWXY234679"
CODE_LENGTH = 6


def new_code() -> str:
    """Return a new random room code. Nobody can guess it from other codes."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Wished(models.TextChoices):
    """The players whom an open table is for."""

    __empty__ = _("For everybody")
    BEGINNERS = "beginners", _("For beginners")
    EXPERIENCED = "experienced", _("For experienced players")


class Room(models.Model):
    """A room: a lobby while ``game`` is None; otherwise it shows this game, even after its end.

    ``version`` counts visible changes other than moves: seats, rules, absence, a new game.
    """

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    host = person_or_none()
    preset = models.CharField(max_length=32)
    options = models.JSONField()
    seat_count = models.PositiveSmallIntegerField(default=SEAT_COUNT.default)
    game = models.ForeignKey(
        "game.Game", null=True, blank=True, on_delete=models.SET_NULL, related_name="rooms"
    )
    #: The number of the present series. The next game may begin a new series.
    series = models.PositiveIntegerField(default=0)

    #: The options of the table (``game.table_options``).
    table = TableField()
    locked = models.BooleanField(default=False)

    #: The time since which the home page shows the lobby to everybody; None for a private table.
    open_since = models.DateTimeField(null=True, blank=True)
    #: The number of seats that the home page offers, or None. ``rooms.actions.locked`` counts them.
    #: (SQLite adds a column with a default by making the table again, without the columns that only
    #: earlier releases know. So these columns have none.)
    free_seats = models.PositiveSmallIntegerField(null=True, editable=False)
    #: The players whom an open table is for; None: everybody.
    wished = models.CharField(max_length=16, choices=Wished, null=True, editable=False)  # noqa: DJ001

    #: The time at which the staff closed the room permanently.
    closed_at = models.DateTimeField(null=True, blank=True)

    #: The address from which the room was opened, as ``accounts.rate_limits.hidden_address`` gives
    #: it. The games of an address are limited.
    opened_from = models.CharField(max_length=32, blank=True, default="", db_default="")

    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="room_has_seats",
                condition=Q(seat_count__gte=FEWEST_SEATS, seat_count__lte=MOST_SEATS),
            ),
        ]
        indexes = [
            models.Index(
                name="room_opened_from", fields=["opened_from"], condition=~Q(opened_from="")
            ),
            models.Index(
                name="room_with_free_seats",
                fields=["free_seats", "-open_since"],
                condition=Q(free_seats__gt=0),
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @cached_property
    def rules(self) -> Rules:
        """The house rules. When a game is dealt, the number of seated players replaces
        ``players``.
        """
        return Rules.from_json(self.options)

    @property
    def is_open_lobby(self) -> bool:
        """Whether the room is a lobby in which everybody may sit down."""
        return self.open_since is not None and self.game_id is None

    @property
    def has_days(self) -> bool:
        """Whether a player has a day for each move, and need not stay at the page."""
        return self.table["turn_seconds"] == DAY

    @property
    def equal_preset(self) -> str:
        """The preset with the same rules, or an empty string. A table plays *By letter* only with
        its turn clock.
        """
        preset = preset_of(self.rules)
        return "" if preset == BY_LETTER and not self.has_days else preset

    def use_preset(self, preset: str) -> None:
        """Copy the options of ``preset``, and reset the number of seats. Only the preset of a first
        game switches help on. The turn clock of *By letter* comes and goes with it. Does not save.
        """
        options = options_of_preset(preset)
        if self.preset == BY_LETTER and self.has_days:
            options.setdefault("turn_seconds", 0)
        self.seat_count = int(options.pop("seat_count", SEAT_COUNT.default))
        self.preset, self.table = preset, self.table | options
        self.use_rules(PRESETS[preset])

    def use_rules(self, rules: Rules) -> None:
        """Copy all options. Pages compare the rules with ``preset``, which changes only to a preset
        that has these rules. Help is switched off if the rules do not allow it, and seats are
        added if there are too few. Does not save.
        """
        self.options = rules.to_json()
        self.__dict__.pop("rules", None)
        self.preset = self.equal_preset or self.preset
        self.seat_count = max(self.seat_count, rules.players)
        self.table = self.table | {"help": self.table["help"] and rules.allow_help}


class Seat(models.Model):
    """A taken seat, with its person or bot. The team is ``number`` modulo 2.

    Heartbeats, polls and new tabs set ``last_seen`` and clear ``away``. Other requests do so only
    if ``away`` is set. ``away`` is set if ``last_seen`` is too old. (A counter of sockets would be
    wrong after a crash.)
    """

    # This column has no index of its own, because a constraint below begins with the column.
    room = models.ForeignKey(
        "rooms.Room", on_delete=models.CASCADE, related_name="seats", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    name = models.CharField(max_length=40)
    #: Names that look the same have the same ``fold``.
    folded_name = models.CharField(max_length=400)
    avatar = models.CharField(max_length=32)
    bot = models.CharField(max_length=16, blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(null=True, blank=True)
    away = models.BooleanField(default=False)
    #: The id of the person's active tab.
    tab = models.CharField(max_length=32, blank=True)
    #: The person's latest reaction, one of ``rooms.actions.chat.REACTIONS``, and its time.
    reaction = models.CharField(max_length=16, blank=True)
    reacted_at = models.DateTimeField(null=True, blank=True)
    #: Whether the host has muted this person in the chat.
    muted = models.BooleanField(default=False)
    #: Whether the person is ready for the next game.
    ready = models.BooleanField(default=False)
    #: Whether the person agrees to end the game without a result.
    wants_end = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="seat_one_holder", fields=["room", "number"]),
            models.UniqueConstraint(
                name="seat_one_per_user", fields=["room", "user"], condition=Q(user__isnull=False)
            ),
            models.UniqueConstraint(name="seat_names_differ", fields=["room", "folded_name"]),
            # Numbers from MOST_SEATS up occur only for a moment while seats get new numbers.
            models.CheckConstraint(name="seat_at_table", condition=Q(number__lt=2 * MOST_SEATS)),
            models.CheckConstraint(
                name="seat_person_or_bot",
                condition=Q(user__isnull=True) & ~Q(bot="") | Q(user__isnull=False, bot=""),
            ),
        ]
        indexes = [
            # Finds people who count as present but have not been seen for too long.
            models.Index(
                name="seat_present",
                fields=["last_seen"],
                condition=Q(user__isnull=False, away=False),
            ),
            # Finds people who have been away for a long time.
            models.Index(
                name="seat_absent",
                fields=["last_seen"],
                condition=Q(user__isnull=False, away=True),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, **options: Any) -> None:
        changed = options.get("update_fields")
        if changed is None or "name" in changed:
            self.folded_name = fold(self.name)
            options["update_fields"] = changed and {*changed, "folded_name"}
        super().save(**options)

    @property
    def team(self) -> int:
        """The team, 0 or 1. Neighbours are in different teams."""
        return self.number % 2


class SeriesGame(models.Model):
    """A game of a room, with the number of its series. Rows are in the order of the deals."""

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="series_games")
    game = models.OneToOneField("game.Game", on_delete=models.CASCADE, related_name="series_game")
    series = models.PositiveIntegerField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(name="series_game_of_series", fields=["room", "series"])]

    def __str__(self) -> str:
        return f"{self.room_id} {self.series} {self.game_id}"


class IdempotencyKey(models.Model):
    """The first answer to a person's request, by the request's id."""

    user = person()
    request_id = models.CharField(max_length=64)
    action = models.CharField(max_length=64)
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="idempotency_key_once", fields=["user", "request_id"]),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.request_id}"
