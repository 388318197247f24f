"""Preferences. They are stored with the person, so that they apply on all devices."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

SWITCH = (("on", _("On")), ("off", _("Off")))


class Preference(NamedTuple):
    """A preference with its choices, and the default or chosen value."""

    key: str
    label: str | Promise
    about: str | Promise
    values: tuple[tuple[str, str | Promise], ...] = SWITCH
    value: str = "off"
    #: Whether the lists of preferences have it.
    is_listed: bool = True

    @property
    def slug(self) -> str:
        """The name of the preference in pages and scripts."""
        return self.key.replace("_", "-")

    @property
    def is_switch(self) -> bool:
        return self.values is SWITCH


#: Who may see the public profile, which has a form for it.
PROFILE = Preference(
    "profile",
    _("Who may see this page"),
    "",
    (
        ("everybody", _("Everybody")),
        ("met", _("People who finished a game with me")),
        ("nobody", _("Nobody else")),
    ),
    "everybody",
    is_listed=False,
)

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
    Preference(
        "telling",
        _("Between your turns"),
        _("when you play alone with bots"),
        (("less", _("Tell me less")), ("more", _("Tell me more"))),
        "less",
    ),
    Preference("confirm_asks", _("Confirm before asking"), _("each ask needs one more tap")),
    Preference("sound", _("Sounds"), _("for your turn, hits, misses and claims")),
    Preference(
        "volume",
        _("Volume of sounds"),
        "",
        (("low", _("Low")), ("normal", _("Normal")), ("high", _("High"))),
        "normal",
    ),
    Preference(
        "haptics", _("Vibration"), _("on phones, for your turn, hits and claims"), value="on"
    ),
    Preference(
        "two_colours", _("Two colours for suits"), _("red and black, as on traditional cards")
    ),
    Preference("no_reactions", _("Hide reactions"), _("hides the reactions of other players")),
    # The hand has a control for it.
    Preference(
        "hand_sort",
        _("Sort your hand"),
        "",
        (("set", _("By set")), ("rank", _("By rank"))),
        "set",
        is_listed=False,
    ),
    # The page with the people whom a person knows has it.
    Preference("online", _("Show that you are online"), "", is_listed=False),
    PROFILE,
)
_VALUES = {each.key: frozenset(value for value, _label in each.values) for each in PREFERENCES}


def check_preferences(preferences: object) -> None:
    """Raise ValidationError for unknown preferences or values. Preferences may be missing."""
    if not isinstance(preferences, dict) or not all(
        isinstance(value, str) and value in _VALUES.get(key, ())
        for key, value in preferences.items()
    ):
        raise ValidationError(
            gettext("That choice is not available. Reload the page."), code="bad_preference"
        )


def sent_preferences(fields: Mapping[str, str]) -> dict[str, str]:
    """The preferences among the fields of a form. Raise ValidationError for unknown values.

    >>> sent_preferences({"name": "Asha", "sound": "on"})
    {'sound': 'on'}
    """
    sent = {key: fields[key] for key in _VALUES if key in fields}
    check_preferences(sent)
    return sent


def preferences_for(chosen: Mapping[str, str]) -> Iterator[Preference]:
    """Every listed preference, with the values in ``chosen`` selected."""
    for each in PREFERENCES:
        if each.is_listed:
            yield each._replace(value=chosen.get(each.key, each.value))
