"""What a person likes the table to be; kept with them, so that each of their devices has it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

# What can be switched on or off: the key, its name, and what it does.
PREFERENCES = (
    ("sound", _("Sounds"), _("your turn, hit, miss, book")),
    ("two_colours", _("Two colours for suits"), _("red and black, as on old cards")),
    ("less_motion", _("Less motion"), _("cards fade instead of flying")),
    ("no_reactions", _("No reactions"), _("what others show at their seats stays away")),
)
_KEYS = frozenset(key for key, _label, _about in PREFERENCES)
_SENT = {"on": True, "off": False}


class Switch(NamedTuple):
    """A preference as it is shown: `slug` is its name in pages and scripts."""

    key: str
    slug: str
    label: str
    about: str
    on: bool


def check_preferences(preferences: Any) -> None:
    """Raise a ValidationError unless these are preferences; those never chosen may be missing."""
    if (
        not isinstance(preferences, dict)
        or not preferences.keys() <= _KEYS
        or not all(isinstance(value, bool) for value in preferences.values())
    ):
        raise _bad()


def sent_preferences(fields: Mapping[str, str]) -> dict[str, bool]:
    """The preferences among the fields of a form, which are "on" or "off"; others are left out.

    >>> sent_preferences({"name": "Asha", "sound": "on"})
    {'sound': True}
    """
    sent = {key: fields[key] for key, _label, _about in PREFERENCES if key in fields}
    if not _SENT.keys() >= set(sent.values()):
        raise _bad()
    return {key: _SENT[value] for key, value in sent.items()}


def switches(chosen: Mapping[str, bool]) -> list[Switch]:
    """Every preference, as somebody has it who has chosen these."""
    return [
        Switch(key, slug_of(key), label, about, chosen.get(key, False))
        for key, label, about in PREFERENCES
    ]


def slug_of(key: str) -> str:
    """The name of a preference in pages and scripts."""
    return key.replace("_", "-")


def _bad() -> ValidationError:
    return ValidationError(
        gettext("A switch is on or off. Load the page again."), code="bad_preference"
    )
