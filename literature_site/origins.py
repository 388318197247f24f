"""Decides which origins may open sockets.

``AllowedHostsOriginValidator`` looks at the host alone. But cookies know no ports either: a page of
another program on the same machine would come in as whoever looks at it, and read their cards. For
requests browsers and Django's CSRF check keep it out; for sockets this does.
"""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings


class SamePort:
    """Refuses a socket whose Origin has another port than the requested host.

    Origins in CSRF_TRUSTED_ORIGINS may have any port.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if self.is_ours(headers.get(b"origin", ""), headers.get(b"host", "")):
            return await self.application(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)

    def is_ours(self, origin: str, host: str) -> bool:
        """Whether ``origin`` and ``host`` have the same port."""
        if origin in settings.CSRF_TRUSTED_ORIGINS:
            return True
        try:
            port = urlsplit(origin).port
            # A browser leaves out the default port of the scheme.
            return port is None or port == urlsplit(f"//{host}").port
        except ValueError:
            return False
