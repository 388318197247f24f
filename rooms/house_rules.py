"""The presets and saved rules to choose from, and the sentences about changed rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.options import Text
from game.presentation.rule_options import RULE_OPTIONS
from game.presentation.rules_text import PRESET_NAMES, PRESET_WORDS, PresetWords, house_rules
from game.table_options import ALL_OPTIONS, options_of_preset
from literature.rules.options import PRESETS, Rules, Value, options_text, preset_of
from rooms.actions.host_settings import SAVED_PREFIX
from rooms.models import Room, RoomEvent, SavedRules
from rooms.models.people import FORMER_PLAYER

#: In a list, saved rules are described by at most this many sentences about changes.
CHANGES_TOLD = 2


@dataclass(frozen=True, slots=True)
class Start:
    """A preset or saved rules to start from, with the values of all rules and of help.

    Pages compare changed rules with the preset ``base``.
    """

    words: PresetWords
    values: dict[str, Value]
    base: str

    @property
    def options(self) -> str:
        """The values as text, for the script of the form."""
        return options_text(self.values)

    @property
    def base_name(self) -> Text:
        """The name of the preset ``base``."""
        return PRESET_NAMES[self.base]


def preset_values(preset: str) -> dict[str, Value]:
    """Return the values of all options that a preset sets."""
    return PRESETS[preset].to_json() | options_of_preset(preset)


def starts(kept: Iterable[SavedRules]) -> dict[str, Start]:
    """Return all presets, then the person's saved rules, by their names in forms. Sentences about
    the options that differ from their preset describe saved rules.
    """
    found = [Start(words, preset_values(words.name), words.name) for words in PRESET_WORDS]
    for saved in kept:
        rules = Rules.from_json(saved.options)
        house = house_rules(saved.preset, rules)
        told, more = house.changed[:CHANGES_TOLD], len(house.changed) - CHANGES_TOLD
        if more > 0:
            told.append(
                ngettext("And %(n)d more change.", "And %(n)d more changes.", more) % {"n": more}
            )
        name = f"{SAVED_PREFIX}{saved.pk}"
        base = {"name": house.label or saved.preset}
        began = _("You saved these rules. They are based on %(name)s.") % base
        words = PresetWords(name, saved.name, " ".join(told) or house.about, began)
        found.append(Start(words, rules.to_json() | {"help": False}, saved.preset))
    return {each.words.name: each for each in found}


def chosen(room: Room, starts: Mapping[str, Start]) -> Start:
    """Return the preset from which the room's rules began. But if the rules differ from it, return
    equal saved rules with the same preset, if there are any. The number of players is not compared.
    """
    began = starts[room.preset]
    if preset_of(room.rules) == room.preset:
        return began
    ignored = {"players": None, "help": None}
    rules = room.rules.to_json() | ignored
    saved = (each for each in starts.values() if each.base == room.preset and each is not began)
    return next((each for each in saved if each.values | ignored == rules), began)


def change_sentence(event: RoomEvent) -> str:
    """Return the sentences about what the host set."""
    if event.kind == RoomEvent.Kind.HANDED_OVER:
        name = event.new_host.name if event.new_host else FORMER_PLAYER
        return _("%(name)s is the host.") % {"name": name}
    changed: dict[str, Any] = dict(event.changed or [])
    sentences = []
    for option, value in changed.items():
        if option == "preset":
            sentences.append(f"{PRESET_NAMES.get(value, value)}.")
        elif option == "locked" and value:
            sentences.append(_("The table is closed to newcomers."))
        elif option == "locked":
            sentences.append(_("The table is open to newcomers."))
        elif option == "series_points":
            # This sentence also names the kind of series.
            sentences.append(RULE_OPTIONS["series"].sentence("first_to", value))
        elif option != "series" or "series_points" not in changed:
            known = ALL_OPTIONS.get(option)
            sentences.append(known.sentence(value) if known else str(value))
    return " ".join(sentences)


def last_change(room: Room, since: datetime | None = None) -> str:
    """Return the sentence about the latest change of the rules, or an empty string if there was
    none after ``since``.
    """
    event = room.events.filter(kind=RoomEvent.Kind.CHANGED).with_names().last()
    if event is None or (since and event.at < since):
        return ""
    said = {"name": event.name, "what": change_sentence(event)}
    return _("%(name)s changed the rules: %(what)s") % said
