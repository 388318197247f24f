"""Remembering what has been put into words: a table shows with each move what it showed before."""

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
    """Within, the language stays the present one, and is not asked for with each value."""
    token = _language.set(get_language())
    try:
        yield
    finally:
        _language.reset(token)


def present_language() -> str | None:
    """The language in which things are put into words now."""
    return _language.get() or get_language()


def cached(make: Callable[..., Result]) -> Callable[..., Result]:
    """``make``, which puts hashable values into words, called once for each of them.

    Once for each language, that is; and again for those that were not wanted for long.
    """

    @lru_cache(maxsize=MOST)
    def kept(_language: str | None, *values: Hashable) -> Result:
        return make(*values)

    @wraps(make)
    def in_this_language(*values: Hashable) -> Result:
        return kept(present_language(), *values)

    return in_this_language
