"""How often somebody may do something."""

import logging
import math

from django.conf import settings
from django.http import HttpRequest
from django_ratelimit.core import get_usage
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def seconds_to_wait(
    request: HttpRequest, group: str, per_minute: int, key: str = "ip", *, count: bool = True
) -> int:
    """Count this request, or only look; 0 if it may go on, else the seconds for Retry-After.

    `key` is "ip", "user" or "user_or_ip". RATE_LIMIT_FACTOR multiplies `per_minute`.
    """
    rate = (math.ceil(per_minute * settings.RATE_LIMIT_FACTOR), 60)
    try:
        usage = get_usage(request, group=group, key=key, rate=rate, increment=count)
    except RedisError:
        # Playing on matters more than counting.
        logger.warning("Rate limits are off: the cache does not answer")
        return 0
    if usage is None or not usage["should_limit"]:
        return 0
    return max(1, usage["time_left"])
