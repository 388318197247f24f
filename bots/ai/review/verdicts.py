"""The verdicts on a move."""

from typing import Final

BEST: Final = "best"
GOOD: Final = "good"
LUCKY: Final = "lucky"
WASTED: Final = "wasted"
GAVE_AWAY: Final = "gave_away"
VERDICTS: Final = (BEST, GOOD, LUCKY, WASTED, GAVE_AWAY)
