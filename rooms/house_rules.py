"""The presets and saved rules to choose from, and the sentences about changed rules."""

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
from rooms.actions.host_settings import SAVED_PREFIX
from rooms.models import Room, SavedRules
from rooms.table_options import table_options

#: In a list, saved rules are described by at most this many sentences about changes.
CHANGES_TOLD = 2


def choices(kept: Iterable[SavedRules]) -> list[PresetWords]:
    """Return all presets with their descriptions, then the person's saved rules."""
    return [*all_presets(), *(_kept_words(saved) for saved in kept)]


def chosen(room: Room, kept: Iterable[SavedRules]) -> str:
    """Return the preset from which the room's rules began. But if the rules differ from it and
    equal saved rules with the same preset, return ``SAVED_PREFIX`` and the id of the saved rules.
    The number of players is not compared.
    """
    rules = room.rules
    if preset_of(rules) != room.preset:
        for saved in kept:
            same = Rules.from_json(saved.options).with_players(rules.players) == rules
            if same and saved.preset == room.preset:
                return f"{SAVED_PREFIX}{saved.pk}"
    return room.preset


def _kept_words(saved: SavedRules) -> PresetWords:
    """Describe saved rules by the sentences about options that differ from their preset."""
    house = house_rules(saved.preset, Rules.from_json(saved.options))
    told, more = house.changed[:CHANGES_TOLD], len(house.changed) - CHANGES_TOLD
    if more > 0:
        told.append(
            ngettext("And %(n)d more change.", "And %(n)d more changes.", more) % {"n": more}
        )
    began = _("You saved these rules. They are based on %(name)s.") % {
        "name": house.label or saved.preset
    }
    return PresetWords(
        f"{SAVED_PREFIX}{saved.pk}", saved.name, " ".join(told) or house.about, began
    )


def change_sentence(changed: Sequence[Sequence[Any]]) -> str:
    """Return the sentences about ``changed``, which is as in ``SettingsLogEntry``."""
    options = {option for option, _value in changed}
    # The sentence about the points also names the kind of series.
    return " ".join(
        _change(option, value)
        for option, value in changed
        if option != "series" or "series_points" not in options
    )


def last_change(room: Room) -> str:
    """Return the sentence about the latest change of the rules, or an empty string if there was
    none.
    """
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
