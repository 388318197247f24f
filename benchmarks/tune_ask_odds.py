"""Helps to tune the hard level: ``python -m benchmarks.tune_ask_odds``.

The command measures how much weight a bot should give to what asks reveal. Hard bots play against
medium bots. The command tries several strengths for each of the two habits of players (``depth``
and ``passed_over``). The posterior gives the true holders of hidden cards some probability. For
each combination the command prints the average logarithm of this probability. At the end it prints
the cost. The same seed gives the same figures.
"""

import argparse
import os
from collections.abc import Iterator
from dataclasses import replace
from math import log
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from literature.knowledge.ask_odds import READER, Reader
from literature.knowledge.posterior import Posterior
from literature.rules.apply import apply
from literature.rules.cards import cards_in
from literature.rules.moves import move_of
from literature.rules.options import PRESETS
from literature.rules.state import new_game
from literature.selfplay import Bot, play, seed_of

RULES = PRESETS["strict"]


def main() -> None:
    """Measure all combinations, and print the figures and the cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30, help="deals")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = process_time()
    readings(options.games, options.seed)
    print(f"{process_time() - begun:.0f} s of processor; seed {options.seed}")


def readings(games: int, seed: int) -> None:
    """For each combination of strengths, print the average log probability of the true holders."""
    readers = [
        replace(READER, depth=depth, passed_over=passed_over)
        for depth in (1.0, 1.5, 2.0, 3.0, 4.0)
        for passed_over in (1.0, 0.3, 0.1, 0.03)
    ]
    found = [[0.0, 0] for _ in readers]
    for moment in moments(games, seed):
        for index, (total, cards) in enumerate(map(moment.fit, readers)):
            found[index][0] += total
            found[index][1] += cards
    for reader, (total, cards) in sorted(
        zip(readers, found, strict=True), key=lambda each: each[1][0], reverse=True
    ):
        print(
            f"depth {reader.depth:g} passed over {reader.passed_over:g}: "
            f"{total / cards:.4f} over {cards} cards"
        )


class Moment:
    """What a seat knows at a moment of a game, and the true holders."""

    def __init__(self, bot: Bot, hands: tuple[int, ...]) -> None:
        self.bot, self.hands = bot, hands

    def fit(self, reader: Reader) -> tuple[float, int]:
        """Return the sum of the log probabilities of the true holders, and the number of cards."""
        knowledge = self.bot.knowledge
        posterior = Posterior(knowledge, reader)
        logs = [
            log(max(1e-9, posterior.chance(card, seat)))
            for seat, hand in enumerate(self.hands)
            for card in cards_in(hand)
            if len(knowledge.possible(card)) > 1
        ]
        return sum(logs), len(logs)


def moments(games: int, seed: int) -> Iterator[Moment]:
    """Yield the knowledge of the turn-holder at every seventh move of some games."""
    for game in range(games):
        played = play(RULES, seed_of(seed, game), ("hard", "medium"))
        state = new_game(RULES, played.dealt, played.dealer)
        bots = [
            Bot(RULES, seat, played.dealer, dealt, "hard")
            for seat, dealt in enumerate(played.dealt)
        ]
        for event in played.log:
            if event.number % 7 == 6:
                bot = bots[state.turn]
                bot.knowledge.update(played.log[bot.knowledge.number : event.number])
                yield Moment(bot, state.hands)
            state, _ = apply(state, move_of(event))


if __name__ == "__main__":
    main()
