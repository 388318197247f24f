"""Reactions at any time, messages when no game is running, and muting."""

import gzip
import re
from pathlib import Path

import pytest

from game.refusals import Refused
from rooms.actions import chat, host_settings, lobby, names, playing
from rooms.models import ChatMessage, Room, Seat
from tests.database.rooms.actions.test_playing import end
from tests.kit import JSON, person, room_of, signed_in, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(users):
    return room_of(users)


def post(code, user, path, **fields):
    """Send a POST. Return the status and the code of the answer."""
    answer = signed_in(user).post(f"/r/{code}/{path}/", fields, headers=JSON)
    return answer.status_code, answer.json().get("code")


def seat(code, user):
    return Room.objects.get(code=code).seats.get(user=user)


# Reactions


@pytest.mark.parametrize("in_game", [True, False])
def test_reactions(users, in_game, clock):
    code = table_of(users).code if in_game else room_of(users)
    # Half of the reactions in a game, and the others in a lobby.
    for reaction in list(chat.REACTIONS)[in_game::2]:
        before = Room.objects.get(code=code).version
        assert post(code, users[1], "react", reaction=reaction) == (200, None)
        mine = seat(code, users[1])
        assert (mine.reaction, mine.reacted_at) == (reaction, clock.now)
        assert Room.objects.get(code=code).version == before + 1
        clock.forward(60)


def test_a_dozen_reactions_reveal_nothing_about_cards():
    assert len(chat.REACTIONS) == 12
    words = " ".join(str(text) for text in chat.REACTIONS.values()).lower()
    for word in ("card", "set", "club", "heart", "spade", "diamond", "ask", "claim", "yes", "no "):
        assert word not in words
    assert not any(char.isdigit() for char in words)


def test_each_reaction_has_its_place_in_the_small_picture():
    picture = Path("static/img/reactions.svg").read_bytes()
    assert picture.count(b"translate(") == len(chat.REACTIONS)
    assert len(gzip.compress(picture)) < 8 * 1024
    styles = Path("static/css/beside-game.css").read_text()
    # The first one is in the corner, which needs no rule.
    placed = re.findall(r'\[data-reaction="([\w-]+)"\]', styles)
    assert placed == list(chat.REACTIONS)[1:]


@pytest.mark.parametrize("reaction", ["", "9H", "<b>", "hello "])
def test_unknown_reactions_are_refused(code, users, reaction):
    assert post(code, users[1], "react", reaction=reaction) == (422, "bad_request")
    assert seat(code, users[1]).reaction == ""


def test_spectators_can_not_react(users):
    assert post(table_of(users).code, person("Zoe"), "react", reaction="wow") == (403, "not_seated")


def test_reactions_are_rate_limited(code, users, settings):
    settings.RATE_LIMIT_FACTOR = 1
    client = signed_in(users[0])
    fields = {"reaction": "wow"}
    answers = [client.post(f"/r/{code}/react/", fields, headers=JSON) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    assert int(answers[-1]["Retry-After"]) >= 1


# Messages


def test_messages_before_and_after_a_game(users):
    code = room_of(users)
    assert post(code, users[1], "chat", text="Hello all") == (200, None)
    playing.start(code, users[0])
    assert post(code, users[1], "chat", text="I have the queen") == (422, "no_talk")
    end(code, 5, 3)
    assert post(code, users[1], "chat", text="Well done") == (200, None)
    assert [
        (line.name, line.text) for line in chat.latest_messages(Room.objects.get(code=code))
    ] == [
        ("Ben", "Hello all"),
        ("Ben", "Well done"),
    ]


@pytest.mark.parametrize("text", ["", "  ", "\n\t", "\0", "x" * 281])
def test_bad_messages_are_refused(code, users, text):
    assert post(code, users[1], "chat", text=text) == (422, "bad_message")
    assert not ChatMessage.objects.exists()


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("  a\nb\0c ", "a b c"),
        ("\u202etxet", "txet"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("x" * 280, "x" * 280),
        ("नमस्ते 👋", "नमस्ते 👋"),
    ],
)
def test_good_messages_are_sent(code, users, text, stored):
    post(code, users[1], "chat", text=text)
    assert ChatMessage.objects.get().text == stored


def test_only_people_with_a_seat_can_write(code):
    assert post(code, person("Zoe"), "chat", text="Hello") == (403, "not_seated")


def test_a_page_shows_the_latest_messages(code, users):
    for number in range(60):
        chat.send(code, users[number % 4], f"line {number}")
    lines = chat.latest_messages(Room.objects.get(code=code))
    assert [line.text for line in lines] == [f"line {number}" for number in range(10, 60)]


