"""Keyset pagination: a page begins after the last row of the page before.

Page 4,000 costs as much as page 1, and a new game neither repeats nor hides a row. The address has
the key: ``?before=`` leads to older rows, ``?after=`` to newer ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Generic, TypeVar

from django.db.models import Model, Q, QuerySet

from accounts.view_helpers import whole_number

Row = TypeVar("Row", bound=Model)

#: The values of a row by which rows are ordered.
Key = tuple[datetime | int, ...]

PER_PAGE = 20

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """A page of rows, newest first.

    ``newer`` and ``older`` are the keys for the links to the neighbouring pages; None means no
    link. ``is_beyond``: whether the address has a key with no rows beyond it.
    """

    rows: list[Row]
    newer: str | None
    older: str | None
    is_beyond: bool = False


@dataclass(frozen=True, slots=True)
class Pager(Generic[Row]):
    """The order of rows: descending by all ``fields``, which are unique together. The last is a
    number; a field before it is a datetime.
    """

    fields: tuple[str, ...]

    def page(self, rows: QuerySet[Row], asked: Mapping[str, str]) -> Page[Row]:
        """The page that the parameters ``asked`` choose; by default the newest page."""
        after, before = self._parse(asked.get("after")), self._parse(asked.get("before"))
        if after:
            found = list(self._beyond(rows, after, "gt").order_by(*self.fields)[: PER_PAGE + 1])
            more, found = len(found) > PER_PAGE, found[:PER_PAGE][::-1]
            return self._page(found, newer=more, older=True)
        if before:
            rows = self._beyond(rows, before, "lt")
        found = list(rows.order_by(*(f"-{field}" for field in self.fields))[: PER_PAGE + 1])
        more = len(found) > PER_PAGE
        return self._page(found[:PER_PAGE], newer=before is not None, older=more)

    def _page(self, rows: list[Row], *, newer: bool, older: bool) -> Page[Row]:
        if not rows:
            return Page([], None, None, is_beyond=newer or older)
        return Page(
            rows,
            self._text(rows[0]) if newer else None,
            self._text(rows[-1]) if older else None,
        )

    def _beyond(self, rows: QuerySet[Row], key: Key, side: str) -> QuerySet[Row]:
        """The rows before or after ``key``.

        The condition on the first field is a range, so that the database can use an index.
        """
        first, *rest = self.fields
        if not rest:
            return rows.filter(**{f"{first}__{side}": key[0]})
        within = Q(**{f"{first}__{side}": key[0]}) | Q(**{f"{rest[0]}__{side}": key[1]})
        return rows.filter(within, **{f"{first}__{side}e": key[0]})

    def _text(self, row: Row) -> str:
        *moments, number = (getattr(row, field) for field in self.fields)
        since = ((each - _EPOCH) // timedelta(microseconds=1) for each in moments)
        return "-".join(map(str, (*since, number)))

    def _parse(self, text: str | None) -> Key | None:
        """The key in a text; None if the text is not a key."""
        words = (text or "").split("-")
        numbers = [number for word in words if (number := whole_number(word)) is not None]
        if not len(numbers) == len(words) == len(self.fields):
            return None
        *moments, number = numbers
        try:
            return (*(_EPOCH + timedelta(microseconds=each) for each in moments), number)
        except OverflowError:
            return None
