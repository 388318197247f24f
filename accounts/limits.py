"""Rate limits."""

import math

from django.conf import settings
from django.http import HttpRequest
from django_ratelimit.core import get_usage


def seconds_to_wait(
    request: HttpRequest, group: str, per_minute: int, key: str = "ip", *, count: bool = True
) -> int:
    """Count this request, or only look. 0 if it is allowed, else the seconds for Retry-After.

    `key` is "ip", "user" or "user_or_ip". RATE_LIMIT_FACTOR multiplies `per_minute`.
    """
    rate = (math.ceil(per_minute * settings.RATE_LIMIT_FACTOR), 60)
    usage = get_usage(request, group=group, key=key, rate=rate, increment=count)
    if usage is None or not usage["should_limit"]:
        return 0
    return max(1, usage["time_left"])
