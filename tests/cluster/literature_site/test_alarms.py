"""Each alarm of docs/operations.md rings when its condition is true, and does not ring before.

The table of the page is read, so its words are what is evaluated here: on the difference of two
readings of ``/metrics``, as Prometheus does.
"""

import itertools
import math
import re
import subprocess
import sys
import time
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from unittest.mock import AsyncMock
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from asgiref.sync import async_to_sync
from django.db import OperationalError, connection
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from bots import scheduler, scheduler_heartbeat
from cluster.ports import free_port
from game.integrity import check
from game.models import Game, Hand
from literature_site import request_log
from live import notifications
from rooms.actions import lobby
from rooms.live import hub
from rooms.live.room_registry import RoomRegistry
from rooms.models import Room
from tests import ROOT
from tests.cluster.kit.site_process import Site
from tests.cluster.literature_site.test_sending import StoppedReader, server
from tests.database.kit.sockets import SocketClient
from tests.database.rooms.live.test_consumer import a_game
from tests.database.rooms.live.test_moving import answer, next_miss, sent
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
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

TOKEN = {"Authorization": "Bearer right"}


def documented():
    """Yield each metric of the table with the words of its alarm."""
    text = (ROOT / "docs" / "operations.md").read_text()
    table = text[text.index("| metric | alarm at |") :].partition("\n\n")[0]
    for row in table.splitlines()[2:]:
        named, words, *_ = row.strip("| ").split(" | ")
        labels = dict(re.findall(r"`(\w+)` (\w+)", named.partition(" with ")[2]))
        for name in re.findall(r"literature_\w+", named):
            yield name, labels, words


ALARMS = {name: (labels, words) for name, labels, words in documented()}


class Reading:
    """What a scrape of ``/metrics`` gave."""

    def __init__(self, text):
        self.samples = [
            each for family in text_string_to_metric_families(text) for each in family.samples
        ]

    def total(self, name, **labels):
        return sum(each.value for each in self._of(name, labels))

    def buckets(self, name):
        found = {}
        for each in self._of(f"{name}_bucket", {}):
            edge = float(each.labels["le"])
            found[edge] = found.get(edge, 0) + each.value
        return found

    def has(self, name):
        return any(each.name == name for each in self.samples)

    def _of(self, name, labels):
        def fits(sample):
            return all(
                re.fullmatch(value.replace("xx", ".."), sample.labels[label])
                for label, value in labels.items()
            )

        return [each for each in self.samples if each.name == name and fits(each)]


def p99(name, before, after):
    """The lower edge of the bucket with the 99th percentile. Prometheus gives at least this."""
    earlier = before.buckets(name)
    grown = {edge: n - earlier.get(edge, 0) for edge, n in sorted(after.buckets(name).items())}
    if not grown or not grown[math.inf]:
        return 0
    below = [edge for edge, n in grown.items() if n < 0.99 * grown[math.inf]]
    return max(below, default=0)


def rings(name, usual, before, after):
    """Evaluate the words of the alarm. ``usual`` is a reading before a usual time of the same
    length, which ended at ``before``.
    """
    labels, words = ALARMS[name]
    kind = f"{name}_count" if labels.get("status") else name
    value = kind if after.has(kind) else f"{name}_total"

    def growth(begin, end):
        return end.total(value, **labels) - begin.total(value, **labels)

    if limit := re.match(r"p99 over ([\d.]+) s", words):
        return p99(name, before, after) >= float(limit[1])
    if words == "any":
        return after.total(value, **labels) > 0
    if words == "any growth":
        return growth(before, after) > 0
    if words == "more than one a minute":
        return growth(before, after) > 1
    if limit := re.match(r"over ([\d,]+) a process", words):
        return after.total(value) > int(limit[1].replace(",", ""))
    if words in ("ten times the usual", "the same"):
        return growth(before, after) >= 10 * max(1, growth(usual, before))
    assert words.startswith("sent frames become fewer while sockets stay open"), words
    sent = "literature_frames_sent_total"
    fewer = after.total(sent) - before.total(sent) < before.total(sent) - usual.total(sent)
    return fewer and after.total("literature_sockets") >= before.total("literature_sockets") > 0


def slowly(monkeypatch, module):
    """Let the module's clock show a second more at each reading."""
    now = itertools.count()
    clock = SimpleNamespace(time=time.time, perf_counter=lambda: float(next(now)))
    monkeypatch.setattr(module, "time", clock)


