"""The one way to send to an address that a stranger has entered, such as that of a webhook.

A stranger may name a machine of ours, or a name that leads to one later. So the name is resolved
once, all its addresses are checked, and the connection goes to a checked address. Redirects are not
followed, and only the beginning of an answer is read.
"""

import logging
import ssl
from collections.abc import Mapping
from concurrent.futures import Future
from enum import Enum
from functools import cache
from http.client import HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from socket import SOCK_STREAM, create_connection, getaddrinfo
from threading import Thread
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings

#: The time for everything: resolving, connecting, sending and the answer.
SECONDS: Final = 3
MOST_BYTES: Final = 16_384
LONGEST_URL: Final = 1000
_PORT: Final = 443

_INTERNET: Final = IPv6Network("2000::/3")
#: Tunnels, documentation and protocols. Behind a tunnel could be a private IPv4 address.
_SPECIAL: Final = [
    IPv6Network(each) for each in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
]
_NAT64: Final = IPv6Network("64:ff9b::/96")

logger = logging.getLogger(__name__)


class Outcome(Enum):
    """What became of something that was sent."""

    SENT = "sent"
    #: The address does not exist any more: forget it.
    GONE = "gone"
    #: Try again later.
    AGAIN = "again"


def is_possible(url: str) -> bool:
    """Whether anything is ever sent to this URL."""
    try:
        parts = urlsplit(url)
        is_port = parts.port in (None, _PORT) or bool(settings.OUTGOING_TEST_CA)
    except ValueError:
        return False
    is_text = len(url) <= LONGEST_URL and url.isascii() and url.isprintable() and " " not in url
    is_host = bool(parts.hostname) and "@" not in parts.netloc
    return parts.scheme == "https" and is_text and is_host and is_port


def send(url: str, body: bytes, headers: Mapping[str, str]) -> Outcome:
    """Post ``body`` to a stranger's URL."""
    if not is_possible(url):
        return Outcome.GONE
    parts = urlsplit(url)
    connection = _Connection(parts.hostname or "", parts.port or _PORT)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        # Some services refuse the default of a library.
        connection.request("POST", path, body, {"User-Agent": "Literature", **headers})
        status = connection.getresponse().status
    except (OSError, HTTPException, ValueError) as error:
        # The rest of the URL is a secret.
        logger.info("Nothing could be sent to %s: %r", parts.hostname, error)
        return Outcome.AGAIN
    finally:
        connection.close()
    if 200 <= status < 300:
        return Outcome.SENT
    logger.info("%s answered %d", parts.hostname, status)
    return Outcome.GONE if status in (404, 410) else Outcome.AGAIN


class _Connection(HTTPSConnection):
    """Connects to a checked address of the host. The certificate must be that of the host."""

    def __init__(self, host: str, port: int) -> None:
        self._deadline = monotonic() + SECONDS
        self._tls = _context(settings.OUTGOING_TEST_CA)
        # Without a context, the library would read all certificates of the system for each message.
        super().__init__(host, port, context=self._tls)

    def connect(self) -> None:
        addresses, fault = _addresses(self.host, self.port, self._deadline), OSError()
        for address in addresses:
            try:
                plain = create_connection((address, self.port), _left(self._deadline))
                break
            except OSError as error:
                fault = error
        else:
            raise fault
        plain.settimeout(_left(self._deadline))
        self.sock: ssl.SSLSocket = self._tls.wrap_socket(plain, server_hostname=self.host)
        assert isinstance(self.sock, _BoundedSocket)
        self.sock.deadline = self._deadline


class _BoundedSocket(ssl.SSLSocket):
    """Reads only until the deadline, and only the beginning of an answer."""

    deadline: float
    room = MOST_BYTES

    def recv_into(self, *values: Any, **more: Any) -> int:
        self.settimeout(_left(self.deadline))
        count = super().recv_into(*values, **more)
        self.room -= count
        if self.room < 0:
            raise OSError("The answer is too long.")
        return count


@cache
def _context(test_ca: str) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=test_ca or None)
    context.sslsocket_class = _BoundedSocket
    return context


def _left(deadline: float) -> float:
    left = deadline - monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _addresses(host: str, port: int, deadline: float) -> list[str]:
    """Return the addresses of a host, all of which are allowed."""
    found: Future[list[Any]] = Future()

    def look() -> None:
        try:
            found.set_result(getaddrinfo(host, port, type=SOCK_STREAM))
        except Exception as error:
            found.set_exception(error)

    # The system's resolver has no time-out of its own.
    Thread(target=look, daemon=True).start()
    addresses = [str(each[4][0]) for each in found.result(_left(deadline))]
    for address in map(ip_address, addresses):
        if not (address.is_loopback if settings.OUTGOING_TEST_CA else is_public(address)):
            raise OSError(f"{address} is not on the internet.")
    return addresses


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether the address belongs to a machine on the internet, and not to one of our network."""
    if isinstance(address, IPv6Address):
        embedded = IPv4Address(address.packed[-4:]) if address in _NAT64 else address.ipv4_mapped
        if embedded is None:
            return address in _INTERNET and not any(address in each for each in _SPECIAL)
        address = embedded
    return address.is_global and not address.is_multicast
