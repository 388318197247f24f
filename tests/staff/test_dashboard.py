"""The start page for staff, which needs only a few queries for its figures."""

import html
import io
import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from accounts import metrics
from game.models import Game, SchedulerHeartbeat
from staff import dashboard
from tests.kit import PLAIN, people, play_on, room_of, started, table_of
from tests.staff.kit import boss

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


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
    assert (now.people_here, now.rooms_with_people, now.games_on) == (4, 2, 1)
    assert (now.failed_checks, now.scheduler_is_late) == (1, False)
    assert now.bots_percent == round(100 / 8)
    assert [day.games for day in now.days][:3] == [1, 0, 1]
    assert now.days[0].rooms == 2
    assert now.days[0].day == timezone.now().date()
    assert table.game


def test_stuck_games_are_counted():
    now, users = timezone.now(), people(4)
    old, stuck, waiting = (started(users, PLAIN) for _ in range(3))
    rows = Game.objects.filter
    rows(pk=old.pk).update(started_at=now - timedelta(days=2), due_at=None)
    rows(pk=stuck.pk).update(started_at=now - timedelta(days=2), due_at=now - timedelta(hours=3))
    rows(pk=waiting.pk).update(due_at=now + timedelta(minutes=1))
    shown = dashboard.read()
    assert (shown.games_on, shown.games_left, shown.games_stuck) == (3, 2, 1)
    client = boss()
    [link] = re.findall(
        r'"(/admin/rooms/room/\?state=stuck)">1<', client.get("/admin/").content.decode()
    )
    assert client.get(link).status_code == 200
    rows(pk=stuck.pk).update(due_at=now - timedelta(seconds=5))
    assert dashboard.read().games_stuck == 0


def test_a_stopped_scheduler_is_shown():
    assert dashboard.read().scheduler_is_late
    assert "No scheduler is running" in boss().get("/admin/").content.decode()
    SchedulerHeartbeat.objects.create(pk=1, at=timezone.now() - timedelta(minutes=1))
    assert dashboard.read().scheduler_is_late


def test_the_start_page_costs_the_same_for_many_games(django_assert_max_num_queries):
    client, users = boss(), people(4)
    started(users, PLAIN)
    cache.clear()
    with django_assert_max_num_queries(20) as few:
        client.get("/admin/")
    for _ in range(10):
        started(users, PLAIN)
    cache.clear()
    with django_assert_max_num_queries(len(few)):
        client.get("/admin/")


def test_bars_are_in_proportion_to_the_figures():
    now = timezone.now().date()
    days = [dashboard.Day(now, 4, 0), dashboard.Day(now, 0, 0), dashboard.Day(now, 1, 0)]
    assert [bars for _day, *bars in dashboard.bars(days)] == [[100, 0], [25, 0]]


def test_a_day_is_a_link_to_its_games():
    game = started(people(4), PLAIN)
    Game.objects.filter(pk=game.pk).update(started_at=timezone.now() - timedelta(days=1))
    cache.clear()
    client = boss()
    text = client.get("/admin/").content.decode()
    [link] = re.findall(r'"(/admin/game/game/\?origin=here&amp;q=[^"]+)"', text)
    found = client.get(html.unescape(link)).context["cl"].result_list
    assert [each.pk for each in found] == [game.pk]


def test_days_without_games():
    assert "No games or rooms." in boss().get("/admin/").content.decode()


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
    assert grown(before.moves, after.moves) == (2, 1)
    assert grown(before.updates, after.updates) == (1, 1)
    assert grown(before.requests, after.requests) == (4, 2)
    slow = dict(after.slow_routes)
    assert slow["/slow/"] == dashboard.Speed(3, 2)
    assert "/fast/" not in slow
    assert "<code>/slow/</code>" in boss().get("/admin/").content.decode()


def grown(before, after):
    return after.times - before.times, after.slow - before.slow
