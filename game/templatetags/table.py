"""A tag that includes parts of a table in Django templates."""

from typing import Any, cast

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from game.presentation.rendering import render_part

register = template.Library()


@register.simple_tag(takes_context=True)
def table_part(context: Context, name: str, **more: object) -> SafeString:
    """Render a template of ``templates/table`` with this page's context and the values in
    ``more``.
    """
    return render_part(name, cast(dict[str, Any], context.flatten()) | more, context.get("request"))
