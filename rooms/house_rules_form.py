"""The form for the house rules: presets as buttons, options as choices, and numbers with plus and
minus.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from game.presentation.rules_text import (
    PRESET_NAMES,
    OptionWords,
    PresetWords,
    all_options,
    has_high_sets,
)
from game.rules.options import FIRST_GAME, PRESETS, Rules
from rooms.actions.host_settings import SAVED_PREFIX, least_seats
from rooms.house_rules import choices
from rooms.models import Room, SavedRules
from rooms.table_options import table_options

NOTHING_FILLED: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of an option: its label, its meaning, and whether it is chosen.

    ``no_high_sets`` is True for a deck without high sets. With such a deck, ``high_sets_double``
    has no effect.
    """

    value: str
    label: str
    meaning: str
    chosen: bool
    no_high_sets: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """A number among the options: its value in the form, the value that is ``set`` now, and the
    preset's value (``usual``).

    If ``beside`` is not empty, the form shows the number only while the number's option has this
    value.
    """

    name: str
    label: str
    value: str
    least: int
    most: int
    step: int
    set: str
    usual: str | None = None
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """An option in the form. ``set`` is its value now.

    ``usual`` is the preset's value; None for an option that no preset sets. An option without
    ``choices`` has only ``numbers``, with values of their own. ``about`` explains the numbers.
    """

    name: str
    title: str
    choices: tuple[Choice, ...] = ()
    set: str = ""
    usual: str | None = None
    numbers: tuple[Number, ...] = ()
    about: str = ""

    @property
    def differs(self) -> bool:
        """Return whether the value in the form differs from the preset's value."""
        return self._is_other("usual")

    @property
    def is_changed(self) -> bool:
        """Return whether the value in the form differs from the present value."""
        return self._is_other("set")

    def _is_other(self, than: str) -> bool:
        chosen = next((choice.value for choice in self.choices if choice.chosen), "")
        compared = [(chosen, getattr(self, than))] if self.choices else []
        compared += [
            (number.value, getattr(number, than))
            for number in self.numbers
            if not number.beside or number.beside == chosen
        ]
        return any(value != other for value, other in compared if other is not None)


@dataclass(frozen=True, slots=True)
class Group:
    """A group of options."""

    title: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class PresetChip:
    """A preset, or saved rules, to start from. ``options`` has all its options as text, in the form
    of ``Rules.text``, and help.

    Pages compare changed rules with the preset ``base``.
    """

    words: PresetWords
    options: str
    base: str
    as_preset: str
    changed_from: str


def preset_chips(kept: Iterable[SavedRules]) -> list[PresetChip]:
    """Return all presets and saved rules to start from."""
    saved = {f"{SAVED_PREFIX}{each.pk}": each for each in kept}
    return [_preset_chip(words, saved.get(words.name)) for words in choices(saved.values())]


def _preset_chip(words: PresetWords, saved: SavedRules | None) -> PresetChip:
    base = saved.preset if saved else words.name
    rules = Rules.from_json(saved.options) if saved else PRESETS[base]
    name = {"name": PRESET_NAMES[base]}
    changed_from = _("Changed from %(name)s:") % name
    options = f"{rules.text()} help={_text(_has_help(words.name))}"
    return PresetChip(
        words, options, base, _("These are the rules of %(name)s.") % name, changed_from
    )


def _has_help(preset: str) -> bool:
    return preset == FIRST_GAME


def filled_from(chip: PresetChip) -> dict[str, str]:
    """Return the fields of a form that is filled with the values of a preset."""
    return dict(word.split("=") for word in chip.options.split())


def rules_on_form(room: Room, filled: Mapping[str, str]) -> Rules:
    """Return the rules that the form shows: those of the room, with the ``filled`` values. If a
    value is impossible, return the room's rules.
    """
    now = dict(word.split("=") for word in room.rules.text().split())
    try:
        return Rules.from_text(" ".join(f"{name}={filled.get(name, now[name])}" for name in now))
    except ValueError:
        return room.rules


def groups(room: Room, base: str, filled: Mapping[str, str] = NOTHING_FILLED) -> list[Group]:
    """Return all options of a room in groups. ``filled`` values come from a submitted form
    or a preset, and replace the room's values.

    The options are compared with the preset ``base``.
    """
    of_rules = {each.name: each for each in all_options(room.rules)}
    of_table = {each.name: each for each in table_options()}

    def option(name: str) -> Option:
        if name == "players":
            return _players(room, base, filled)
        if name in of_table:
            now = _option(getattr(room, name), of_table[name], filled)
            # A preset also sets help.
            return replace(now, usual=_text(_has_help(base))) if name == "help" else now
        now = _option(getattr(room.rules, name), of_rules[name], filled)
        now = replace(now, usual=_text(getattr(PRESETS[base], name)))
        return replace(now, numbers=(_points(room, base, filled),)) if name == "series" else now

    grouped = [
        (_("Players and cards"), ("players", "deck", "high_sets_double", "ask_held_card")),
        (
            _("Claiming"),
            ("claim_timing", "misplaced_claim", "opponent_held_claim", "turn_after_wrong_claim",
             "pass_after_claim"),
        ),
        (_("What players see"), ("history", "hand_counts")),
        (_("How the game ends"), ("game_end", "series")),
    ]  # fmt: skip
    own = tuple(name for name in of_table if name != "seat_count")
    return [
        Group(title, tuple(option(name) for name in names))
        for title, names in [*grouped, (_("This table"), own)]
    ]


def _players(room: Room, base: str, filled: Mapping[str, str]) -> Option:
    """The option with the number of players and the number of seats."""
    players, seats, least = room.rules.players, room.seat_count, least_seats(room)
    return Option(
        "players",
        _("Players and seats"),
        numbers=(
            _number(
                Number("players", _("Players"), str(players), 4, 12, 2, str(players),
                       str(PRESETS[base].players)),
                filled,
            ),
            _number(
                Number("seat_count", _("Seats at most"), str(seats), max(4, least), 12, 2,
                       str(seats)),
                filled,
            ),
        ),
        about=_(
            "The table has a seat for each player. If more people sit down, seats are added, up to "
            "the limit."
        ),
    )  # fmt: skip


def _points(room: Room, base: str, filled: Mapping[str, str]) -> Number:
    now, usual = str(room.rules.series_points), str(PRESETS[base].series_points)
    points = Number("series_points", _("Points"), now, 1, 1000, 1, now, usual, "first_to")
    return _number(points, filled)


def _number(number: Number, filled: Mapping[str, str]) -> Number:
    """Return the number with the submitted value if this value is possible; otherwise return it
    unchanged.
    """
    text = filled.get(number.name, "")
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    possible = is_number and int(text) in range(number.least, number.most + 1, number.step)
    return replace(number, value=text) if possible else number


def _option(value: Any, words: OptionWords, filled: Mapping[str, str]) -> Option:
    now = _text(value)
    chosen = filled.get(words.name, now)
    chosen = chosen if chosen in map(_text, words.values) else now
    choices = tuple(
        Choice(
            _text(each),
            label,
            meaning,
            _text(each) == chosen,
            words.name == "deck" and not has_high_sets(str(each)),
        )
        for each, label, meaning in zip(words.values, words.labels, words.meanings, strict=True)
    )
    return Option(words.name, words.title, choices, now)


def _text(value: str | int | bool) -> str:
    """The value of an option as text for forms."""
    return str(value).lower()
