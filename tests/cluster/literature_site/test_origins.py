"""Pages of other programs on the same machine can't open sockets to the site."""

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from literature_site.origins import SameOrigin
from tests.cluster.kit.site_process import Program
from tests.waiting import PATIENCE


@pytest.mark.parametrize(
    ("origin", "host", "secure", "ours"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000", False, True),
        ("http://127.0.0.1:9000", "127.0.0.1:8000", False, False),
        ("http://127.0.0.1:9000", "127.0.0.1", False, False),
        ("http://127.0.0.1", "127.0.0.1:8950", False, False),
        ("http://127.0.0.1", "127.0.0.1", False, True),
        ("http://127.0.0.1:80", "127.0.0.1", False, True),
        ("https://cards.example", "cards.example", True, True),
        ("https://cards.example", "cards.example:443", True, True),
        ("https://cards.example", "cards.example:8000", True, False),
        ("https://cards.example", "cards.example", False, False),
        ("http://cards.example", "cards.example", True, False),
        ("https://cards.example:8443", "cards.example:8443", True, True),
        ("https://cards.example:8443", "cards.example", True, False),
        ("http://[::1]:8000", "[::1]:8000", False, True),
        ("http://[::1]:9000", "[::1]:8000", False, False),
        ("http://127.0.0.1:x", "127.0.0.1:8000", False, False),
        ("http://127.0.0.1:99999", "127.0.0.1:8000", False, False),
        ("http://[", "127.0.0.1:8000", False, False),
        ("http://localhost:8000", "127.0.0.1:8000", False, False),
        ("https://cards.example", "play.cards.example", True, False),
        ("https://evil.cards.example", "cards.example", True, False),
        ("https://cards.example", "Cards.Example", True, True),
        ("https://cards.example.evil.example", "cards.example", True, False),
        ("https://cards.example", "", True, False),
        ("https:", "", True, False),
        ("null", "127.0.0.1:8000", False, False),
        ("", "127.0.0.1:8000", False, False),
    ],
)
def test_scheme_host_and_port_must_be_the_same(origin, host, secure, ours):
    assert SameOrigin(None).is_ours(origin, host, secure=secure) is ours


def test_a_trusted_origin_may_have_any_port(settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://cards.example:8443"]
    assert SameOrigin(None).is_ours("https://cards.example:8443", "cards.example", secure=False)


@pytest.mark.slow
def test_only_pages_of_the_site_can_connect(site):
    person = Program(site, "Asha")
    code = person.open_room("classic")
    cookies = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())

    def listen(origin):
        return connect(
            f"ws://127.0.0.1:{site.port}/ws/r/{code}/?format=json",
            origin=origin,
            additional_headers={"Cookie": cookies},
            proxy=None,
            open_timeout=PATIENCE,
        )

    with listen(site.url) as line:
        assert code in line.recv(timeout=PATIENCE)
    for origin in [
        f"http://localhost:{site.port}",  # One of the site's hosts, but not that of the request.
        "http://127.0.0.1",
        "http://127.0.0.1:9",
        f"http://elsewhere.example:{site.port}",
        None,
    ]:
        with pytest.raises(InvalidStatus) as refused:
            listen(origin)
        assert refused.value.response.status_code == 403
    assert site.complaints() == []
