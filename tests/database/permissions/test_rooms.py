"""The answer to each person at every URL of a room: in a lobby, during a game, and after it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from game.models import Game
from tests.database.kit.cast import HOST_SEAT, OUTSIDE, WHO, Cast, fits, wrong_in
from tests.kit import people, signed_in, table_of

pytestmark = pytest.mark.django_db

PHASES = ("lobby", "playing", "over")

#: Method, path and fields, and then the letters for each of these three cases.
ROOM = [
    ("GET", "", {}, "n++++x+", "n++++x+", "n++++x+"),
    ("GET", "state.json", {}, "n++++x+", "n++++x+", "n++++x+"),
    ("GET", "regions/", {}, "n++++x+", "n++++x+", "n++++x+"),
    ("GET", "since/?ago=300", {}, "n++++x+", "n++++x+", "n++++x+"),
    ("GET", "help/", {}, "nppppxp", "nssffxs", "nssGGxs"),
    ("GET", "qr.svg", {}, "+++++++", "+++++++", "+++++++"),
    ("GET", "preview.png", {}, "+++++++", "+++++++", "+++++++"),
    ("GET", "history/", {}, "nee++x+", "nee++x+", "nee++x+"),
    ("POST", "join/", {}, "n++++x+", "nrrrrrr", "nrrrrrr"),
    ("POST", "name/", {"name": "Zoe"}, "n++++x+", "n++ccx+", "n++++x+"),
    ("POST", "leave/", {}, "nss++ss", "nss++ss", "nss++ss"),
    ("POST", "again/", {}, "nss++ss", "nss++ss", "nss++ss"),
    ("POST", "bots/add/", {}, "nhhh+hh", "nhhhrhh", "nhhhrhh"),
    ("POST", "bots/fill/", {}, "nhhh+hh", "nhhhrhh", "nhhhrhh"),
    ("POST", "bots/clear/", {}, "nhhh+hh", "nhhhrhh", "nhhhrhh"),
    # In this lobby there are no bots.
    ("POST", "bots/level/", {"seat": 1, "level": "easy"}, "nhhhbhh", "nhhhrhh", "nhhhrhh"),
    ("POST", "bots/pause/", {"paused": 1}, "npppppp", "nssjjss", "nGGGGGG"),
    ("POST", "bots/to-my-turn/", {}, "npppppp", "nssjjss", "nGGGGGG"),
    ("POST", "remove/", {"seat": 1}, "nhhh+hh", "nhhh+hh", "nhhh+hh"),
    # Nobody has this id.
    ("POST", "remove/", {"spectator": 0}, "nhhhWhh", "nhhhWhh", "nhhhWhh"),
    ("POST", "bans/lift/", {"person": 0}, "nhhh+hh", "nhhh+hh", "nhhh+hh"),
    ("POST", "shuffle/", {}, "nhhh+hh", "nhhhrhh", "nhhhrhh"),
    ("POST", "swap/", {"a": 0, "b": 1}, "nhhh+hh", "nhhhrhh", "nhhhrhh"),
    ("GET", "settings/", {}, "n++++x+", "n++++x+", "n++++x+"),
    ("POST", "settings/", {"preset": "strict"}, "nhhh+hh", "nhhh+hh", "nhhh+hh"),
    ("POST", "settings/", {"turn_seconds": 60}, "nhhh+hh", "nhhh+hh", "nhhh+hh"),
    ("POST", "settings/", {"save_as": "Ours"}, "nhhh+hh", "nhhh+hh", "nhhh+hh"),
    ("GET", "channel/", {}, "nhhh+xh", "nhhh+xh", "nhhh+xh"),
    ("POST", "channel/", {"url": "https://a.example/"}, "nhhh>xh", "nhhh>xh", "nhhh>xh"),
    ("GET", "host/tools/", {}, "n++++x+", "n++++x+", "n++++x+"),
    ("POST", "host/", {"seat": 1}, "nhhh+hh", "nhhh+hh", "nhhh+hh"),
    ("POST", "lock/", {"locked": 1}, "nhhh+hh", "nhhh+hh", "nhhh+hh"),
    ("POST", "start/", {}, "nhhh+hh", "nhhhrhh", "nhhhrhh"),
    ("POST", "series/end/", {}, "nhhhrhh", "nhhhrhh", "nhhhrhh"),
    ("POST", "ask/", {"card": "2C", "of": 0, "version": 0}, "npppppp", "nssmmss", "nssvvss"),
    ("POST", "claim/", {"set": "low-clubs", "version": 0}, "npppppp", "nssmmss", "nssGGss"),
    ("POST", "pass/", {"to": 0, "version": 0}, "npppppp", "nssmmss", "nssvvss"),
    ("POST", "declare/", {"set": "low-clubs"}, "npppppp", "nsswwss", "nGGGGGG"),
    ("POST", "declare/cancel/", {}, "npppppp", "nss++ss", "nGGGGGG"),
    ("POST", "stand-in/", {}, "npppppp", "nssayss", "nssGGss"),
    ("POST", "stand-in/until-back/", {"seat": 1}, "nhhhphh", "nhhhahh", "nhhhGhh"),
    ("POST", "hand/", {"sort": "rank"}, "npppppp", "nss++ss", "nGGGGGG"),
    ("POST", "end/", {"agrees": 1}, "npppppp", "nss++ss", "npppppp"),
    ("POST", "react/", {"reaction": "wow"}, "nss++ss", "nss++ss", "nss++ss"),
    ("POST", "chat/", {"text": "Hello"}, "nss++ss", "nssttss", "nss++ss"),
    ("POST", "mute/", {"seat": 1, "muted": 1}, "nhhh+hh", "nhhh+hh", "nhhh+hh"),
    ("GET", "report/", {}, "n++++++", "n++++++", "n++++++"),
    # Nobody has this key.
    ("POST", "report/", {"about": "0", "reason": "other"}, "nkkkkkk", "nkkkkkk", "nkkkkkk"),
    ("POST", "open/", {"open": 0}, "nhhh+hh", "nhhh+hh", "nhhh+hh"),
    # These tables are not open.
    ("POST", "agree/", {"agrees": 1}, "nssrrss", "nssrrss", "nssrrss"),
    ("POST", "remove/consent/", {"agrees": 1, "vote": 0}, "nssVVss", "nssVVss", "nssVVss"),
    ("POST", "block/", {"about": "0"}, "nbbbbbb", "nbbbbbb", "nbbbbbb"),
    ("GET", "invite/", {}, "nss++xs", "nss++xs", "nss++xs"),
    # Nobody is chosen.
    ("POST", "invite/", {}, "nsskkxs", "nsskkxs", "nsskkxs"),
]


def in_room(path):
    return f"/r/{{room}}/{path}"


#: The people who send requests in each phase. With ``make soak`` all people do so in each phase.
ASKED = {
    "lobby": ("spectator", "player", "host", "removed"),
    "playing": WHO,
    "over": ("spectator", "player", "host", "removed"),
}


@pytest.mark.parametrize(
    ("phase", "who"),
    [
        *(
            pytest.param(phase, who, id=phase, marks=() if phase == "playing" else pytest.mark.slow)
            for phase, who in ASKED.items()
        ),
        *(
            pytest.param(phase, WHO, id=f"{phase}-all", marks=pytest.mark.soak)
            for phase in PHASES
            if ASKED[phase] != WHO
        ),
    ],
)
def test_urls_of_a_room(phase, who):
    at = PHASES.index(phase)
    rows = [(method, in_room(path), fields, letters[at]) for method, path, fields, *letters in ROOM]
    cast = Cast().there(phase)
    # In a lobby, requests of people without a seat may change the seats.
    of_players = None if phase == "lobby" else lambda: game_and_seats(cast.room)
    assert not wrong_in(cast, rows, of_players=of_players, who=who)


def game_and_seats(room):
    """Return the row of the game, and the people with a seat."""
    game = Game.objects.filter(pk=room.game_id).values().get()
    return game, list(room.seats.filter(bot="").values_list("number", "user"))


def test_a_substitute_for_one_move():
    cast = Cast()
    long_ago = timezone.now() - timedelta(minutes=2)
    cast.room.seats.filter(user=cast.people["host"]).update(away=True, last_seen=long_ago)
    row = ("POST", in_room("stand-in/"), {}, "nss+yss")
    assert not wrong_in(cast, [row])


def test_a_substitute_until_the_player_is_back():
    cast = Cast()
    long_ago = timezone.now() - timedelta(minutes=2)
    cast.room.seats.filter(number=1).update(away=True, last_seen=long_ago)
    # A request of the player would bring them back, and then no bot may move for them. So another
    # person sends it.
    row = ("POST", in_room("stand-in/until-back/"), {"seat": 1}, "nhhh+hh")
    cast.clients["player"] = cast.clients["elsewhere"]
    assert not wrong_in(cast, [row])


def test_help_is_for_players_of_a_game_that_has_it():
    cast = Cast()
    Game.objects.filter(pk=cast.room.game_id).update(table={"help": True})
    assert not wrong_in(cast, [("GET", in_room("help/"), {}, "nss++xs")])


def test_each_url_accepts_one_method():
    cast = Cast()
    for method, path, _fields, *_letters in ROOM:
        if path not in ("settings/", "channel/", "report/", "invite/"):
            other = "POST" if method == "GET" else "GET"
            with cast.undone():
                assert cast.send("host", other, cast.address(in_room(path)), {})[0] == 405, path


def test_a_room_that_does_not_exist():
    cast = Cast()
    for method, path, fields, *_letters in ROOM:
        # The QR code has only the URL, and the picture does not tell which codes exist.
        if path not in ("qr.svg", "preview.png"):
            got = cast.send("player", method, f"/r/CDFGHJ/{path}", fields)
            assert got == (404, "no_room"), path


def test_posts_without_the_token_are_refused():
    room = table_of(people(4))
    client = signed_in(room.host, enforce_csrf_checks=True)
    for method, path, fields, *_letters in ROOM:
        if method == "POST":
            assert client.post(f"/r/{room.code}/{path}", fields).status_code == 403, path


def test_nobody_acts_for_another_player():
    """A request always acts for the person whose session it has, even if its fields name somebody
    else.
    """
    cast = Cast()
    host = cast.people["host"]
    named = {"seat": HOST_SEAT, "you": HOST_SEAT, "player": HOST_SEAT}
    named |= dict.fromkeys(("user", "user_id", "of_user", "as"), host.pk)
    unseen = ("last_seen", "away")
    for method, path, fields, *_letters in ROOM:
        if method == "POST":
            with cast.undone():
                before = theirs(cast, host, unseen)
                cast.send("player", method, cast.address(in_room(path)), named | fields)
                assert theirs(cast, host, unseen) == before, path


def theirs(cast, user, unseen):
    """Return a person's rows, without the columns in ``unseen``, and the moves of the game."""
    (seat,) = cast.room.seats.filter(user=user).values()
    player = cast.room.game.players.filter(user=user).values().get()
    person = User.objects.filter(pk=user.pk).values().get()
    rows = {key: value for key, value in seat.items() if key not in unseen}
    return rows, player, person, list(cast.room.game.moves.values())


def test_a_wrong_table_is_noticed():
    """The test really compares the letters with the answers."""
    cast = Cast()
    wrong = wrong_in(cast, [("POST", in_room("lock/"), {"locked": 1}, "n+hh+hh")])
    assert wrong == {("POST", in_room("lock/"), "locked", "elsewhere"): (403, "not_host")}
    assert not fits("+", (302, "/"))


def test_a_change_of_the_game_is_noticed():
    cast = Cast()
    counts = iter(range(99))
    row = ("GET", in_room("qr.svg"), {}, "+++++++")
    wrong = wrong_in(cast, [row], of_players=lambda: next(counts))
    assert {who for *_request, who in wrong} == set(OUTSIDE)
