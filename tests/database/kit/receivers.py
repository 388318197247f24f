"""A server on loopback that receives push messages and webhooks, and the browser of a person."""

import json
import ssl
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import Message
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)


@dataclass
class Received:
    """A request that the server has received."""

    path: str
    headers: Message
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Receiver:
    """A server with HTTPS on loopback. It answers with ``status``."""

    url: str = ""
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)


@contextmanager
def receiver(settings: Any, folder: Path, name: str = "localhost") -> Iterator[Receiver]:
    """Run a receiver whose certificate is for ``name``, and let the site send to it."""
    path = certificate(folder, name)
    settings.OUTGOING_TEST_CA = str(path)
    told = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told.received.append(Received(self.path, self.headers, body))
            self.send_response(told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_values: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    told.url = f"https://localhost:{server.server_port}"
    thread = Thread(target=server.serve_forever, args=[0.01])
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def certificate(folder: Path, name: str = "localhost") -> Path:
    """Make a certificate for ``name``, unless the folder has one. The file also has its key."""
    path = folder / f"{name}.pem"
    if not path.exists():  # The site reads it only once, but each round of a benchmark comes here.
        path.write_bytes(_certificate(name))
    return path


@cache
def _certificate(name: str) -> bytes:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return made.public_bytes(Encoding.PEM) + secret


class Device:
    """A browser that has subscribed to push messages."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen letters!"
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.p256dh, self.auth = (
            urlsafe_b64encode(each).decode().rstrip("=") for each in (point, self._auth)
        )

    def read(self, body: bytes) -> Any:
        """Decrypt a message, and return the notification that it shows."""
        text = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth)
        message = json.loads(text)
        assert message["web_push"] == 8030
        return message["notification"]