def test_a_message_has_the_writers_name_at_the_table(code, users):
    """The name of a person without a seat is their own name."""
    chat.send(code, users[1], "Hello")
    Seat.objects.filter(user=users[1]).update(name="Ben 2")
    shown = Room.objects.get(code=code)
    assert [line.name for line in chat.latest_messages(shown)] == ["Ben 2"]
    lobby.leave(code, users[1])
    names.rename(code, users[1], "Benno")
    assert [line.name for line in chat.latest_messages(shown)] == ["Benno"]


def test_a_repeated_request_sends_one_message(code, users):
    for _ in range(2):
        assert post(code, users[1], "chat", text="Hello", request_id="one") == (200, None)
    assert post(code, users[1], "chat", text="Hello", request_id="two") == (200, None)
    assert len(chat.latest_messages(Room.objects.get(code=code))) == 2


# Mute


def test_the_host_mutes(code, users):
    number = seat(code, users[1]).number
    assert post(code, users[2], "mute", seat=number, muted=1) == (403, "not_host")
    assert post(code, users[0], "mute", seat=number, muted=1) == (200, None)
    assert post(code, users[1], "chat", text="Hello") == (403, "muted")
    assert post(code, users[2], "chat", text="Hello") == (200, None)
    assert ["You are muted." in signed_in(user).get(f"/r/{code}/").text for user in users[:3]] == [
        False, True, False,
    ]  # fmt: skip
    assert post(code, users[0], "mute", seat=number, muted=0) == (200, None)
    assert post(code, users[1], "chat", text="Hello") == (200, None)


def stood_up_and_sat_down(code, users):
    lobby.leave(code, users[1])
    lobby.join(code, users[1])


def left_a_game_and_came_back_to_the_lobby(code, users):
    playing.start(code, users[0])
    lobby.leave(code, users[1])
    end(code, 5, 3)
    playing.again(code, users[0])
    lobby.join(code, users[1])


def left_a_game_and_took_the_seat_back(code, users):
    host_settings.set_options(code, users[0], {"series": "best_of_three"})
    playing.start(code, users[0])
    lobby.leave(code, users[1])
    end(code, 5, 3)
    lobby.join(code, users[1])


@pytest.mark.parametrize(
    "do",
    [
        stood_up_and_sat_down,
        left_a_game_and_came_back_to_the_lobby,
        left_a_game_and_took_the_seat_back,
    ],
)
def test_a_mute_lasts_until_the_host_ends_it(code, users, do):
    chat.mute(code, users[0], seat(code, users[1]).number, True)
    chat.mute(code, users[0], seat(code, users[2]).number, True)
    do(code, users)
    assert post(code, users[1], "chat", text="Hello") == (403, "muted")
    assert post(code, users[3], "chat", text="Hello") == (200, None)
    chat.mute(code, users[0], seat(code, users[1]).number, False)
    assert post(code, users[1], "chat", text="Hello") == (200, None)
    lobby.leave(code, users[1])
    lobby.join(code, users[1])
    assert post(code, users[1], "chat", text="Hello") == (200, None)
    assert post(code, users[2], "chat", text="Hello") == (403, "muted")


def test_a_muted_person_who_becomes_host_may_talk(code, users):
    number = seat(code, users[1]).number
    chat.mute(code, users[0], number, True)
    host_settings.hand_over(code, users[0], number)
    assert post(code, users[1], "chat", text="Hello") == (200, None)
    host_settings.hand_over(code, users[1], seat(code, users[0]).number)
    assert post(code, users[1], "chat", text="Hello") == (200, None)


def test_a_mute_is_for_one_room(code, users):
    chat.mute(code, users[0], seat(code, users[1]).number, True)
    other = room_of([person("Zoe")])
    lobby.join(other, users[1])
    assert post(other, users[1], "chat", text="Hello") == (200, None)


def test_an_empty_seat_can_not_be_muted(code, users):
    bot = lobby.add_bot(code, users[0], "easy")
    for number in (bot, 9, -1):
        assert post(code, users[0], "mute", seat=number, muted=1) == (422, "bad_request")


def test_messages_stay_in_their_room(code, users):
    chat.send(code, users[0], "Here")
    other = room_of([person("Zoe")])
    assert chat.latest_messages(Room.objects.get(code=other)) == []


def test_the_host_sees_the_button_for_muting(code, users):
    page = signed_in(users[0]).get(f"/r/{code}/").content.decode()
    number = Room.objects.get(code=code).seats.get(user=users[1]).number
    assert f"Mute {users[1].name}" in page
    assert post(code, users[0], "mute", seat=number, muted=1) == (200, None)
    page = signed_in(users[0]).get(f"/r/{code}/").content.decode()
    assert f"Unmute {users[1].name}" in page
    assert "Mute somebody" not in signed_in(users[2]).get(f"/r/{code}/").content.decode()


def test_a_message_can_not_cover_other_messages():
    host = person("Asha")
    code = lobby.open_room(host, "classic")
    with pytest.raises(Refused, match="bad_message"):
        chat.send(code, host, "Z" + "\u0301" * 279)
    chat.send(code, host, "Zoë नमस्ते")
