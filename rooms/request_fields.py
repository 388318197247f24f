"""The fields of a request or of a socket message, and the answer to a move. A move has the same
fields in both.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.datastructures import MultiValueDict

from game.models import Game
from game.play import Answer, Choose
from game.refusals import Refused
from literature.record import logged_move
from literature.rules.cards import parse_card
from literature.rules.moves import Ask, Claim, Move, Pass, holders_of

Fields = MultiValueDict

#: The kinds of moves.
KINDS = ("ask", "claim", "pass")

#: The numbers that a column of the database can have.
COLUMN = range(-(2**63), 2**63)


def chosen(kind: str, fields: Fields) -> Choose:
    """Return a function that parses a move of this kind (``KINDS``) from the fields, once the game
    is known.

    The function raises ``Refused`` with ``bad_request``; or with ``stale`` if the fields name
    another ``game``.
    """

    def meant(game: Game, seat: int) -> Move:
        if fields.get("game", game.id) != game.id:
            raise Refused("stale")
        if kind == "ask":
            card = parse_card(fields.get("card", ""))
            return Ask(seat, card, _at_table(game, integer(fields, "of")))
        if kind == "claim":
            index = game.deck.set_index(fields.get("set", ""))
            return Claim(seat, index, holders_of(_holders(fields, game)))
        return Pass(seat, _at_table(game, integer(fields, "to")))

    return meant


def answered(answer: Answer) -> dict[str, Any]:
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


def _holders(fields: Fields, game: Game) -> list[tuple[int, int]]:
    """Return all holders in the fields. The rules refuse a card that has no holder or two
    holders.
    """
    named = []
    for field, values in fields.lists():
        if not field.startswith("holder-"):
            continue
        for value in filter(None, values):
            try:
                seat = int(value)
            except ValueError as error:
                raise Refused("bad_request") from error
            named.append((parse_card(field.removeprefix("holder-")), _at_table(game, seat)))
    return named


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
