"""Logs and metrics for the operator. Each request is counted and logged, without secrets."""

import json
import logging
import re

import pytest
from django.conf import settings as configured
from django.contrib.sessions.models import Session
from prometheus_client import REGISTRY

from game.integrity import check
from game.models import Game, Hand
from game.rules.cards import hand_text
from rooms.actions import lobby
from rooms.models import Room
from tests.kit import JSON, PLAIN, people, person, signed_in, started
from tests.test_layers import ROOT

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines(caplog):
    """Return a function that returns all lines of the log in the format for programs."""
    formatter = _formatter()
    caplog.handler.setFormatter(formatter)
    caplog.set_level(logging.INFO)

    def read():
        return [json.loads(line) for line in map(formatter.format, caplog.records)]

    return read


def _formatter():
    from logging.config import DictConfigurator

    return DictConfigurator(configured.LOGGING).configure_formatter(
        dict(configured.LOGGING["formatters"]["json"])
    )


def count(name, **labels):
    return REGISTRY.get_sample_value(name, labels) or 0


def test_a_request_has_a_log_line(lines):
    asha = person("Asha")
    code = lobby.open_room(asha, "classic")
    signed_in(asha).get(f"/r/{code}/", headers=JSON)
    line = next(each for each in lines() if each["event"] == "request")
    assert (line["route"], line["status"], line["person"]) == ("/r/<code:code>/", 200, asha.pk)
    assert line["code"] == code
    assert line["ms"] > 0
    assert line["request"]


def test_refusals_and_sign_ins_are_logged(lines, client, settings):
    settings.RATE_LIMIT_FACTOR = 0.0001
    before = count("literature_rate_limited_total")
    for _ in range(2):
        client.post("/guest/", {"name": "Asha", "avatar": "fox"})
    client.post("/accounts/login/", {"login": "nobody", "password": "wrong"})
    assert {"rate limited", "signed in", "sign-in failed"} <= {each["event"] for each in lines()}
    assert count("literature_rate_limited_total") == before + 1


def test_no_line_of_a_whole_game_has_a_secret(lines, caplog):
    """A person plays with bots and asks until an ask misses. No bot moves in this test."""
    asha = person("Asha")
    browser = signed_in(asha)
    code = lobby.open_game_with_bots(asha, "first-game")
    game = Room.objects.get(code=code).game
    moves = 0
    for number in range(40):
        state = browser.get(f"/r/{code}/state.json").json()
        for card, seats in list(state["legal"]["asks"].items())[:1]:
            fields = {"card": card, "of": seats[0], "version": state["version"]}
            fields["request_id"] = str(number)
            moves += browser.post(f"/r/{code}/ask/", fields, headers=JSON).status_code == 200
    assert moves
    said = json.dumps(lines())
    assert '"move": 1' in said
    hidden = [Game.objects.get(pk=game.pk).seed, *Session.objects.values_list("pk", flat=True)]
    hidden += [browser.cookies["sessionid"].value, *(str(hand.live) for hand in Hand.objects.all())]
    hands = [" ".join(hand_text(hand.live)) for hand in Hand.objects.all()]
    for secret in [*hidden, *hands]:
        assert not re.search(rf"\b{re.escape(secret)}\b", said)


def test_metrics_need_the_token(client, settings):
    assert client.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "right"
    assert client.get("/metrics").status_code == 404
    wrong = client.get("/metrics", headers={"Authorization": "Bearer wrong"})
    assert wrong.status_code == 404
    client.get("/rules/")
    page = client.get("/metrics", headers={"Authorization": "Bearer right"}).content.decode()
    assert 'literature_request_seconds_count{method="GET",route="/rules/",status="200"}' in page


def test_every_process_counts_failed_checks(client, settings):
    settings.METRICS_TOKEN = "right"
    headers = {"Authorization": "Bearer right"}
    game = started(people(4), PLAIN)
    check([game])
    client.get("/metrics", headers=headers)
    assert count("literature_checks_failed") == 0
    Hand.objects.filter(game=game, seat=0).update(live=0)
    check([game])
    client.get("/metrics", headers=headers)
    assert count("literature_checks_failed") == 1


def test_the_dashboard_uses_existing_metrics():
    text = (ROOT / "docs" / "grafana.json").read_text()
    source = (ROOT / "accounts" / "metrics.py").read_text()
    known = set(re.findall(r'"(literature_\w+)"', source))
    names = re.findall(r"literature_\w+", text)
    asked = {re.sub("_(total|bucket|count)$", "", name) for name in names}
    assert asked == known
