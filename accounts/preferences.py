"""Preferences. They are stored with the person, so that they apply on all devices."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

SWITCH = (("on", _("On")), ("off", _("Off")))


class Preference(NamedTuple):
    """A preference with its choices and its default."""

    key: str
    label: str | Promise
    about: str | Promise
    values: tuple[tuple[str, str | Promise], ...] = SWITCH
    default: str = "off"


PREFERENCES = (
    Preference(
        "text_size",
        _("Text size"),
        "",
        (("normal", _("Normal")), ("large", _("Large")), ("larger", _("Larger"))),
        "normal",
    ),
    Preference(
        "motion",
        _("Animations"),
        "",
        (("normal", _("Normal")), ("quick", _("Fast")), ("none", _("None"))),
        "normal",
    ),
    Preference("confirm_asks", _("Confirm before asking"), _("each ask needs one more tap")),
    Preference("sound", _("Sounds"), _("for your turn, hits, misses and claims")),
    Preference(
        "haptics", _("Vibration"), _("on phones, for your turn, hits and claims"), default="on"
    ),
    Preference(
        "two_colours", _("Two colours for suits"), _("red and black, as on traditional cards")
    ),
    Preference("no_reactions", _("Hide reactions"), _("hides the reactions of other players")),
)
_VALUES = {each.key: frozenset(value for value, _label in each.values) for each in PREFERENCES}


class Choice(NamedTuple):
    """A preference with the viewer's choice. `slug` is its name in pages and scripts."""

    key: str
    slug: str
    label: str | Promise
    about: str | Promise
    value: str
    values: tuple[tuple[str, str | Promise], ...]

    @property
    def is_switch(self) -> bool:
        return self.values is SWITCH


def check_preferences(preferences: Any) -> None:
    """Raise ValidationError for unknown preferences or values. Preferences may be missing."""
    if not isinstance(preferences, dict) or not all(
        isinstance(value, str) and value in _VALUES.get(key, ())
        for key, value in preferences.items()
    ):
        raise _bad()


def sent_preferences(fields: Mapping[str, str]) -> dict[str, str]:
    """The preferences among the fields of a form. Raise ValidationError for unknown values.

    >>> sent_preferences({"name": "Asha", "sound": "on"})
    {'sound': 'on'}
    """
    sent = {key: fields[key] for key in _VALUES if key in fields}
    check_preferences(sent)
    return sent


def choices(chosen: Mapping[str, str]) -> Iterator[Choice]:
    """Every preference, with the values in ``chosen`` selected."""
    for key, label, about, values, default in PREFERENCES:
        yield Choice(key, slug_of(key), label, about, chosen.get(key, default), values)


def slug_of(key: str) -> str:
    """The name of a preference in pages and scripts."""
    return key.replace("_", "-")


def _bad() -> ValidationError:
    return ValidationError(
        gettext("That choice is not available. Reload the page."), code="bad_preference"
    )
