"""A small server for ``/metrics``, for processes without web pages."""

import secrets
import threading
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.conf import settings
from prometheus_client import make_wsgi_app
from prometheus_client.exposition import ThreadingWSGIServer


class _QuietHandler(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Print no line for each request: standard error has the log of the process."""


def has_token(authorization: str) -> bool:
    """Return whether this ``Authorization`` header has METRICS_TOKEN. Without the setting none
    has it.
    """
    given = authorization.removeprefix("Bearer ").encode()
    token = settings.METRICS_TOKEN.encode()
    return bool(token) and secrets.compare_digest(given, token)


def serve_metrics(host: str, port: int) -> None:
    """Show the metrics of this process at this port, in a thread that ends with the process."""
    server = make_server(host, port, _guarded, ThreadingWSGIServer, handler_class=_QuietHandler)
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()


_metrics = make_wsgi_app()


def _guarded(request: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    if request["PATH_INFO"] == "/metrics" and has_token(request.get("HTTP_AUTHORIZATION", "")):
        return _metrics(request, start_response)
    start_response("404 Not Found", [("Content-Length", "0")])
    return [b""]
