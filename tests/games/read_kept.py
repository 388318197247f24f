"""Stored games of earlier releases, which every later release replays.

``tests/games/RELEASE.jsonl.xz`` has one game per line: the preset (or ""), all options, the record
and the result. ``make keep-games`` writes a file before the release. Afterwards the file never
changes; ``SHA256SUMS`` has its hash.
"""

import hashlib
import json
import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from literature.protocol import observation_document
from literature.record import FORMATS, move_from_json, result_of
from literature.rules.apply import apply
from literature.rules.cards import hand_of, hand_text, parse_card
from literature.rules.information_state import information_state, observation
from literature.rules.moves import Event
from literature.rules.options import Rules
from literature.rules.state import State, new_game

FOLDER = Path(__file__).parent
SUMS = FOLDER / "SHA256SUMS"

#: The stored parts of a view: the cards, the offered moves, and the visible log.
SEEN = ["phase", "you", "turn", "may_pass", "scores", "sets", "hand", "legal"]


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed game: the state after the deal and after each move, and the events."""

    dealer: int
    states: list[State]
    log: list[Event]


def releases() -> dict[str, str]:
    """Return the hash of each file. The oldest release comes first."""
    lines = SUMS.read_text().splitlines() if SUMS.exists() else []
    return {name: said for said, name in (line.split() for line in lines)}


def hash_of(file: Path) -> str:
    """Return a file's hash in the format of sha256sum."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def kept_games(name: str) -> Iterator[dict[str, Any]]:
    """Yield the games of a file."""
    with lzma.open(FOLDER / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def rules_of(kept: dict[str, Any]) -> Rules:
    """Return the rules of a stored game, by the version of the rules that its record names."""
    version = {name: number for number, name in FORMATS.items()}[kept["record"]["format"]]
    return Rules.from_json(kept["dials"], version)


def replay_of(rules: Rules, record: dict[str, Any]) -> Replay:
    """Play the moves of a record. Ignore the outcomes that the record contains."""
    dealt = [hand_of(map(parse_card, hand)) for hand in record["hands"]]
    states, log = [new_game(rules, dealt, record["dealer"])], list[Event]()
    for move in record["moves"]:
        state, event = apply(states[-1], move_from_json(rules, move))
        states.append(state)
        log.append(event)
    return Replay(record["dealer"], states, log)


def final(replay: Replay) -> dict[str, Any]:
    """Return the whole result of a game."""
    state = replay.states[-1]
    return {
        "moves": state.number,
        "phase": state.phase,
        "turn": state.turn,
        "hands": [hand_text(hand) for hand in state.hands],
        **result_of(state),
    }


def views(replay: Replay) -> list[dict[str, Any]]:
    """Return the views of a seat and of a spectator at six positions from the deal to the end."""
    moves = len(replay.log)
    return [
        {"after": number, **_view(replay, number, viewer)}
        for number in sorted({moves * part // 5 for part in range(6)})
        for viewer in (number % len(replay.states[0].hands), None)
    ]


def _view(replay: Replay, number: int, viewer: int | None) -> dict[str, Any]:
    state = replay.states[number]
    dealt = None if viewer is None else replay.states[0].hands[viewer]
    seen = observation(
        information_state(state, replay.log[:number], viewer, dealer=replay.dealer, dealt=dealt)
    )
    shown = observation_document(seen)
    return {key: shown[key] for key in SEEN} | {
        "counts": list(seen.counts) if seen.counts else None,
        "out": list(seen.out),
        "log": [move["number"] for move in shown["log"]],
    }
