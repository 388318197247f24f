"""Logs and metrics for the operator. Each request is counted and logged, without secrets."""

import json
import logging
import re
from random import Random

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings as configured
from django.utils import timezone
from prometheus_client import REGISTRY

from bots import driver, scheduler, scheduler_heartbeat
from game.integrity import check
from game.models import Game, Hand
from literature.rules.cards import hand_text
from literature.rules.state import FINISHED
from rooms.actions import lobby
from rooms.models import Room
from tests import ROOT
from tests.kit import (
    JSON,
    PLAIN,
    move_fields,
    people,
    person,
    random_move,
    signed_in,
    started,
    state_of,
)

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

    options = dict(configured.LOGGING["formatters"]["log"])
    options["processors"] = [*options["processors"][:-1], configured.LOG_FORMATS["json"]]
    return DictConfigurator(configured.LOGGING).configure_formatter(options)


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


@pytest.mark.django_db(transaction=True)
def test_a_move_of_a_bot_has_a_log_line(lines):
    game = Room.objects.get(code=lobby.open_game_with_bots(person("Asha"), "first-game")).game
    due_at = timezone.now()
    Game.objects.filter(pk=game.pk).update(turn=(game.turn + 1) % 6, due_at=due_at)
    async_to_sync(scheduler.act)(game.pk, due_at, scheduler_heartbeat.last_heartbeat())
    [line] = [each for each in lines() if each["event"] == "bot move"]
    assert line["game"] == game.pk
    assert line["ms"] > 0


def test_no_line_of_a_whole_game_has_a_secret(lines, settings):
    """A person plays with bots until the game ends."""
    settings.BOT_THINK_SECONDS = 0
    asha, chance = person("Asha"), Random(1)
    browser = signed_in(asha)
    code = lobby.open_game_with_bots(asha, "first-game")
    game = Room.objects.get(code=code).game
    seat = game.players.get(user=asha).seat
    secrets = {game.seed, browser.cookies["sessionid"].value}
    last_by_person = 0
    while (state := state_of(game)).phase != FINISHED:
        secrets |= {text for hand in state.hands for text in _as_texts(hand)}
        if state.turn == seat:
            kind, fields = move_fields(random_move(state, chance, claims=0.5), state.rules)
            fields |= {"version": state.number, "request_id": str(state.number)}
            answer = browser.post(f"/r/{code}/{kind}/", fields, headers=JSON)
            assert answer.status_code == 200, answer.content
            last_by_person = state.number + 1
        else:
            assert driver.act_if_due(game.pk, Game.objects.get(pk=game.pk).due_at)
        game.refresh_from_db()
    said = json.dumps(lines())
    assert last_by_person and f'"move": {last_by_person},' in said
    assert len(secrets) > game.version
    for secret in secrets:
        assert not re.search(rf"\b{re.escape(secret)}\b", said)


def _as_texts(hand):
    """Return a hand as a list of cards, and as the number in the database. Return nothing for a
    hand of at most three cards, and no number below a million: a log line may name one card, or
    have the same number by chance, for example milliseconds.
    """
    cards = hand_text(hand)
    if len(cards) <= 3:
        return []
    texts = [" ".join(cards), ", ".join(cards), json.dumps(cards)]
    return [*texts, str(hand)] if hand >= 1_000_000 else texts


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
