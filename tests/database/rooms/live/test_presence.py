"""Presence: the time at which a person was last seen."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rooms.actions import lobby
from rooms.live import presence
from rooms.models import Room, Seat
from tests.kit import people, room_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture(autouse=True)
def _clock(clock):
    """Freeze time in all tests of this file."""


@pytest.fixture
def users():
    return people(3)


@pytest.fixture
def code(users, settings):
    settings.AWAY_AFTER_SECONDS = 20
    code = room_of(users)
    lobby.add_bot(code, users[0], "easy")
    return code


def silent(user, seconds):
    """Set the time at which a person was last seen to this number of seconds ago."""
    Seat.objects.filter(user=user).update(last_seen=timezone.now() - timedelta(seconds=seconds))


def away(code):
    return set(Seat.objects.filter(room__code=code, away=True).values_list("name", flat=True))


def version(code):
    return Room.objects.get(code=code).version


def test_a_person_not_seen_for_long_is_away(code, users):
    silent(users[1], 25)
    silent(users[2], 15)
    before = version(code)
    assert presence.expire() == 1
    assert away(code) == {"Ben"}
    assert version(code) == before + 1


def test_an_absence_is_announced_once(code, users):
    silent(users[1], 25)
    presence.expire()
    before = version(code)
    assert presence.expire() == 0
    assert version(code) == before


def test_bots_are_never_away(code):
    Seat.objects.update(last_seen=timezone.now() - timedelta(days=1))
    assert presence.expire() == 3
    assert away(code) == {"Asha", "Ben", "Chidi"}


def test_several_absences_in_one_room_are_one_change(code):
    Seat.objects.update(last_seen=timezone.now() - timedelta(days=1))
    before = version(code)
    presence.expire()
    assert version(code) == before + 1


def test_each_room_changes_separately(code, users, settings):
    other = room_of(users)
    Seat.objects.filter(room__code=code).update(last_seen=timezone.now() - timedelta(days=1))
    before = version(other)
    assert presence.expire() == 3
    assert away(other) == set()
    assert version(other) == before


def test_everybody_sees_that_a_person_is_back(code, users):
    silent(users[1], 25)
    presence.expire()
    before = version(code)
    seat = Seat.objects.get(user=users[1])
    presence.renew_presence([seat.pk])
    seat.refresh_from_db()
    assert not seat.away
    assert seat.last_seen == timezone.now()
    assert version(code) == before + 1


def test_renewing_the_presence_of_a_present_person_changes_nothing(code, users):
    before = version(code)
    silent(users[1], 15)
    seats = list(Seat.objects.filter(user__in=users).values_list("pk", flat=True))
    presence.renew_presence(seats)
    assert version(code) == before
    assert Seat.objects.get(user=users[1]).last_seen == timezone.now()
    assert presence.expire() == 0


@pytest.mark.parametrize(("limit", "age", "renewed"), [(20, 4, False), (20, 6, True), (8, 3, True)])
def test_a_young_presence_is_not_renewed(code, users, settings, limit, age, renewed):
    settings.AWAY_AFTER_SECONDS = limit
    silent(users[1], age)
    seat = Seat.objects.get(user=users[1])
    with CaptureQueriesContext(connection) as queries:
        presence.renew_presence([seat.pk])
    assert any(query["sql"].startswith("UPDATE") for query in queries) == renewed
    before, seat = seat, Seat.objects.get(pk=seat.pk)
    assert (seat.last_seen == timezone.now()) == renewed
    assert renewed or seat.last_seen == before.last_seen


def test_removed_seats_do_no_harm(code):
    presence.renew_presence([10**9])
    presence.renew_presence([])


def test_polling_renews_the_presence(code, users):
    silent(users[1], 25)
    presence.expire()
    signed_in(users[1]).get(f"/r/{code}/regions/")
    assert away(code) == set()
    silent(users[1], 25)
    signed_in(users[0]).get(f"/r/{code}/regions/")
    presence.expire()
    assert away(code) == {"Ben"}


def test_sitting_down_renews_the_presence(code, users):
    Seat.objects.all().delete()
    lobby.join(code, users[2])
    assert presence.expire() == 0
