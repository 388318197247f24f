"""Another person becomes the host when the host has been away for a long time."""

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


def test_after_five_minutes_the_person_seated_longest_hosts(code, users):
    version = room(code).version
    away(code, users[0], 301)
    assert presence.replace_absent_hosts() == 1
    assert room(code).host == users[1]
    assert room(code).version == version + 1
    assert presence.replace_absent_hosts() == 0


def test_a_host_is_not_replaced_earlier(code, users):
    away(code, users[0], 299)
    assert presence.replace_absent_hosts() == 0
    assert room(code).host == users[0]


def test_an_absent_person_does_not_become_host(code, users):
    for user in users[:2]:
        away(code, user, 301)
    presence.replace_absent_hosts()
    assert room(code).host == users[2]


def test_the_host_stays_if_nobody_is_present(code, users):
    for user in users:
        away(code, user, 400)
    version = room(code).version
    assert presence.replace_absent_hosts() == 0
    assert (room(code).host, room(code).version) == (users[0], version)


def test_the_time_of_sitting_down_decides_and_not_the_seat(code, users):
    room(code).seats.filter(user=users[3]).update(joined_at=timezone.now() - timedelta(days=1))
    away(code, users[0], 301)
    presence.replace_absent_hosts()
    assert room(code).host == users[3]


def test_bots_never_become_host(users):
    code = room_of(users[:1])
    room(code).seats.create(number=1, bot="easy", name="Ada", avatar="bot-ada")
    away(code, users[0], 301)
    assert presence.replace_absent_hosts() == 0
    assert room(code).host == users[0]


def test_a_host_is_replaced_in_a_running_game_too(users):
    code = table_of(users).code
    away(code, users[0], 301)
    presence.replace_absent_hosts()
    assert room(code).host == users[1]


def test_the_old_host_keeps_their_seat(code, users):
    away(code, users[0], 301)
    presence.replace_absent_hosts()
    seat = room(code).seats.get(user=users[0])
    presence.renew_presence([seat.pk])
    seat.refresh_from_db()
    assert not seat.away
    assert room(code).host == users[1]


def test_other_rooms_do_not_change(users):
    here, there = room_of(users), room_of(users)
    away(there, users[0], 301)
    assert presence.replace_absent_hosts() == 1
    assert (room(here).host, room(there).host) == (users[0], users[1])
