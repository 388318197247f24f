"""Words that sentences about knowledge share: people, cards, sets and chances."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from game.presentation.move_text import article_card, set_name
from literature.rules.cards import cards_in
from literature.rules.decks import Deck

Names = Sequence[str]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a table.

    ``you``: the reader's seat, if sentences address the reader. ``has_lines``: the reader sees the
    moves as the lines of a log.
    """

    deck: Deck
    names: Names
    you: int | None = None
    has_lines: bool = False

    def say(self, sentence: str, *, about: bool = False, **values: Any) -> str:
        """A sentence with its values in words. The name of a placeholder says what its value is: a
        seat or several, a card, a bit set of cards, a set (its name or one of its cards), a move,
        or a chance (which may be ``about`` right). Other values stay as they are.
        """
        used = {name: each for name, each in values.items() if f"%({name})" in sentence}
        return sentence % {name: self._word(name, each, about) for name, each in used.items()}

    def _word(self, name: str, value: Any, about: bool) -> Any:
        match name:
            case "set" | "than":
                return self.set_of(value)
            case _ if isinstance(value, str):
                return value
            case "who" | "whom" | "askers":
                seats = (value,) if isinstance(value, int) else value
                return all_of([self.names[seat] for seat in seats])
            case "card" | "asked":
                return article_card(value)
            case "cards":
                return all_of(cards_text(value))
            case "chance" | "less" | "instead":
                return chance_text(value, about=about)
            case "when":
                return self.when(value)
        return value

    def who(self, seat: int) -> str:
        """A player as the subject of a sentence."""
        return _("You") if seat == self.you else self.names[seat]

    def whom(self, seat: int) -> str:
        """A player as the object of a sentence."""
        return _("you") if seat == self.you else self.names[seat]

    def team(self, seat: int) -> str:
        """A player's team as the subject of a sentence."""
        if seat == self.you:
            return _("your team")
        return _("%(who)s’s team") % {"who": self.names[seat]}

    def when(self, move: int) -> str:
        """The place of a move in the log."""
        said = {"number": move + 1}
        return (_("in line %(number)d") if self.has_lines else _("at move %(number)d")) % said

    def set_of(self, known_by: str | int) -> str:
        """The name of a set as people see it, from its name in the record or from a card."""
        deck = self.deck
        if isinstance(known_by, str):
            return set_name(deck, deck.sets[deck.set_index(known_by)])
        return set_name(deck, deck.sets[deck.set_indexes[known_by]])


def all_of(items: Sequence[str]) -> str:
    """Join items with commas and "and": ``the 2♣, the 3♣ and the 4♣``."""
    return get_text_list(list(items), _("and"))


def any_of(items: Sequence[str]) -> str:
    """Join items with commas and "or": ``the 2♣, the 3♣ or the 4♣``."""
    return get_text_list(list(items), _("or"))


def by_holder(cards: Iterable[tuple[int, int]]) -> dict[int, str]:
    """The cards of each holder in words."""
    held: dict[int, list[str]] = {}
    for card, seat in cards:
        held.setdefault(seat, []).append(article_card(card))
    return {seat: all_of(texts) for seat, texts in held.items()}


def cards_text(cards: int) -> list[str]:
    """The cards of a bit set, each in words."""
    return [article_card(card) for card in cards_in(cards)]


def percent(chance: float) -> str:
    """A chance in percent, such as ``71 %``.

    It is 0 only for something impossible, and 100 only for something certain.
    """
    number = round(100 * chance)
    if 0 < chance < 1:
        number = max(1, min(99, number))
    return _("%(number)d\N{NO-BREAK SPACE}%%") % {"number": number}


def chance_text(chance: float, *, about: bool) -> str:
    """A chance in percent. It is ``about 71 %`` if chances are approximate."""
    said = {"chance": percent(chance)}
    if about and 0 < chance < 1:
        return _("about %(chance)s") % said
    return said["chance"]
