"""When a seat was left to a bot, and that it stays known."""

import pytest

from game import play
from game.leaving import left_at
from game.models import Player
from game.replay import replay as courses
from rooms.actions import people as rooms_people
from tests.game.history.played import end_by_people
from tests.kit import PLAIN, people, started

pytestmark = pytest.mark.django_db

LEFT_AT = 10


@pytest.fixture
def users():
    return people(3)


@pytest.fixture
def game(users):
    """A finished game that the person at seat 1 left; seat 3 has been a bot's all along.

    Seat 1 deals, so that its person has moved whatever the cards.
    """
    game = started(users, PLAIN, bots=1, dealer=1)
    end_by_people(game, LEFT_AT)
    play.hand_to_bot(game.pk, users[1].pk, "medium")
    end_by_people(game)
    return game


def first_by_bot(game):
    return game.moves.filter(seat=1, mover="bot").values_list("number", flat=True)[0]


def bots_at(course, number):
    return [face.bot for face in course.faces(number)]


def test_it_is_noted_and_outlasts_the_person(users, game):
    rooms_people.forget(users[1])
    course = courses.read(game)
    assert course.left == (None, LEFT_AT, None, None)
    assert bots_at(course, LEFT_AT) == ["", "", "", "easy"]
    assert bots_at(course, LEFT_AT + 1) == ["", "medium", "", "easy"]
    assert game.players.get(seat=1).was_left


@pytest.mark.parametrize("forgotten", [False, True])
def test_before_it_was_noted_the_bots_first_move_tells(users, game, forgotten):
    Player.objects.update(left_at=None)
    if forgotten:
        Player.objects.update(left_user=None)
    assert courses.read(game).left == (None, first_by_bot(game), None, None)


def test_who_is_forgotten_later_has_it_noted_then(users, game):
    Player.objects.update(left_at=None)
    rooms_people.forget(users[1])
    assert game.players.get(seat=1).left_at == first_by_bot(game)


def test_a_bot_that_never_moved_came_at_the_end(users):
    game = started(users, PLAIN, bots=1)
    play.hand_to_bot(game.pk, users[1].pk, "medium")
    Player.objects.update(left_at=None)
    assert left_at(game.players.get(seat=1), []) == 0
    assert left_at(game.players.get(seat=3), []) is None
