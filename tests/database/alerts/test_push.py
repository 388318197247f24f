"""Push messages, as the push service and the browser get them."""

import re
import time

import pytest
from py_vapid import Vapid02
from py_vapid.jwt import decode

from alerts import push
from alerts.keys import public_push_key
from alerts.models import Device
from alerts.outgoing import Outcome
from alerts.text import Text
from tests.database.kit.receivers import Device as Browser
from tests.database.kit.receivers import receiver

TURN = Text("Your turn", "Asha’s table", "/r/X/", "table ♣")


def send(endpoint, browser, text=TURN):
    device = Device(endpoint=endpoint, p256dh=browser.p256dh, auth=browser.auth)
    return push.send(device, text, 60)


@pytest.fixture(autouse=True)
def key(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"


def test_only_the_browser_can_read_a_message(settings, tmp_path):
    settings.SITE_URL = "https://c.example"
    browser = Browser()
    with receiver(settings, tmp_path) as service:
        assert send(f"{service.url}/abc", browser) is Outcome.SENT
    (got,) = service.received
    assert browser.read(got.body) == {
        "title": "Your turn",
        "body": "Asha’s table",
        "navigate": "https://c.example/r/X/",
        "tag": "table ♣",
    }
    assert b"Asha" not in got.body
    assert got.headers["Content-Encoding"] == "aes128gcm"
    assert got.headers["TTL"] == "60"
    assert re.fullmatch(r"[\w-]{1,32}", got.headers["Topic"])


def test_the_service_learns_who_sends(settings, tmp_path):
    settings.DEFAULT_FROM_EMAIL = "Cards <cards@c.example>"
    with receiver(settings, tmp_path) as service:
        send(f"{service.url}/abc", Browser())
    signed = service.received[0].headers["Authorization"]
    assert Vapid02.verify(signed)
    token, key = re.fullmatch(r"vapid t=(\S+),k=(\S+)", signed).groups()
    assert key == public_push_key()
    claims = decode(token, key)
    assert claims["aud"] == service.url
    assert claims["sub"] == "mailto:cards@c.example"
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600


def test_a_topic_names_one_table(settings, tmp_path):
    with receiver(settings, tmp_path) as service:
        for tag in ("table 1", "table 1", "table 2"):
            send(service.url, Browser(), TURN._replace(tag=tag))
    first, again, other = (each.headers["Topic"] for each in service.received)
    assert first == again != other


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended(settings, tmp_path, status):
    with receiver(settings, tmp_path) as service:
        service.status = status
        assert send(service.url, Browser()) is Outcome.GONE


@pytest.mark.parametrize("p256dh", ["", "A", "ä", "BAAA", "B" + "A" * 86, "A" * 4000])
def test_keys_for_which_nothing_can_be_encrypted(p256dh):
    browser = Browser()
    browser.p256dh = p256dh
    assert push.encrypted(p256dh, browser.auth, b"{}") is None
    assert send("https://a.example/", browser) is Outcome.GONE


@pytest.mark.parametrize("auth", ["", "A"])
def test_no_secret_of_a_browser(auth):
    assert push.encrypted(Browser().p256dh, auth, b"{}") is None


@pytest.mark.parametrize("endpoint", ["", "http://a.example/", "https://a:b@c.example/", "//x"])
def test_impossible_endpoints(endpoint):
    assert send(endpoint, Browser()) is Outcome.GONE


def test_without_a_key_nothing_is_sent(settings, tmp_path):
    (tmp_path / "var").touch()
    with receiver(settings, tmp_path) as service:
        assert send(service.url, Browser()) is Outcome.AGAIN
    assert not service.received
