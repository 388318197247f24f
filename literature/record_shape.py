"""Checks the form of a record: all errors that docs/record.md calls malformed.

Unknown names of cards and sets are not errors here: ``record.replay`` finds them.
"""

import json
from typing import Any, Final, NotRequired, TypedDict, cast

from literature.rules.moves import OUTCOMES
from literature.rules.options import OPTIONS, RECORD_OPTIONS, BadRules, Value, check_option
from literature.rules.versions import VERSIONS

#: The ``format`` of a record for each version of the rules.
FORMATS: Final = {version: f"literature-record/{version}" for version in VERSIONS}
DEEPEST: Final = 50

# Python converts integers of at most 4,300 digits. If an integer is longer, use only its first
# digits, because the result is still too large for any seat or score.
_MOST_DIGITS: Final = 4000


#: A move with the keys of its kind: an ask, a claim or a pass. The last two keys are only in logs.
MoveDocument = TypedDict("MoveDocument", {
    "seat": int,
    "ask": str, "of": int, "hit": bool,
    "claim": str, "holders": dict[str, int], "outcome": str,
    "pass": int,
    "number": int, "revealed": dict[str, int],
}, total=False)  # fmt: skip


class Document(TypedDict):
    """A record with a valid form. It may have more keys."""

    format: str
    rules: dict[str, Value]
    seats: list[dict[str, Any]]
    dealer: int
    hands: list[list[str]]
    moves: list[MoveDocument]
    result: NotRequired[dict[str, Any]]


class Malformed(ValueError):
    """A document is not a record. The error's text names the wrong part."""


def parse_document(data: bytes) -> Document:
    """The document of a record, if its form is valid. Raise ``Malformed`` otherwise."""
    document = _parse(data)
    _require(type(document) is dict, "document")
    _require(document.get("format") in FORMATS.values(), "format")
    rules = document.get("rules")
    _require(type(rules) is dict, "rules")
    for option in RECORD_OPTIONS:
        try:
            check_option(option, rules.get(option), OPTIONS[option])
        except BadRules as error:
            raise Malformed(f"rules.{option}") from error
    players: int = rules["players"]
    for seat in _list(document.get("seats"), "seats", players):
        _require(type(seat) is dict and type(seat.get("name")) is str, "seats.name")
        _require(seat.get("bot") is None or type(seat["bot"]) is str, "seats.bot")
    _seat(document.get("dealer"), players)
    for hand in _list(document.get("hands"), "hands", players):
        _require(all(type(card) is str for card in _list(hand, "hands")), "hands")
    for move in _list(document.get("moves"), "moves"):
        _move(move, players)
    if "result" in document:
        result = document["result"]
        _require(type(result) is dict, "result")
        scores, sets = result.get("scores"), result.get("sets")
        _require(type(scores) is list and len(scores) == 2, "result.scores")
        _require(all(type(score) is int for score in scores), "result.scores")
        _require("winner" in result and _is_team_or_none(result["winner"]), "result.winner")
        _require(type(sets) is dict, "result.sets")
        _require(all(map(_is_team_or_none, sets.values())), "result.sets")
    return cast("Document", document)


def _parse(data: bytes) -> Any:
    try:
        text = data.decode("utf-8")
        document = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=lambda name: _require(False, name),
            parse_int=lambda digits: int(digits[:_MOST_DIGITS]),
        )
    except Malformed:
        raise
    except (ValueError, RecursionError) as error:
        raise Malformed("not JSON") from error
    level, depth = [document], 0
    while level:
        depth += 1
        _require(depth <= DEEPEST, "nested too deep")
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
    return document


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    _require(len(members) == len(pairs), "a key twice")
    return members


def _move(move: Any, players: int) -> None:
    _require(type(move) is dict, "moves")
    _require(sum(kind in move for kind in ("ask", "claim", "pass")) == 1, "moves: one kind each")
    _seat(move.get("seat"), players)
    if "ask" in move:
        _require(type(move["ask"]) is str, "ask")
        _seat(move.get("of"), players)
        _require(type(move.get("hit")) is bool, "hit")
    elif "claim" in move:
        holders, outcome = move.get("holders"), move.get("outcome")
        _require(type(move["claim"]) is str, "claim")
        _require(type(holders) is dict, "holders")
        for seat in holders.values():
            _seat(seat, players)
        _require(type(outcome) is str and outcome in OUTCOMES, "outcome")
    else:
        _seat(move["pass"], players)


def _is_team_or_none(value: object) -> bool:
    return value is None or (type(value) is int and value in (0, 1))


def _seat(seat: object, players: int) -> None:
    _require(type(seat) is int and 0 <= seat < players, "a seat number")


def _list(items: object, what: str, size: int | None = None) -> list[Any]:
    if not isinstance(items, list) or (size is not None and len(items) != size):
        raise Malformed(what)
    return items


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise Malformed(what)
