"""Renders ``templates/table``: the HTML that is sent with each move. Caches texts and HTML by their
inputs, because a move changes only a few parts of a table.

These templates are of Jinja2, which is several times faster than Django's. Unknown names in them
raise an error, so every context must be complete.
"""

import json
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from typing import Any, TypeVar, cast

import jinja2
from django.http import HttpRequest
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.template.loader import render_to_string
from django.urls import get_script_prefix, reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext, override
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from accounts.templatetags.people import avatar_url

Result = TypeVar("Result")

#: The name of the engine of these templates in the settings.
ENGINE = "table"

#: The number of results that a cache keeps.
MOST = 4096

LINE_BREAK = re.compile(r"\s*\n\s*")

#: The templates of the updates and heartbeats of a room.
UPDATES = ["versions.html", "table.html", "rules.html", "mine.html", "moves.html", "heartbeat.html"]

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
    name: str, context: Mapping[str, object] | None = None, request: HttpRequest | None = None
) -> SafeString:
    """Render a template of ``templates/table`` in the present language.

    If ``request`` is given, the forms in the template have a CSRF token and work without scripts.
    Forms in updates need no token, because htmx sends the token in a header (``hx-headers`` in
    ``base.html``).
    """
    whole = {**(context or {}), **_names_of(_language())}
    if request:
        return mark_safe(render_to_string(name, whole, request, using=ENGINE))
    return mark_safe(_environment().get_template(name).render(whole))


def _environment() -> jinja2.Environment:
    return cast(Jinja2, engines[ENGINE]).env


@cache
def _names_of(language: str | None) -> dict[str, Callable[..., SafeString]]:
    """The functions that templates get in one language. They do not look up the language again.

    ``_`` translates a sentence, as does ``gettext``, which ``{% trans %}`` uses. ``cached_part``
    renders a macro of ``parts.html`` that depends only on ``it``.
    """

    @lru_cache(maxsize=MOST)
    def cached_part(name: str, it: Hashable) -> SafeString:
        macro = getattr(_environment().get_template("parts.html").module, name)
        return mark_safe(macro(it))

    @cache
    def translated(message: str) -> SafeString:
        return mark_safe(gettext(message))

    return {"_": translated, "gettext": translated, "cached_part": cached_part}


def translated(message: str) -> SafeString:
    """Translate a constant sentence into the present language."""
    return _names_of(_language())["_"](message)


def as_json(value: object) -> str:
    """A value as JSON text. The template escapes the text, as it does for all attributes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def load_templates() -> None:
    """Compile the templates of updates, so that the first table does not wait for them."""
    for name in UPDATES:
        _environment().get_template(name)


class Environment(jinja2.Environment):
    """Merges all globals into one dictionary, because Jinja2 would copy a chain of dictionaries at
    each rendering and each ``include``. This saves a seventh of the rendering of a move.
    """

    def make_globals(self, d: MutableMapping[str, object] | None) -> MutableMapping[str, object]:
        return {**self.globals, **(d or {})}


class LineBreaks(Extension):
    """Makes line breaks and indentation in templates free, as JSX does.

    Beside a tag, a statement or an expression, a line break is nothing; within text and between the
    attributes of a tag it is a space. A space that shows must be on one line with its neighbours.
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        in_tag = False
        for token in stream:
            if token.type == "data":
                joined, *rest = LINE_BREAK.split(token.value)
                for text in rest:
                    in_tag = _is_in_tag(joined, in_tag)
                    if in_tag:
                        joined += text if text.startswith((">", "/>")) else " " + text
                    else:
                        at_edge = joined.endswith(">") or not (joined and text)
                        joined += text if at_edge or text.startswith("<") else " " + text
                in_tag = _is_in_tag(joined, in_tag)
                token = Token(token.lineno, token.type, joined)
            yield token


def _is_in_tag(data: str, before: bool) -> bool:
    """Return whether a tag is open after ``data``."""
    opened, closed = data.rfind("<"), data.rfind(">")
    return before if opened == closed else opened > closed


def environment(**options: Any) -> Environment:
    """Make the environment of these templates (``TEMPLATES`` in the settings)."""

    @lru_cache(maxsize=MOST)
    def url_after(_prefix: str, name: str, *args: str) -> str:
        return reverse(name, args=args)

    def url(name: str, *args: str) -> str:
        """A URL. It is cached, because all forms of a table use the same few URLs. It begins with
        the present prefix of the site's URLs.
        """
        return url_after(get_script_prefix(), name, *args)

    made = Environment(**options)
    made.add_extension(LineBreaks)
    # ``{% trans %}`` uses these functions for sentences with values.
    made.install_gettext_callables(translated, ngettext)  # type: ignore[attr-defined]
    made.globals |= {"_": translated, "avatar_url": avatar_url, "csrf_input": "", "url": url}
    made.filters["as_json"] = as_json
    return made
