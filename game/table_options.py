"""The options of a table: settings of the host that do not decide which moves are legal.

To add an option, add its record to ``TABLE_OPTIONS``. Rooms and games then store it, and the form,
the announcement of a change and the documents have it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from game.presentation.bot_levels import all_levels
from game.presentation.options import Option, Text, filled, records
from game.presentation.rule_options import RULE_OPTIONS
from literature.policy import DEFAULT_LEVEL
from literature.rules.options import BY_LETTER, FIRST_GAME, Value

TABLE = _("This table")
FEWEST_SEATS, MOST_SEATS = 4, 12
DAY = 24 * 3600


def _levels(sentence: Text) -> list[tuple[Value, Text, Text]]:
    return [
        (each.name, each.label, filled(sentence, level=each.label, about=each.about))
        for each in all_levels()
    ]


def _option(name: str, title: Text, default: Value, *words: tuple[Value, Text, Text]) -> Option:
    """An option with a label and a sentence for each of its values."""
    sentences = {value: (label, sentence) for value, label, sentence in words}
    return Option(name, TABLE, title, default, sentences)


#: All options of a table, in the order of the form.
TABLE_OPTIONS: Mapping[str, Option] = records(
    _option(
        "turn_seconds",
        _("Turn clock"),
        0,
        (0, _("None"), _("There is no time limit.")),
        (30, _("0:30"), _("After 30 seconds a bot makes the move.")),
        (60, _("1:00"), _("After one minute a bot makes the move.")),
        (120, _("2:00"), _("After two minutes a bot makes the move.")),
        (300, _("5:00"), _("After five minutes a bot makes the move.")),
        (DAY, _("1 day"), _("After one day a bot makes the move.")),
    ),
    _option(
        "pace",
        _("Bot speed"),
        "normal",
        ("slow", _("Slow"), _("A bot thinks for about four seconds.")),
        ("normal", _("Normal"), _("A bot thinks for two or three seconds.")),
        ("fast", _("Fast"), _("A bot thinks for about a second.")),
    ),
    _option(
        "pauses",
        _("Wait for a claim out of turn"),
        True,
        (
            True,
            _("Yes"),
            _("The table waits up to 45 seconds for a player who claims out of turn."),
        ),
        (False, _("No"), _("The table does not wait: the first claim counts.")),
    ),
    _option(
        "spectators",
        _("Spectators"),
        True,
        (True, _("Yes"), _("Anyone with the link may watch.")),
        (False, _("No"), _("Only the players see the game.")),
    ),
    _option(
        "link_preview",
        _("Preview of the link"),
        False,
        (False, _("Plain"), _("The picture of the link tells no rules.")),
        (
            True,
            _("Full"),
            _("The picture of the table’s link shows house rules and empty seats, but no names."),
        ),
    ),
    # A hint and a deduction grid for each player, if the rules allow help.
    _option(
        "help",
        _("Help"),
        False,
        (
            True,
            _("Yes"),
            _("Each player may see a hint, and a grid that shows who can hold which card."),
        ),
        (False, _("No"), _("Players rely on their own memory and reasoning.")),
    ),
    _option(
        "bot_level",
        _("New bots"),
        DEFAULT_LEVEL,
        *_levels(_("New bots have the level %(level)s. %(about)s")),
    ),
    _option(
        "substitute_level",
        _("Substitutes"),
        DEFAULT_LEVEL,
        *_levels(_("%(level)s bots replace players who are away or gone.")),
    ),
)

#: The number of seats. The rules may add seats, so a room stores it by itself.
SEAT_COUNT = Option(
    "seat_count",
    TABLE,
    _("Seats at most"),
    10,
    {
        seats: (
            str(seats),
            filled(
                ngettext_lazy(
                    "At most %(n)d player can sit down.",
                    "At most %(n)d players can sit down.",
                    seats,
                ),
                n=seats,
            ),
        )
        for seats in range(FEWEST_SEATS, MOST_SEATS + 1, 2)
    },
    numbers=range(FEWEST_SEATS, MOST_SEATS + 1, 2),
    beside="players",
)

#: All options of the rules and of a table.
ALL_OPTIONS: Mapping[str, Option] = {**RULE_OPTIONS, **TABLE_OPTIONS, SEAT_COUNT.name: SEAT_COUNT}


def default_table() -> dict[str, Value]:
    """Return the default of every option of a table."""
    return {option.name: option.default for option in TABLE_OPTIONS.values()}


def options_of_preset(preset: str) -> dict[str, Value]:
    """Return the options of the table that a preset sets."""
    options: dict[str, Value] = {"help": preset == FIRST_GAME}
    return options | {"turn_seconds": DAY, "seat_count": 6} if preset == BY_LETTER else options


class TableField(models.JSONField):
    """The column with the options of a table. An option that the row does not have yet has its
    default.
    """

    def __init__(self, **more: Any) -> None:
        defaults: dict[str, Any] = {"default": default_table, "db_default": {}}
        super().__init__(**defaults | more)

    def from_db_value(self, *value: Any) -> dict[str, Value] | None:
        """Return the stored options and the missing defaults; None for no row of a join."""
        stored = super().from_db_value(*value)
        return None if stored is None else default_table() | stored

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, Any]]:
        """Let migrations see a plain JSON column."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, {"db_default": kwargs["db_default"]}
