"""The client's address and the scheme behind proxies. No client can choose its own address, or a
path prefix.
"""

import pytest
from channels.testing import HttpCommunicator
from django.core.asgi import get_asgi_application

from literature_site.client_address import Forwarded, from_headers

PEER = ["10.0.0.9", 1234]


@pytest.fixture(autouse=True)
def behind_proxy(settings):
    settings.BEHIND_PROXY, settings.PROXY_COUNT = True, 1


def scope(*addresses, proto="", kind="http"):
    headers = [(b"x-forwarded-for", each.encode("latin-1")) for each in addresses]
    if proto:
        headers.append((b"x-forwarded-proto", proto.encode()))
    return {"type": kind, "client": PEER, "scheme": "http", "headers": headers}


@pytest.mark.parametrize(
    ("proxies", "addresses", "client"),
    [
        (1, ["203.0.113.9"], "203.0.113.9"),
        (1, ["1.1.1.1, 203.0.113.9"], "203.0.113.9"),
        (1, ["1.1.1.1", "203.0.113.9"], "203.0.113.9"),
        (2, ["1.1.1.1, 203.0.113.9, 10.0.0.8"], "203.0.113.9"),
        (2, ["203.0.113.9"], None),
        (1, ["2001:db8::1"], "2001:db8::1"),
        (1, ["::ffff:203.0.113.9"], "203.0.113.9"),
        (1, ["unknown"], None),
        (1, ["1.2.3.4:80"], None),
        (1, ["1.2.3.4\xff"], None),
        (1, ["1.1.1.1,"], None),
        (1, [""], None),
        (1, [], None),
    ],
)
def test_the_entry_of_the_outermost_of_our_proxies_counts(settings, proxies, addresses, client):
    settings.PROXY_COUNT = proxies
    told = from_headers(scope(*addresses))
    assert told.get("client") == ([client, 0] if client else None)


@pytest.mark.parametrize(
    ("kind", "proto", "scheme"),
    [
        ("http", "https", "https"),
        ("websocket", "https", "wss"),
        ("websocket", "http", "ws"),
        ("http", "gopher", None),
        ("http", "", None),
    ],
)
def test_the_scheme(kind, proto, scheme):
    assert from_headers(scope(proto=proto, kind=kind)).get("scheme") == scheme


@pytest.mark.parametrize("proto", ["https", "http"])
async def test_a_response_over_https_has_hsts(settings, proto):
    """A header of the proxy says whether the browser used HTTPS."""
    settings.SECURE_HSTS_SECONDS = 3600
    site = Forwarded(get_asgi_application())
    headers = [(b"host", b"localhost"), *scope("203.0.113.9", proto=proto)["headers"]]
    answer = await HttpCommunicator(site, "GET", "/healthz", headers=headers).get_response()
    told = [value for name, value in answer["headers"] if name == b"Strict-Transport-Security"]
    assert told == ([b"max-age=3600"] if proto == "https" else [])


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_the_path_prefix_is_that_of_the_site(kind):
    """Some servers take a prefix from a header of any client."""
    seen = []

    async def application(scope, receive, send):
        seen.append(scope["root_path"])

    await Forwarded(application)(scope(kind=kind) | {"root_path": "http://evil"}, None, None)
    await Forwarded(application)(scope(kind=kind), None, None)
    assert seen == ["", ""]


@pytest.mark.parametrize("behind", [True, False])
async def test_headers_are_ignored_without_a_proxy(settings, behind):
    settings.BEHIND_PROXY = behind
    seen = []

    async def application(scope, receive, send):
        seen.append(scope["client"])

    await Forwarded(application)(scope("203.0.113.9"), None, None)
    assert seen == [["203.0.113.9", 0] if behind else PEER]


@pytest.mark.parametrize(
    ("peer", "client"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "fe80::1"),
        ("2001:db8:0:0::1", "2001:db8::1"),
        ("", ""),
    ],
)
async def test_an_address_has_one_spelling(settings, peer, client):
    """An address can be written in several ways, for example IPv4 as a part of IPv6."""
    settings.BEHIND_PROXY = False
    seen = []

    async def application(scope, receive, send):
        seen.append(scope["client"])

    await Forwarded(application)(scope() | {"client": [peer, 1234]}, None, None)
    assert seen == [[client, 1234]]
