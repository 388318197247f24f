"""What search engines may find: ``robots.txt``, ``sitemap.xml``, and the header of all other pages.

``robots.txt`` closes no page, because messengers read it, too, and they must see the pages and
pictures of links. Rooms, games and accounts have the header ``X-Robots-Tag`` instead.
"""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.http import require_safe

from accounts.view_helpers import site_address

#: The pages for search engines.
PAGES = ("rooms:home", "rooms:rules", "rooms:strategy", "puzzles:today", "puzzles:practice")
#: Pictures that belong to these pages.
PICTURES = ("previews:site", "previews:puzzle")


class NoIndexMiddleware(MiddlewareMixin):
    """Middleware that keeps everything except ``PAGES`` out of search engines."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        found = request.resolver_match
        if found is None or found.view_name not in PAGES + PICTURES:
            response["X-Robots-Tag"] = "noindex"
        return response


class Pages(Sitemap):
    """The pages of the sitemap. Their addresses begin with SITE_URL if it is set."""

    def items(self) -> tuple[str, ...]:
        return PAGES

    def location(self, item: str) -> str:
        return reverse(item)

    def get_protocol(self, protocol: str | None = None) -> str:
        return urlsplit(settings.SITE_URL).scheme or super().get_protocol(protocol)

    def get_domain(self, site: Any = None) -> str:
        return urlsplit(settings.SITE_URL).netloc or super().get_domain(site)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell search engines where the sitemap is."""
    told = (
        f"User-agent: *\nDisallow: /ws/\n\nSitemap: {site_address(request, reverse('sitemap'))}\n"
    )
    return HttpResponse(told, content_type="text/plain")
