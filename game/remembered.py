"""Remembering what has been put into words: a table shows with each move what it showed before."""

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import TypeVar

from django.utils.translation import get_language

Result = TypeVar("Result")

MOST = 4096


def remembered(make: Callable[..., Result]) -> Callable[..., Result]:
    """``make``, which puts hashable values into words, called once for each of them.

    Once for each language, that is; and again for those that were not wanted for long.
    """

    @lru_cache(maxsize=MOST)
    def kept(_language: str | None, *values: Hashable) -> Result:
        return make(*values)

    @wraps(make)
    def in_this_language(*values: Hashable) -> Result:
        return kept(get_language(), *values)

    return in_this_language
