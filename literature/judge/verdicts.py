"""The verdicts on a move."""

from typing import Final

BEST: Final = "best"
GOOD: Final = "good"
LUCKY: Final = "lucky"
WASTED: Final = "wasted"
GAVE_AWAY: Final = "gave_away"


def is_unlikely(chance: float) -> bool:
    """Whether a chance, rounded to whole percents as on pages, is less than even."""
    return round(100 * chance) < 50
