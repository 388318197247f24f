"""Reads the client's address and scheme from the headers of our proxies, and nothing else.

A client may write an ``X-Forwarded-For`` header, too, and a proxy may append to it. So the entries
are counted from the right, one for each of our proxies. If the entry found in this way is not a
plain address, the address of the proxy is used.
"""

import ipaddress
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings

#: For each scheme of HTTP, the scheme of a socket.
SOCKET_SCHEMES = {"http": "ws", "https": "wss"}


class Forwarded:
    """ASGI middleware that sets the address and the scheme from the proxies' headers, and writes
    each address as ``plain_address`` does.

    It also sets the path prefix: the site has none. Daphne takes a prefix from a header of any
    client, and all URLs would begin with it, also in mails.
    """

    def __init__(self, application: Callable[..., Awaitable[object]]) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: object, send: object) -> object:
        if scope["type"] in ("http", "websocket"):
            scope = scope | {"root_path": ""}
            if settings.BEHIND_PROXY:
                scope = scope | from_headers(scope)
            if address := plain_address((scope.get("client") or [""])[0]):
                scope = scope | {"client": [address, scope["client"][1]]}
        return await self.application(scope, receive, send)


def from_headers(scope: Mapping[str, Any]) -> dict[str, object]:
    """Return the ``client`` and the ``scheme`` of a request, if the headers of the proxies contain
    them.
    """
    told: dict[str, object] = {}
    if address := plain_address(_entry(scope, b"x-forwarded-for")):
        told["client"] = [address, 0]
    scheme = _entry(scope, b"x-forwarded-proto")
    if scheme in SOCKET_SCHEMES:
        told["scheme"] = scheme if scope["type"] == "http" else SOCKET_SCHEMES[scheme]
    return told


def _entry(scope: Mapping[str, Any], name: bytes) -> str:
    """Return the entry that our outermost proxy wrote into a header. This proxy may replace the
    header or append to it; the other proxies must append to it.
    """
    values = [value.decode("latin-1") for header, value in scope["headers"] if header == name]
    entries = ",".join(values).split(",")
    count = settings.PROXY_COUNT
    return entries[-count].strip() if len(entries) >= count else ""


def plain_address(text: str) -> str | None:
    """An address as IPv4 where possible, and without its zone ID (``%eth0``). None if the text is
    not an address.

    >>> plain_address("::ffff:203.0.113.9"), plain_address("fe80::1%eth0")
    ('203.0.113.9', 'fe80::1')
    """
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)
