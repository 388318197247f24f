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
from django.utils.translation import get_language, gettext, override

Result = TypeVar("Result")

#: The name of the engine of these templates in the settings.
ENGINE = "table"

#: The number of results that a cache keeps.
MOST = 4096

#: The language inside ``one_language``.
_known: ContextVar[str | None] = ContextVar("language", default=None)


@contextmanager
def one_language() -> Iterator[None]:
    """Look the language up once for all texts that are made inside. Django needs 10 µs to do so in
    a thread, and an update has two hundred texts.
    """
    language = get_language()
    before = _known.set(language)
    try:
        with override(language):
            yield
    finally:
        _known.reset(before)


def _language() -> str | None:
    return _known.get() or get_language()


def cached(make: Callable[..., Result]) -> Callable[..., Result]:
    """Cache the results of ``make`` for each language. Its arguments must be hashable.

    The least recently used results are dropped.
    """

    @lru_cache(maxsize=MOST)
    def cached_make(language: str | None, *values: Hashable) -> Result:
        return make(*values)

    @wraps(make)
    def in_this_language(*values: Hashable) -> Result:
        return cached_make(_language(), *values)

    return in_this_language


def render_part(
    name: str, context: Mapping[str, Any] | None = None, request: HttpRequest | None = None
) -> SafeString:
    """Render a template of ``templates/table`` in the present language.

    If ``request`` is given, the forms in the template have a CSRF token and work without scripts.
    Forms in updates need no token, because htmx sends the token in a header (``hx-headers`` in
    ``base.html``).
    """
    whole = {**(context or {}), **_names_of(_language())}
    if request:
        return mark_safe(render_to_string(name, whole, request, using=ENGINE))
    return mark_safe(engines[ENGINE].env.get_template(name).render(whole))


@cache
def _names_of(language: str | None) -> dict[str, Any]:
    """The functions that templates get in one language. They do not look up the language again.

    ``_`` translates a sentence, as does ``gettext``, which ``{% trans %}`` uses. ``cached_part``
    renders a macro of ``parts.html`` that depends only on ``it``.
    """

    @lru_cache(maxsize=MOST)
    def cached_part(name: str, it: Hashable) -> SafeString:
        macro = getattr(engines[ENGINE].env.get_template("parts.html").module, name)
        return mark_safe(macro(it))

    @cache
    def translated(message: str) -> SafeString:
        return mark_safe(gettext(message))

    return {"_": translated, "gettext": translated, "cached_part": cached_part}


def translated(message: str) -> SafeString:
    """Translate a constant sentence into the present language."""
    return _names_of(_language())["_"](message)  # type: ignore[no-any-return]


def as_json(value: Any) -> str:
    """A value as JSON text. The template escapes the text, as it does for all attributes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
