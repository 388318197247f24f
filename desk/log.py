"""The log of a game as the desk reads it: what happened, when, and who or what moved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from game import storage
from game.models import Game, Move, Player
from game.rules.moves import Claimed, Event
from game.rules.state import UNRESOLVED
from game.words import event_sentence


@dataclass(frozen=True, slots=True)
class Entry:
    """A move. ``number`` counts from 1, as on every page; ``after`` is in seconds."""

    number: int
    sentence: str
    mover: str
    made_at: datetime
    after: float


def entries(game: Game, players: Sequence[Player]) -> list[Entry]:
    """The moves, oldest first; of a game that is on only those that the table still shows to all.

    So nothing of the hidden part of a running game's log comes to the desk.
    """
    shown = None if game.is_over else {each.number for each in storage.load_shown_log(game)}
    return [entry for entry in _all(game, players) if shown is None or entry.number - 1 in shown]


def _all(game: Game, players: Sequence[Player]) -> Iterator[Entry]:
    names = [player.name for player in players]
    before = game.started_at
    for move in game.moves.filter(number__lt=game.version):
        event = storage.load_event(game.rules, move)
        sentence = event_sentence(game.deck, event, names, _scorer(game, event))
        after = (move.made_at - before).total_seconds()
        before = move.made_at
        yield Entry(move.number + 1, sentence, _mover(move), move.made_at, after)


def _scorer(game: Game, event: Event) -> int:
    return game.scorers[event.card_set] if isinstance(event, Claimed) else UNRESOLVED


def _mover(move: Move) -> str:
    return str(Move.Mover(move.mover).label)
