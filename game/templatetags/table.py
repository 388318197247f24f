"""How a page of Django's templates has parts of a table in it."""

from typing import Any

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from game.presentation.rendering import draw

register = template.Library()


@register.simple_tag(takes_context=True)
def drawn(context: Context, name: str, **more: Any) -> SafeString:
    """What a template of ``templates/table`` makes of this page's context, and of ``more``."""
    return draw(name, context.flatten() | more, context.get("request"))
