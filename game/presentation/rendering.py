"""Renders ``templates/table``: the HTML that is sent with each move. Caches texts and HTML by their
inputs, because a move changes only a few parts of a table.
"""

import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from typing import Any, TypeVar

from django.http import HttpRequest
from django.template import engines
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

Result = TypeVar("Result")

#: The name of the engine of these templates in the settings.
ENGINE = "table"

#: The number of results that a cache keeps.
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


def render_part(
    name: str, context: Mapping[str, Any] | None = None, request: HttpRequest | None = None
) -> SafeString:
    """Render a template of ``templates/table`` in the present language.

    If ``request`` is given, the forms in the template have a CSRF token and work without scripts.
    Forms in updates need no token, because htmx sends the token in a header (``hx-headers`` in
    ``base.html``).
    """
    whole = {**(context or {}), **_names_of(present_language())}
    if request:
        return mark_safe(render_to_string(name, whole, request, using=ENGINE))
    return mark_safe(engines[ENGINE].env.get_template(name).render(whole))


class _Sentences(dict[str, SafeString]):
    """The translations of constant sentences."""

    def __missing__(self, message: str) -> SafeString:
        self[message] = mark_safe(gettext(message))
        return self[message]


@cache
def _names_of(_language: str | None) -> dict[str, Any]:
    """The functions and the sentences that all templates get in one language.

    ``_`` translates a constant sentence. ``cached_part`` renders a template that depends only on
    its argument ``it``.
    """
    sentences = _Sentences()
    names = {"_": sentences.__getitem__, "sentences": sentences}

    @lru_cache(maxsize=MOST)
    def cached_part(name: str, it: Hashable) -> SafeString:
        template = engines[ENGINE].env.get_template(name)
        return mark_safe(template.render(it=it, **names))

    return {**names, "cached_part": cached_part}


def translated(message: str) -> SafeString:
    """Translate a constant sentence into the present language."""
    return _names_of(present_language())["sentences"][message]  # type: ignore[no-any-return]


def as_json(value: Any) -> str:
    """A value as JSON text. The template escapes the text, as it does for all attributes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
