"""Between two games of a series people come and leave, and the host may add bots or end the
series.
"""

import re

import pytest

from game.refusals import Refused
from rooms.actions import host_settings, lobby, playing
from rooms.models import Room
from rooms.series import series_standing
from tests.database.rooms.actions.test_playing import all_ready, end, room
from tests.kit import JSON, people, person, room_of, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def six():
    return people(6)


@pytest.fixture
def code(six):
    """A best of three of six people, after its first game. The index of a person is their seat."""
    code = room_of(six, series="best_of_three")
    playing.start(code, six[0])
    end(code, 5, 4)
    return code


def offers(code, user):
    """Return the ids of the controls on a person's page. Only controls that matter in these tests
    count.
    """
    page = signed_in(user).get(f"/r/{code}/").content.decode()
    ids = re.findall(r'id="(again|return|sit-down|add-bot|end-series)"', page)
    assert len(ids) == len(set(ids))
    return set(ids)


def post(code, user, path, **fields):
    answer = signed_in(user).post(f"/r/{code}/{path}/", fields, headers=JSON)
    return answer.status_code, answer.json().get("code")


# A seat whose player left


def test_a_bot_takes_the_seat_and_the_series_goes_on(code, six):
    lobby.leave(code, six[5])
    for user in six[1:5]:
        playing.again(code, user)
    assert post(code, six[0], "again") == (422, "odd_players")
    assert offers(code, six[0]) == {"again", "add-bot", "end-series"}
    assert offers(code, six[1]) == {"again"}
    assert post(code, six[1], "bots/add", level="easy") == (403, "not_host")
    assert post(code, six[0], "bots/add", level="easy") == (200, None)
    assert room(code).seats.get(number=5).bot == "easy"
    assert room(code).game.is_over, "the host has not said yet that they want it"
    assert offers(code, six[0]) == {"again", "end-series"}
    playing.again(code, six[0])
    assert not room(code).game.is_over
    assert (room(code).series, series_standing(room(code)).games) == (1, 1)


def test_no_more_bots_than_seats_of_the_series(code, six):
    assert post(code, six[0], "bots/add", level="easy") == (422, "not_ready")
    assert "add-bot" not in offers(code, six[0])


def test_bots_can_be_added_only_between_games_of_a_series(six):
    code = room_of(six)
    playing.start(code, six[0])
    lobby.leave(code, six[5])
    assert post(code, six[0], "bots/add", level="easy") == (422, "not_ready")
    end(code, 5, 4)
    lobby.leave(code, six[4])
    assert post(code, six[0], "bots/add", level="easy") == (422, "not_ready")
    assert offers(code, six[0]) == {"again"}


def test_a_bot_for_the_last_seat_starts_the_game(code, six):
    """Everybody present was ready. The game was waiting only for a player at the last seat."""
    lobby.leave(code, six[5])
    room(code).seats.update(ready=True)
    lobby.add_bot(code, six[0], "easy")
    assert not room(code).game.is_over


# People who left


def test_a_person_who_left_between_two_games_can_sit_down(code, six):
    """The person is one of the table's players, but has no seat now."""
    lobby.leave(code, six[3])
    lobby.leave(code, six[5])
    assert offers(code, six[5]) == {"sit-down"}
    assert post(code, six[5], "again") == (403, "not_seated")
    assert lobby.join(code, six[5]) == 5, "on their own side"
    assert offers(code, six[5]) == {"again"}
    assert lobby.join(code, six[3]) == 3
    all_ready(code, six)
    assert (room(code).series, series_standing(room(code)).games) == (1, 1)


def test_a_person_gets_the_seat_back_from_a_bot(code, six):
    lobby.leave(code, six[5])
    lobby.add_bot(code, six[0], "easy")
    assert offers(code, six[5]) == {"return"}
    assert offers(code, person("Zoe")) == set()
    assert lobby.join(code, six[5]) == 5
    assert room(code).seats.get(number=5).user == six[5]
    assert room(code).seats.count() == 6


def test_a_person_can_sit_down_one_game_later(code, six):
    lobby.leave(code, six[5])
    lobby.add_bot(code, six[0], "easy")
    all_ready(code, six[:5])
    assert offers(code, six[5]) == set()
    end(code, 4, 5)
    assert offers(code, six[5]) == {"return"}
    assert lobby.join(code, six[5]) == 5


def test_a_person_without_a_seat_is_offered_a_free_one(code, six):
    zoe = person("Zoe")
    assert offers(code, zoe) == set()
    lobby.leave(code, six[5])
    assert offers(code, zoe) == {"sit-down"}
    assert lobby.join(code, zoe) == 5
    # Zoe has not played in this series. She is asked to be ready like everybody else.
    assert offers(code, zoe) == {"again"}
    assert offers(code, six[5]) == set()
    all_ready(code, [*six[:5], zoe])
    assert room(code).game.players.get(seat=5).user == zoe


def test_a_locked_table_offers_no_seat(code, six):
    lobby.leave(code, six[5])
    host_settings.lock(code, six[0], True)
    assert offers(code, person("Zoe")) == set()
    assert offers(code, six[5]) == set()


@pytest.mark.parametrize("bot", [False, True])
def test_a_removed_person_is_offered_no_seat(code, six, bot):
    lobby.leave(code, six[5])
    room(code).bans.create(user=six[5])
    if bot:
        lobby.add_bot(code, six[0], "easy")
    assert offers(code, six[5]) == set()
    with pytest.raises(Refused):
        lobby.join(code, six[5])


# The end of a series


def test_the_host_ends_a_series_from_the_page(code, six):
    client = signed_in(six[0])
    page = client.get(f"/r/{code}/").content.decode()
    assert f'action="/r/{code}/series/end/"' in page
    assert client.post(f"/r/{code}/series/end/").status_code == 302
    assert room(code).game is None
    assert room(code).seats.count() == 6


def test_a_series_that_is_over_needs_no_end(code, six):
    all_ready(code, six)
    end(code, 5, 4)
    assert offers(code, six[0]) == {"again"}
    assert offers(code, person("Zoe")) == set()


def test_a_running_game_has_no_controls_for_seats(code, six):
    all_ready(code, six)
    Room.objects.update(host=six[0])
    assert offers(code, six[0]) == set()
