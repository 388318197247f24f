"""Computes and writes the weights of the hard level: ``python -m benchmarks.learn_weights``.

It starts without weights. In each round bots play games, and a network learns from these games
which team scored each set. In the first round the hard level asks for the card that it will most
probably get. In later rounds it plays by the network of the previous round. In all rounds it
sometimes chooses another ask, because the next network should also learn about asks that the
previous network underrates. In each round except the last, a network learns from the games of
that round and of the round before.

In the last round several networks learn. Their target is not only who scored a set in the end,
which is mostly luck, but also how the earlier network valued the set before later asks. The
result is one network that contains these networks and the earlier one, and averages their
outputs. Single networks have errors, which decide between asks of nearly equal value. In an
average these errors mostly cancel out.

The same seed gives the same weights. The command prints how well each network predicts games that
were not used for learning, and the cost.
"""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from literature.knowledge.arrangements import Floats
from literature.policy import levels as policies
from literature.policy.features import FEATURES
from literature.policy.hard import Hard
from literature.policy.value import WEIGHTS, AskExample, Network, Values
from literature.rules.apply import apply
from literature.rules.moves import Ask, Asked, Claimed, Event, move_of
from literature.rules.options import Rules
from literature.rules.state import new_game
from literature.selfplay import play, rules_of, seed_of

#: The kinds of games: the preset, the number of seats (0 means the preset's number), the levels of
#: the two teams, and the share of all games in percent.
GAMES: Final = (
    ("strict", 0, ("hard", "medium"), 37),
    ("nine-sets", 0, ("hard", "medium"), 20),
    ("strict", 0, ("hard", "hard"), 11),
    ("strict", 4, ("hard", "medium"), 8),
    ("strict", 8, ("hard", "medium"), 8),
    ("random", 0, ("hard", "medium"), 8),
    ("big-table", 0, ("hard", "medium"), 8),
)
#: The probability that random bonuses decide between asks, and the size of a bonus.
CURIOUS: Final = 0.3
NOISE: Final = 0.03
#: The size of the network, and the parameters of learning (Adam).
HIDDEN: Final = 48
BATCH: Final = 512
EPOCHS: Final = 20
RATE: Final = 3e-3
DECAY: Final = 1e-5
#: In the last round: the number of networks; and how much a target depends on the earlier network's
#: values at later asks.
NETWORKS: Final = 4
TRUST: Final = 0.2


class Lessons(NamedTuple):
    """What to learn: the features of sets, which team scored each set (1: the team whose view the
    features describe, -1: the other team, 0: neither), and the number of the game.

    ``card_set`` is the index of the set. ``side`` is 1 if seat 0 is in the team whose view the
    features describe, else -1. Each ask has the rows of the position before it (``before`` is 1),
    and then the rows of the position after it (``before`` is 0).
    """

    rows: Floats
    outcome: Floats
    game: Floats
    card_set: Floats
    side: Floats
    before: Floats


class Learner(Hard):
    """The hard level, which also stores its asks and sometimes tries other asks."""

    def __init__(self, network: Network | None) -> None:
        nothing = Network(np.zeros((len(FEATURES), 1)), np.zeros(1), np.zeros(1), 0.0)
        super().__init__(network or nothing)
        self.by_chance = network is None
        self.asks: dict[int, AskExample] = {}

    def pick(self, values: Values, asks: Sequence[Ask], worth: Sequence[float], rng: Random) -> Ask:
        """Choose an ask of high value."""
        posterior = values.features.posterior
        if self.by_chance:
            worth = [posterior.chance(ask.card, ask.of) for ask in asks]
        if rng.random() < CURIOUS:
            worth = [each - NOISE * log(rng.expovariate(1.0) + 1e-12) for each in worth]
        ask = super().pick(values, asks, worth, rng)
        self.asks[posterior.knowledge.number] = values.example(ask)
        return ask


