"""Who watches: under the name they came with, and nobody who is gone."""

import pytest

from rooms import lobby, playing, snapshot, watching
from rooms.models import Room, Watcher
from tests.kit import people, person, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def code():
    users = people(4)
    code = lobby.open_room(users[0], "classic")
    for user in users[1:]:
        lobby.join(code, user)
    playing.start(code, users[0])
    return code


def watchers(code):
    return list(snapshot.read(code).watchers)


def test_a_watcher_keeps_the_name_they_came_with(code):
    zoe = person("Zoe")
    watching.heard_from(code, [zoe.pk])
    zoe.name = "2C is with Ben"
    zoe.save()
    watching.heard_from(code, [zoe.pk])
    assert watchers(code) == ["Zoe"]


def test_nobody_watches_under_a_players_name(code):
    name = Room.objects.get(code=code).seats.first().name
    watching.heard_from(code, [person(name).pk])
    assert watchers(code) == [f"{name} 2"]


def test_an_account_that_is_gone_does_no_harm(code):
    zoe = person("Zoe")
    gone = zoe.pk
    zoe.delete()
    watching.heard_from(code, [gone])
    assert watchers(code) == []


def test_whoever_is_not_heard_of_is_forgotten(code, settings):
    watching.heard_from(code, [person("Zoe").pk])
    before = Room.objects.get(code=code).version
    settings.AWAY_AFTER_SECONDS = -1
    assert watching.expire() == 1
    assert not Watcher.objects.exists()
    assert Room.objects.get(code=code).version == before + 1


def test_whoever_was_removed_does_not_watch(code):
    zoe = person("Zoe")
    Room.objects.get(code=code).removed.create(user=zoe)
    answer = signed_in(zoe).get(f"/r/{code}/state.json")
    assert (answer.status_code, answer.json()["code"]) == (403, "removed")
