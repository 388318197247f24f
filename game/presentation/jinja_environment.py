"""The Jinja2 environment of ``templates/table``.

Jinja2 is several times faster than Django's templates. Unknown names in these templates raise an
error, so every context must be complete.
"""

import re
from collections.abc import Iterator, MutableMapping
from functools import lru_cache
from typing import Any

import jinja2
from django.template import engines
from django.urls import get_script_prefix, reverse
from django.utils.translation import ngettext
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from accounts.templatetags.people import avatar_url
from game.presentation.rendering import ENGINE, MOST, as_json, translated

LINE_BREAK = re.compile(r"\s*\n\s*")

#: The templates of the updates and heartbeats of a room.
UPDATES = ["versions.html", "table.html", "rules.html", "mine.html", "moves.html", "heartbeat.html"]


def load_templates() -> None:
    """Compile the templates of updates, so that the first table does not wait for them."""
    for name in UPDATES:
        engines[ENGINE].env.get_template(name)


class Environment(jinja2.Environment):
    """Merges all globals into one dictionary, because Jinja2 would copy a chain of dictionaries at
    each rendering and each ``include``. This saves a seventh of the rendering of a move.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
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
                value, in_tag = _joined(token.value, in_tag)
                token = Token(token.lineno, token.type, value)
            yield token


def _joined(data: str, in_tag: bool) -> tuple[str, bool]:
    """Join the lines of ``data``, which may begin inside a tag. Return whether it ends in one."""
    first, *rest = LINE_BREAK.split(data)
    joined = first
    for text in rest:
        in_tag = _is_in_tag(joined, in_tag)
        if in_tag:
            joined += text if text.startswith((">", "/>")) else " " + text
        else:
            at_edge = joined.endswith(">") or not (joined and text) or text.startswith("<")
            joined += text if at_edge else " " + text
    return joined, _is_in_tag(joined, in_tag)


def _is_in_tag(data: str, before: bool) -> bool:
    """Return whether a tag is open after ``data``."""
    opened, closed = data.rfind("<"), data.rfind(">")
    return before if opened == closed else opened > closed


def environment(**options: Any) -> Environment:
    """Make the environment of these templates (``TEMPLATES`` in the settings)."""
    made = Environment(**options)
    made.add_extension(LineBreaks)
    # ``{% trans %}`` uses these functions for sentences with values.
    made.install_gettext_callables(translated, ngettext)  # type: ignore[attr-defined]
    made.globals |= {"_": translated, "avatar_url": avatar_url, "csrf_input": "", "url": _url}
    made.filters["as_json"] = as_json
    return made


def _url(name: str, *args: str) -> str:
    """A URL. It is cached, because all forms of a table use the same few URLs."""
    return _url_after(get_script_prefix(), name, *args)


@lru_cache(maxsize=MOST)
def _url_after(_prefix: str, name: str, *args: str) -> str:
    """A URL, which begins with the present prefix of the site's URLs."""
    return reverse(name, args=args)
