"""The file with the puzzles of all days: one line of JSON for each day.

A line has the situation as seen from seat 0 ("you"), the answer, and the argument as the page
explains it. So no page has to search for an argument.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from literature.puzzles.finder import Puzzle
from literature.puzzles.situation import Situation
from literature.rules.cards import CARDS, hand_text, parse_card, parse_hand
from literature.rules.decks import DECKS
from literature.rules.moves import Asked
from literature.rules.state import UNRESOLVED
from literature.stored import from_json, to_json

FILE: Final = Path(__file__).parent / "data" / "puzzles.jsonl"


class StoredPuzzle(NamedTuple):
    """A puzzle in the file, and the number of the game of bots from which it was made."""

    game: int
    puzzle: Puzzle


@cache
def _lines() -> Sequence[str]:
    return FILE.read_text().splitlines()


def number_of_days() -> int:
    """The number of days with a puzzle."""
    return len(_lines())


def puzzle_at(index: int) -> Puzzle:
    """The puzzle of day ``index``, from 0. After the last day, the first puzzle comes again."""
    return from_line(_lines()[index % number_of_days()]).puzzle


def to_line(stored: StoredPuzzle) -> str:
    """The line of the file for a puzzle."""
    situation = stored.puzzle.situation
    document = {
        "game": stored.game,
        "kind": stored.puzzle.kind,
        "deck": situation.deck_name,
        "hand": " ".join(hand_text(situation.hand)),
        "counts": situation.counts,
        "scorers": situation.scorers,
        "turn": situation.turn,
        "asks": [
            f"{ask.seat} {CARDS[ask.card]} {ask.of} {'hit' if ask.hit else 'miss'}"
            for ask in situation.asks
        ],
        "answer": {CARDS[card]: seat for card, seat in stored.puzzle.answer},
        "argument": [to_json(step) for step in stored.puzzle.argument],
    }
    return json.dumps(document, separators=(",", ":"))


def from_line(text: str) -> StoredPuzzle:
    """The puzzle in a line of the file."""
    document = json.loads(text)
    deck = DECKS[document["deck"]]
    scorers = tuple(document["scorers"])
    situation = Situation(
        deck_name=deck.name,
        hand=parse_hand(document["hand"].split()),
        counts=tuple(document["counts"]),
        live=sum(each.mask for each in deck.sets if scorers[each.index] == UNRESOLVED),
        scorers=scorers,
        asks=tuple(
            Asked(number, int(seat), parse_card(card), int(of), answer == "hit")
            for number, (seat, card, of, answer) in enumerate(map(str.split, document["asks"]))
        ),
        turn=document["turn"],
    )
    answer = tuple((parse_card(card), seat) for card, seat in document["answer"].items())
    argument = tuple(map(from_json, document["argument"]))
    return StoredPuzzle(document["game"], Puzzle(document["kind"], situation, answer, argument))
