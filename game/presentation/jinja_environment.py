"""The Jinja2 environment of ``templates/table``.

Jinja2 is several times faster than Django's templates. Unknown names in these templates raise an
error, so every context must be complete.
"""

from collections.abc import MutableMapping
from functools import lru_cache
from typing import Any

import jinja2
from django.template import engines
from django.urls import get_script_prefix, reverse
from django.utils.translation import ngettext
from jinja2 import nodes
from jinja2.visitor import NodeTransformer

from accounts.templatetags.people import avatar_url
from game.presentation.rendering import ENGINE, MOST, as_json, translated

#: The templates of the updates and heartbeats of a room.
UPDATES = ["versions.html", "table.html", "rules.html", "mine.html", "moves.html", "heartbeat.html"]


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
    made.install_gettext_callables(translated, ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.globals |= {"avatar_url": avatar_url, "csrf_input": "", "url": _url}
    made.filters["as_json"] = as_json
    return made


def _url(name: str, *args: str) -> str:
    """A URL. It is cached, because all forms of a table use the same few URLs."""
    return _url_after(get_script_prefix(), name, *args)


@lru_cache(maxsize=MOST)
def _url_after(_prefix: str, name: str, *args: str) -> str:
    """A URL, which begins with the present prefix of the site's URLs."""
    return reverse(name, args=args)
