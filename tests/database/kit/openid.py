"""A small provider of OpenID Connect on a free local port."""

import json
import secrets
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import jwt

CLIENT_ID, SECRET = "literature", "the secret of the site"


class Provider:
    """Signs everybody in as ``person`` at once, as if the person were signed in there already."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.person: dict[str, object] = {"sub": "1", "email": "", "email_verified": False}
        self.refuses = False
        self._waiting: dict[str, dict[str, str]] = {}

    @property
    def settings(self) -> dict[str, object]:
        """The setting SOCIALACCOUNT_PROVIDERS for this provider."""
        app = {
            "provider_id": "openid",
            "name": "Small School",
            "client_id": CLIENT_ID,
            "secret": SECRET,
            "settings": {"server_url": self.url, "oauth_pkce_enabled": True},
        }
        return {"openid_connect": {"APPS": [app]}}

    def configuration(self) -> dict[str, object]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "jwks_uri": f"{self.url}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def authorize(self, asked: dict[str, str]) -> str:
        """Return the address to which the browser goes back."""
        assert (asked["client_id"], asked["response_type"]) == (CLIENT_ID, "code")
        code = secrets.token_hex(8)
        self._waiting[code] = asked
        answer = {"error": "access_denied"} if self.refuses else {"code": code}
        return f"{asked['redirect_uri']}?{urlencode({**answer, 'state': asked['state']})}"

    def token(self, sent: dict[str, str]) -> dict[str, object] | None:
        """Return the token for a code, once. The site must show its secret and the PKCE key."""
        asked = self._waiting.pop(sent.get("code", ""), None)
        digest = sha256(sent.get("code_verifier", "").encode()).digest()
        proof = urlsafe_b64encode(digest).decode().rstrip("=")
        if (
            not asked
            or sent.get("client_secret") != SECRET
            or asked["code_challenge"] != proof
            or asked["redirect_uri"] != sent["redirect_uri"]
        ):
            return None
        now = int(time.time())
        claims = {"iss": self.url, "aud": CLIENT_ID, "iat": now, "exp": now + 60}
        id_token = jwt.encode(claims | self.person, "k" * 32, "HS256")
        return {"access_token": "a", "token_type": "Bearer", "id_token": id_token}


class _Handler(BaseHTTPRequestHandler):
    provider: Provider

    def do_GET(self) -> None:
        path, query = urlsplit(self.path).path, dict(parse_qsl(urlsplit(self.path).query))
        if path == "/authorize":
            self.send_response(302)
            self.send_header("Location", self.provider.authorize(query))
            self.end_headers()
        elif path == "/userinfo":
            self._send(self.provider.person)
        else:
            self._send(self.provider.configuration())

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._send(self.provider.token({key: value[0] for key, value in parse_qs(body).items()}))

    def _send(self, document: Any) -> None:
        body = json.dumps(document or {"error": "invalid_grant"}).encode()
        self.send_response(200 if document else 400)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_line: object) -> None:
        """Say nothing."""


@contextmanager
def running_provider() -> Iterator[Provider]:
    """Run the provider until the end of the block."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    provider = Provider(f"http://127.0.0.1:{server.server_port}")
    server.RequestHandlerClass = type("Handler", (_Handler,), {"provider": provider})
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
