"""Tags for the head of pages: what messengers and search engines read."""

from collections.abc import Sequence

from django import template
from django.template.context import RequestContext
from django.urls import reverse
from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.view_helpers import site_address
from game.presentation.options import Text
from previews import structured_data
from previews.scenes import about

register = template.Library()


@register.inclusion_tag("previews/_tags.html", takes_context=True)
def link_preview(
    context: RequestContext,
    title: str = "",
    text: str = "",
    picture: str = "",
    path: str = "",
    query: str = "",
) -> dict[str, object]:
    """The address of the page, and the title, text and picture that a messenger shows for it.

    ``path`` and ``query`` make the address, if it is not that of the request. An error page without
    a request has no address.
    """
    request = context.get("request")
    if request is None:
        return {}
    return {
        "url": site_address(request, (path or request.path) + query),
        "title": title or _("Literature, a card game for two teams"),
        "text": text or about(),
        "picture": site_address(request, picture or reverse("previews:site")),
    }


@register.simple_tag(takes_context=True)
def game_data(context: RequestContext) -> SafeString:
    """The game as structured data."""
    request = context["request"]
    picture = site_address(request, reverse("previews:site"))
    return _json_ld(structured_data.game(site_address(request, "/"), picture))


@register.simple_tag
def questions() -> Sequence[tuple[Text, Text]]:
    """The questions about the game, with their answers."""
    return structured_data.QUESTIONS


@register.simple_tag
def questions_data() -> SafeString:
    """The questions as structured data."""
    return _json_ld(structured_data.questions())


def _json_ld(data: dict[str, object]) -> SafeString:
    # A browser runs no script of this type, so the content security policy does not concern it.
    escaped = json_script(data).replace('"application/json"', '"application/ld+json"', 1)
    return mark_safe(escaped)
