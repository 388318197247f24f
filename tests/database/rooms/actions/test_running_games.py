"""Limits for a person's running games, also those they left, and for new rooms from one address."""

import pytest

from game.models import Game
from game.refusals import Refused
from rooms.actions import lobby, playing
from rooms.models import Room
from rooms.views import home
from tests.kit import JSON, person, signed_in

pytestmark = pytest.mark.django_db


def test_games_that_a_person_left_count(monkeypatch):
    monkeypatch.setattr(playing, "MOST_RUNNING", 2)
    asha = person("Asha")
    for _ in range(2):
        lobby.leave(lobby.open_game_with_bots(asha, "first-game"), asha)
    with pytest.raises(Refused, match="many_running"):
        lobby.open_game_with_bots(asha, "first-game")
    Game.objects.filter(status="running").update(status="abandoned", due_at=None)
    lobby.open_game_with_bots(asha, "first-game")


def test_rooms_of_an_address_are_limited(settings, monkeypatch):
    settings.RATE_LIMIT_FACTOR = 1
    monkeypatch.setattr(home, "ROOMS_OF_ADDRESS", 2)
    people = [signed_in(person(name)) for name in ("Asha", "Ben", "Cleo")]
    answers = [each.post("/rooms/new/", {"preset": "classic"}, headers=JSON) for each in people]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


@pytest.fixture
def two_of_an_address(settings, monkeypatch):
    settings.RATE_LIMIT_FACTOR = settings.CAP_FACTOR = 1
    monkeypatch.setattr(playing, "MOST_RUNNING_OF_ADDRESS", 2)


def plays(address, name="Asha"):
    """A new person's game with bots."""
    return signed_in(person(name)).post("/play/", headers=JSON, REMOTE_ADDR=address)


@pytest.mark.usefixtures("two_of_an_address")
def test_running_games_of_an_address_are_limited():
    here, network = "192.0.2.7", ["2001:db8::1", "2001:db8::2", "2001:db8::3"]
    assert [plays(here).status_code for _ in range(2)] == [200, 200]
    refused = plays(here)
    assert (refused.status_code, refused.json()["code"]) == (422, "many_running_here")
    assert plays("192.0.2.8").status_code == 200
    assert [plays(each).status_code for each in network] == [200, 200, 422]
    Game.objects.filter(status="running").update(status="abandoned", due_at=None)
    assert plays(here).status_code == 200


@pytest.mark.usefixtures("two_of_an_address")
def test_a_game_started_later_counts_for_the_address_that_opened_its_room():
    host = signed_in(person("Asha"))
    rooms = [
        host.post("/rooms/new/", {"preset": "classic"}, headers=JSON, REMOTE_ADDR="192.0.2.7")
        for _ in range(3)
    ]
    starts = [f"/r/{room.json()['code']}/start/" for room in rooms]
    answers = [host.post(start, {"fill": "1"}, headers=JSON) for start in starts]
    assert [answer.status_code for answer in answers] == [200, 200, 422]


@pytest.mark.usefixtures("two_of_an_address")
@pytest.mark.parametrize("factor", ["RATE_LIMIT_FACTOR", "CAP_FACTOR"])
def test_either_factor_allows_an_address_more_games(settings, factor):
    setattr(settings, factor, 2)
    assert [plays("192.0.2.7").status_code for _ in range(5)] == [200] * 4 + [422]


@pytest.mark.usefixtures("two_of_an_address")
def test_a_room_does_not_store_the_address_in_a_readable_form():
    code = plays("192.0.2.7").json()["code"]
    opened_from = Room.objects.get(code=code).opened_from
    assert len(opened_from) == 32 and "192.0.2.7" not in opened_from
