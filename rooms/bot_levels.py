"""The levels of bots in words. Which levels there are, ``bots.ai`` says."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from bots.ai import LEVELS


@dataclass(frozen=True, slots=True)
class Level:
    """A level as people choose it. ``strength``: 1 for the weakest of all."""

    name: str
    label: str
    about: str
    strength: int


def level(name: str) -> Level:
    """One level in words; a level without words of its own goes by its name."""
    words = {
        "easy": (_("Easy"), _("They soon forget, and draw no conclusions.")),
        "medium": (_("Medium"), _("They remember every ask, and draw conclusions.")),
        "hard": (_("Hard"), _("They also read what others ask for, and weigh the odds.")),
    }
    label, about = words.get(name, (name.capitalize(), ""))
    strength = LEVELS.index(name) + 1 if name in LEVELS else 0
    return Level(name, label, about, strength)


def all_levels() -> list[Level]:
    """Every level, weakest first."""
    return [level(name) for name in LEVELS]
