"""Names and descriptions of the table options: settings of the host that are not part of
the rules.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.rules_text import OptionWords
from rooms.actions.host_settings import TABLE_OPTIONS
from rooms.bot_levels import all_levels


def table_options() -> list[OptionWords]:
    """Return all table options with their values."""
    levels = all_levels()
    return [
        OptionWords(
            "turn_seconds",
            _("Turn clock"),
            TABLE_OPTIONS["turn_seconds"],
            (
                _("There is no time limit."),
                _("After 30 seconds a bot makes the move."),
                _("After one minute a bot makes the move."),
                _("After two minutes a bot makes the move."),
                _("After five minutes a bot makes the move."),
                _("After one day a bot makes the move."),
            ),
            (_("None"), _("0:30"), _("1:00"), _("2:00"), _("5:00"), _("1 day")),
        ),
        OptionWords(
            "pace",
            _("Bot speed"),
            TABLE_OPTIONS["pace"],
            (
                _("A bot thinks for about four seconds."),
                _("A bot thinks for two or three seconds."),
                _("A bot thinks for about a second."),
            ),
            (_("Slow"), _("Normal"), _("Fast")),
        ),
        OptionWords(
            "pauses",
            _("Wait for a claim out of turn"),
            TABLE_OPTIONS["pauses"],
            (
                _("The table waits up to 45 seconds for a player who claims out of turn."),
                _("The table does not wait: the first claim counts."),
            ),
            (_("Yes"), _("No")),
        ),
        OptionWords(
            "spectators",
            _("Spectators"),
            TABLE_OPTIONS["spectators"],
            (_("Anyone with the link may watch."), _("Only the players see the game.")),
            (_("Yes"), _("No")),
        ),
        OptionWords(
            "help",
            _("Help"),
            TABLE_OPTIONS["help"],
            (
                _("Each player may see a hint, and a grid that shows who can hold which card."),
                _("Players rely on their own memory and reasoning."),
            ),
            (_("Yes"), _("No")),
        ),
        OptionWords(
            "bot_level",
            _("New bots"),
            TABLE_OPTIONS["bot_level"],
            tuple(
                _("New bots have the level %(level)s. %(about)s")
                % {"level": level.label, "about": level.about}
                for level in levels
            ),
            tuple(level.label for level in levels),
        ),
        OptionWords(
            "substitute_level",
            _("Substitutes"),
            TABLE_OPTIONS["substitute_level"],
            tuple(
                _("%(level)s bots replace players who are away or gone.") % {"level": level.label}
                for level in levels
            ),
            tuple(level.label for level in levels),
        ),
        OptionWords(
            "seat_count",
            _("Seats"),
            TABLE_OPTIONS["seat_count"],
            tuple(
                ngettext(
                    "At most %(n)d player can sit down.", "At most %(n)d players can sit down.", n
                )
                % {"n": n}
                for n in TABLE_OPTIONS["seat_count"]
            ),
            tuple(str(n) for n in TABLE_OPTIONS["seat_count"]),
        ),
    ]
