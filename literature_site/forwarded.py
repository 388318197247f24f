"""The client's address and scheme behind proxies.

A proxy may append to an ``X-Forwarded-For`` header that the client wrote. So the entries are
counted from the right, one for each of our proxies. If the entry is not a plain address, the
proxy's own address is used.
"""

import ipaddress
from typing import Any

from django.conf import settings

#: The scheme of a socket for the scheme of an HTTP request.
OF_SOCKETS = {"http": "ws", "https": "wss"}


class Forwarded:
    """ASGI middleware that sets the address and the scheme from the proxies' headers."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        if settings.BEHIND_PROXY and scope["type"] in ("http", "websocket"):
            scope = scope | as_told(scope)
        return await self.application(scope, receive, send)


def as_told(scope: dict[str, Any]) -> dict[str, Any]:
    """The ``client`` and the ``scheme`` of a request, as far as the proxies' headers tell them."""
    told: dict[str, Any] = {}
    if address := _address(_entry(scope, b"x-forwarded-for")):
        told["client"] = [address, 0]
    scheme = _entry(scope, b"x-forwarded-proto")
    if scheme in OF_SOCKETS:
        told["scheme"] = scheme if scope["type"] == "http" else OF_SOCKETS[scheme]
    return told


def _entry(scope: dict[str, Any], name: bytes) -> str:
    """The entry that our outermost proxy wrote into a header, whether proxies replace the header or
    append to it.
    """
    values = [value.decode("latin-1") for header, value in scope["headers"] if header == name]
    entries = ",".join(values).split(",")
    count = settings.PROXY_COUNT
    return entries[-count].strip() if len(entries) >= count else ""


def _address(text: str) -> str | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)
