"""A private room: a code, a host, house rules, and the game that is on."""

import secrets
from functools import cached_property

from django.conf import settings
from django.db import models
from django.db.models import Q

from bots.ai import DEFAULT_LEVEL
from game.rules.options import PRESETS, Rules

# Nothing that can be taken for something else (0 O, 1 I L, 2 Z, 5 S, 8 B), and no vowels: codes
# are read aloud, and should not spell words.
CODE_LETTERS = "CDFGHJKMNPQRTVWXY234679"
CODE_LENGTH = 6

MOST_SEATS = 12


def new_code() -> str:
    """A room code that nobody can guess from another."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Room(models.Model):
    """``version`` counts what shows and is not a move: seats, rules, who is away, a new game.

    The room is a lobby while ``game`` is None, then shows that game, also when it is over.
    """

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    preset = models.CharField(max_length=32)
    options = models.JSONField()
    seat_count = models.PositiveSmallIntegerField(default=10)
    game = models.ForeignKey(
        "game.Game", null=True, blank=True, on_delete=models.SET_NULL, related_name="rooms"
    )
    #: The series that the latest game belongs to; a new number for each.
    series = models.PositiveIntegerField(default=0)

    # What the table sets beside the rules of the game.
    turn_seconds = models.PositiveIntegerField(default=0)
    pace = models.CharField(max_length=10, default="normal", db_default="normal")
    pauses = models.BooleanField(default=True)
    spectators = models.BooleanField(default=True)
    #: How well new bots play, and those that move for people who are away or have left.
    bot_level = models.CharField(max_length=16, default=DEFAULT_LEVEL)
    substitute_level = models.CharField(max_length=16, default=DEFAULT_LEVEL)
    locked = models.BooleanField(default=False)

    #: What was set last, and by whom: ``{"by": name, "changed": [[option, value], …]}``.
    last_change = models.JSONField(default=dict)

    #: When it was closed for good by those who keep the site.
    closed_at = models.DateTimeField(null=True, blank=True)

    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="room_has_seats", condition=Q(seat_count__gte=4, seat_count__lte=MOST_SEATS)
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @cached_property
    def rules(self) -> Rules:
        """The house rules; a game is dealt by them for as many as sit there then."""
        return Rules.from_json(self.options)

    def use_preset(self, preset: str) -> None:
        """Set every option as ``preset`` has it. Not saved."""
        rules = PRESETS[preset]
        self.preset = preset
        self.use_rules(rules)
        self.seat_count = max(10, rules.players)

    def use_rules(self, rules: Rules) -> None:
        """Set every option; ``preset`` stays what they are compared with. Not saved."""
        self.options = rules.to_json()
        self.__dict__.pop("rules", None)
