"""Connections that waste the server's time: too slow with a request, or too many of one address.

A proxy in front has the same limits (`cluster/nginx`); there all connections are the proxy's own,
so that only the deadlines hold here.
"""

import resource
from collections import defaultdict
from typing import Any

from django.conf import settings
from twisted.web.http import HTTPChannel

from accounts.limits import cap

#: A classroom at one address: forty pupils with a page each, whose browsers load it at once.
CONNECTIONS_PER_ADDRESS = 400

#: How many files, sockets among them, the process wants to have open.
OPEN_FILES = 65536

#: The open connections of each address, those that became sockets among them.
_open: defaultdict[str, set[Any]] = defaultdict(set)


class DeadlineChannel(HTTPChannel):
    """Drops a connection whose request does not arrive in time. Twisted's own time-out begins again
    with each byte, so that a byte now and then keeps a connection for ever.
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
            self._begin(settings.HEADER_SECONDS)  # the next request of a kept connection
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
    """Whether the address may have one more connection, which counts from now on."""
    mine = _open[_address(transport)]
    if len(mine) >= cap(CONNECTIONS_PER_ADDRESS):
        return False
    mine.add(transport)
    return True


def leave(transport: Any) -> None:
    """The connection is closed."""
    address = _address(transport)
    if address in _open:
        _open[address].discard(transport)
        if not _open[address]:
            del _open[address]


def _address(transport: Any) -> str:
    return str(getattr(transport.getPeer(), "host", ""))


def allow_many_files() -> None:
    """Have as many connections as the machine lets us; a shell's default is some thousand."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
