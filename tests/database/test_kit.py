"""The helpers of tests store the same rows as the site."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from accounts.session_renewal import RENEWED_AT
from rooms.actions import lobby
from rooms.models import Room, Seat
from tests.kit import people, person, room_of, signed_in

pytestmark = pytest.mark.django_db


def test_a_room_with_people(clock):
    users = people(4)
    one, other = room_of(users), lobby.open_room(users[0], "classic")
    for number, user in enumerate(users[1:], start=1):
        lobby.join(other, user, number)
    for model, own in ((Room, {"id", "code"}), (Seat, {"id", "room_id"})):
        where = {"code": other} if model is Room else {"room__code": other}
        rows = [
            model.objects.filter(**dict.fromkeys(where, code)).values() for code in (one, other)
        ]
        first, second = (
            [{k: v for k, v in row.items() if k not in own} for row in each] for each in rows
        )
        assert first == second


def test_people(clock):
    first, second = User.objects.filter(
        pk__in=[people(1)[0].pk, User.objects.create_guest("Asha", "fox").pk]
    ).values()
    own = {"id", "username", "username_skeleton", "password", "date_joined"}
    assert {name for name in first if first[name] != second[name]} == own
    for name in ("username", "username_skeleton", "password"):
        assert len(first[name]) == len(second[name])
    assert first["password"].startswith("!")


def test_a_person_with_a_session(clock):
    user = person()
    own, django = signed_in(user), Client()
    stored = User.objects.filter(pk=user.pk).values().get()
    django.force_login(user)
    assert User.objects.filter(pk=user.pk).values().get() == stored
    # A real session gets the time of its renewal by its first request.
    renewed = {RENEWED_AT: int(clock().timestamp())}
    assert dict(own.session.items()) == dict(django.session.items()) | renewed
    first, second = Session.objects.values_list("expire_date", flat=True)
    assert first == second
    assert own.get("/history/").status_code == 200
