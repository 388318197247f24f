"""Events of a room: people who come and leave, a new host, the end of a game."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from game.integrity import problems
from rooms.actions import events, host_settings, lobby, moderation, playing
from rooms.actions import suspend_rename_delete as tables
from rooms.actions.locked import locked_room
from rooms.live import presence, reading, rendering
from rooms.live.rendering import read_updates
from rooms.models import Room, RoomEvent
from tests.database.rooms.actions.test_playing import end
from tests.kit import JSON, people, person, play_on, room_of, signed_in, table_of
from tests.secrecy import parsed

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(users):
    """A table with a game of four people. The first is the host."""
    return table_of(users, history="full")


def told(code):
    """Return the sentences of the room's events, in order."""
    notes = rendering.public_context(reading.read(code))["table"].log
    return [line.sentence for line in reversed(notes) if line.kind == "note"]


def kinds_in_log(code):
    """Return the kinds of the lines in the log, the latest first."""
    log = rendering.public_context(reading.read(code))["table"].log
    return [line.kind for line in log]


# Sentences


def test_a_host_leaves_a_game(room, users):
    lobby.leave(room.code, users[0])
    assert told(room.code) == [
        "Asha left. A bot took Asha’s seat.",
        "Ben is the host now.",
    ]


def test_a_player_leaves_and_comes_back_between_two_games():
    six = people(6)
    code = room_of(six, series="best_of_three")
    playing.start(code, six[0])
    lobby.leave(code, six[5])
    end(code, 5, 4)
    lobby.leave(code, six[4])
    lobby.join(code, six[5])
    lobby.join(code, person("Zoe"))
    assert told(code) == [
        "Fatima left. A bot took Fatima’s seat.",
        "Emil left.",
        "Fatima is back.",
        "Zoe sat down.",
    ]


def test_the_staff_removes_a_player(room, users):
    moderation.kick(room.code, users[1])
    assert told(room.code) == ["Ben was banned by the staff. A bot took Ben’s seat."]
    end(room.code, 5, 3)
    moderation.kick(room.code, users[2])
    assert told(room.code)[-1] == "Chidi was banned by the staff."


def test_a_host_who_is_away_for_long(room, users):
    long_ago = timezone.now() - timedelta(seconds=301)
    room.seats.filter(user=users[0]).update(away=True, last_seen=long_ago)
    presence.replace_absent_hosts()
    assert told(room.code) == ["Ben is the host now."]


@pytest.mark.parametrize(
    ("happens", "sentence"),
    [
        (lambda code, host: lobby.kick(code, host, 1), "Ben was banned by the host."),
        (lambda code, host: host_settings.hand_over(code, host, 1), "Ben is the host now."),
    ],
)
def test_a_lobby_shows_the_latest_event_for_a_while(users, clock, happens, sentence):
    code = room_of(users)
    happens(code, users[0])
    assert sentence in signed_in(users[2]).get(f"/r/{code}/").content.decode()
    clock.forward(301)
    assert sentence not in signed_in(users[2]).get(f"/r/{code}/").content.decode()


def test_a_game_that_all_agree_to_end(room, users):
    play_on(room.game, 3)
    for user in users:
        playing.agree_to_end(room.code, user, agrees=True)
    sentence = "Everybody agreed to end the game. The game has no result."
    assert sentence in signed_in(users[2]).get(f"/r/{room.code}/").content.decode()
    playing.start(room.code, users[0])
    assert told(room.code) == []
    assert not room.events.exists(), "the next game begins with nothing told"


def test_sitting_down_in_a_lobby_is_no_event(users):
    code = room_of(users)
    lobby.leave(code, users[3])
    lobby.join(code, users[3])
    assert not RoomEvent.objects.exists()


def test_an_event_of_a_newer_release_is_left_out(room):
    with locked_room(room.code) as locked:
        events.record_event(locked, "danced")
    assert told(room.code) == []


# The order of events and moves


def test_events_are_shown_between_the_moves(room, users):
    play_on(room.game, 2)
    lobby.leave(room.code, users[3])
    room.game.refresh_from_db()
    play_on(room.game, 2)
    assert [kind == "note" for kind in kinds_in_log(room.code)] == [
        False, False, True, False, False,
    ]  # fmt: skip


def test_the_history_option_does_not_hide_events(users):
    room = table_of(users, history="last_ask")
    lobby.leave(room.code, users[3])
    room.game.refresh_from_db()
    play_on(room.game, 6)
    assert told(room.code) == ["Dora left. A bot took Dora’s seat."]


def test_the_middle_of_the_table_shows_the_latest_for_a_while(room, users):
    lobby.leave(room.code, users[3])

    def note():
        return rendering.public_context(reading.read(room.code))["table"].note

    for _move in range(2):
        assert note() == "Dora left. A bot took Dora’s seat."
        room.game.refresh_from_db()
        play_on(room.game, 1)
    assert note() == ""


def test_the_log_of_state_json_has_moves_only(room, users):
    play_on(room.game, 2)
    lobby.leave(room.code, users[3])
    log = signed_in(users[0]).get(f"/r/{room.code}/state.json", headers=JSON).json()["log"]
    assert [move["number"] for move in log] == [0, 1]


# Recipients of events, and how long events are kept


def test_players_and_spectators_get_events(room, users):
    lena = person("Lena")
    viewers = [users[1], users[2], lena, users[3]]
    before = reading.read(room.code).versions
    moderation.kick(room.code, users[3])
    now, texts = read_updates(room.code, {(each.id, False, before) for each in viewers})
    for user in viewers[:3]:
        page = parsed(texts[user.id, False, before])
        assert page.find("note").text().strip().startswith("Dora was banned")
    assert [now.may_see(each.id) for each in viewers] == [True, True, True, False]
    assert (users[3].id, False, before) not in texts


def test_renaming_changes_the_names_in_events(room, users):
    play_on(room.game, 3)
    lobby.leave(room.code, users[3])
    row = RoomEvent.objects.get()
    assert (row.game_id, row.number, row.user) == (room.game_id, 3, users[3])
    version = Room.objects.get().version
    tables.rename(users[3], "Dorothy")
    assert told(room.code) == ["Dorothy left. A bot took Dorothy’s seat."]
    assert Room.objects.get().version > version
    tables.forget(users[3])
    assert told(room.code) == ["A former player left. A bot took A former player’s seat."]


def test_an_event_of_a_running_game_shows_the_name_in_the_game(room, users):
    """Another name could hint at cards."""
    lobby.leave(room.code, users[3])
    User.objects.filter(pk=users[3].pk).update(name="2C is with Ben")
    assert told(room.code) == ["Dora left. A bot took Dora’s seat."]


def test_only_the_latest_events_are_shown(room, users):
    for number in range(events.EVENTS_SHOWN + 2):
        with locked_room(room.code) as locked:
            user = users[0] if number < 2 else users[1]
            events.record_event(locked, events.Kind.BACK, user.pk)
    assert told(room.code) == ["Ben is back."] * events.EVENTS_SHOWN


def test_an_event_after_the_last_move_is_found(room, users):
    lobby.leave(room.code, users[3])
    room.game.refresh_from_db()
    assert problems(room.game) == []
    RoomEvent.objects.update(number=7)
    assert problems(room.game) == ["a room event belongs to a move that was not made"]
