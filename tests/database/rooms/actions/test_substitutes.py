"""A substitute plays for an absent player at the host's request, until the player is back."""

from datetime import timedelta
from unittest import mock

import pytest
from django.utils import timezone

from bots import driver, thinking
from game.models import Player
from literature.rules.cards import CARDS
from rooms.actions import lobby, substitutes
from rooms.live import presence
from rooms.models import Room
from rooms.room_event_text import notes_of
from tests.database.kit.times import refused
from tests.kit import JSON, missed_ask, signed_in, state_of, table_of

pytestmark = pytest.mark.django_db

HOST, TOM = 0, 1


@pytest.fixture
def code(users):
    """A table of four. The host has the turn, and the second player has long been away."""
    with mock.patch("rooms.actions.playing.secrets.randbelow", return_value=HOST):
        code = table_of(users).code
    gone(code, TOM, 100)
    return code


def room(code):
    return Room.objects.select_related("game").get(code=code)


def gone(code, seat, seconds):
    last_seen = timezone.now() - timedelta(seconds=seconds)
    room(code).seats.filter(number=seat).update(away=True, last_seen=last_seen)


def is_on(code, seat=TOM):
    return Player.objects.get(game__rooms__code=code, seat=seat).has_substitute


def told(code):
    return [note.sentence for note in notes_of(room(code).events.with_names())]


ON, BACK = "A bot plays for Ben until Ben is back.", "Ben is back."


def test_everybody_is_told_once(code, users):
    version = room(code).version
    substitutes.substitute_until_back(code, users[HOST], TOM)
    substitutes.substitute_until_back(code, users[HOST], TOM)
    assert is_on(code)
    assert told(code) == [ON]
    assert room(code).version > version


@pytest.mark.parametrize(("seconds", "answer"), [(59, "not_away"), (61, None)])
def test_a_substitute_is_possible_after_a_minute(code, users, seconds, answer, clock):
    gone(code, TOM, seconds)
    if answer:
        assert refused(substitutes.substitute_until_back, code, users[HOST], TOM) == answer
    else:
        substitutes.substitute_until_back(code, users[HOST], TOM)
    assert is_on(code) is (answer is None)


def test_refused_requests_for_a_substitute(code, users):
    start = substitutes.substitute_until_back
    assert refused(start, code, users[2], TOM) == "not_host"
    assert refused(start, code, users[HOST], 2) == "not_away"
    assert refused(start, code, users[HOST], 11) == "bad_request"
    lobby.leave(code, users[TOM])
    assert refused(start, code, users[HOST], TOM) == "bad_request"
    Room.objects.update(game=None)
    assert refused(start, code, users[HOST], TOM) == "not_playing"


def sends(user, method, path, **fields):
    """Send a request. Any request shows that the person is back, even if it is refused."""
    getattr(signed_in(user), method)(path, fields, headers=JSON)


SIGNS = {
    "page": ("get", "", {}),
    "document": ("get", "state.json", {}),
    "polling": ("get", "regions/", {}),
    "reaction": ("post", "react/", {"reaction": "hello"}),
    "refused move": ("post", "ask/", {"card": "2C", "of": 0, "version": 0, "request_id": "1"}),
}


@pytest.mark.parametrize("sign", SIGNS)
def test_any_request_of_the_player_ends_it(code, users, sign):
    substitutes.substitute_until_back(code, users[HOST], TOM)
    method, path, fields = SIGNS[sign]
    sends(users[TOM], method, f"/r/{code}/{path}", **fields)
    assert not is_on(code)
    assert not room(code).seats.get(number=TOM).away
    assert told(code) == [ON, BACK]


def test_a_move_of_the_player_ends_it_and_counts(code, users):
    gone(code, HOST, 100)
    Room.objects.update(host=users[2])
    substitutes.substitute_until_back(code, users[2], HOST)
    move = missed_ask(state_of(room(code).game))
    fields = {"card": CARDS[move.card], "of": move.of, "version": 0, "request_id": "1"}
    sends(users[HOST], "post", f"/r/{code}/ask/", **fields)
    game = room(code).game
    assert [(each.mover, each.seat) for each in game.moves.all()] == [("person", HOST)]
    assert not is_on(code, HOST)
    assert told(code)[-1] == "Asha is back."


def test_a_socket_of_the_player_ends_it(code, users):
    substitutes.substitute_until_back(code, users[HOST], TOM)
    presence.renew_presence([room(code).seats.get(number=TOM).pk])
    assert not is_on(code)
    assert told(code) == [ON, BACK]


def test_requests_of_other_people_do_not_end_it(code, users):
    substitutes.substitute_until_back(code, users[HOST], TOM)
    gone(code, 2, 100)
    sends(users[2], "get", f"/r/{code}/")
    assert is_on(code)
    assert told(code) == [ON]


def test_the_player_comes_back_while_the_bot_thinks(code, users, monkeypatch):
    """The player came back while the bot was computing its move. The bot does not move."""
    gone(code, HOST, 100)
    Room.objects.update(host=users[2])
    substitutes.substitute_until_back(code, users[2], HOST)
    choose = thinking.choose

    def back_meanwhile(*seen):
        sends(users[HOST], "get", f"/r/{code}/")
        return choose(*seen)

    monkeypatch.setattr(thinking, "choose", back_meanwhile)
    assert [driver.act_if_due(*each) for each in driver.read_due()[0]] == [False]
    assert room(code).game.version == 0
    assert room(code).game.due_at is None


def test_a_removed_players_seat_stays_with_the_bot(code, users):
    substitutes.substitute_until_back(code, users[HOST], TOM)
    lobby.kick(code, users[HOST], TOM)
    assert not is_on(code)
    sends(users[TOM], "get", f"/r/{code}/")
    assert BACK not in told(code)
