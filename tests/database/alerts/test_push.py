"""Push messages, as the push service and the browser get them."""

import re
import time

import pytest
from py_vapid import Vapid02
from py_vapid.jwt import decode

from alerts import push
from alerts.keys import public_push_key
from alerts.outgoing import Outcome
from tests.database.kit.receivers import Device, receiver

TURN = {"title": "Your turn", "body": "Asha’s table", "url": "https://c.example/r/X/", "tag": "t"}


@pytest.fixture(autouse=True)
def key(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"


def test_only_the_browser_can_read_a_message(settings, tmp_path):
    device = Device()
    with receiver(settings, tmp_path) as service:
        sent = push.send(
            f"{service.url}/abc", device.p256dh, device.auth, TURN, topic="game 1 ♣", ttl=60
        )
    assert sent is Outcome.SENT
    (got,) = service.received
    assert device.read(got.body) == {
        "title": "Your turn",
        "body": "Asha’s table",
        "navigate": "https://c.example/r/X/",
        "tag": "t",
    }
    assert b"Asha" not in got.body
    assert got.headers["Content-Encoding"] == "aes128gcm"
    assert got.headers["TTL"] == "60"
    assert re.fullmatch(r"[\w-]{1,32}", got.headers["Topic"])


def test_the_service_learns_who_sends(settings, tmp_path):
    settings.DEFAULT_FROM_EMAIL = "Cards <cards@c.example>"
    device = Device()
    with receiver(settings, tmp_path) as service:
        push.send(f"{service.url}/abc", device.p256dh, device.auth, TURN, topic="a", ttl=60)
    signed = service.received[0].headers["Authorization"]
    assert Vapid02.verify(signed)
    token, key = re.fullmatch(r"vapid t=(\S+),k=(\S+)", signed).groups()
    assert key == public_push_key()
    claims = decode(token, key)
    assert claims["aud"] == service.url
    assert claims["sub"] == "mailto:cards@c.example"
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600


def test_a_topic_names_one_game(settings, tmp_path):
    device = Device()
    with receiver(settings, tmp_path) as service:
        for topic in ("game 1", "game 1", "game 2"):
            push.send(service.url, device.p256dh, device.auth, TURN, topic=topic, ttl=60)
    first, again, other = (each.headers["Topic"] for each in service.received)
    assert first == again != other


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended(settings, tmp_path, status):
    device = Device()
    with receiver(settings, tmp_path) as service:
        service.status = status
        sent = push.send(service.url, device.p256dh, device.auth, TURN, topic="a", ttl=60)
    assert sent is Outcome.GONE


@pytest.mark.parametrize("p256dh", ["", "A", "ä", "BAAA", "B" + "A" * 86, "A" * 4000])
def test_keys_for_which_nothing_can_be_encrypted(p256dh):
    assert push.encrypted(p256dh, Device().auth, b"{}") is None
    sent = push.send("https://a.example/", p256dh, Device().auth, TURN, topic="a", ttl=60)
    assert sent is Outcome.GONE


@pytest.mark.parametrize("auth", ["", "A"])
def test_no_secret_of_a_browser(auth):
    assert push.encrypted(Device().p256dh, auth, b"{}") is None


@pytest.mark.parametrize("endpoint", ["", "http://a.example/", "https://a:b@c.example/", "//x"])
def test_impossible_endpoints(endpoint):
    device = Device()
    sent = push.send(endpoint, device.p256dh, device.auth, TURN, topic="a", ttl=60)
    assert sent is Outcome.GONE


def test_without_a_key_nothing_is_sent(settings, tmp_path):
    (tmp_path / "var").touch()
    device = Device()
    with receiver(settings, tmp_path) as service:
        sent = push.send(service.url, device.p256dh, device.auth, TURN, topic="a", ttl=60)
    assert sent is Outcome.AGAIN
    assert not service.received
