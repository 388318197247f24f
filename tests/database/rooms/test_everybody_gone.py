"""Rooms that everybody has left. The next person can still use the code and the link."""

import re

import pytest

from game.refusals import Refused
from rooms.actions import host_settings, lobby, playing
from rooms.models import Room
from tests.database.rooms.actions.test_playing import begun, end, room
from tests.kit import JSON, named_in, people, person, room_of, signed_in

pytestmark = pytest.mark.django_db


def all_leave(code, users):
    for user in users:
        lobby.leave(code, user)


def left_after_it(code, users):
    end(code, 5, 3)
    all_leave(code, users)


def left_during_it(code, users):
    """Everybody leaves during the game, and the bots play it to its end."""
    all_leave(code, users)
    end(code, 5, 3)


@pytest.fixture(params=[left_after_it, left_during_it])
def desert(request):
    """A function that lets everybody leave, before or after the end of the game."""
    return request.param


@pytest.mark.parametrize(("series", "comes"), [("single", "Zoe"), ("best_of_three", "Asha")])
def test_the_next_person_finds_a_lobby_and_is_host(users, desert, series, comes):
    code = begun(users, series=series)
    desert(code, users)
    newcomer = person("Zoe") if comes == "Zoe" else users[0]
    client = signed_in(newcomer)
    page = client.get(f"/r/{code}/").content.decode()
    assert 'id="sit-down"' in page
    assert 'id="again"' not in page
    assert client.post(f"/r/{code}/join/", headers=JSON).status_code == 200
    now = room(code)
    assert (now.game, now.host, now.series) == (None, newcomer, 2)
    assert now.seats.get(user=newcomer)
    assert 'id="fill-and-start"' in client.get(f"/r/{code}/").content.decode()
    lobby.fill_with_bots(code, newcomer, "easy")
    playing.start(code, newcomer)
    assert not room(code).game.is_over


def test_nobody_sits_down_while_the_bots_play(users):
    code = begun(users)
    all_leave(code, users)
    with pytest.raises(Refused, match="not_ready"):
        lobby.join(code, person("Zoe"))
    assert 'id="sit-down"' not in signed_in(person("Yan")).get(f"/r/{code}/").content.decode()


def test_a_seated_person_keeps_the_finished_game(users):
    code = begun(users)
    end(code, 5, 3)
    all_leave(code, users[1:])
    zoe = person("Zoe")
    with pytest.raises(Refused, match="not_ready"):
        lobby.join(code, zoe)
    assert 'id="sit-down"' not in signed_in(zoe).get(f"/r/{code}/").content.decode()
    assert room(code).game.is_over


def test_a_removed_person_can_not_sit_down_either(users, desert):
    code = begun(users)
    rex = person("Rex")
    room(code).bans.create(user=rex)
    desert(code, users)
    with pytest.raises(Refused, match="removed"):
        lobby.join(code, rex)
    assert 'id="sit-down"' not in signed_in(rex).get(f"/r/{code}/").content.decode()
    assert room(code).game.is_over


def test_a_lock_applies_while_somebody_has_a_seat(users, desert):
    code = begun(users)
    host_settings.lock(code, users[0], True)
    desert(code, users)
    lobby.join(code, person("Zoe"))
    with pytest.raises(Refused, match="room_locked"):
        lobby.join(code, person("Yan"))


def test_a_locked_lobby_that_everybody_left(users):
    code = room_of(users)
    host_settings.lock(code, users[0], True)
    all_leave(code, users)
    zoe = person("Zoe")
    lobby.join(code, zoe)
    assert room(code).host == zoe


@pytest.mark.parametrize("in_lobby", [True, False])
def test_a_bot_gives_up_its_seat_if_bots_have_all(users, in_lobby):
    code = room_of(users)
    host_settings.set_options(code, users[0], {"players": 4, "seat_count": 4})
    playing.start(code, users[0])
    left_during_it(code, users)
    if in_lobby:
        Room.objects.filter(code=code).update(game=None)
    zoe = person("Zoe")
    assert 'id="sit-down"' in signed_in(zoe).get(f"/r/{code}/").content.decode()
    assert 0 <= lobby.join(code, zoe) < 4
    assert (room(code).seats.count(), room(code).host) == (4, zoe)
    for name in ("Yan", "Xi", "Wen"):
        lobby.join(code, person(name))
    with pytest.raises(Refused, match="room_full"):
        lobby.join(code, person("Vic"))


@pytest.mark.parametrize("path", ["", "state.json", "regions/"])
def test_without_spectators_a_stranger_can_sit_down_but_sees_nothing(path):
    users = people(4)
    code = room_of(users)
    host_settings.set_options(code, users[0], {"spectators": False})
    playing.start(code, users[0])
    left_after_it(code, users)
    client = signed_in(person("Zoe"))
    answer = client.get(f"/r/{code}/{path}")
    assert answer.status_code == 403
    text = answer.content.decode()
    assert "Everybody has left this table" in text
    assert named_in(text, users) == []
    if path != "state.json":
        assert f'action="/r/{code}/join/"' in text
    assert client.post(f"/r/{code}/join/").status_code == 302
    assert client.get(f"/r/{code}/{path}").status_code == 200


def test_a_person_with_a_bots_name_can_sit_down_too():
    users = people(4)
    code = room_of(users)
    host_settings.set_options(code, users[0], {"spectators": False})
    playing.start(code, users[0])
    left_during_it(code, users)
    namesake = person(room(code).seats.first().name)
    client = signed_in(namesake)
    page = client.post(f"/r/{code}/join/").content.decode()
    (suggestion,) = re.findall(r'name="name" value="([^"]+)"', page)
    assert client.post(f"/r/{code}/join/", {"name": suggestion}).status_code == 302
    assert room(code).seats.get(user=namesake).name == suggestion
