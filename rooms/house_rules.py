"""House rules to choose from, and sentences about changes."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.rules_text import (
    PRESET_NAMES,
    PresetWords,
    all_options,
    all_presets,
    house_rules,
    series_sentence,
)
from game.rules.options import Rules, preset_of
from rooms.actions.host_settings import KEPT
from rooms.models import Room, SavedRules
from rooms.table_options import table_options

#: The number of sentences that describe saved rules in a list.
CHANGES_TOLD = 2


def choices(kept: Iterable[SavedRules]) -> list[PresetWords]:
    """All presets in words, then the person's saved rules."""
    return [*all_presets(), *(_kept_words(saved) for saved in kept)]


def chosen(room: Room, kept: Iterable[SavedRules]) -> str:
    """The name of the choice that a room's rules equal, or from which they began. The number of
    players does not matter.
    """
    rules = room.rules
    if preset_of(rules) != room.preset:
        for saved in kept:
            same = Rules.from_json(saved.options).with_players(rules.players) == rules
            if same and saved.preset == room.preset:
                return f"{KEPT}{saved.pk}"
    return room.preset


def _kept_words(saved: SavedRules) -> PresetWords:
    """Saved rules in words: the sentences that differ from their preset."""
    house = house_rules(saved.preset, Rules.from_json(saved.options))
    told, more = house.changed[:CHANGES_TOLD], len(house.changed) - CHANGES_TOLD
    if more > 0:
        told.append(ngettext("And %(n)d more.", "And %(n)d more.", more) % {"n": more})
    began = _("Saved by you; based on %(name)s.") % {"name": house.label or saved.preset}
    return PresetWords(f"{KEPT}{saved.pk}", saved.name, " ".join(told) or house.about, began)


def change_sentence(changed: Sequence[Sequence[Any]]) -> str:
    """The sentence about a change, from ``SettingsLogEntry.changed``."""
    options = {option for option, _value in changed}
    # One sentence tells both the kind of series and its points.
    return " ".join(
        _change(option, value)
        for option, value in changed
        if option != "series" or "series_points" not in options
    )


def last_change(room: Room) -> str:
    """The sentence about the latest change of rules; empty if there was no change."""
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
        return _("%(name)s is the host.") % {"name": value}
    if option == "locked":
        return (
            _("The table is closed to newcomers.")
            if value
            else _("The table is open to newcomers.")
        )
    if option == "series_points":
        return series_sentence("first_to", value)
    words = {each.name: each for each in [*all_options(), *table_options()]}.get(option)
    if words is None or value not in words.values:
        return str(value)
    return words.meanings[words.values.index(value)]
