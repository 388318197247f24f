"""Practice games: an easy deal for a beginner, without a commitment, and outside all statistics."""

import json

import pytest

from finished import records
from finished.history.statistics import statistics_of
from game.integrity import problems
from game.models import Game, PlayerResult
from literature import record
from rooms.actions import lobby, playing
from rooms.models import Room
from tests.kit import person, play_on, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def asha():
    return person("Asha")


@pytest.fixture
def game(asha):
    code = lobby.open_game_with_bots(asha, "first-game", practice=True)
    return Room.objects.get(code=code).game


def test_only_opponents_hold_the_rest_of_a_set(game):
    mine, *others = [hand.dealt for hand in game.hands.all()]
    rests = [each.mask & ~mine for each in game.deck.sets]
    easy = [rest for rest in rests if 1 <= rest.bit_count() <= 3]
    assert any(not rest & (others[1] | others[3]) for rest in easy)
    assert game.turn == 0


def test_no_page_promises_a_fair_deal(asha, game):
    assert (game.is_practice, game.commitment) == (True, "")
    client = signed_in(asha)
    page = client.get(f"/r/{game.room_code}/").content.decode()
    assert "This is a practice game" in page
    assert "Fair deal" not in page
    play_on(game)
    replay = client.get(f"/games/{game.id}/").content.decode()
    assert "Its deal was chosen for a beginner" in replay
    assert "check-deal" not in replay


def test_a_practice_game_counts_in_no_statistics(asha, game):
    play_on(game)
    assert not PlayerResult.objects.exists()
    assert statistics_of(asha).total.games == 0


def test_a_practice_game_is_sound_and_can_be_exported(game):
    play_on(game)
    game = Game.objects.get()
    assert problems(game) == []
    text = records.export(game)
    assert not {"seed", "commitment", "shuffle"} & json.loads(text).keys()
    assert record.replay(record.read(text.encode())).state.scores == game.scores


def test_the_next_game_is_a_usual_game(asha, game):
    play_on(game)
    playing.again(game.room_code, asha, deal=True)
    assert not Room.objects.get().game.is_practice


def test_the_home_page_offers_it_until_a_game_is_finished(asha):
    client = signed_in(asha)
    assert "Your first game, with tips" in client.get("/").content.decode()
    code = client.post("/play/", {"practice": "1"}).url.split("/")[2]
    practice = Room.objects.get(code=code).game
    assert practice.is_practice
    assert "Your first game, with tips" not in client.get("/").content.decode()
    play_on(practice)
    assert "Your first game, with tips" not in client.get("/").content.decode()
    Room.objects.all().delete()
    assert "Your first game, with tips" in client.get("/").content.decode()
    code = lobby.open_game_with_bots(asha, "first-game")
    play_on(Room.objects.get(code=code).game)
    assert "Your first game, with tips" not in client.get("/").content.decode()
