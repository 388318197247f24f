"""What search engines may find: ``robots.txt``, ``sitemap.xml``, and the header of all other pages.

``robots.txt`` closes no page, because messengers read it, too, and they must see the pages and
pictures of links. Rooms, games and accounts have the header ``X-Robots-Tag`` instead.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
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


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The pages for search engines."""
    pages = [{"location": site_address(request, reverse(name))} for name in PAGES]
    return render(request, "sitemap.xml", {"urlset": pages}, content_type="application/xml")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell search engines where the sitemap is."""
    address = site_address(request, reverse("sitemap"))
    told = f"User-agent: *\nDisallow: /ws/\n\nSitemap: {address}\n"
    return HttpResponse(told, content_type="text/plain")
