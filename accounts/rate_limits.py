"""Rate limits and caps."""

import math
import re
import time
from collections.abc import Callable
from ipaddress import IPv6Network
from zlib import crc32

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

#: The length of the prefix of an IPv6 network that belongs to one customer.
IPV6_NETWORK = 64


#: The limits that allauth keeps, for each kind of request: by IP address (``ip``), by person
#: (``user``), or by a key. The key is the e-mail address; for a sign-in it is the user name or
#: e-mail address that was entered, with the IP address.
ACCOUNT_RATES = {
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "reset_password": "20/m/ip,5/m/key",
    "reset_password_from_key": "20/m/ip",
    "reauthenticate": "10/m/user",
    "signup": "20/m/ip",
    "login": "30/m/ip",
    "request_login_code": "20/m/ip,3/m/key",
    "login_failed": "10/m/ip,5/300s/key",
    "confirm_email": "1/180s/key",
}


def account_rates(factor: float) -> dict[str, str]:
    """Return ``ACCOUNT_RATES``, multiplied by ``factor``."""

    def more(most: re.Match[str]) -> str:
        return str(math.ceil(int(most[0]) * factor))

    return {action: re.sub(r"\d+(?=/\w+/)", more, each) for action, each in ACCOUNT_RATES.items()}


def rate(number: int) -> int:
    """A rate multiplied by RATE_LIMIT_FACTOR. All rate limits except allauth's go through this
    function.
    """
    return math.ceil(number * settings.RATE_LIMIT_FACTOR)


def cap(number: int) -> int:
    """A number or size multiplied by CAP_FACTOR."""
    return math.ceil(number * settings.CAP_FACTOR)


def seconds_to_wait(
    request: HttpRequest,
    group: str,
    most: int,
    key: str = "ip",
    *,
    seconds: int = 60,
    count: bool = True,
) -> int:
    """Count this request, or only look up the count if ``count`` is false.

    Return 0 if the request is allowed, otherwise the seconds for Retry-After. ``key`` is "ip",
    "user" or "user_or_ip". The limit is ``most`` requests in ``seconds``, multiplied by
    RATE_LIMIT_FACTOR. While the cache is away, every request is allowed.
    """
    if key == "user" or (key == "user_or_ip" and request.user.is_authenticated):
        who = str(request.user.pk)
    else:
        who = hidden_address(request.META["REMOTE_ADDR"])
    end = end_of_period(f"{group}:{who}", seconds)
    counter, left = f"rate:{group}:{who}:{end}", max(1, end - int(time.time()))
    if not count:
        return left if cache.get(counter, 0) > rate(most) else 0
    try:
        counted = 1 if cache.add(counter, 1, left) else cache.incr(counter)
    except ValueError:  # The cache is away, or the period has just ended.
        return 0
    return left if counted > rate(most) else 0


def end_of_period(counter: str, seconds: int) -> int:
    """The time at which a count ends. Not all counts end at the same time."""
    now = int(time.time())
    return now + seconds - (now + crc32(counter.encode())) % seconds


def counted_address(address: str) -> str:
    """The address by which the limits count. For IPv6 it is the network, because one person has all
    addresses of a network and can use another one for each request.
    """
    if ":" not in address:
        return address
    return str(IPv6Network(f"{address}/{IPV6_NETWORK}", strict=False).network_address)


def hidden_address(address: str) -> str:
    """The counted address in a form that can be compared and stored, but not read without the
    secret key.
    """
    return salted_hmac("address", counted_address(address), algorithm="sha256").hexdigest()[:32]


class Bucket:
    """A token bucket of this process: ``per_second`` events a second, and ``burst`` events at
    once, both multiplied by RATE_LIMIT_FACTOR.
    """

    def __init__(
        self, per_second: int, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._per_second = rate(per_second)
        self._burst = rate(burst)
        self._left = float(self._burst)
        self._at = clock()

    def allows_one(self) -> bool:
        """Count one event and return whether it is allowed. Refused events count, too."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second) - 1
        self._at = now
        return self._left >= 0
