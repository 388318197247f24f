"""The snapshot of a room. All its parts belong to one moment."""

import pytest

from game import play
from game.models import Game, Move
from game.refusals import Refused
from rooms.actions import playing
from rooms.live import reading
from tests.kit import missed_ask, person, room_of, state_of, table_of

pytestmark = pytest.mark.django_db


def grown(users, moves, **options):
    room = table_of(users, history="full", **options)
    for number in range(moves):
        play.act(room.game_id, missed_ask(state_of(room.game)), version=number)
    return room


def test_an_unknown_room():
    with pytest.raises(Refused, match="no_room"):
        reading.read("NOROOM")


def test_a_lobby(users):
    now = reading.read(room_of(users[:3]))
    assert (now.game, now.state, now.versions) == (None, None, (2, 0))
    assert [person.face.name if person else None for person in now.people] == [
        "Asha", "Ben", "Chidi", *[None] * 7,
    ]  # fmt: skip
    assert now.seat_number_of(users[2].pk) == 2
    assert now.room_seat_of(users[2].pk).name == "Chidi"
    assert (
        now.seat_number_of(person("Zoe").pk)
        is now.seat_number_of(None)
        is now.room_seat_of(None)
        is None
    )


def test_a_game(users):
    room = grown(users, 3)
    now = reading.read(room.code)
    assert now.state == state_of(room.game)
    assert now.versions == (room.version, 3)
    assert [face.name for face in now.faces] == ["Asha", "Ben", "Chidi", "Dora"]
    assert now.observation(None).hand is None
    assert now.observation(2).hand == now.state.hands[2]


def test_bots_have_no_user(users):
    now = reading.read(table_of(users[:1], bots=3).code)
    assert now.seat_number_of(None) is None
    assert now.room_seat_of(None) is None
    assert [each.user_id for each in now.people] == [users[0].pk, None, None, None]


def test_versions_never_decrease(users):
    room = grown(users, 2)
    before = reading.read(room.code).versions
    Game.objects.update(status="abandoned", due_at=None)
    playing.again(room.code, users[0])
    between = reading.read(room.code).versions
    playing.start(room.code, users[0])
    after = reading.read(room.code).versions
    assert before < between < after


def test_a_page_reads_only_the_shown_part_of_a_long_log(users):
    room = grown(users, 60)
    numbers = [event.number for event in reading.read(room.code).log]
    assert numbers == list(range(20, 60))
    whole = reading.read(room.code, whole_log=True)
    assert [event.number for event in whole.log] == list(range(60))


def test_a_move_during_a_reading_is_left_for_the_next(users, monkeypatch):
    """One statement reads the game and its hands. A move that is stored after this statement is
    left for the next snapshot.
    """
    room = grown(users, 2)
    load = reading.row_values.load_shown_log

    def late(game, most_asks):
        state = state_of(room.game)
        play.act(room.game_id, missed_ask(state), version=state.number)
        return load(game, most_asks)

    monkeypatch.setattr(reading.row_values, "load_shown_log", late)
    now = reading.read(room.code)
    assert Move.objects.count() == 3
    assert now.versions[1] == now.state.number == 2
    assert [event.number for event in now.log] == [0, 1]
