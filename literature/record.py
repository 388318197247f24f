"""Game records: writes, reads and verifies them (docs/record.md).

``verdict`` finds the first error. It checks the form, then the deal, then each move, then the
result. ``read`` checks only the form; ``replay`` plays the moves.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from literature.record_shape import FORMATS, Document, Malformed, MoveDocument, parse_document
from literature.rules.apply import apply
from literature.rules.cards import card_text, hand_of, hand_text, parse_card
from literature.rules.deal import hand_sizes
from literature.rules.decks import DECKS
from literature.rules.legality import IllegalMove
from literature.rules.moves import (
    Ask,
    Asked,
    Claim,
    Claimed,
    Event,
    Move,
    Pass,
    holders_of,
    move_of,
)
from literature.rules.options import RECORD_OPTIONS, Rules
from literature.rules.state import FINISHED, NOBODY, UNRESOLVED, State, new_game, winner


class Verdict(NamedTuple):
    """The first error of a record: the index of the wrong move, and the code of the error.

    The index is None if the error is not in a move.
    """

    move: int | None
    code: str


class BadRecord(Exception):
    """A record is not valid. ``verdict`` has the first error."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.code)
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Record:
    """A record with a valid form: its rules, and the whole document with its unknown keys."""

    rules: Rules
    document: Document

    @property
    def dealer(self) -> int:
        """The seat of the dealer."""
        return self.document["dealer"]


class PlayedRecord(NamedTuple):
    """A record after its replay: the dealt hands, the played events, and the last state."""

    record: Record
    dealt: tuple[int, ...]
    log: tuple[Event, ...]
    state: State


def verdict(data: bytes) -> Verdict | None:
    """The verdict on the bytes of a record; None if the record is valid."""
    try:
        replay(read(data))
    except BadRecord as bad:
        return bad.verdict
    return None


def read(data: bytes) -> Record:
    """The record in ``data``. Raise ``BadRecord`` (``malformed``) if its form is not valid."""
    try:
        document = parse_document(data)
    except Malformed as error:
        raise BadRecord(Verdict(None, "malformed")) from error
    options = {option: document["rules"][option] for option in RECORD_OPTIONS}
    version = next(each for each, name in FORMATS.items() if name == document["format"])
    return Record(Rules.from_json(options, version), document)


def replay(record: Record, moves: int | None = None) -> PlayedRecord:
    """Play the moves of a record, or only its first ``moves`` moves.

    Raise ``BadRecord`` with the first error in the deal or a played move. The result is checked
    only without ``moves``.
    """
    rules, document = record.rules, record.document
    hands = [[parse_card(text) for text in hand] for hand in document["hands"]]
    whole_deck = sorted(chain(*hands)) == sorted(DECKS[rules.deck].cards)
    if not whole_deck or tuple(map(len, hands)) != hand_sizes(rules, record.dealer):
        raise BadRecord(Verdict(None, "bad_deal"))
    dealt = tuple(map(hand_of, hands))
    state, log = new_game(rules, dealt, record.dealer), []
    for index, move in enumerate(document["moves"][:moves]):
        try:
            state, event = apply(state, move_from_json(rules, move))
        except IllegalMove as error:
            raise BadRecord(Verdict(index, error.code)) from error
        if isinstance(event, Asked) and event.hit is not move["hit"]:
            raise BadRecord(Verdict(index, "wrong_hit"))
        if isinstance(event, Claimed) and event.outcome != move["outcome"]:
            raise BadRecord(Verdict(index, "wrong_outcome"))
        log.append(event)
    if moves is None and "result" in document:
        said, true = document["result"], result_of(state)
        if state.phase != FINISHED or any(said[key] != value for key, value in true.items()):
            raise BadRecord(Verdict(None, "wrong_result"))
    return PlayedRecord(record, dealt, tuple(log), state)


def document(
    state: State, dealt: Sequence[int], dealer: int, log: Iterable[Event],
    seats: Sequence[Mapping[str, object]], extra: Mapping[str, object] | None = None,
) -> dict[str, object]:  # fmt: skip
    """A game as the JSON document of a record. The keys of ``extra`` come after the known keys."""
    rules = {option: getattr(state.rules, option) for option in RECORD_OPTIONS}
    shown = {"history": state.rules.history, "hand_counts": state.rules.hand_counts}
    record: dict[str, object] = {
        "format": FORMATS[state.rules.version],
        "rules": rules | shown,
        "seats": [dict(seat) for seat in seats],
        "dealer": dealer,
        "hands": [hand_text(hand) for hand in dealt],
        "moves": [event_to_json(state.rules, event) for event in log],
    }
    if state.phase == FINISHED:
        record["result"] = result_of(state)
    return record | dict(extra or {})


def result_of(state: State) -> dict[str, Any]:
    """The ``result`` of a finished game in a record."""
    return {
        "scores": list(state.scores),
        "winner": winner(state.scores),
        "sets": resolved_sets(state.rules, state.scorers),
    }


def resolved_sets(rules: Rules, scorers: Sequence[int]) -> dict[str, int | None]:
    """The team that scored each resolved set, by the set's name; None if no team scored it."""
    return {
        card_set.name: None if scorer == NOBODY else scorer
        for card_set, scorer in zip(DECKS[rules.deck].sets, scorers, strict=True)
        if scorer != UNRESOLVED
    }


def move_from_json(rules: Rules, move: MoveDocument) -> Move:
    """A move from the JSON of a record. Unknown names become ``UNKNOWN``."""
    seat = move["seat"]
    if "ask" in move:
        return Ask(seat, parse_card(move["ask"]), move["of"])
    if "claim" in move:
        named = ((parse_card(card), holder) for card, holder in move["holders"].items())
        return Claim(seat, DECKS[rules.deck].set_index(move["claim"]), holders_of(named))
    return Pass(seat, move["pass"])


def move_to_json(rules: Rules, move: Move) -> MoveDocument:
    """A move as JSON, which ``move_from_json`` can read."""
    if isinstance(move, Ask):
        return {"seat": move.seat, "ask": card_text(move.card), "of": move.of}
    if isinstance(move, Claim):
        holders = {card_text(card): seat for card, seat in move.holders}
        name = DECKS[rules.deck].sets[move.card_set].name
        return {"seat": move.seat, "claim": name, "holders": holders}
    return {"seat": move.seat, "pass": move.to}


def event_to_json(rules: Rules, event: Event) -> MoveDocument:
    """An event as JSON for a record."""
    move = move_to_json(rules, move_of(event))
    if isinstance(event, Asked):
        move["hit"] = event.hit
    elif isinstance(event, Claimed):
        move["outcome"] = event.outcome
    return move


def logged_move(rules: Rules, event: Event) -> MoveDocument:
    """An event in the format of a record, with its number.

    A claim that resolved a set also has the revealed holders.
    """
    move = event_to_json(rules, event) | {"number": event.number}
    if isinstance(event, Claimed) and event.revealed is not None:
        move["revealed"] = {card_text(card): seat for card, seat in event.revealed}
    return move
