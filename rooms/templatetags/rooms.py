"""What the templates of rooms need beside Django's own filters."""

import json
from collections.abc import Hashable
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from game.remembered import remembered

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """A value as JSON, to be escaped like any other text in an attribute."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@register.simple_tag
@remembered
def kept(template_name: str, it: Hashable) -> SafeString:
    """What a template makes of ``it`` and of nothing else, made once.

    With each move most of what a table shows is what it showed before.
    """
    return mark_safe(render_to_string(template_name, {"it": it}).rstrip("\n"))
