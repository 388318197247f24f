"""The home page of people who come back: their last game with its lesson, and a rematch."""

import re

import pytest
from django.test import Client

from accounts.models import User
from bots import background
from finished.replay.replay import read_replay, seat_of
from finished.review.panel import viewer_lessons
from finished.review.reviews import stored
from game.models import Game
from rooms.actions import lobby, playing
from rooms.models import Room
from rooms.views import last_game
from tests.database.kit.played import play_to_end
from tests.database.kit.played_by_people import end_by_people
from tests.kit import one_line, people, person, room_of, signed_in

pytestmark = pytest.mark.django_db

PITCH = "Who has the nine of hearts?"


@pytest.fixture
def asha() -> User:
    return person("Asha")


def home(user: User) -> str:
    return one_line(signed_in(user).get("/"))


def played_with_bots(user: User) -> Game:
    game = Room.objects.get(code=lobby.open_game_with_bots(user, "first-game")).game
    assert game
    end_by_people(game)
    return game


def played_and_reviewed(user: User) -> Game:
    code = lobby.open_game_with_bots(user, "first-game")
    game = play_to_end(Room.objects.get(code=code).game_id, misses=0.05)
    assert background.do_due_work()
    return game


def rematch(user: User) -> str:
    """Press the button, and return the code of the table."""
    path, form = re.search(
        r'<form method="post" action="([^"]+)">(.*?)Rematch', home(user)
    ).groups()
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    browser = signed_in(user)
    return browser.post(path, fields)["Location"].split("/")[2]


def test_who_sees_the_pitch(asha: User) -> None:
    assert PITCH in one_line(Client().get("/"))
    assert PITCH in home(asha), "a guest without a table or a game"
    lobby.open_room(asha, "classic")
    page = home(asha)
    assert PITCH not in page
    assert "Welcome back," in page
    account = person("Ben")
    account.is_guest = False
    account.username = "ben"
    account.save()
    assert PITCH not in home(account)


def test_the_last_game_in_one_line(asha: User) -> None:
    earlier, last = played_with_bots(asha), played_with_bots(asha)
    page = home(asha)
    assert f'href="/games/{last.id}/"' in page
    assert f"/games/{earlier.id}/" not in page
    assert 'class="lesson"' not in page, "there is no review"


def test_the_lesson_of_the_last_game(asha: User, django_assert_max_num_queries) -> None:
    """It needs a fixed number of queries, whatever the number of tables."""
    for _ in range(6):
        lobby.open_game_with_bots(asha, "first-game")
    game = played_and_reviewed(asha)
    browser = signed_in(asha)
    browser.get("/")  # This renews the session.
    with django_assert_max_num_queries(12):
        page = one_line(browser.get("/"))
    lesson = re.search(r'class="lesson"><a href="([^"]+)">(.+?)</a>', page)
    mine = one_line(browser.get(f"/games/{game.id}/review/mine/"))
    assert lesson
    assert lesson[1] in mine
    assert lesson[2] in mine


def test_the_lesson_reads_one_move(asha: User, django_assert_num_queries) -> None:
    """The home page does not replay the game."""
    game = played_and_reviewed(asha)
    with django_assert_num_queries(5):  # the result, the room, its seats, the players, the move
        found = last_game.of(asha)
    assert found
    replay, review = read_replay(game), stored(game)
    assert review
    seat = seat_of(replay, asha)
    assert found["lesson"] == viewer_lessons(replay, review, seat)[0]


def test_a_damaged_last_game_has_no_lesson(asha: User) -> None:
    game = played_and_reviewed(asha)
    assert 'class="lesson"' in home(asha)
    game.moves.all().delete()
    page = home(asha)
    assert f'href="/games/{game.id}/"' in page
    assert 'class="lesson"' not in page


def test_a_rematch_with_bots_is_dealt_at_the_same_table(asha: User) -> None:
    game = played_with_bots(asha)
    code = rematch(asha)
    room = Room.objects.get(code=code)
    assert room.game and not room.game.is_over
    assert room.game.rules == game.rules
    assert "Rematch" not in home(asha), "the game is running"


def test_a_rematch_with_people_opens_the_lobby() -> None:
    users = people(4)
    code = room_of(users)
    game = Game.objects.get(pk=playing.start(code, users[0]))
    end_by_people(game)
    assert rematch(users[1]) == code
    assert Room.objects.get(code=code).game is None


def test_a_rematch_at_a_new_table(asha: User) -> None:
    """The old table was removed. The new table has the rules of the game."""
    game = played_with_bots(asha)
    Room.objects.all().delete()
    code = rematch(asha)
    assert Room.objects.get(code=code).rules == game.rules


def test_a_last_game_that_this_release_can_not_read(asha: User) -> None:
    game = played_with_bots(asha)
    Room.objects.all().delete()
    Game.objects.update(rules_version=999)
    page = home(asha)
    assert f'href="/games/{game.id}/"' in page
    assert "Rematch" not in page
