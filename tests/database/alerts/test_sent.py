"""A turn on its whole way: from the move to a browser and a channel that receive the message."""

import pytest

from alerts.models import Alert, Device, Webhook
from tests.database.kit import receivers
from tests.database.kit.alerts import holder_of, table_for_alerts, work
from tests.kit import make_moves, missed_ask, people, signed_in

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture
def service(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"
    settings.SITE_URL = "https://cards.example"
    with receivers.receiver(settings, tmp_path) as running:
        yield running


@pytest.fixture
def turn(clock, service):
    """Somebody's turn. Their browser and the room's channel are at ``service``."""
    room = table_for_alerts(people(4))
    make_moves(room.game, missed_ask)
    user, browser = holder_of(room), receivers.Device()
    keys = {"endpoint": f"{service.url}/push", "p256dh": browser.p256dh, "auth": browser.auth}
    answer = signed_in(user).post("/account/alerts/devices/", keys)
    assert answer.status_code == 302
    Webhook.objects.create(room=room, url=f"{service.url}/api/webhooks/1/hush")
    clock.forward(20)
    return room, user, browser


def test_a_browser_and_a_channel_receive_it(turn, service):
    room, user, browser = turn
    work()
    got = {each.path: each for each in service.received}
    message = browser.read(got["/push"].body)
    assert message["title"] == "It is your turn"
    assert message["navigate"] == f"https://cards.example/r/{room.code}/"
    text = got["/api/webhooks/1/hush"].json()["content"]
    assert text.startswith(f"It is the turn of {user.name}.")
    assert len(got) == len(service.received) == 2


def test_a_copy_has_the_topic_and_the_tag_of_the_first(turn, service, clock):
    _room, _user, browser = turn
    service.status = 500
    work()
    service.status = 201
    clock.forward(60)
    work()
    first, second = [each for each in service.received if each.path == "/push"]
    assert first.headers["Topic"] == second.headers["Topic"]
    assert browser.read(first.body) == browser.read(second.body)


@pytest.mark.parametrize("status", [404, 410])
def test_what_is_gone_is_forgotten(turn, service, status):
    service.status = status
    work()
    assert not (Device.objects.exists() or Webhook.objects.exists() or Alert.objects.exists())
