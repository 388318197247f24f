"""Names and descriptions of the levels of bots. ``literature.policy`` has the levels."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from game.presentation.options import Text
from literature.policy import LEVELS

_WORDS = {
    "easy": (_("Easy"), _("Easy bots soon forget asks and draw no conclusions.")),
    "medium": (_("Medium"), _("Medium bots remember every ask and draw conclusions.")),
    "hard": (
        _("Hard"),
        _("Hard bots also consider why a player asks for a card, and compare chances."),
    ),
}


@dataclass(frozen=True, slots=True)
class Level:
    """A level of bots. The weakest level has ``strength`` 1; an unknown level has 0."""

    name: str
    label: Text
    about: Text
    strength: int


def level(name: str) -> Level:
    """Return the level with this name. The label of an unknown level is made from its name."""
    label, about = _WORDS.get(name, (name.capitalize(), ""))
    strength = LEVELS.index(name) + 1 if name in LEVELS else 0
    return Level(name, label, about, strength)


def all_levels() -> list[Level]:
    """Return all levels, the weakest first."""
    return [level(name) for name in LEVELS]
