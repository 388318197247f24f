"""Tags for the head of pages: what messengers and search engines read."""

from django import template
from django.template.context import RequestContext
from django.urls import reverse
from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.view_helpers import site_address
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
    """The game, as search engines read it (JSON-LD of schema.org)."""
    request = context["request"]
    data = {
        "@context": "https://schema.org",
        "@type": "Game",
        "name": _("Literature"),
        "alternateName": ["Fish", "Canadian Fish", "Russian Fish"],
        "description": about(),
        "url": site_address(request, "/"),
        "image": site_address(request, reverse("previews:site")),
        "isAccessibleForFree": True,
        "numberOfPlayers": {"@type": "QuantitativeValue", "minValue": 4, "maxValue": 12},
    }
    # A browser runs no script of this type, so the content security policy does not concern it.
    escaped = json_script(data).replace('"application/json"', '"application/ld+json"', 1)
    return mark_safe(escaped)
