"""The page ``/metrics`` for Prometheus. A request must have the token in the setting METRICS_TOKEN.
Without this setting the page does not exist.
"""

import math

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from accounts.metrics import CHECKS_FAILED
from bots.metrics_server import has_token
from game.models import IntegrityCheck


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Show the metrics of this process."""
    if not has_token(request.headers.get("Authorization", "")):
        raise Http404
    try:
        # Another process may have checked the games.
        CHECKS_FAILED.set(IntegrityCheck.objects.filter(agrees=False).count())
    except DatabaseError:
        # Show the other metrics, because they are needed most while the database is away.
        CHECKS_FAILED.set(math.nan)
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
