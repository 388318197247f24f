"""The record of an option, which pages, forms and sentences are made from."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise, lazy

from literature.rules.options import Rules, Value, as_text

Text = str | Promise

#: The default of the points that end a series.
POINTS = Rules().series_points


def filled(sentence: Text, **words: object) -> Text:
    """A sentence with its placeholders filled, translated when it is shown."""
    return lazy(lambda: str(sentence) % words, str)()


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the rules or of the table.

    ``words`` has a short label and a sentence for each value, in the order of the form. A number
    has its possible ``numbers`` instead of labels in the form. It may stand ``beside`` another
    option, and count only while that option has the value ``counts_with``.
    """

    name: str
    group: Text
    title: Text
    default: Value
    words: Mapping[Value, tuple[Text, Text]] = field(default_factory=dict)
    numbers: range | None = None
    beside: str = ""
    counts_with: str = ""

    @property
    def values(self) -> tuple[Value, ...]:
        """All values."""
        return tuple(self.numbers or self.words)

    def choices(self, series_points: int = POINTS) -> list[tuple[str, Text, str]]:
        """Each value as text, with its label and its sentence."""
        return [
            (as_text(value), label, self.sentence(value, series_points))
            for value, (label, _sentence) in self.words.items()
        ]

    def sentence(self, value: Value, series_points: int = POINTS) -> str:
        """The sentence about a value. That of a series may name the points that end it. A value
        that only another release knows is shown itself.
        """
        if value not in self.words:
            return str(value)
        return str(self.words[value][1]) % {"points": series_points}


def records(*options: Option) -> dict[str, Option]:
    """Options by their names."""
    return {option.name: option for option in options}
