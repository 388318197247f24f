"""The form in which a host sets the house rules, and what all see of a change."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.rules.dials import PRESETS
from game.rules_words import PRESET_NAMES, DialWords, all_dials
from rooms.hosting import TABLE_DIALS
from rooms.models import Room


@dataclass(frozen=True, slots=True)
class Option:
    """A position of a dial: its text in forms, what it means, and whether it is set."""

    value: str
    meaning: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Dial:
    """A dial as the form shows it. ``usual`` is the preset's value; None for the table's dials."""

    name: str
    title: str
    options: tuple[Option, ...]
    usual: str | None = None

    @property
    def differs(self) -> bool:
        """Whether it is not as in the preset."""
        return self.usual is not None and all(
            option.value != self.usual for option in self.options if option.chosen
        )


@dataclass(frozen=True, slots=True)
class Group:
    """Dials that belong together."""

    title: str
    dials: tuple[Dial, ...]


def groups(room: Room) -> list[Group]:
    """Every dial of a room, in groups."""
    words = {each.name: each for each in all_dials()}
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
        Group(title, tuple(_rules_dial(room, words[name]) for name in names))
        for title, names in grouped
    ]
    table = tuple(_dial(room, each) for each in _table_words())
    return [*of_rules, Group(_("The table"), table)]


def change_sentence(changed: Sequence[Sequence[Any]]) -> str:
    """What was set in one change, as ``SettingsChange`` keeps it."""
    return " ".join(_change(dial, value) for dial, value in changed)


def last_change(room: Room) -> str:
    """Who changed the rules last, and what they set, in a sentence; empty if nobody did."""
    if not room.last_change:
        return ""
    said = {
        "name": room.last_change["by"],
        "what": change_sentence(room.last_change["changed"]),
    }
    return _("%(name)s changed the rules: %(what)s") % said


def _change(dial: str, value: Any) -> str:
    if dial == "preset":
        return f"{PRESET_NAMES.get(value, value)}."
    if dial == "host":
        return _("%(name)s is host.") % {"name": value}
    if dial == "locked":
        return _("Nobody new may sit down.") if value else _("Newcomers may sit down.")
    words = {each.name: each for each in [*all_dials(), *_table_words()]}.get(dial)
    if words is None or value not in words.values:
        return str(value)
    return words.meanings[words.values.index(value)]


def _rules_dial(room: Room, words: DialWords) -> Dial:
    usual = getattr(PRESETS[room.preset], words.name)
    return _dial(room.rules, words, str(usual).lower())


def _dial(holder: Any, words: DialWords, usual: str | None = None) -> Dial:
    value = getattr(holder, words.name)
    options = tuple(
        Option(str(each).lower(), meaning, each == value)
        for each, meaning in zip(words.values, words.meanings, strict=True)
    )
    return Dial(words.name, words.title, options, usual)


def _table_words() -> list[DialWords]:
    return [
        DialWords(
            "turn_seconds",
            _("Time for a move"),
            TABLE_DIALS["turn_seconds"],
            (
                _("As long as it takes."),
                _("30 seconds; then a bot makes that move."),
                _("A minute; then a bot makes that move."),
                _("Two minutes; then a bot makes that move."),
                _("Five minutes; then a bot makes that move."),
                _("A day, for slow games; then a bot makes that move."),
            ),
        ),
        DialWords(
            "pauses",
            _("Claiming out of turn"),
            TABLE_DIALS["pauses"],
            (
                _("The table waits up to 45 seconds for whoever claims out of turn."),
                _("The table does not wait: whoever is quicker is quicker."),
            ),
        ),
        DialWords(
            "spectators",
            _("Who may watch"),
            TABLE_DIALS["spectators"],
            (_("Anyone with the link may watch."), _("Only the players see the game.")),
        ),
        DialWords(
            "chairs",
            _("Chairs"),
            TABLE_DIALS["chairs"],
            tuple(
                ngettext("At most %(n)d player.", "At most %(n)d players.", n) % {"n": n}
                for n in TABLE_DIALS["chairs"]
            ),
        ),
    ]
