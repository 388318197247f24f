"""Renders ``templates/table`` with Jinja2: the HTML that is sent with each move.

Jinja2 is several times faster than Django's templates. Unknown names in these templates raise an
error, so every context must be complete.
"""

import json
from collections.abc import Hashable, Mapping, MutableMapping
from functools import cache, lru_cache
from typing import Any

import jinja2
from django.http import HttpRequest
from django.template import engines
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from accounts.templatetags.people import avatar_url
from game.presentation.cache import MOST, present_language

#: The name of this engine in the settings.
ENGINE = "table"


def render_part(
    name: str, context: Mapping[str, Any] | None = None, request: HttpRequest | None = None
) -> SafeString:
    """Render a template of ``templates/table`` in the present language.

    If ``request`` is given, the forms in the template have a CSRF token and work without scripts.
    Forms in updates need no token, because htmx sends the token in a header (``hx-headers`` in
    ``base.html``).
    """
    whole = {**(context or {}), **_cached_functions(present_language())}
    if request:
        return mark_safe(render_to_string(name, whole, request, using=ENGINE))
    return mark_safe(engines[ENGINE].env.get_template(name).render(whole))


class Environment(jinja2.Environment):
    """A Jinja2 environment that merges all globals into one dictionary.

    Jinja2 itself uses a chain of dictionaries, and searches the chain for each included template.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def environment(**options: Any) -> Environment:
    """Make the environment of these templates (``TEMPLATES`` in the settings)."""
    made = Environment(**options)
    # ``{% trans %}`` uses these functions for sentences with values.
    made.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.globals |= {"avatar_url": avatar_url, "csrf_input": "", "url": _url}
    made.filters["as_json"] = _as_json
    return made


@cache
def _cached_functions(_language: str | None) -> dict[str, Any]:
    """The functions whose results are cached for each language.

    ``_`` translates a sentence without values. ``cached_part`` renders a template that depends only
    on its argument ``it``.
    """

    @cache
    def sentence(message: str) -> SafeString:
        return mark_safe(gettext(message))

    @lru_cache(maxsize=MOST)
    def cached_part(name: str, it: Hashable) -> SafeString:
        template = engines[ENGINE].env.get_template(name)
        return mark_safe(template.render(it=it, _=sentence))

    return {"_": sentence, "cached_part": cached_part}


@lru_cache(maxsize=MOST)
def _url(name: str, *args: str) -> str:
    """A URL. It is cached, because all forms of a table use the same few URLs."""
    return reverse(name, args=args)


def _as_json(value: Any) -> str:
    """A value as JSON text. The template escapes the text, as it does for all attributes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
