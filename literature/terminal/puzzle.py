"""Solve a puzzle: a moment of a game of bots at which something follows from what you have seen."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import count
from random import Random

from literature.puzzles.finder import HOLDER, has_one_answer
from literature.puzzles.games import puzzles_of_game
from literature.rules.cards import card_text, hand_text
from literature.rules.decks import DECKS
from literature.rules.move_text import event_text

#: Fewer steps than this would not be a puzzle.
FEWEST_STEPS = 3


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--seed", type=int, help="the same seed gives the same puzzle")


def run(*, seed: int | None, **_options: object) -> Iterator[str]:
    """Yield the puzzle, and the verdict on each answer that is typed."""
    chosen = Random(seed).randrange(10**9)
    puzzle = next(
        each
        for game in count()
        for each in puzzles_of_game(chosen, game)
        if each.kind == HOLDER and len(each.argument) >= FEWEST_STEPS and has_one_answer(each)
    )
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
