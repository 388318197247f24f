"""Every address of rooms, games and accounts, and everybody who may come: who gets what.

A letter for each of nobody, a guest from elsewhere, a spectator, a player, the host, somebody the
host removed, and staff. While a game is on, and in a lobby. ``+`` done or shown, ``o`` done with
nothing to show, ``>`` asked for a name or sent elsewhere, otherwise what is refused.
"""

from unittest import mock

import pytest
from django.test import Client
from django.urls import get_resolver

from game import sharing
from game.models import Game
from rooms import lobby
from rooms.models import Room
from tests.kit import JSON, people, person, play_on, signed_in, table_of

pytestmark = pytest.mark.django_db

HOST_SEAT = 0
WHO = ("nobody", "elsewhere", "spectator", "player", "host", "removed", "staff")

#: What each letter of the table stands for: a status, and a code where there is one.
MEANING = {
    "+": (200, None),
    "o": (204, None),
    ">": (302, None),
    "n": (403, "no_name"),
    "s": (403, "not_seated"),
    "e": (403, "not_of_room"),
    "q": (404, "no_person"),
    "h": (403, "not_host"),
    "x": (403, "removed"),
    "r": (422, "not_ready"),
    "p": (422, "not_playing"),
    "t": (422, "no_talk"),
    "b": (422, "bad_request"),
    "F": (422, "no_files"),
    "f": (422, "few or odd"),
    "y": (422, "your_turn or not_away"),
    "w": (422, "no_pause or timing"),
    "m": (422, "about the move"),
    "g": (403, "game_running"),
    "l": (403, "not_played"),
    "0": (404, "no_game"),
    "4": (405, None),
}
ONE_OF = {
    "few or odd": {"too_few", "odd_players", "uneven_teams"},
    "your_turn or not_away": {"your_turn", "not_away"},
    "no_pause or timing": {"your_turn", "not_your_turn"},
    "about the move": {"not_your_turn", "target_teammate", "bad_holders", "may_not_pass"},
}

#: Addresses of a room: method, path, fields; letters in a lobby; letters in a running game.
ROOM = [
    ("GET", "", {}, "n++++++", "n++++x+"),
    ("GET", "state.json", {}, "n++++++", "n++++x+"),
    ("GET", "regions/", {}, "n++++++", "n++++x+"),
    ("GET", "qr.svg", {}, "+++++++", "+++++++"),
    ("GET", "history/", {}, "nee++x+", "nee++x+"),
    ("POST", "join/", {}, "n++++x+", "nrrrrrr"),
    ("POST", "leave/", {}, "nss++ss", "nss++ss"),
    ("POST", "again/", {}, "nss++ss", "nssrrss"),
    ("POST", "bots/add/", {}, "nhhh+hh", "nhhhrhh"),
    ("POST", "bots/fill/", {}, "nhhh+hh", "nhhhrhh"),
    ("POST", "bots/clear/", {}, "nhhh+hh", "nhhhrhh"),
    ("POST", "remove/", {"seat": 1}, "nhhh+hh", "nhhhrhh"),
    ("POST", "shuffle/", {}, "nhhh+hh", "nhhhrhh"),
    ("POST", "swap/", {"a": 0, "b": 1}, "nhhh+hh", "nhhhrhh"),
    ("GET", "settings/", {}, "n++++++", "n++++x+"),
    ("POST", "settings/", {"preset": "strict"}, "nhhh+hh", "nhhh+hh"),
    ("POST", "settings/", {"turn_seconds": 60}, "nhhh+hh", "nhhh+hh"),
    ("POST", "settings/", {"save_as": "Ours"}, "nhhh+hh", "nhhh+hh"),
    ("POST", "host/", {"seat": 1}, "nhhh+hh", "nhhh+hh"),
    ("POST", "lock/", {"locked": 1}, "nhhh+hh", "nhhh+hh"),
    ("POST", "start/", {}, "nhhh+hh", "nhhhrhh"),
    ("POST", "series/end/", {}, "nhhhrhh", "nhhhrhh"),
    ("POST", "ask/", {"card": "2C", "of": 0, "version": 0}, "npppppp", "nssmmss"),
    ("POST", "claim/", {"set": "low-clubs", "version": 0}, "npppppp", "nssmmss"),
    ("POST", "pass/", {"to": 0, "version": 0}, "npppppp", "nssmmss"),
    ("POST", "declare/", {"set": "low-clubs"}, "npppppp", "nsswwss"),
    ("POST", "declare/cancel/", {}, "npppppp", "nss++ss"),
    ("POST", "stand-in/", {}, "npppppp", "nssyyss"),
    ("POST", "end/", {"agrees": 1}, "npppppp", "nss++ss"),
    ("POST", "react/", {"reaction": "wow"}, "nss++ss", "nss++ss"),
    ("POST", "chat/", {"text": "Hello"}, "nss++ss", "nssttss"),
    ("POST", "mute/", {"seat": 1, "muted": 1}, "nhhh+hh", "nhhh+hh"),
]

