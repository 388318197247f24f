"""Decides from which origins a page may open sockets.

``AllowedHostsOriginValidator`` allows each of the site's hosts. But cookies ignore the port, and a
host may share them with its subdomains: a page of another program there could open a socket with
the visitor's session and read their cards. Browsers and Django's CSRF check prevent this for
requests; this module prevents it for sockets.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings

DEFAULT_PORTS = {"http": 80, "https": 443}


class SameOrigin:
    """Refuses a socket if its Origin header has another scheme, host or port than the request.

    Origins in CSRF_TRUSTED_ORIGINS are allowed.
    """

    def __init__(self, application: Callable[..., Awaitable[object]]) -> None:
        self.application = application

    async def __call__(self, scope: Mapping[str, Any], receive: object, send: object) -> object:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        secure = settings.HTTPS or scope.get("scheme") == "wss"
        if self.is_ours(headers.get(b"origin", ""), headers.get(b"host", ""), secure=secure):
            return await self.application(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)

    def is_ours(self, origin: str, host: str, *, secure: bool) -> bool:
        """Return whether ``origin`` is trusted, or has the site's scheme and the name and port of
        ``host``.
        """
        if origin in settings.CSRF_TRUSTED_ORIGINS:
            return True
        scheme = "https" if secure else "http"
        try:
            theirs, ours = urlsplit(origin), urlsplit(f"//{host}")
            # Browsers leave out the default port of a scheme.
            default = DEFAULT_PORTS[scheme]
            return (
                theirs.scheme == scheme
                and bool(theirs.hostname)
                and theirs.hostname == ours.hostname
                and (theirs.port or default) == (ours.port or default)
            )
        except ValueError:
            return False
