"""Another person becomes the host when the host has been away for long."""

from datetime import timedelta

import pytest
from django.utils import timezone

from rooms.live import presence
from rooms.models import Room
from tests.kit import room_of, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _clock(clock):
    """Freeze time in all tests of this file."""


@pytest.fixture
def code(users):
    return room_of(users)


def room(code):
    return Room.objects.get(code=code)


def away(code, user, seconds):
    room(code).seats.filter(user=user).update(
        away=True, last_seen=timezone.now() - timedelta(seconds=seconds)
    )


def test_after_five_minutes_whoever_sat_longest(code, users):
    version = room(code).version
    away(code, users[0], 301)
    assert presence.pass_host_on() == 1
    assert room(code).host == users[1]
    assert room(code).version == version + 1
    assert presence.pass_host_on() == 0


def test_not_before(code, users):
    away(code, users[0], 299)
    assert presence.pass_host_on() == 0
    assert room(code).host == users[0]


def test_not_to_somebody_who_is_away_too(code, users):
    for user in users[:2]:
        away(code, user, 301)
    presence.pass_host_on()
    assert room(code).host == users[2]


def test_where_nobody_is_here_nothing_changes(code, users):
    for user in users:
        away(code, user, 400)
    version = room(code).version
    assert presence.pass_host_on() == 0
    assert (room(code).host, room(code).version) == (users[0], version)


def test_by_when_they_sat_down_not_by_seat(code, users):
    room(code).seats.filter(user=users[3]).update(joined_at=timezone.now() - timedelta(days=1))
    away(code, users[0], 301)
    presence.pass_host_on()
    assert room(code).host == users[3]


def test_bots_are_no_hosts(users):
    code = room_of(users[:1])
    room(code).seats.create(number=1, bot="easy", name="Ada", folded_name="ada", avatar="bot-ada")
    away(code, users[0], 301)
    assert presence.pass_host_on() == 0
    assert room(code).host == users[0]


def test_in_a_running_game_too(users):
    code = table_of(users).code
    away(code, users[0], 301)
    presence.pass_host_on()
    assert room(code).host == users[1]


def test_the_seat_is_the_old_hosts_still(code, users):
    away(code, users[0], 301)
    presence.pass_host_on()
    seat = room(code).seats.get(user=users[0])
    presence.renew_presence([seat.pk])
    seat.refresh_from_db()
    assert not seat.away
    assert room(code).host == users[1]


def test_only_the_rooms_where_it_is_so(users):
    here, there = room_of(users), room_of(users)
    away(there, users[0], 301)
    assert presence.pass_host_on() == 1
    assert (room(here).host, room(there).host) == (users[0], users[1])