#: Addresses of the site.
SITE = [
    ("GET", "/", {}, "+++++++"),
    ("GET", "/go/?code=CDFGHJ", {}, ">>>>>>>"),
    ("GET", "/rooms/new/", {}, "+++++++"),
    ("POST", "/rooms/new/", {}, "n++++++"),
    ("POST", "/play/", {}, "+++++++"),
    ("GET", "/rules/", {}, "+++++++"),
    ("GET", "/guest/", {}, "+++++++"),
    ("POST", "/guest/", {"name": "Xia", "avatar": "fox"}, "+++++++"),
    ("POST", "/guest/preferences/", {"sound": "on"}, "noooooo"),
    ("GET", "/games/import/", {}, "n++++++"),
    ("POST", "/games/import/", {}, "nFFFFFF"),
    ("GET", "/history/", {}, "n++++++"),
    ("GET", "/history/?of=999999", {}, "nqqqqqq"),
    ("GET", "/history/statistics/", {}, "n++++++"),
    ("GET", "/history/statistics/?of=999999", {}, "nqqqqqq"),
    ("GET", "/accounts/delete/", {}, ">++++++"),
    ("GET", "/accounts/login/", {}, "+++++++"),
    ("GET", "/accounts/signup/", {}, "+++++++"),
    ("GET", "/accounts/password/reset/", {}, "+++++++"),
    ("GET", "/admin/", {}, ">>>>>>+"),
    ("GET", "/healthz", {}, "+++++++"),
]

#: Addresses of a game: letters while it is on, when it is over, and when a player has shared it.
GAME = [
    ("GET", "", "n00gg0g", "n00++0+", "+++++++"),
    ("GET", "positions/", "n00gg0g", "n00++0+", "+++++++"),
    ("GET", "record.json", "n00gg0g", "n00++0+", "+++++++"),
    ("POST", "share/", "n00gg0g", "n00++0l", "lll++ll"),
    ("POST", "unshare/", "n00gg0g", "n00++0l", "lll++ll"),
]


class Cast:
    """A room, with everybody who may come to it. In its game it is the host's turn."""

    def __init__(self):
        with mock.patch("rooms.playing.secrets.randbelow", return_value=HOST_SEAT):
            self.room = table_of(people(4))
        players = {player.user_id: player.user for player in self.room.game.players.all()}
        host = players.pop(self.room.host_id)
        removed, staff = person("Rex"), person("Sam")
        self.room.removed.create(user=removed)
        type(staff).objects.filter(pk=staff.pk).update(is_guest=False, is_staff=True)
        staff.refresh_from_db()
        elsewhere = person("Eva")
        lobby.open_room(elsewhere, "classic")
        self.clients = {
            "nobody": Client(),
            "elsewhere": signed_in(elsewhere),
            "spectator": signed_in(person("Wim")),
            "player": signed_in(next(iter(players.values()))),
            "host": signed_in(host),
            "removed": signed_in(removed),
            "staff": signed_in(staff),
        }

    @property
    def path(self):
        return f"/r/{self.room.code}/"

    def send(self, who, method, path, fields):
        """The status of an answer, and its code."""
        client = self.clients[who]
        if method == "GET":
            answer = client.get(path, headers=JSON)
        else:
            fields = {"request_id": f"{who} {path}", **fields}
            answer = client.post(path, fields, headers=JSON)
        is_json = answer["Content-Type"] == "application/json" if answer.content else False
        body = answer.json() if is_json else {}
        refused = answer.status_code >= 400
        return answer.status_code, body.get("code") if refused else None


def fits(letter, got):
    status, code = MEANING[letter]
    return got[0] == status and (got[1] in ONE_OF[code] if code in ONE_OF else got[1] == code)


