"""The protocol of bots as programs: one question per line, one answer per line (docs/bots.md).

A question is the game's part of one seat's ``state.json``, with everything that the seat has seen
since the deal. An answer is a move as in a record, without ``seat``, ``hit`` and ``outcome``. A
seat without the turn may answer ``null``.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from literature.record import logged_move, move_from_json, move_to_json, resolved_sets
from literature.record_shape import MoveDocument
from literature.rules.cards import CARDS, hand_of, hand_text, parse_card
from literature.rules.decks import DECKS
from literature.rules.information_state import InformationState, Observation, observation
from literature.rules.moves import Ask, Asked, Claim, Claimed, Event, Move, Passed, holders_of
from literature.rules.options import Rules
from literature.rules.state import NOBODY, UNRESOLVED


class BadMessage(ValueError):
    """A line that is not a valid question or answer."""


def observation_document(observation: Observation) -> dict[str, object]:
    """The game's part of ``state.json``, without the room and the people."""
    sets = DECKS[observation.rules.deck].sets
    return {
        "version": observation.number,
        "phase": observation.phase,
        "you": observation.you,
        "turn": observation.turn,
        "may_pass": observation.may_pass,
        "rules": observation.rules.to_json(),
        "scores": list(observation.scores),
        "sets": resolved_sets(observation.rules, observation.scorers),
        "hand": None if observation.hand is None else hand_text(observation.hand),
        "log": [logged_move(observation.rules, event) for event in observation.log],
        "legal": {
            "asks": {CARDS[card]: list(seats) for card, seats in observation.legal.asks.items()},
            "claims": [sets[index].name for index in observation.legal.claims],
            "passes": list(observation.legal.passes),
        },
        "dealer": observation.dealer,
    }


def question(seen: InformationState, counts: Sequence[int]) -> dict[str, object]:
    """The question for a bot.

    ``counts`` has the sizes of all hands. They follow from the log, but make a bot easier to write.
    """
    assert seen.dealt is not None
    document = observation_document(replace(observation(seen), log=tuple(seen.log)))
    seats = [
        {"name": f"Seat {seat}", "avatar": "", "team": seat % 2, "bot": None, "away": False}
        | {"cards": cards, "out": not cards}
        for seat, cards in enumerate(counts)
    ]
    return (
        {"room": None, "game": None}
        | document
        | {"seats": seats, "deadline": None, "dealt": hand_text(seen.dealt)}
    )


def read_question(line: str) -> InformationState:
    """The information state in a question. Raise ``BadMessage`` if it is not valid."""
    try:
        document = json.loads(line)
        rules = Rules.from_json(document["rules"])
        seats, resolved = document["seats"], document["sets"]
        scorers = tuple(
            UNRESOLVED if name not in resolved
            else NOBODY if resolved[name] is None else resolved[name]
            for name in (each.name for each in DECKS[rules.deck].sets)
        )  # fmt: skip
        log = tuple(_event(rules, move) for move in document["log"])
        if [event.number for event in log] != list(range(document["version"])):
            raise BadMessage("the log is not complete")
        return InformationState(
            rules=rules,
            dealer=document["dealer"],
            seat=document["you"],
            dealt=hand_of(map(parse_card, document["dealt"])),
            hand=hand_of(map(parse_card, document["hand"])),
            number=document["version"],
            turn=document["turn"],
            phase=document["phase"],
            may_pass=document["may_pass"],
            live=sum(
                each.mask for each in DECKS[rules.deck].sets if scorers[each.index] == UNRESOLVED
            ),
            scores=(document["scores"][0], document["scores"][1]),
            scorers=scorers,
            out=tuple(seat["out"] for seat in seats),
            counts=tuple(seat["cards"] for seat in seats),
            log=log,
        )
    except BadMessage:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise BadMessage(f"not a question: {error!r}") from error


def answer(rules: Rules, move: Move | None) -> dict[str, object] | None:
    """A move as an answer."""
    if move is None:
        return None
    return {key: value for key, value in move_to_json(rules, move).items() if key != "seat"}


def read_answer(rules: Rules, seat: int, line: str) -> Move | None:
    """The move in an answer; it may be illegal. Raise ``BadMessage`` if it is not a move."""
    try:
        said: Any = json.loads(line)
    except ValueError as error:
        raise BadMessage(f"not JSON: {line.strip()[:200]!r}") from error
    if said is None:
        return None
    # The seats that the answer names, and its keys that no kind of move has.
    seats: list[object] = [None]
    more: dict[object, object] = {}
    match said:
        case {"ask": str(), "of": of, **more}:
            seats = [of]
        case {"claim": str(), "holders": dict(holders), **more}:
            seats = [*holders.values()]
        case {"pass": to, **more}:
            seats = [to]
    if more or not all(type(each) is int and 0 <= each < rules.players for each in seats):
        raise BadMessage(f"not a move: {line.strip()[:200]}")
    return move_from_json(rules, said | {"seat": seat})


def _event(rules: Rules, move: MoveDocument) -> Event:
    number, done = move["number"], move_from_json(rules, move)
    if isinstance(done, Ask):
        return Asked(number, *done, move["hit"])
    if isinstance(done, Claim):
        shown = move.get("revealed")
        named = ((parse_card(card), seat) for card, seat in (shown or {}).items())
        revealed = None if shown is None else holders_of(named)
        return Claimed(number, *done, move["outcome"], revealed)
    return Passed(number, *done)
