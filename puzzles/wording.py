"""Lists in words: of cards, of lines of the log, and of steps."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.move_text import article_card
from literature.rules.cards import cards_in


def cards_text(cards: int) -> list[str]:
    """The cards of a bit set, each in words."""
    return [article_card(card) for card in cards_in(cards)]


def all_of(items: Sequence[str]) -> str:
    """Join items with commas and "and": ``the 2♣, the 3♣ and the 4♣``."""
    *some, last = items or [""]
    if not some:
        return last
    return _("%(some)s and %(last)s") % {"some": ", ".join(some), "last": last}


def any_of(items: Sequence[str]) -> str:
    """Join items with commas and "or": ``the 2♣, the 3♣ or the 4♣``."""
    *some, last = items or [""]
    if not some:
        return last
    return _("%(some)s or %(last)s") % {"some": ", ".join(some), "last": last}


def steps_text(numbers: Sequence[int]) -> str:
    """The numbers of steps in words: ``step 2``, ``steps 2 and 4`` or ``steps 2 to 4``."""
    said = {"numbers": _numbers(numbers)}
    return ngettext("step %(numbers)s", "steps %(numbers)s", len(numbers)) % said


def lines_text(asks: Sequence[int]) -> str:
    """The lines of some asks: ``line 8``, ``lines 7 and 9`` or ``lines 7 to 9``."""
    said = {"numbers": _numbers([ask + 1 for ask in asks])}
    return ngettext("line %(numbers)s", "lines %(numbers)s", len(asks)) % said


def _numbers(numbers: Sequence[int]) -> str:
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and last - first == len(numbers) - 1:
        return _("%(first)d to %(last)d") % {"first": first, "last": last}
    return all_of([str(number) for number in numbers])
