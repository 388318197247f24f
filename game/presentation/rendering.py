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
from jinja2 import nodes
from jinja2.visitor import NodeTransformer

from accounts.templatetags.people import avatar_url
from game.presentation.cache import MOST, present_language

#: The name of this engine in the settings.
ENGINE = "table"

#: The templates of the updates and heartbeats of a room.
UPDATES = ["versions.html", "table.html", "rules.html", "mine.html", "moves.html", "heartbeat.html"]


def render_part(
    name: str, context: Mapping[str, Any] | None = None, request: HttpRequest | None = None
) -> SafeString:
    """Render a template of ``templates/table`` in the present language.

    If ``request`` is given, the forms in the template have a CSRF token and work without scripts.
    Forms in updates need no token, because htmx sends the token in a header (``hx-headers`` in
    ``base.html``).
    """
    whole = {**(context or {}), **_cached_values(present_language())}
    if request:
        return mark_safe(render_to_string(name, whole, request, using=ENGINE))
    return mark_safe(engines[ENGINE].env.get_template(name).render(whole))


def load_templates() -> None:
    """Compile the templates of updates, so that the first table does not wait for them."""
    for name in UPDATES:
        engines[ENGINE].env.get_template(name)


class Environment(jinja2.Environment):
    """A Jinja2 environment that makes templates faster when it compiles them (``_Faster``).

    It merges all globals into one dictionary, because Jinja2 would copy a chain of dictionaries for
    each rendering.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}

    def compile(self, source: Any, name: Any = None, *args: Any, **options: Any) -> Any:
        """Compile a template. With ``DEBUG``, included templates stay separate, so that Jinja2
        reloads them after a change.
        """
        if isinstance(source, str) and not self.auto_reload:
            source = _Faster(self).visit(self.parse(source, name))
        return super().compile(source, name, *args, **options)


class _Faster(NodeTransformer):
    """Puts each included template into the template that includes it, because Jinja2 would copy the
    context at each ``include``. Looks up each constant sentence in ``sentences``, because a call of
    ``_`` takes longer.
    """

    def __init__(self, environment: jinja2.Environment) -> None:
        self.environment = environment

    def visit_Include(self, node: nodes.Include) -> nodes.Node:
        is_plain = node.with_context and not node.ignore_missing
        loader = self.environment.loader
        if not (isinstance(node.template, nodes.Const) and is_plain and loader):
            return node
        name = node.template.value
        source, _path, _is_current = loader.get_source(self.environment, name)
        included = self.visit(self.environment.parse(source, name))
        return nodes.Scope(included.body, lineno=node.lineno)

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        is_constant = [type(each) for each in [*node.args, *node.kwargs]] == [nodes.Const]
        if isinstance(node.node, nodes.Name) and node.node.name == "_" and is_constant:
            sentences = nodes.Name("sentences", "load", lineno=node.lineno)
            return nodes.Getitem(sentences, node.args[0], "load", lineno=node.lineno)
        return node


def environment(**options: Any) -> Environment:
    """Make the environment of these templates (``TEMPLATES`` in the settings)."""
    made = Environment(**options)
    # ``{% trans %}`` uses these functions for sentences with values.
    made.install_gettext_callables(_translated, ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.globals |= {"avatar_url": avatar_url, "csrf_input": "", "url": _url}
    made.filters["as_json"] = _as_json
    return made


class _Sentences(dict[str, SafeString]):
    """The translations of sentences without values."""

    def __missing__(self, message: str) -> SafeString:
        self[message] = mark_safe(gettext(message))
        return self[message]


@cache
def _cached_values(_language: str | None) -> dict[str, Any]:
    """The values that are cached for each language.

    ``_`` translates a sentence without values. ``cached_part`` renders a template that depends only
    on its argument ``it``.
    """
    sentences = _Sentences()
    translated = {"_": sentences.__getitem__, "sentences": sentences}

    @lru_cache(maxsize=MOST)
    def cached_part(name: str, it: Hashable) -> SafeString:
        template = engines[ENGINE].env.get_template(name)
        return mark_safe(template.render(it=it, **translated))

    return {**translated, "cached_part": cached_part}


def _translated(message: str) -> SafeString:
    return _cached_values(present_language())["sentences"][message]  # type: ignore[no-any-return]


@lru_cache(maxsize=MOST)
def _url(name: str, *args: str) -> str:
    """A URL. It is cached, because all forms of a table use the same few URLs."""
    return reverse(name, args=args)


def _as_json(value: Any) -> str:
    """A value as JSON text. The template escapes the text, as it does for all attributes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
