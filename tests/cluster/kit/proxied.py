"""Runs a proxy with its real configuration in front of the web processes of a test."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx

from cluster.cluster import CONNECTIONS, NO_PROXY, REQUESTS
from cluster.ports import free_port
from cluster.proxy import Proxy, servers


def get(url: str, **options) -> httpx.Response:
    return httpx.get(url, **{"trust_env": False, "timeout": 30, **options})


class Echo(BaseHTTPRequestHandler):
    """A web process whose answer contains the headers of a GET, or the body of a POST."""

    def do_GET(self) -> None:
        port = self.server.server_address[1]
        self.answer({**self.headers, "port": port})

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.answer({"method": self.command, "body": sent, "path": self.path})

    def answer(self, values: dict[str, object]) -> None:
        body = json.dumps(values).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def served(handler: type[BaseHTTPRequestHandler], port: int = 0) -> Iterator[int]:
    """Run a web process with this handler. Yield its port."""
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@contextmanager
def proxy_before(
    ports: list[int], folder: Path, certificate: Path | None = None, **more: str
) -> Iterator[tuple[int, int]]:
    """Run a proxy. Yield its ports for http and https."""
    http, https = free_port(), free_port()
    values = {
        "PROXY_HTTP": f"127.0.0.1:{http}",
        "PROXY_HTTPS": f"127.0.0.1:{https}",
        "PROXY_HTTPS_HOST": f"$host:{https}",
        "PROXY_TLS": "on" if certificate else "off",
        "PROXY_CERTIFICATE": str(certificate),
        "PROXY_HEADER_SECONDS": "20",
        "PROXY_OUTER": NO_PROXY,
        "PROXY_CONNECTIONS": CONNECTIONS,
        "PROXY_REQUESTS": REQUESTS,
        "PROXY_STATIC": str(folder),
        "PROXY_PAGES": str(folder),
        **servers([f"127.0.0.1:{port}" for port in ports]),
        **more,
    }
    proxy = Proxy(folder, http, values)
    proxy.start()
    try:
        yield http, https
    finally:
        proxy.kill()