def main() -> None:
    """Play, learn, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, nargs="+", default=[250, 600, 1600, 3000], help="by round"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    network: Network | None = None
    rounds: list[Lessons] = []
    *early, last = options.games
    for number, games in enumerate(early):
        seed = options.seed * 100 + number
        rounds = [*rounds[-1:], lessons(Learner(network), games, seed)]
        network = learn(Lessons(*map(np.concatenate, zip(*rounds, strict=True))), seed)
        print(f"round {number + 1}: {process_time():.0f} s of processor", flush=True)
    assert network, "there are several rounds"
    network, seed = rounded(network), options.seed * 100 + len(early)
    write(joined(network, lessons(Learner(network), last, seed), seed), options.out)
    print(f"last round: {process_time():.0f} s of processor", flush=True)


def lessons(learner: Learner, games: int, seed: int) -> Lessons:
    """Play some games. Return the features of their positions, and which team scored each set."""
    usual = policies.policy
    policies.policy = lambda level: learner if level == "hard" else usual(level)
    rows: list[Floats] = []
    rest: list[tuple[float, ...]] = []
    try:
        for number, (rules, seeds, teams) in enumerate(_games(games, seed)):
            learner.asks.clear()
            played = play(rules, seeds, teams)
            winners = _winners(rules, played.dealt, played.dealer, played.log)
            for event, weighed in ((played.log[each], learner.asks[each]) for each in learner.asks):
                sign = 1 - 2 * (event.seat & 1)
                then = weighed.hit if isinstance(event, Asked) and event.hit else weighed.miss
                for before, position in ((1, weighed.now), (0, then)):
                    rows.extend(position)
                    rest += [
                        (sign * winners.get(each, 0), number, each, sign, before)
                        for each in weighed.sets
                    ]
    finally:
        policies.policy = usual
    return Lessons(np.array(rows), *np.array(rest, dtype=np.float64).T)


def _games(games: int, seed: int) -> Iterator[tuple[Rules, bytes, tuple[str, str]]]:
    number = 0
    for preset, players, (one, other), part in GAMES:
        for _ in range(games * part // 100):
            seeds = seed_of(seed, number)
            rules = replace(rules_of(preset, seeds), game_end="all_sets")
            rules = rules.with_players(players) if players else rules
            yield rules, seeds, (other, one) if number & 1 else (one, other)
            number += 1


def _winners(
    rules: Rules, dealt: Sequence[int], dealer: int, log: Sequence[Event]
) -> dict[int, int]:
    """Return for each set 1 if its claim changed the scores in favour of the team of seat 0, -1 if
    in favour of the other team, and 0 if it did not change them.
    """
    state, found = new_game(rules, tuple(dealt), dealer), {}
    for event in log:
        before = state.scores[0] - state.scores[1]
        state, _ = apply(state, move_of(event))
        if isinstance(event, Claimed) and event.revealed is not None:
            more = state.scores[0] - state.scores[1] - before
            found[event.card_set] = (more > 0) - (more < 0)
    return found


def joined(earlier: Network, lessons: Lessons, seed: int) -> Network:
    """Return the average of the earlier network and of several new networks, which learn from
    ``lessons``. Single precision halves the time.
    """
    lessons = Lessons(*(each.astype(np.float32) for each in lessons))
    targets = trusting(earlier, lessons)
    learnt = [learn(lessons, seed + each, targets) for each in range(NETWORKS)]
    return average([earlier, *learnt])


def trusting(network: Network, lessons: Lessons) -> Floats:
    """Return a target for each row: the outcome, mixed with the values of the set before each later
    ask.
    """
    values = network(lessons.rows.astype(np.float64)).tolist()
    _, *columns = (each.tolist() for each in lessons)
    targets, ahead, latest = [0.0] * len(values), dict[float, float](), -1.0
    for row, (outcome, game, card_set, side, before) in reversed(
        list(enumerate(zip(*columns, strict=True)))
    ):
        if game != latest:
            latest, ahead = game, {}
        target = ahead.get(card_set, side * outcome)
        targets[row] = side * target
        ahead[card_set] = target + before * TRUST * (side * values[row] - target)
    return np.array(targets, dtype=lessons.outcome.dtype)


def learn(lessons: Lessons, seed: int, targets: Floats | None = None) -> Network:
    """Fit a network with Adam. Its value for a set gives the probability that the outcome is 1 and
    not -1. ``targets`` may replace the outcomes.
    """
    rows, outcome, game = lessons[:3]
    targets = outcome if targets is None else targets
    rng, kept = np.random.default_rng(seed), game % 10 == 0
    mean = rows[~kept].mean(axis=0, dtype=np.float64)
    spread = rows[~kept].std(axis=0, dtype=np.float64)
    spread[spread < 1e-6] = 1.0
    scaled = ((rows - mean) / spread).astype(rows.dtype)
    weights = [
        rng.normal(size=(len(FEATURES), HIDDEN)) / len(FEATURES) ** 0.5,
        np.zeros(HIDDEN),
        rng.normal(size=HIDDEN) / HIDDEN**0.5,
        np.zeros(1),
    ]
    weights = [each.astype(rows.dtype) for each in weights]
    first, second = ([np.zeros_like(each) for each in weights] for _ in range(2))
    learnt, step = np.flatnonzero(~kept), 0
    steps = EPOCHS * (len(learnt) // BATCH + 1)
    for _ in range(EPOCHS):
        rng.shuffle(learnt)
        for start in range(0, len(learnt), BATCH):
            batch, step = learnt[start : start + BATCH], step + 1
            slopes = _slopes(scaled[batch], targets[batch], weights)
            rate = RATE * (1 - step / (steps + 1))
            for weight, slope, a, b in zip(weights, slopes, first, second, strict=True):
                a += 0.1 * (slope - a)
                b += 0.001 * (slope * slope - b)
                a_now, b_now = a / (1 - 0.9**step), b / (1 - 0.999**step)
                weight -= rate * (a_now / (np.sqrt(b_now) + 1e-8) + DECAY * weight)
    inner = weights[0] / spread[:, None]
    network = Network(inner, weights[1] - mean @ inner, weights[2], float(weights[3][0]))
    misses = [np.mean((network(rows[part]) - outcome[part]) ** 2) for part in (~kept, kept)]
    print(f"{len(rows)} rows; squared error {misses[0]:.4f}, not learnt {misses[1]:.4f}")
    return network


def _slopes(rows: Floats, outcome: Floats, weights: Sequence[Floats]) -> list[Floats]:
    inner, inner_bias, outer, outer_bias = weights
    hidden = np.maximum(rows @ inner + inner_bias, 0.0)
    off = (np.tanh(hidden @ outer + outer_bias) - outcome) / len(outcome)
    back = np.outer(off, outer) * (hidden > 0)
    return [rows.T @ back, back.sum(axis=0), hidden.T @ off, np.array([off.sum()])]


def average(networks: Sequence[Network]) -> Network:
    """Return one network with the hidden units of all these networks. Its value before the ``tanh``
    is the mean of their values before the ``tanh``.
    """
    return Network(
        np.concatenate([each.inner for each in networks], axis=1),
        np.concatenate([each.inner_bias for each in networks]),
        np.concatenate([each.outer for each in networks]) / len(networks),
        sum(each.outer_bias for each in networks) / len(networks),
    )


def rounded(network: Network) -> Network:
    """Return the network with weights of five digits."""
    rounds = np.vectorize(lambda each: float(f"{each:.5g}"))
    inner, inner_bias, outer, outer_bias = map(rounds, network)
    return Network(inner, inner_bias, outer, float(outer_bias))


def write(network: Network, out: Path) -> None:
    """Write the weights with five digits."""
    short = rounded(network)
    values = short._replace(outer_bias=[short.outer_bias])._asdict()
    lines = (f'"{name}": {json.dumps(np.array(each).tolist())}' for name, each in values.items())
    out.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
