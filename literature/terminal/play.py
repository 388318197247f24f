"""Play a game against bots in the terminal. You have seat 0; your teammates have even numbers."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random

from literature.knowledge import Knowledge
from literature.policy import DEFAULT_LEVEL, LEVELS, register
from literature.rules.cards import CARDS, hand_text
from literature.rules.deal import deal
from literature.rules.information_state import InformationState, observation
from literature.rules.legality import IllegalMove
from literature.rules.move_text import event_text, parse_move
from literature.rules.moves import Event, Move
from literature.rules.options import DEFAULT_PRESET, PRESETS
from literature.rules.state import FINISHED, new_game, winner
from literature.selfplay import Bot, step

YOU = 0

HELP = """\
ask 9H 3                     ask seat 3 for the nine of hearts
claim low-spades 2S=0 3S=2 … name the holder of each card of a set
pass 2                       pass the turn to seat 2
moves                        list your legal moves
quit                         end the game"""


class Quit(Exception):
    """The person ends the game."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--preset", choices=PRESETS, default=DEFAULT_PRESET, metavar="PRESET",
                        help=f"the rules, one of: {', '.join(PRESETS)}")  # fmt: skip
    parser.add_argument("--level", choices=LEVELS, default=DEFAULT_LEVEL, help="of the bots")
    parser.add_argument("--seed", type=int, help="the same seed gives the same deal")


def run(*, preset: str, level: str, seed: int | None, **_options: object) -> Iterator[str]:
    """Yield what happens, and read the person's moves from standard input."""
    rng = Random(seed)
    rules = PRESETS[preset]
    dealer = rng.randrange(rules.players)
    dealt = deal(rules, rng.randbytes(32), dealer)
    register("you", TypedMoves)
    bots = [
        Bot(rules, seat, dealer, hand, level if seat != YOU else "you")
        for seat, hand in enumerate(dealt)
    ]
    state, log = new_game(rules, dealt, dealer), list[Event]()
    yield f"Your cards: {' '.join(hand_text(dealt[YOU]))}. Type help for help."
    while state.phase != FINISHED:
        try:
            state, event = step(bots, state, log, rng)
        except IllegalMove as error:
            yield f"Not allowed: {error.code.replace('_', ' ')}."
            continue
        except Quit:
            return
        log.append(event)
        yield event_text(state.deck, event)
    won = winner(state.scores)
    yield f"The game is over: {state.scores[0]} to {state.scores[1]}. " + (
        "A draw." if won is None else ("Your team won." if won == YOU else "Your team lost.")
    )


class TypedMoves:
    """The policy of the person at the terminal."""

    def wants_to_claim(self, seen: InformationState, knowledge: Knowledge) -> Move | None:
        """Never out of turn, because the bots wait for nobody."""
        return None

    def choose(self, seen: InformationState, knowledge: Knowledge, _rng: Random) -> Move:
        """The move that the person types."""
        shown = observation(seen)
        counts = shown.counts or ()
        cards = ", ".join(f"seat {seat}: {count}" for seat, count in enumerate(counts))
        print(f"\nYour turn. You hold {' '.join(hand_text(shown.hand or 0))}. {cards}")
        while True:
            print("> ", end="", flush=True)
            typed = sys.stdin.readline()
            match typed.split():
                case [] if not typed:
                    raise Quit
                case []:
                    continue
                case ["quit"]:
                    raise Quit
                case ["help"]:
                    print(HELP)
                case ["moves"]:
                    for card, seats in shown.legal.asks.items():
                        print(f"ask {CARDS[card]} {' or '.join(map(str, seats))}")
                    for index in shown.legal.claims:
                        print(f"claim {knowledge.deck.sets[index].name} …")
                    for seat in shown.legal.passes:
                        print(f"pass {seat}")
                case _:
                    try:
                        return parse_move(knowledge.deck, f"{YOU} {typed}")
                    except ValueError:
                        print("That is not a move. Type help for help.")
