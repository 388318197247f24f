"""Drops connections whose requests arrive too slowly, and limits the number of connections from one
address. Also raises the limit of open files.

The proxy in `cluster/nginx` has similar limits. Behind a proxy this module does not limit the
number of connections, because all of them come from the proxy's address.
"""

import resource
from collections import defaultdict
from typing import Any

from django.conf import settings
from twisted.web.http import HTTPChannel

from accounts.rate_limits import cap, counted_address
from literature_site.client_address import plain_address

#: This is enough for a school class with one address: forty pupils can open a page at the same
#: time.
CONNECTIONS_PER_ADDRESS = 400

#: The process asks the system for this limit of open files, which include sockets.
OPEN_FILES = 65536

#: The open connections of each address or IPv6 network. They include sockets.
_open: defaultdict[str, set[Any]] = defaultdict(set)


class DeadlineChannel(HTTPChannel):
    """Drops a connection whose request does not arrive in time. (Twisted's own time-out starts
    again with each byte. So a slow sender could keep a connection open forever.)
    """

    _deadline: Any = None

    def connectionMade(self) -> None:
        super().connectionMade()
        if settings.BEHIND_PROXY or _enter(self.transport):
            self._begin(settings.HEADER_SECONDS)
        else:
            self.transport.abortConnection()

    def connectionLost(self, reason: Any) -> None:
        self._stop()
        leave(self.transport)
        super().connectionLost(reason)

    def dataReceived(self, data: bytes) -> None:
        if self._deadline is None and not self._handlingRequest:
            self._begin(settings.HEADER_SECONDS)  # The next request begins.
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:
        super().allHeadersReceived()
        self._begin(settings.BODY_SECONDS)

    def allContentReceived(self) -> None:
        self._stop()
        super().allContentReceived()

    def _begin(self, seconds: float) -> None:
        self._stop()
        self._deadline = self.callLater(seconds, self._too_late)

    def _stop(self) -> None:
        deadline, self._deadline = self._deadline, None
        if deadline and deadline.active():
            deadline.cancel()

    def _too_late(self) -> None:
        self.transport.abortConnection()


def _enter(transport: Any) -> bool:
    """Count a connection for its address. Return whether it is allowed."""
    mine = _open[_address(transport)]
    if len(mine) >= cap(CONNECTIONS_PER_ADDRESS):
        return False
    mine.add(transport)
    return True


def leave(transport: Any) -> None:
    """Stop counting a connection."""
    address = _address(transport)
    if address in _open:
        _open[address].discard(transport)
        if not _open[address]:
            del _open[address]


def _address(transport: Any) -> str:
    host = str(getattr(transport.getPeer(), "host", ""))
    return counted_address(plain_address(host) or host)


def allow_many_files() -> None:
    """Raise the limit of open files to ``OPEN_FILES``, or as far as the machine allows. The default
    in a shell is about a thousand.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