def check(cast, letters, method, path, fields):
    """Each of them in turn, those with the fewest rights first."""
    wrong = {}
    order = sorted(WHO, key=lambda who: who in ("player", "host"))
    for who in order:
        got = cast.send(who, method, path, fields)
        if not fits(letters[WHO.index(who)], got):
            wrong[who] = got
    assert not wrong


def name_of(case):
    return f"{case[0]} {case[1] or 'page'} {' '.join(case[2])}".strip()


@pytest.mark.parametrize("case", ROOM, ids=name_of)
@pytest.mark.parametrize("phase", ["lobby", "playing"])
def test_addresses_of_a_room(case, phase):
    method, path, fields, in_lobby, in_game = case
    cast = Cast()
    if phase == "lobby":
        Room.objects.update(game=None)
    check(cast, in_lobby if phase == "lobby" else in_game, method, cast.path + path, fields)


@pytest.mark.parametrize("case", SITE, ids=name_of)
def test_addresses_of_the_site(case):
    method, path, fields, letters = case
    check(Cast(), letters, method, path, fields)


@pytest.mark.parametrize("case", GAME, ids=name_of)
@pytest.mark.parametrize("when", ["running", "over", "shared"])
def test_addresses_of_a_game(case, when):
    method, path, *letters = case
    cast = Cast()
    game = cast.room.game
    if when != "running":
        play_on(game)
    if when == "shared":
        # Not by one of those who come here, who could take it back.
        other = game.players.exclude(user=cast.room.host).last().user
        sharing.share(game, other)
    letters = dict(zip(["running", "over", "shared"], letters, strict=True))[when]
    check(cast, letters, method, f"/games/{game.pk}/{path}", {})


@pytest.mark.parametrize("case", [case for case in ROOM if case[1] != "settings/"], ids=name_of)
def test_each_address_takes_one_method(case):
    method, path, _fields, _lobby, _game = case
    cast = Cast()
    other = "POST" if method == "GET" else "GET"
    assert cast.send("host", other, cast.path + path, {})[0] == 405


@pytest.mark.parametrize("case", ROOM, ids=name_of)
def test_a_room_that_does_not_exist(case):
    method, path, fields, _lobby, _game = case
    if path == "qr.svg":
        return  # a picture of an address, whether or not somebody is there
    got = Cast().send("player", method, f"/r/CDFGHJ/{path}", fields)
    assert got == (404, "no_room")


@pytest.mark.parametrize("case", [case for case in ROOM if case[0] == "POST"], ids=name_of)
def test_nothing_is_posted_without_the_token(case):
    _method, path, fields, _lobby, _game = case
    room = table_of(people(4))
    client = signed_in(room.host, enforce_csrf_checks=True)
    assert client.post(f"/r/{room.code}/{path}", fields).status_code == 403


def test_no_address_is_forgotten():
    """An address that is added has to say here who may use it."""
    listed = {path for _method, path, *_rest in ROOM}
    patterns = get_resolver("rooms.urls").url_patterns
    of_a_room = {
        str(each.pattern)
        for pattern in patterns
        if hasattr(pattern, "url_patterns")
        for each in pattern.url_patterns
    }
    assert of_a_room == listed
    site = {str(each.pattern) for each in patterns if not hasattr(each, "url_patterns")}
    assert site <= {path.lstrip("/").split("?")[0] for _method, path, *_rest in SITE}
    history = {
        f"/history/{each.pattern}" for each in get_resolver("game.history.urls").url_patterns
    }
    assert history <= {path for _method, path, *_rest in SITE}
    games = {str(each.pattern) for each in get_resolver("game.urls").url_patterns}
    assert {address.partition(">/")[2] for address in games} == {
        path for _method, path, *_rest in GAME
    }


def test_a_game_that_is_on_is_left_alone_by_all_of_this():
    """What was refused has changed nothing."""
    cast = Cast()
    before = Game.objects.filter(pk=cast.room.game_id).values().get()
    for method, path, fields, _lobby, _game in ROOM:
        for who in ("nobody", "elsewhere", "spectator", "removed", "staff"):
            cast.send(who, method, cast.path + path, fields)
    assert Game.objects.filter(pk=cast.room.game_id).values().get() == before
    assert cast.room.seats.filter(bot="").count() == 4
