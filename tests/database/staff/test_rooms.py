"""Rooms in the staff pages."""

import pytest

from accounts.models import User
from rooms.actions import host_settings, lobby
from rooms.live import presence
from rooms.models import Room
from staff.models import AuditEntry
from tests.database.kit.staff import act, boss, staff
from tests.kit import people, person, room_of, signed_in, table_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

LIST = "/admin/rooms/room/"


@pytest.fixture
def client():
    return boss()


def page(room):
    return f"{LIST}{room.pk}/change/"


def test_a_room_with_seats_settings_and_sockets(client, django_assert_max_num_queries):
    users = people(4)
    code = room_of(users)
    host_settings.set_options(code, users[0], {"turn_seconds": 60})
    host_settings.lock(code, users[0], True)
    room = Room.objects.get()
    room.seats.filter(number=1).update(tab="x")
    room.seats.filter(number=2).update(last_seen=None)
    presence.renew_spectators({code: [person("Wim").pk]})
    with django_assert_max_num_queries(16):
        text = client.get(page(room)).content.decode()
    for words in (
        "Asha",
        "with an open socket",
        "After one minute a bot",
        "closed to newcomers",
        "Wim",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("state", "listed"),
    [("playing", {"table"}), ("lobby", {"lobby"}), ("closed", {"closed"}), ("stuck", set())],
)
def test_filters_by_state(client, state, listed):
    users = people(4)
    codes = {"table": table_of(users).code, "lobby": room_of(users), "closed": room_of(users)}
    act(client, "rooms/room", "close_room", Room.objects.get(code=codes["closed"]).pk, reason="x")
    rooms = client.get(LIST, {"state": state}).context["cl"].result_list
    assert {room.code for room in rooms} == {codes[name] for name in listed}


def test_rooms_are_found_by_code_and_by_people(client):
    code = room_of([person("Zoë")])
    room_of(people(4))
    for words in (code.lower(), "zoë"):
        rooms = client.get(LIST, {"q": words}).context["cl"].result_list
        assert [room.code for room in rooms] == [code]


def test_a_stuck_room_is_closed(client):
    room = table_of(people(4))
    asked = act(client, "rooms/room", "close_room", room.pk)
    assert "ends without a result" in asked.content.decode()
    assert not Room.objects.get().closed_at
    act(client, "rooms/room", "close_room", room.pk, reason="it hung")
    assert Room.objects.get().closed_at
    assert AuditEntry.objects.values_list("kind", "room", "reason").get() == (
        "close-room",
        room.code,
        "it hung",
    )


def test_a_person_is_removed(client):
    users = people(4)
    room = table_of(users)
    asked = act(client, "rooms/room", "remove_person", room.pk).content.decode()
    assert f'value="{users[1].pk}"' in asked
    act(client, "rooms/room", "remove_person", room.pk, person=users[1].pk, reason="rude")
    assert room.game.players.filter(left_user=users[1]).exists()
    entry = AuditEntry.objects.get()
    assert (entry.room, entry.person) == (room.code, users[1])


def test_a_spectator_is_removed(client):
    room, wim = table_of(people(4)), person("Wim")
    presence.renew_spectators({room.code: [wim.pk]})
    assert "Wim" in client.get(page(room)).content.decode()
    asked = act(client, "rooms/room", "remove_person", room.pk).content.decode()
    assert f'value="{wim.pk}"' in asked
    act(client, "rooms/room", "remove_person", room.pk, person=wim.pk, reason="rude")
    assert AuditEntry.objects.get().person == wim
    assert room.bans.get().user == wim
    assert not room.spectating.exists()


def test_a_stranger_is_not_banned(client):
    room = table_of(people(4))
    stranger = person("Eva")
    answer = act(client, "rooms/room", "remove_person", room.pk, person=stranger.pk, reason="rude")
    assert answer.status_code == 422
    assert not AuditEntry.objects.exists()


def test_only_superusers_ban_staff(client):
    users = people(4)
    room = table_of(users)
    User.objects.filter(pk=users[1].pk).update(is_guest=False, is_staff=True)
    moderator = signed_in(staff("mod", "rooms.view_room", "rooms.change_room"))
    for browser, is_banned in ((moderator, False), (client, True)):
        act(browser, "rooms/room", "remove_person", room.pk, person=users[1].pk, reason="rude")
        assert room.bans.exists() is is_banned
        assert AuditEntry.objects.exists() is is_banned


def test_a_person_who_has_gone_is_banned(client):
    """A person may leave, or be banned by the host, before the staff act."""
    users = people(4)
    room = table_of(users)
    lobby.leave(room.code, users[1])
    lobby.kick(room.code, users[0], 2)
    for user in users[1:3]:
        act(client, "rooms/room", "remove_person", room.pk, person=user.pk, reason="rude")
    assert set(room.bans.values_list("user", "by_staff")) == {
        (users[1].pk, True),
        (users[2].pk, True),
    }


def test_the_staff_lift_a_ban(client):
    users = people(4)
    room = table_of(users)
    act(client, "rooms/room", "remove_person", room.pk, person=users[1].pk, reason="rude")
    asked = act(client, "rooms/room", "lift_ban", room.pk).content.decode()
    assert f'value="{users[1].pk}"' in asked
    assert f'value="{users[2].pk}"' not in asked
    act(client, "rooms/room", "lift_ban", room.pk, person=users[1].pk, reason="a mistake")
    entry = AuditEntry.objects.first()
    assert (entry.kind, entry.room, entry.person) == ("lift-ban", room.code, users[1])
    assert not room.bans.exists()


def test_staff_who_may_only_view_can_not_act():
    room = table_of(people(4))
    client = signed_in(staff("mod", "rooms.view_room"))
    assert client.get(page(room)).status_code == 200
    act(client, "rooms/room", "close_room", room.pk, reason="x")
    assert not Room.objects.get().closed_at
    assert not AuditEntry.objects.exists()
