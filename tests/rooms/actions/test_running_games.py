"""Limits for a person's running games, also those they left, and for new rooms from one address."""

import pytest

from game.models import Game
from game.refusals import Refused
from rooms.actions import lobby, playing
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