def slow_move(_times, patch, *_more):
    asha, chance = person("Asha"), Random(1)
    code = lobby.open_game_with_bots(asha, "first-game")
    state = state_of(Room.objects.get(code=code).game)
    kind, fields = move_fields(random_move(state, chance, claims=0), state.rules)
    fields |= {"version": 0, "request_id": "one"}
    with patch.context() as patched:
        slowly(patched, request_log)
        answer = signed_in(asha).post(f"/r/{code}/{kind}/", fields, headers=JSON)
    assert answer.status_code == 200, answer.content


def late_broadcast(_times, patch, *_more):
    async def move():
        turn, message = await next_miss(code)
        async with SocketClient(code, users[turn]) as mover:
            await mover.frame()
            await sent(mover, message)
            await answer(mover)

    code, users = a_game()
    with patch.context() as patched:
        slowly(patched, hub)
        async_to_sync(move)()


def wrong_game(*_more):
    game = started(people(4), PLAIN)
    Hand.objects.filter(game=game, seat=0).update(live=0)
    check([game])


def failing_requests(_times, patch, client, _settings):
    def fails(*_args, **_options):
        raise OperationalError("away")

    with patch.context() as patched:
        patched.setattr("rooms.views.room.read_room", fails)
        signed = signed_in(person("Asha"))
        signed.raise_request_exception = False
        statuses = {signed.get("/r/ABCDEF/", headers=JSON).status_code for _ in range(2)}
    assert statuses == {503}


def due_game():
    """A game in which a bot should have moved four seconds ago."""
    asha = person("Asha")
    game = Room.objects.get(code=lobby.open_game_with_bots(asha, "first-game")).game
    due_at = timezone.now() - timedelta(seconds=4)
    Game.objects.filter(pk=game.pk).update(turn=(game.turn + 1) % 6, due_at=due_at)
    return game.pk, due_at


def late_scheduler(*_more):
    async_to_sync(scheduler.act)(*due_game(), scheduler_heartbeat.last_heartbeat())


def slow_bot(_times, patch, *_more):
    with patch.context() as patched:
        now = itertools.count(step=3)
        clock = SimpleNamespace(perf_counter=lambda: float(next(now)))
        patched.setattr(scheduler, "time", clock)
        async_to_sync(scheduler.act)(*due_game(), scheduler_heartbeat.last_heartbeat())


def lost_notification(_times, patch, *_more):
    class Broken:
        async def group_send(self, *_args):
            raise OSError("Redis is away")

    with patch.context() as patched:
        patched.setattr(notifications, "get_channel_layer", Broken)
        async_to_sync(notifications._publish)(["a group"], {})


def missed_notifications(_times, patch, *_more):
    async def heartbeat():
        registry = RoomRegistry()
        patch.setattr(registry, "_close_without_right", AsyncMock())
        for code in codes:
            behind = SimpleNamespace(sent=(-1, -1))
            hub = SimpleNamespace(
                code=code, present=lambda: ([], []), connections=[behind], wake=lambda: None
            )
            registry.hubs[code] = hub
        await registry._heartbeat_once()

    codes = [lobby.open_room(person(name), "classic") for name in ("Asha", "Ben")]
    async_to_sync(heartbeat)()


def many_sockets(*_more):
    cls = server().SiteSocket
    for _ in range(4001):
        open_socket(cls)


def open_socket(cls):
    socket = cls()
    socket.transport, socket.state = StoppedReader(), socket.STATE_OPEN
    socket.sendMessage = lambda *_args: None
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cls.__mro__[1], "onOpen", lambda _self: None)
        socket.onOpen()
    return socket


def flooding(times, patch, *_more):
    module = server()
    patch.setattr(module, "reactor", SimpleNamespace(callLater=lambda *_args: None))
    for _ in range(times):
        socket = open_socket(module.SiteSocket)
        socket.frames = SimpleNamespace(allows_one=lambda: False)
        socket.sendCloseFrame = lambda **_frame: None
        socket.dropConnection = lambda: None
        socket.count_frame()


def fewer_frames(times, *_more):
    """Usually one frame is sent to each of twenty sockets. Then only one socket gets a frame."""
    cls = server().SiteSocket
    for socket in [open_socket(cls) for _ in range(20 if times == 1 else 1)]:
        socket.client_addr = None
        socket.serverSend("an update")


