"""Rate limits and caps."""

import math

from django.conf import settings
from django.http import HttpRequest
from django_ratelimit.core import get_usage


def rate(number: int) -> int:
    """A rate as it is set here: RATE_LIMIT_FACTOR multiplies each of them."""
    return math.ceil(number * settings.RATE_LIMIT_FACTOR)


def cap(number: int) -> int:
    """A number or size as it is set here: CAP_FACTOR multiplies each of them."""
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
    """Count this request, or only look.

    Return 0 if it is allowed, otherwise the seconds for Retry-After. `key` is "ip", "user" or
    "user_or_ip". The limit is `most` requests in `seconds`, multiplied by RATE_LIMIT_FACTOR.
    """
    per = (rate(most), seconds)
    usage = get_usage(request, group=group, key=key, rate=per, increment=count)
    if usage is None or not usage["should_limit"]:
        return 0
    return max(1, usage["time_left"])
