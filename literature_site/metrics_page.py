"""``/metrics`` for Prometheus, which sends METRICS_TOKEN. Without one there is no such page."""

import secrets

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The metrics of this process."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ").encode()
    token = settings.METRICS_TOKEN.encode()
    if not token or not secrets.compare_digest(given, token):
        raise Http404
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)
