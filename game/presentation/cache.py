"""Caches texts and HTML by their inputs, because a move changes only a few parts of a table."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import TypeVar

from django.utils.translation import get_language

Result = TypeVar("Result")

MOST = 4096

_language: ContextVar[str | None] = ContextVar("language", default=None)


@contextmanager
def in_one_language() -> Iterator[None]:
    """Look up the present language only once for all cached values in this block."""
    token = _language.set(get_language())
    try:
        yield
    finally:
        _language.reset(token)


def present_language() -> str | None:
    """The language for which texts are cached."""
    return _language.get() or get_language()


def cached(make: Callable[..., Result]) -> Callable[..., Result]:
    """Cache the results of ``make`` for each language. Its arguments must be hashable.

    The least recently used results are dropped.
    """

    @lru_cache(maxsize=MOST)
    def cached_make(_language: str | None, *values: Hashable) -> Result:
        return make(*values)

    @wraps(make)
    def in_this_language(*values: Hashable) -> Result:
        return cached_make(present_language(), *values)

    return in_this_language
