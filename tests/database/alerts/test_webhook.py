"""Messages in the chat of a room's people."""

import pytest

from alerts import webhook
from alerts.outgoing import Outcome
from tests.database.kit.receivers import receiver

LINK = "https://c.example/r/X/?a=1&b=2"
SHOUT = "It’s the turn of @everyone <@123> <!channel> [x](https://e.example) *b*\n@here & co"


@pytest.mark.parametrize("path", ["/api/webhooks/1/a-b_c", "/api/v10/webhooks/1/abc"])
def test_discord(settings, tmp_path, path):
    with receiver(settings, tmp_path) as chat:
        chat.status = 204
        assert webhook.send(chat.url + path, SHOUT, LINK) is Outcome.SENT
    (got,) = chat.received
    said = got.json()
    assert got.headers["Content-Type"] == "application/json"
    assert said.keys() == {"content", "allowed_mentions"}
    assert said["allowed_mentions"] == {"parse": []}
    text, link = said["content"].split("\n")
    assert link == LINK
    assert text.startswith("It’s the turn of \\@")
    for loud in ("@everyone", "@here", "<@", "[x](", " *b", "https:"):
        assert loud not in text


@pytest.mark.parametrize("path", ["/services/T1/B2/c3", "/hooks/abc", "/api/webhooks/1/abc/slack"])
def test_slack_and_its_like(settings, tmp_path, path):
    with receiver(settings, tmp_path) as chat:
        assert webhook.send(chat.url + path, SHOUT, LINK) is Outcome.SENT
    said = chat.received[0].json()
    assert said.keys() == {"text", "mrkdwn"}
    assert not said["mrkdwn"]
    text, link = said["text"].split("\n")
    assert link == LINK
    assert "&amp; co" in text
    for loud in ("@everyone", "@here", "<", ">"):
        assert loud not in text


def test_a_webhook_that_was_deleted(settings, tmp_path):
    with receiver(settings, tmp_path) as chat:
        chat.status = 404
        assert webhook.send(chat.url, "Hello", LINK) is Outcome.GONE


@pytest.mark.parametrize("url", ["http://chat.example/", "javascript:alert(1)", "https://[::1"])
def test_an_impossible_webhook(url):
    assert webhook.send(url, "Hello", LINK) is Outcome.GONE
