"""The start page for staff, which needs only a few queries for its figures."""

import io
import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts import metrics
from game.models import Game, SchedulerHeartbeat
from staff import dashboard
from tests.database.kit.staff import boss
from tests.kit import PLAIN, people, play_on, room_of, started, table_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.mark.postgres
def test_figures_of_the_start_page():
    users = people(4)
    table = table_of(users[:3], bots=1)
    room_of(users)
    done = started(users, PLAIN)
    play_on(done)
    Game.objects.filter(pk=done.pk).update(
        score_0=99, started_at=timezone.now() - timedelta(days=2)
    )
    with pytest.raises(SystemExit):
        call_command("check_games", stdout=io.StringIO())
    SchedulerHeartbeat.objects.create(pk=1, at=timezone.now())
    now = dashboard.read()
    assert (now["people_here"], now["rooms_with_people"], now["games_on"]) == (4, 2, 1)
    assert (now["games_today"], now["rooms_today"]) == (1, 2)
    assert (now["failed_checks"], now["scheduler_is_late"]) == (1, False)
    assert table.game


def test_stuck_games_are_counted():
    now, users = timezone.now(), people(4)
    old, stuck, waiting = (started(users, PLAIN) for _ in range(3))
    rows = Game.objects.filter
    rows(pk=old.pk).update(started_at=now - timedelta(days=2), due_at=None)
    rows(pk=stuck.pk).update(started_at=now - timedelta(days=2), due_at=now - timedelta(hours=3))
    rows(pk=waiting.pk).update(due_at=now + timedelta(minutes=1))
    shown = dashboard.read()
    assert (shown["games_on"], shown["games_left"], shown["games_stuck"]) == (3, 2, 1)
    client = boss()
    [link] = re.findall(
        r'"(/admin/rooms/room/\?state=stuck)">1<', client.get("/admin/").content.decode()
    )
    assert client.get(link).status_code == 200
    rows(pk=stuck.pk).update(due_at=now - timedelta(seconds=5))
    assert dashboard.read()["games_stuck"] == 0


def test_a_stopped_scheduler_is_shown():
    assert dashboard.read()["scheduler_is_late"]
    assert "No scheduler is running" in boss().get("/admin/").content.decode()
    SchedulerHeartbeat.objects.create(pk=1, at=timezone.now() - timedelta(minutes=1))
    assert dashboard.read()["scheduler_is_late"]


@pytest.mark.postgres
def test_the_start_page_costs_the_same_for_many_games(django_assert_max_num_queries):
    client, users = boss(), people(4)
    started(users, PLAIN)
    with django_assert_max_num_queries(20) as few:
        client.get("/admin/")
    for _ in range(10):
        started(users, PLAIN)
    with django_assert_max_num_queries(len(few)):
        client.get("/admin/")


def test_the_menu_comes_before_the_figures():
    text = boss().get("/admin/").content.decode()
    assert 'id="nav-sidebar"' in text
    assert 0 < text.index('class="staff-menu"') < text.index("staff-figures")


# How slow it was


def test_slow_requests_and_moves_are_counted_from_the_metrics():
    before = dashboard.read()
    metrics.MOVES.observe(0.4)
    metrics.MOVES.observe(0.6)
    metrics.BROADCASTS.observe(9)
    for seconds, status in ((0.1, 200), (0.7, 200), (0.8, 404)):
        metrics.REQUESTS.labels("GET", "/slow/", status).observe(seconds)
    metrics.REQUESTS.labels("GET", "/fast/", 200).observe(0.5)
    after = dashboard.read()
    for name, times, slow in (("moves", 2, 1), ("updates", 1, 1), ("requests", 4, 2)):
        assert after[name]["times"] - before[name]["times"] == times
        assert after[name]["slow"] - before[name]["slow"] == slow
    assert f"<td>{after['requests']['slow']}</td>" in boss().get("/admin/").content.decode()
