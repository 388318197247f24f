"""What makes the site an app that can be installed: its manifest, its service worker, and the page
that the service worker shows without a connection.
"""

import json
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.avatars import BOT_AVATARS
from puzzles.presentation import YOUR_AVATAR

# The colours of the page, ``--paper`` in ``static/css/tokens.css``
PAPER: Final = "#f4ebdc"
DARK_PAPER: Final = "#1b1815"
ICON: Final = "img/icon-192.png"

#: The static files of the pages that work without a connection
KEPT: Final = [
    *("css/tokens.css", "css/base/index.css", "css/pages/index.css"),
    *("css/cards.css", "css/puzzle/index.css", "cards/lamp.svg"),
    *(f"cards/{suit}.svg" for suit in ("clubs", "diamonds", "hearts", "spades")),
    *(f"cards/face-{suit}.svg" for suit in ("clubs", "diamonds", "hearts", "spades")),
    *("cards/face-clubs-black.svg", "cards/face-diamonds-red.svg"),
    *(f"fonts/literata-latin-{weight}-normal.woff2" for weight in (400, 700)),
    *("js/theme.js", "js/register-worker.js", "js/offline.js", "vendor/htmx/htmx.min.js"),
    *("img/icon.svg", ICON),
    *(f"avatars/{slug}.svg" for slug, _title in BOT_AVATARS),
    f"avatars/{YOUR_AVATAR}.svg",
]


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker. Browsers ask for it again at each start, and find a new release."""
    return HttpResponse(_service_worker(), content_type="text/javascript; charset=utf-8")


@cache
def _service_worker() -> str:
    site = {
        "release": getattr(staticfiles_storage, "manifest_hash", ""),
        "files": [static(name) for name in KEPT],
        "icon": static(ICON),
    }
    text = Path(str(finders.find("js/service-worker.js"))).read_text(encoding="utf-8")
    return f"self.site = {json.dumps(site)};\n{text}"


@require_safe
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> JsonResponse:
    """The manifest of the app."""
    icons = [_icon("192", 192), _icon("512", 512), _icon("maskable", 512, "maskable")]
    shortcuts = [(_("Play now"), "/#play"), (_("Today’s puzzle"), reverse("puzzles:today"))]
    content = {
        "id": "/",
        "name": _("Literature"),
        "short_name": _("Literature"),
        "description": _("A card game for two teams. Ask opponents for cards, and claim sets."),
        "lang": request.LANGUAGE_CODE,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": PAPER,
        "background_color": PAPER,
        "color_scheme_dark": {"theme_color": DARK_PAPER, "background_color": DARK_PAPER},
        "icons": icons,
        "shortcuts": [{"name": name, "url": url, "icons": icons[:1]} for name, url in shortcuts],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _icon(name: str, size: int, purpose: str = "any") -> dict[str, str]:
    address = static(f"img/icon-{name}.png")
    return {"src": address, "sizes": f"{size}x{size}", "purpose": purpose, "type": "image/png"}


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """The page that says what can be done without a connection, the same for everybody."""
    request.user = AnonymousUser()
    return render(request, "offline.html")
