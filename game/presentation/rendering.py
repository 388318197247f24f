"""The templates of ``templates/table``, drawn by Jinja2: what travels with each move.

That is why they are drawn by another engine than all others, which takes several times as long.
A name that a template is not given is an error there, so contexts are whole.
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


def draw(
    name: str, context: Mapping[str, Any] | None = None, request: HttpRequest | None = None
) -> SafeString:
    """What a template of ``templates/table`` makes of ``context``, in the present language.

    With ``request``, its forms can be sent without a script; a frame's are sent by htmx alone.
    """
    whole = {**(context or {}), **_made_once(present_language())}
    return mark_safe(render_to_string(name, whole, request, using=ENGINE))


class Environment(jinja2.Environment):
    """Jinja2's, whose templates have what is the same for all of them in a plain dictionary.

    Jinja2's own is in layers, and is walked through for each part that a page is made of.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def environment(**options: Any) -> Environment:
    """What these templates have beside what they are given (``TEMPLATES`` in the settings)."""
    made = Environment(**options)
    # Behind {% trans %}: sentences with values in them.
    made.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.globals |= {"avatar_url": avatar_url, "csrf_input": "", "url": _url}
    made.filters["as_json"] = _as_json
    return made


@cache
def _made_once(_language: str | None) -> dict[str, Any]:
    """What is looked up or drawn once for each language, and found again with each move.

    ``_``: a sentence without values. ``kept``: what a template makes of a value ``it`` and of
    nothing else.
    """

    @cache
    def sentence(message: str) -> SafeString:
        return mark_safe(gettext(message))

    @lru_cache(maxsize=MOST)
    def kept(name: str, it: Hashable) -> SafeString:
        template = engines[ENGINE].env.get_template(name)
        return mark_safe(template.render(it=it, _=sentence))

    return {"_": sentence, "kept": kept}


@lru_cache(maxsize=MOST)
def _url(name: str, *args: str) -> str:
    """An address, looked up once: every form of a table has the same few."""
    return reverse(name, args=args)


def _as_json(value: Any) -> str:
    """A value as JSON, to be escaped like any other text in an attribute."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
