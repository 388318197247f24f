"""Records with one error each, and bytes that are not records; with parts of their verdicts."""

import copy
import json
from collections.abc import Callable
from typing import Any

Document = dict[str, Any]
Change = Callable[[Document], Any]


def wrong_hit(document: Document) -> None:
    first_ask(document)["hit"] = not first_ask(document)["hit"]


def first_ask(document: Document) -> Document:
    return next(move for move in document["moves"] if "ask" in move)


def first_claim(document: Document) -> Document:
    return next(move for move in document["moves"] if "claim" in move)


def dealt_twice(document: Document) -> None:
    document["hands"][0][0] = document["hands"][1][0]


def one_more_card(document: Document) -> None:
    document["hands"][0].append(document["hands"][1].pop())


def score(document: Document) -> None:
    document["result"]["scores"][0] += 1


def other_outcome(document: Document) -> None:
    claim = first_claim(document)
    claim["outcome"] = "misplaced" if claim["outcome"] == "correct" else "correct"


#: By name: the change to a valid record, the code of the verdict, and a part of its sentence.
BROKEN: dict[str, tuple[Change, str, str]] = {
    "teammate": (
        lambda document: document["moves"][0].update(of=(document["dealer"] + 2) % 4),
        "target_teammate",
        "Move 1: ",
    ),
    "not-their-turn": (
        lambda document: document["moves"][0].update(
            seat=(document["dealer"] + 1) % 4, of=document["dealer"]
        ),
        "not_your_turn",
        "turn",
    ),
    "no-such-card": (
        lambda document: first_ask(document).update(ask="1X"),
        "unknown_card",
        "“1X”",
    ),
    "wrong-hit": (wrong_hit, "wrong_hit", "The record says that"),
    "wrong-outcome": (other_outcome, "wrong_outcome", "The record calls the claim"),
    "dealt-twice": (dealt_twice, "bad_deal", "was dealt twice"),
    "one-more-card": (one_more_card, "bad_deal", "cards instead of"),
    "wrong-score": (score, "wrong_result", "The result in the record is"),
    "too-short": (
        lambda document: document["moves"].pop(),
        "wrong_result",
        "do not end the game",
    ),
    "goes-on": (
        lambda document: document["moves"].append({"seat": 0, "pass": 2}),
        "game_over",
        "The game was already over.",
    ),
    "another-format": (
        lambda document: document.update(format="chess/1"),
        "malformed",
        "literature-record/1",
    ),
    "no-seats": (lambda document: document.pop("seats"), "malformed", "“seats”"),
    "seed": (lambda document: document.update(seed="00" * 32), "bad_seed", "The seed"),
}

#: Bytes that are not a record, each with a part of the sentence about them.
NO_RECORDS = {
    "empty": (b"", "The file is empty."),
    "key-twice": (b'{"format": "x", "format": "y"}', "the same key twice"),
    "picture": (b"\x89PNG\r\n\x1a\n\xff", "not text in UTF-8"),
    "half": (b'{"format": "literature-record/1",\n "rules": ', "line 2"),
    "list": (b"[1, 2]", "not one JSON object"),
}


def broken(document: Document, name: str) -> bytes:
    """A copy of a valid record of four players, with the error that has this name."""
    changed = copy.deepcopy(document)
    BROKEN[name][0](changed)
    return json.dumps(changed).encode()
