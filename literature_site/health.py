"""Whether this process answers."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Say so; it asks nothing of the database, which has a health of its own."""
    return HttpResponse("ok\n", content_type="text/plain")
