"""Checks the form of a record: all errors that RECORD.md calls malformed.

Unknown names of cards and sets are not errors here: ``record.replay`` finds them.
"""

import json
from collections.abc import Callable
from typing import Any, Final

from .moves import OUTCOMES
from .options import OPTIONS, RECORD_OPTIONS, BadRules, check_option
from .versions import VERSIONS

#: The ``format`` of a record for each version of the rules.
FORMATS: Final = {version: f"literature-record/{version}" for version in VERSIONS}
DEEPEST: Final = 50

# Python converts integers of at most 4,300 digits. If an integer is longer, use only its first
# digits, because the result is still too large for any seat or score.
_MOST_DIGITS: Final = 4000


class Malformed(ValueError):
    """A document is not a record. The error's text names the wrong part."""


def parse_document(data: bytes) -> dict[str, Any]:
    """The document of a record, if its form is valid. Raise ``Malformed`` otherwise."""
    document = _parse(data)
    _require(type(document) is dict, "document")
    _require(document.get("format") in FORMATS.values(), "format")
    _rules(document.get("rules"))
    players: int = document["rules"]["players"]
    _list_of(document.get("seats"), _seat_holder, "seats", players)
    _seat(document.get("dealer"), players)
    _list_of(document.get("hands"), _hand, "hands", players)
    _list_of(document.get("moves"), lambda move: _move(move, players), "moves")
    if "result" in document:
        _result(document["result"])
    return document  # type: ignore[no-any-return]


def _parse(data: bytes) -> Any:
    try:
        text = data.decode("utf-8")
        document = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_no_constant,
            parse_int=_integer,
        )
    except (ValueError, RecursionError) as error:
        raise Malformed("not JSON") from error
    _check_depth(document)
    return document


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    _require(len(members) == len(pairs), "a key twice")
    return members


def _no_constant(name: str) -> None:
    raise Malformed(name)


def _integer(digits: str) -> int:
    return int(digits[:_MOST_DIGITS])


def _check_depth(document: Any) -> None:
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


def _rules(rules: Any) -> None:
    _require(type(rules) is dict, "rules")
    for option in RECORD_OPTIONS:
        try:
            check_option(option, rules.get(option), OPTIONS[option])
        except BadRules as error:
            raise Malformed(f"rules.{option}") from error


def _seat_holder(seat: Any) -> None:
    _require(type(seat) is dict and type(seat.get("name")) is str, "seats.name")
    _require(seat.get("bot") is None or type(seat["bot"]) is str, "seats.bot")


def _hand(hand: Any) -> None:
    _list_of(hand, lambda card: _require(type(card) is str, "hands"), "hands")


def _move(move: Any, players: int) -> None:
    _require(type(move) is dict, "moves")
    kinds = [kind for kind in _MOVES if kind in move]
    _require(len(kinds) == 1, "moves: one kind each")
    _seat(move.get("seat"), players)
    _MOVES[kinds[0]](move, players)


def _ask(move: dict[str, Any], players: int) -> None:
    _require(type(move["ask"]) is str, "ask")
    _seat(move.get("of"), players)
    _require(type(move.get("hit")) is bool, "hit")


def _claim(move: dict[str, Any], players: int) -> None:
    _require(type(move["claim"]) is str, "claim")
    holders = move.get("holders")
    _require(type(holders) is dict, "holders")
    for seat in holders.values():  # type: ignore[union-attr]
        _seat(seat, players)
    outcome = move.get("outcome")
    _require(type(outcome) is str and outcome in OUTCOMES, "outcome")


def _pass(move: dict[str, Any], players: int) -> None:
    _seat(move["pass"], players)


_MOVES: Final[dict[str, Callable[[dict[str, Any], int], None]]] = {
    "ask": _ask,
    "claim": _claim,
    "pass": _pass,
}


def _result(result: Any) -> None:
    _require(type(result) is dict, "result")
    scores, sets = result.get("scores"), result.get("sets")
    _require(type(scores) is list and len(scores) == 2, "result.scores")
    _require(all(type(score) is int for score in scores), "result.scores")
    _require("winner" in result and _is_team_or_none(result["winner"]), "result.winner")
    _require(type(sets) is dict, "result.sets")
    _require(all(_is_team_or_none(scorer) for scorer in sets.values()), "result.sets")


def _is_team_or_none(value: Any) -> bool:
    return value is None or (type(value) is int and value in (0, 1))


def _seat(seat: Any, players: int) -> None:
    _require(type(seat) is int and 0 <= seat < players, "a seat number")


def _list_of(items: Any, check: Callable[[Any], None], what: str, size: int | None = None) -> None:
    _require(type(items) is list and (size is None or len(items) == size), what)
    for item in items:
        check(item)


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise Malformed(what)
