"""The form in which a host sets the house rules, and what all see of a change."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.rules_text import (
    PRESET_NAMES,
    OptionWords,
    PresetWords,
    all_options,
    all_presets,
    has_high_sets,
    house_rules,
    series_sentence,
)
from game.rules.options import PRESETS, Rules, preset_of
from rooms.actions.host_settings import KEPT, least_seats
from rooms.models import Room, SavedRules
from rooms.table_options import table_options

#: So many sentences that differ tell rules from others in a list.
CHANGES_TOLD = 2

NOTHING_FILLED: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Choice:
    """A position of an option: its text in forms, what it means, and whether it is filled in.

    ``why_not``: why it can't be chosen now; empty if it can. ``no_high_sets``: a deck without them.
    """

    value: str
    meaning: str
    chosen: bool
    why_not: str = ""
    no_high_sets: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """The number beside an option's position ``to``: as it is filled in, set, and in the preset."""

    to: str
    value: str
    set: str
    usual: str


@dataclass(frozen=True, slots=True)
class Option:
    """An option as the form shows it, and the value that is ``set`` now.

    ``usual`` is the preset's value; None for the table's options.
    """

    name: str
    title: str
    choices: tuple[Choice, ...]
    set: str
    usual: str | None = None
    points: Points | None = None

    @property
    def differs(self) -> bool:
        """Whether it is not as in the preset."""
        return self.usual is not None and self._is_other(self.usual, "usual")

    @property
    def is_changed(self) -> bool:
        """Whether it is filled in otherwise than it is set."""
        return self._is_other(self.set, "set")

    def _is_other(self, value: str, points_of: str) -> bool:
        chosen = next(choice.value for choice in self.choices if choice.chosen)
        points = self.points
        other = points and chosen == points.to and points.value != getattr(points, points_of)
        return chosen != value or bool(other)


@dataclass(frozen=True, slots=True)
class Group:
    """Options that belong together."""

    title: str
    options: tuple[Option, ...]


def groups(room: Room, filled: Mapping[str, str] = NOTHING_FILLED) -> list[Group]:
    """Every option of a room, in groups; with what was ``filled`` in for some of them by name."""
    words = {each.name: each for each in all_options(room.rules)}
    grouped = [
        (_("The cards and the players"), ("deck", "players", "high_sets_double")),
        (_("Asking"), ("ask_held_card",)),
        (
            _("Claiming"),
            ("claim_timing", "misplaced_claim", "opponent_held_claim", "turn_after_wrong_claim",
             "pass_after_claim"),
        ),
        (_("What can be seen"), ("history", "hand_counts")),
        (_("How it ends"), ("game_end", "series")),
    ]  # fmt: skip
    of_rules = [
        Group(title, tuple(_rules_option(room, words[name], filled) for name in names))
        for title, names in grouped
    ]
    table = tuple(_table_option(room, each, filled) for each in table_options())
    return [*of_rules, Group(_("The table"), table)]


def choices(kept: Iterable[SavedRules]) -> list[PresetWords]:
    """Every preset in words, and after them the rules that somebody has kept."""
    return [*all_presets(), *(_kept_words(saved) for saved in kept)]


def chosen(room: Room, kept: Iterable[SavedRules]) -> str:
    """Which of the ``choices`` a room's rules are, or began as. The players make no difference."""
    rules = room.rules
    if preset_of(rules) != room.preset:
        for saved in kept:
            same = Rules.from_json(saved.options).with_players(rules.players) == rules
            if same and saved.preset == room.preset:
                return f"{KEPT}{saved.pk}"
    return room.preset


def _kept_words(saved: SavedRules) -> PresetWords:
    """Rules that were kept: what differs from the preset that they began as."""
    house = house_rules(saved.preset, Rules.from_json(saved.options))
    told, more = house.changed[:CHANGES_TOLD], len(house.changed) - CHANGES_TOLD
    if more > 0:
        told.append(ngettext("And %(n)d more.", "And %(n)d more.", more) % {"n": more})
    began = _("Kept by you; begun as %(name)s.") % {"name": house.label or saved.preset}
    return PresetWords(f"{KEPT}{saved.pk}", saved.name, " ".join(told) or house.about, began)


def change_sentence(changed: Sequence[Sequence[Any]]) -> str:
    """What was set in one change, as ``SettingsChange`` keeps it."""
    options = {option for option, _value in changed}
    # The points come with the sentence that has them.
    return " ".join(
        _change(option, value)
        for option, value in changed
        if option != "series" or "series_points" not in options
    )


def last_change(room: Room) -> str:
    """Who changed the rules last, and what they set, in a sentence; empty if nobody did."""
    if not room.last_change:
        return ""
    said = {
        "name": room.last_change["by"],
        "what": change_sentence(room.last_change["changed"]),
    }
    return _("%(name)s changed the rules: %(what)s") % said


def _change(option: str, value: Any) -> str:
    if option == "preset":
        return f"{PRESET_NAMES.get(value, value)}."
    if option == "host":
        return _("%(name)s is host.") % {"name": value}
    if option == "locked":
        return _("Nobody new may sit down.") if value else _("Newcomers may sit down.")
    if option == "series_points":
        return series_sentence("first_to", value)
    words = {each.name: each for each in [*all_options(), *table_options()]}.get(option)
    if words is None or value not in words.values:
        return str(value)
    return words.meanings[words.values.index(value)]


def _rules_option(room: Room, words: OptionWords, filled: Mapping[str, str]) -> Option:
    preset = PRESETS[room.preset]
    usual = _text(getattr(preset, words.name))
    option = _option(getattr(room.rules, words.name), words, filled)
    if words.name != "series":
        return replace(option, usual=usual)
    now = str(room.rules.series_points)
    value = filled.get("series_points", now)
    points = Points("first_to", value, now, str(preset.series_points))
    return replace(option, usual=usual, points=points)


def _table_option(room: Room, words: OptionWords, filled: Mapping[str, str]) -> Option:
    value = getattr(room, words.name)
    if words.name != "seat_count":
        return _option(value, words, filled)
    least = least_seats(room)
    return _option(value, words, filled, [each for each in words.values if int(each) < least])


def _option(
    value: Any, words: OptionWords, filled: Mapping[str, str], taken: Collection[Any] = ()
) -> Option:
    """``taken``: the numbers of seats that would leave somebody without one."""
    now = _text(value)
    possible = {_text(each) for each in words.values if each not in taken}
    chosen = filled.get(words.name, now)
    choices = tuple(
        Choice(
            _text(each),
            meaning,
            _text(each) == (chosen if chosen in possible else now),
            _("Somebody sits further on.") if each in taken else "",
            words.name == "deck" and not has_high_sets(str(each)),
        )
        for each, meaning in zip(words.values, words.meanings, strict=True)
    )
    return Option(words.name, words.title, choices, now)


def _text(value: str | int | bool) -> str:
    """An option's value as forms have it."""
    return str(value).lower()
