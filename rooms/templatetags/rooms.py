"""What the templates of rooms need beside Django's own filters."""

import json
from typing import Any

from django import template

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """A value as JSON, to be escaped like any other text in an attribute."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
