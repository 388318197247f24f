"""If a person left their seat to a bot, the game stores the number of moves before that."""

import pytest

from finished.replay.replay import read_replay
from game import play
from rooms.actions import suspend_rename_delete as rooms_people
from tests.database.kit.played_by_people import end_by_people
from tests.kit import PLAIN, people, started

pytestmark = pytest.mark.django_db

LEFT_AT = 10


@pytest.fixture
def users():
    return people(3)


@pytest.fixture
def game(users):
    """A finished game which the person at seat 1 left. Seat 3 always had a bot.

    Seat 1 deals and moves first, so its person has made a move before leaving.
    """
    game = started(users, PLAIN, bots=1, dealer=1)
    end_by_people(game, LEFT_AT)
    play.replace_with_bot(game.pk, users[1].pk, "medium")
    end_by_people(game)
    return game


def bots_at(replay, number):
    return [face.bot for face in replay.faces(number)]


def test_leaving_is_stored_and_kept_after_the_deletion_of_the_person(users, game):
    rooms_people.forget(users[1])
    replay = read_replay(game)
    assert replay.left == (None, LEFT_AT, None, None)
    assert bots_at(replay, LEFT_AT) == ["", "", "", "easy"]
    assert bots_at(replay, LEFT_AT + 1) == ["", "medium", "", "easy"]
    assert game.players.get(seat=1).was_left
