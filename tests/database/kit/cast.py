"""The people who request each URL, and the format of the tables of expected answers.

Except for the staff pages, a row has a letter for each of these people: a visitor without a
session, a guest from another room, a spectator, a player, the host, a removed person, and staff.
The staff member is a superuser, which gives no rights at a table.
"""

from contextlib import contextmanager
from copy import deepcopy
from unittest import mock

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.person_key import key_of
from finished import sharing
from rooms.actions import lobby
from rooms.live import presence
from rooms.models import Room
from tests.database.kit.staff import staff
from tests.kit import JSON, people, person, play_on, signed_in, table_of

HOST_SEAT = 0
WHO = ("nobody", "elsewhere", "spectator", "player", "host", "removed", "staff")

#: For each letter a status, and a refusal's code or the target of a redirect, or None.
MEANING = {
    "+": (200, None),
    "o": (204, None),
    ">": (302, None),
    "H": (302, "/"),
    "N": (302, "/guest/"),
    "i": (302, "/accounts/login/"),
    "u": (302, "/accounts/signup/"),
    "A": (302, "/accounts/reauthenticate/"),
    "S": (302, "/accounts/sessions/"),
    "P": (302, "/accounts/password/change/"),
    "R": (302, "/accounts/password/reset/done/"),
    "d": (302, "/admin/login/"),
    "D": (302, "/admin/"),
    "C": (302, "/accounts/login/code/confirm/"),
    "1": (401, None),
    "n": (403, "no_name"),
    "s": (403, "not_seated"),
    "e": (403, "not_of_room"),
    "h": (403, "not_host"),
    "x": (403, "removed"),
    "g": (403, "game_running"),
    "l": (403, "not_played"),
    "f": (403, "no_help"),
    "3": (403, None),
    "q": (404, "no_person"),
    "0": (404, "no_game"),
    "4": (404, None),
    "T": (404, "table_gone"),
    "5": (405, None),
    "v": (409, "stale"),
    "r": (422, "not_ready"),
    "p": (422, "not_playing"),
    "G": (422, "game_over"),
    "t": (422, "no_talk"),
    "c": (422, "name_in_game"),
    "F": (422, "no_files"),
    "a": (422, "not_away"),
    "j": (422, "not_alone"),
    "y": (422, "your_turn"),
    "w": (422, "no_pause or timing"),
    "m": (422, "about the move"),
    "b": (422, "bad_request"),
    "W": (422, "not_watching"),
    "V": (422, "no_vote"),
    "k": (422, None),
    "z": (503, None),
}
ONE_OF = {
    "no_pause or timing": {"your_turn", "not_your_turn"},
    "about the move": {"not_your_turn", "target_teammate", "bad_holders", "may_not_pass"},
}


class Cast:
    """A room, and all people who are named in the tables of expected answers. In the room's game
    the host has the turn.
    """

    def __init__(self):
        with mock.patch("rooms.actions.playing.secrets.randbelow", return_value=HOST_SEAT):
            self.room = table_of(people(4))
        players = {player.user_id: player.user for player in self.room.game.players.all()}
        host = players.pop(self.room.host_id)
        self.people = {
            "elsewhere": person("Eva"),
            "spectator": person("Wim"),
            "player": next(iter(players.values())),
            "host": host,
            "removed": person("Rex"),
            "staff": staff("sam", superuser=True),
        }
        self.room.bans.create(user=self.people["removed"])
        lobby.open_room(self.people["elsewhere"], "classic")
        self.clients = {who: signed_in(user) for who, user in self.people.items()}
        self.clients["nobody"] = Client()
        #: The ids of other objects in URLs. Of these people, only the staff have an account.
        self.ids = {
            "account": key_of(self.people["staff"].pk),
            "player": key_of(self.people["player"].pk),
        }

    def there(self, phase):
        """Bring the room into the state ``lobby``, ``playing``, ``over`` or ``shared`` (the game is
        shared). Return the cast.
        """
        if phase == "lobby":
            Room.objects.filter(pk=self.room.pk).update(game=None)
        if phase in ("over", "shared"):
            presence.renew_spectators({self.room.code: [self.people["spectator"].pk]})
            play_on(self.room.game)
        if phase == "shared":
            # The player who shares the game is not one of the people in the tables. So none of
            # these people can end the share.
            other = self.room.game.players.exclude(user=self.people["host"]).last().user
            sharing.share(self.room.game, other)
        return self

    def address(self, path):
        """Replace the placeholders in a path by the room's code, its game's id and other ids."""
        return path.format(room=self.room.code, game=self.room.game.pk, **self.ids)

    def send(self, who, method, path, fields, headers=JSON):
        """Send a request. Return the status of the response, with the refusal's code or the target
        of the redirect.
        """
        client = self.clients[who]
        if method == "GET":
            answer = client.get(path, headers=headers)
        else:
            fields = {"request_id": f"{who} {path}", **fields}
            answer = client.post(path, fields, headers=headers)
        if answer.status_code == 302:
            return 302, answer["Location"].partition("?")[0]
        has_text = not answer.streaming and answer.content
        is_json = has_text and answer["Content-Type"] == "application/json"
        body = answer.json() if is_json else {}
        refused = answer.status_code >= 400
        return answer.status_code, body.get("code") if refused else None

    @contextmanager
    def undone(self):
        """Roll back all changes that are made in this block."""
        cookies = {who: deepcopy(client.cookies) for who, client in self.clients.items()}
        before = transaction.savepoint()
        yield
        transaction.savepoint_rollback(before)
        for who, client in self.clients.items():
            client.cookies = cookies[who]


def fits(letter, got):
    """Return whether a letter means this response."""
    status, code = MEANING[letter]
    if letter == ">":
        return got[0] == status
    return got[0] == status and (got[1] in ONE_OF[code] if code in ONE_OF else got[1] == code)


#: The people whose requests are enough for URLs where a seat gives no rights (``WITHOUT_SEATS``),
#: and for URLs where all signed-in people except staff have the same rights (``STAFF_OR_NOT``).
#: ``make soak`` sends requests for all people.
WITHOUT_SEATS = ("nobody", "player", "removed", "staff")
STAFF_OR_NOT = ("nobody", "host", "staff")

#: The people without a seat.
OUTSIDE = ("nobody", "elsewhere", "spectator", "removed", "staff")


def some_or_all(*some):
    """Parametrize a test: ``who`` is these people, and with ``make soak`` all people."""
    everybody = pytest.param(WHO, id="all", marks=pytest.mark.soak)
    return pytest.mark.parametrize("who", [pytest.param(some, id="some"), everybody])


def wrong_in(cast, rows, headers=JSON, of_players=None, who=WHO):
    """Return the wrong answers to some people for some rows (method, path, fields and letters).

    Each request is independent: the changes of the previous request are rolled back. No request of
    a person without a seat may change what ``of_players`` reads.
    """
    wrong, before = {}, of_players and of_players()
    for method, path, fields, letters in rows:
        for each in who:
            cache.clear()
            with cast.undone():
                got = cast.send(each, method, cast.address(path), fields, headers)
                if not fits(letters[WHO.index(each)], got):
                    wrong[method, path, *fields, each] = got
                if of_players and each in OUTSIDE and of_players() != before:
                    wrong[method, path, *fields, each] = "changes the game or the seats"
    return wrong