def guessed_codes(times, _patch, client, _settings):
    browser = signed_in(person("Asha"))
    for _ in range(times):
        assert browser.get("/r/ZZZZZZ/", headers=JSON).status_code == 404


def limited_requests(times, _patch, client, settings):
    settings.RATE_LIMIT_FACTOR = 0.0001
    browser = signed_in(person("Asha"))
    statuses = [browser.get("/r/ZZZZZZ/", headers=JSON).status_code for _ in range(times + 1)]
    assert statuses.count(429) >= times
    settings.RATE_LIMIT_FACTOR = 1000


def failed_sign_ins(times, _patch, client, _settings):
    for number in range(times):
        fields = {"login": f"nobody{number}", "password": "wrong"}
        client.post("/accounts/login/", fields, REMOTE_ADDR=f"192.0.2.{number}")


CONDITIONS = {
    "literature_move_seconds": slow_move,
    "literature_broadcast_seconds": late_broadcast,
    "literature_checks_failed": wrong_game,
    "literature_request_seconds": failing_requests,
    "literature_deadline_late_seconds": late_scheduler,
    "literature_bot_act_seconds": slow_bot,
    "literature_notifications_lost": lost_notification,
    "literature_notifications_healed": missed_notifications,
    "literature_sockets": many_sockets,
    "literature_sockets_flooding": flooding,
    "literature_codes_guessed": guessed_codes,
    "literature_rate_limited": limited_requests,
    "literature_logins": failed_sign_ins,
    "literature_frames_received": fewer_frames,
    "literature_frames_sent": fewer_frames,
}
#: For these alarms there must first be something usual.
COMPARED = ("ten times the usual", "sent frames become fewer while sockets stay open")


def test_every_documented_alarm_has_a_condition():
    assert set(ALARMS) == set(CONDITIONS)


@pytest.fixture
def gauge():
    """Sockets that a test opens are never closed, so count them again from zero."""
    from accounts import metrics

    before = metrics.SOCKETS._value.get()
    yield
    metrics.SOCKETS.set(before)


@pytest.mark.usefixtures("gauge")
@pytest.mark.parametrize("name", CONDITIONS)
def test_the_alarm_rings(name, client, settings, monkeypatch):
    settings.METRICS_TOKEN = "right"

    def read():
        lines = client.get("/metrics", headers=TOKEN).content.decode().splitlines(keepends=True)
        # After many tests the process has thousands of other lines, which take long to parse.
        return Reading("".join(line for line in lines if any(each in line for each in concerned)))

    concerned = (name, "literature_sockets", "literature_frames_sent")
    produce, compared = CONDITIONS[name], ALARMS[name][1] in COMPARED
    first = read()
    if compared:
        produce(1, monkeypatch, client, settings)
    second = read()
    assert not rings(name, first, first, second)
    produce(10, monkeypatch, client, settings)
    assert rings(name, first, second, read())


@pytest.mark.slow
def test_a_scheduler_of_its_own_can_be_read_and_its_alarm_rings(tmp_path):
    """No scheduler has run for a while. Its process shows this as soon as it begins to act."""
    due_game()
    port = free_port()
    tokens = {"METRICS_TOKEN": "right", "METRICS_PORT": str(port)}
    site = Site(tmp_path, DATABASE_URL=f"sqlite:///{connection.settings_dict['NAME']}", **tokens)
    process = subprocess.Popen(
        [sys.executable, "manage.py", "run_clock"], cwd=ROOT, env=site.environment
    )
    try:
        url = f"http://127.0.0.1:{port}/metrics"
        health = url.replace("metrics", "healthz")
        wait_until("it acts", lambda: scraped(url).total("literature_deadline_late_seconds_count"))
        assert rings("literature_deadline_late_seconds", None, Reading(""), scraped(url))
        for refused in (Request(url), Request(url, headers={"Authorization": "Bearer wrong"})):
            with pytest.raises(HTTPError, match="404"):
                urlopen(refused)
        with pytest.raises(HTTPError, match="404"):
            urlopen(Request(url.replace("metrics", ""), headers=TOKEN))
        assert urlopen(health).status == 200
    finally:
        process.kill()
        process.wait()


def scraped(url):
    try:
        return Reading(urlopen(Request(url, headers=TOKEN)).read().decode())
    except OSError:
        return Reading("")
