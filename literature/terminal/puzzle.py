"""Solve a puzzle: a moment of a game of bots at which something follows from what you have seen."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from literature.puzzles.finder import HOLDER, MOST_ASKS, Puzzle, has_one_answer, puzzles_of
from literature.puzzles.situation import Situation
from literature.rules.apply import apply
from literature.rules.cards import card_text, hand_text
from literature.rules.decks import DECKS
from literature.rules.information_state import information_state
from literature.rules.move_text import event_text
from literature.rules.moves import Asked, Event, move_of
from literature.rules.options import FIRST_GAME, PRESETS
from literature.rules.state import new_game
from literature.selfplay import play, seed_of

#: Fewer steps than this would not be a puzzle.
FEWEST_STEPS = 3


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--seed", type=int, help="the same seed gives the same puzzle")


def run(*, seed: int | None, **_options: Any) -> Iterator[str]:
    """Yield the puzzle, and the verdict on each answer that is typed."""
    chosen = Random(seed).randrange(10**9)
    puzzle = next(each for game in count() for each in _of_game(chosen, game))
    situation = puzzle.situation
    deck, hand = DECKS[situation.deck_name], " ".join(hand_text(situation.hand))
    ((card, holder),) = puzzle.answer
    yield f"You are seat 0, and your team has the even seats. You hold {hand}."
    sizes = (f"seat {seat}: {cards}" for seat, cards in enumerate(situation.counts))
    yield f"Cards: {', '.join(sizes)}. These asks were made:"
    yield from (event_text(deck, ask) for ask in situation.asks)
    yield f"Who holds the {card_text(card)}? Type a seat."
    for typed in sys.stdin:
        if typed.strip() == str(holder):
            yield f"Right. The shortest argument has {len(puzzle.argument)} steps."
            return
        yield "No. Try again."


def _of_game(seed: int, game: int) -> Iterator[Puzzle]:
    """The puzzles of a game about the holder of a card, each with one answer."""
    rules = PRESETS[FIRST_GAME]
    played = play(rules, seed_of(seed, game), ("medium", "medium"))
    state, log = new_game(rules, played.dealt, played.dealer), list[Event]()
    for event in played.log:
        state, event = apply(state, move_of(event))
        log.append(event)
        told = sum(isinstance(each, Asked) and state.live >> each.card & 1 for each in log)
        for seat in range(rules.players if told <= MOST_ASKS else 0):
            dealt = played.dealt[seat]
            seen = information_state(state, log, seat, dealer=played.dealer, dealt=dealt)
            for puzzle in puzzles_of(Situation.of(seen)):
                long_enough = puzzle.kind == HOLDER and len(puzzle.argument) >= FEWEST_STEPS
                if long_enough and has_one_answer(puzzle):
                    yield puzzle
