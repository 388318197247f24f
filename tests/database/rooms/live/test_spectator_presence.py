"""Spectators are shown while they are present, with their present names."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rooms.actions import lobby, names, playing
from rooms.live import presence, reading, room_registry
from rooms.models import Room, RoomSpectator, Seat
from tests.kit import people, person, room_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def code():
    users = people(4)
    code = lobby.open_room(users[0], "classic")
    for user in users[1:]:
        lobby.join(code, user)
    playing.start(code, users[0])
    return code


def names_shown(code):
    return list(reading.read(code).spectator_names)


def test_a_spectator_has_their_present_name(code):
    zoe = person("Zoe")
    presence.renew_spectators({code: [zoe.pk]})
    names.rename(code, zoe, "Zoë")
    assert names_shown(code) == ["Zoë"]


def test_no_spectator_has_a_players_name(code):
    name = Room.objects.get(code=code).seats.first().name
    presence.renew_spectators({code: [person(name).pk]})
    assert names_shown(code) == [f"{name} 2"]


def test_a_deleted_account_does_no_harm(code):
    zoe = person("Zoe")
    gone = zoe.pk
    zoe.delete()
    presence.renew_spectators({code: [gone]})
    assert names_shown(code) == []


def test_spectators_not_seen_for_long_are_deleted(code, settings):
    presence.renew_spectators({code: [person("Zoe").pk]})
    Seat.objects.update(away=True)
    before = Room.objects.get(code=code).version
    settings.AWAY_AFTER_SECONDS = -1
    assert presence.expire() == 1
    assert not RoomSpectator.objects.exists()
    assert Room.objects.get(code=code).version == before + 1


def test_a_banned_person_is_no_spectator(code):
    zoe = person("Zoe")
    Room.objects.get(code=code).bans.create(user=zoe)
    answer = signed_in(zoe).get(f"/r/{code}/state.json")
    assert (answer.status_code, answer.json()["code"]) == (403, "removed")


def test_a_heartbeat_costs_the_same_for_1_room_as_for_5(users):
    """One query renews the presence of all spectators in all rooms, and another query the presence
    of all people with a seat.
    """
    codes = [room_of(users) for _ in range(5)]
    viewers = {code: {person("Zoe").pk, person("Wim").pk} for code in codes}
    for code, user_ids in viewers.items():
        presence.renew_spectators({code: user_ids})
    long_ago = timezone.now() - timedelta(seconds=15)
    costs = []
    for count in (1, 5):
        watched = {code: viewers[code] for code in codes[:count]}
        sitting = Seat.objects.filter(room__code__in=watched)
        present = {
            code: (set(sitting.filter(room__code=code).values_list("pk", flat=True)), user_ids)
            for code, user_ids in watched.items()
        }
        RoomSpectator.objects.update(last_seen=long_ago)
        Seat.objects.update(last_seen=long_ago)
        with CaptureQueriesContext(connection) as queries:
            room_registry.newest_versions(present)
        costs.append(len(queries))
        silent = RoomSpectator.objects.filter(last_seen=long_ago)
        assert silent.count() == 2 * (5 - count)
        assert not sitting.filter(last_seen=long_ago).exists()
    assert costs[0] == costs[1], costs


def test_a_spectator_of_several_rooms_is_stored_for_each(users):
    codes = [room_of(users) for _ in range(3)]
    zoe, wim = person("Zoe"), person("Wim")
    presence.renew_spectators({codes[1]: [wim.pk]})
    RoomSpectator.objects.update(last_seen=timezone.now() - timedelta(days=1))
    presence.renew_spectators({codes[0]: {zoe.pk, wim.pk}, codes[1]: {zoe.pk}, codes[2]: set()})
    assert [names_shown(code) for code in codes[1:]] == [["Wim", "Zoe"], []]
    assert set(names_shown(codes[0])) == {"Zoe", "Wim"}
    assert presence.expire() == 1
    assert names_shown(codes[1]) == ["Zoe"]
