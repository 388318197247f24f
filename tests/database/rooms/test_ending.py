"""A game ends without a result when all people at the table agree."""

import pytest

from game.integrity import problems
from game.models import Game
from rooms.actions import lobby, playing
from rooms.models import Room, Seat
from tests.kit import JSON, person, play_on, signed_in, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(users):
    return table_of(users)


def end(room, user, agrees=1):
    answer = signed_in(user).post(f"/r/{room.code}/end/", {"agrees": agrees}, headers=JSON)
    return answer.status_code, answer.json()


def page(room, user):
    return " ".join(signed_in(user).get(f"/r/{room.code}/").text.split())


def test_it_ends_when_the_last_one_agrees(room, users):
    play_on(room.game, 5)
    for number, user in enumerate(users[:3], start=1):
        status, state = end(room, user)
        assert (status, len(state["ending"])) == (200, number)
    assert Game.objects.get().status == "running"
    status, state = end(room, users[3])
    assert (status, state["phase"], state["ending"]) == (200, "lobby", [])
    game = Game.objects.get()
    assert (game.status, game.due_at) == ("abandoned", None)
    assert problems(game) == []
    # When the next game begins, nobody has agreed yet.
    playing.start(room.code, users[0])
    assert not Seat.objects.filter(wants_end=True).exists()


def test_everybody_sees_who_agrees(room, users):
    assert "to end this game" not in page(room, users[1])
    end(room, users[0])
    assert "You want to end this game. The game ends when all players agree." in page(
        room, users[0]
    )
    assert "Asha wants to end this game with no result." in page(room, users[1])
    end(room, users[1])
    assert "You and Ben want to end this game." in page(room, users[0])
    assert "Asha and Ben want to end this game with no result." in page(room, users[2])
    assert "to end this game" not in page(room, person("Lena"))


@pytest.mark.parametrize("against", [0, 3], ids=["who agreed before", "who did not agree"])
def test_one_person_rejects_it_for_all_and_everybody_is_told(room, users, against):
    for user in users[:3]:
        end(room, user)
    assert "No, play on" in page(room, users[3])
    status, state = end(room, users[against], 0)
    assert (status, state["phase"], state["ending"]) == (200, "playing", [])
    for user in users:
        assert f"{users[against].name} wants to play on." in page(room, user)
        assert "to end this game" not in page(room, user)
    end(room, users[3])
    assert Game.objects.get().status == "running"


def test_only_an_answer_to_other_people_is_told(room, users):
    end(room, users[0], 0)
    end(room, users[0])
    status, state = end(room, users[0], 0)
    assert (status, state["ending"]) == (200, [])
    assert "wants to play on." not in page(room, users[1])


def test_it_changes_the_room_and_no_move(room, users):
    before = Room.objects.get(pk=room.pk).version
    end(room, users[0])
    assert Room.objects.get(pk=room.pk).version == before + 1
    assert Game.objects.get().version == 0


def test_bots_need_not_agree(users):
    room = table_of(users[:1], bots=3)
    assert end(room, users[0])[1]["phase"] == "lobby"
    assert Game.objects.get().status == "abandoned"


def test_it_ends_when_the_only_person_against_it_leaves(room, users):
    for user in users[:3]:
        end(room, user)
    lobby.leave(room.code, users[3])
    assert Game.objects.get().status == "abandoned"
    assert Room.objects.get(pk=room.pk).game is None


def test_the_bots_play_on_when_all_people_leave(room, users):
    for user in users:
        lobby.leave(room.code, user)
    assert Game.objects.get().status == "running"


@pytest.mark.parametrize("agrees", ["", "yes", "9" * 5000])
def test_an_invalid_value_is_refused(room, users, agrees):
    assert end(room, users[0], agrees)[0] == 422


def test_other_people_can_not_agree(room, users):
    assert end(room, person("Lena")) == (
        403,
        {
            "code": "not_seated",
            "message": "You have no seat at this table. Take a seat when no game is running.",
        },
    )
    for user in users[:3]:
        end(room, user)
    assert Game.objects.get().status == "running"


def test_a_lobby_has_no_game_to_end(room, users):
    for user in users:
        end(room, user)
    assert end(room, users[0])[1]["code"] == "not_playing"
    playing.start(room.code, users[0])
    play_on(Room.objects.get(pk=room.pk).game)
    assert end(room, users[0])[1]["code"] == "not_playing"
