"""A small server for ``/healthz`` and ``/metrics`` of a scheduler, which has no web pages."""

import secrets
import threading
from collections.abc import Iterable
from wsgiref.simple_server import WSGIRequestHandler, make_server
from wsgiref.types import StartResponse, WSGIEnvironment

from django.conf import settings
from prometheus_client import make_wsgi_app
from prometheus_client.exposition import ThreadingWSGIServer

from bots.scheduler_heartbeat import GAP, last_heartbeat


class _QuietHandler(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Print no line for each request: standard error has the log of the process."""


def has_token(authorization: str) -> bool:
    """Return whether this ``Authorization`` header has METRICS_TOKEN. Without the setting none
    has it.
    """
    given = authorization.removeprefix("Bearer ").encode()
    token = settings.METRICS_TOKEN.encode()
    return bool(token) and secrets.compare_digest(given, token)


def serve_metrics(host: str, port: int) -> None:
    """Show at this port whether this process acts, and its metrics. The server's thread ends with
    the process.
    """
    server = make_server(host, port, _page, ThreadingWSGIServer, handler_class=_QuietHandler)
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()


def _page(request: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    path, status = request["PATH_INFO"], "404 Not Found"
    if path == "/metrics" and has_token(request.get("HTTP_AUTHORIZATION", "")):
        return make_wsgi_app()(request, start_response)
    if path == "/healthz":
        last = last_heartbeat()
        status = "200 OK" if last.now - last.at <= GAP else "503 Service Unavailable"
    start_response(status, [("Content-Length", "0")])
    return [b""]
