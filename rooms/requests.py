"""The requests that people send to a room, by a socket or by POST: their fields, and their moves. A
move has the same fields in both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.utils import timezone
from django.utils.datastructures import MultiValueDict

from game import database_time, play
from game.models import Game
from game.refusals import Refused
from literature.record import logged_move
from literature.rules.cards import parse_card
from literature.rules.moves import Ask, Claim, Move, Pass, holders_of
from rooms.live import active_tab, presence

Fields = MultiValueDict

#: The kinds of moves.
KINDS = ("ask", "claim", "pass")

#: The numbers that a column of the database can have.
COLUMN = range(-(2**63), 2**63)


@dataclass(frozen=True, slots=True)
class Sent:
    """A move with the session and the tab of the person who sent it. A program has no tab."""

    user_id: int
    session_key: str | None
    tab: str
    kind: str
    fields: Fields

    def move(self, game: Game, seat: int) -> Move:
        """Parse the move of the player at ``seat``.

        Raise ``Refused`` with ``bad_request``; or with ``stale`` if the fields name another
        ``game``.
        """
        fields = self.fields
        if fields.get("game", game.id) != game.id:
            raise Refused("stale")
        if self.kind == "ask":
            card = parse_card(fields.get("card", ""))
            return Ask(seat, card, _at_table(game, integer(fields, "of")))
        if self.kind == "claim":
            index = game.deck.set_index(fields.get("set", ""))
            # All holders. The rules refuse a card that has no holder or two holders.
            named = [
                (
                    parse_card(field.removeprefix("holder-")),
                    _at_table(game, integer({field: value}, field)),
                )
                for field, values in fields.lists()
                for value in values
                if field.startswith("holder-") and value
            ]
            return Claim(seat, index, holders_of(named))
        return Pass(seat, _at_table(game, integer(fields, "to")))

    def permission(self, code: str) -> tuple[str, list[Any]]:
        """The permission to move in the room (``play.Request``): the person is signed in, uses no
        other tab, and plays.
        """
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        values = [self.session_key, now]
        other_tab = ""
        if self.tab:
            long_ago, silent = database_time.sql(active_tab.SILENT)
            other_tab = (
                f" WHEN seat.tab NOT IN ('', %s) AND seat.last_seen >= {long_ago} THEN 'other_tab'"
            )
            values += [self.tab, *silent]
        sql = (
            "SELECT room.game_id, CASE WHEN NOT (person.is_active AND EXISTS (SELECT 1"
            " FROM django_session WHERE session_key = %s AND expire_date > %s)) THEN 'no_name'"
            f"{other_tab} WHEN room.game_id IS NULL THEN 'not_playing'"
            " WHEN NOT EXISTS (SELECT 1 FROM game_player player"
            " WHERE player.game_id = room.game_id AND player.user_id = person.id) THEN 'not_seated'"
            " ELSE '' END AS refused"
            " FROM rooms_room room JOIN accounts_user person ON person.id = %s"
            " LEFT JOIN rooms_seat seat ON seat.room_id = room.id AND seat.user_id = person.id"
            " WHERE room.code = %s"
        )
        return sql, [*values, self.user_id, code]


def make_move(code: str, sent: Sent, stored: play.StoredGame | None = None) -> play.MadeMove:
    """Make a move. ``stored`` is an earlier reading of the room's game.

    Raise as ``play.act`` does, and ``Refused`` with ``bad_request``, ``no_name``, ``no_room``,
    ``not_playing`` or ``other_tab``.
    """
    name = request_id(sent.fields, required=True)
    request = play.Request(sent.user_id, name, sent.permission(code))
    version = integer(sent.fields, "version")
    try:
        answer = play.act(None, sent.move, version=version, request=request, stored=stored)
    except Game.DoesNotExist:
        raise Refused("not_playing") from None
    if answer.came_back:
        presence.note_request(code, sent.user_id)
    return answer


def answered(answer: play.MadeMove) -> dict[str, object]:
    """Return the JSON answer to the player who moved."""
    return {
        "game": answer.game.id,
        "version": answer.version,
        "move": logged_move(answer.game.rules, answer.event),
    }


def _at_table(game: Game, seat: int) -> int:
    if not 0 <= seat < game.rules.players:
        raise Refused("bad_request")
    return seat


def integer(fields: Mapping[str, str], field: str) -> int:
    """Return an integer field of the form. Raise ``Refused`` with ``bad_request`` if the field is
    missing, not an integer, or too large for a column of the database.
    """
    try:
        number = int(fields[field])
    except (KeyError, ValueError) as error:
        raise Refused("bad_request") from error
    if number not in COLUMN:
        raise Refused("bad_request")
    return number


def request_id(fields: Mapping[str, str], *, required: bool) -> str:
    """Return the field ``request_id`` of the form. Raise ``Refused`` with ``bad_request`` if the
    value is too long or not printable ASCII, or if it is ``required`` and missing.
    """
    given = fields.get("request_id", "")
    printable = given.isascii() and given.isprintable()
    if len(given) > 64 or not printable or (required and not given):
        raise Refused("bad_request")
    return given
