"""``make keep-games``: plays games by the rules of the present release, and adds them to the stored
games.

There are games with every preset, and with every value of every option among random options. Some
are played by bots of each level. Others are played by players who ask and claim at random, because
careful players never make some moves.
"""

import json
import lzma
import os
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "literature_site.settings")
django.setup()

from literature import selfplay  # noqa: E402
from literature.policy import LEVELS  # noqa: E402
from literature.record import document, verdict  # noqa: E402
from literature.rules.apply import apply  # noqa: E402
from literature.rules.deal import SHUFFLE, commitment, deal  # noqa: E402
from literature.rules.moves import Event  # noqa: E402
from literature.rules.options import OPTIONS, PRESETS, Rules  # noqa: E402
from literature.rules.state import FINISHED, new_game  # noqa: E402
from tests import ROOT  # noqa: E402
from tests.games import read_kept  # noqa: E402
from tests.kit import random_move, random_rules  # noqa: E402

WILD = "wild"
STYLES = [*LEVELS, WILD, WILD, WILD]


class Plan(NamedTuple):
    """A game to play."""

    preset: str
    rules: Rules
    style: str
    seed: bytes


def main(release: str) -> int:
    """Write the games of ``release``. If its file exists already, write nothing and return 1."""
    name = f"{release}.jsonl.xz"
    file = read_kept.FOLDER / name
    if file.exists() or name in read_kept.releases():
        print(f"{name} is written already, and stays as it is.", file=sys.stderr)
        return 1
    lines = [json.dumps(played(plan), separators=(",", ":")) for plan in plans(release)]
    packed = lzma.compress(("\n".join(lines) + "\n").encode(), preset=lzma.PRESET_EXTREME | 9)
    file.write_bytes(packed)
    with read_kept.SUMS.open("a") as sums:
        sums.write(f"{read_kept.hash_of(file)}  {name}\n")
    print(f"{name}: {len(lines)} games, {len(packed):,} bytes")
    return 0


def plans(release: str) -> Iterator[Plan]:
    """Yield the games to play. For a release they are always the same."""

    def seed() -> bytes:
        seeds.append(sha256(f"{release} {len(seeds)}".encode()).digest())
        return seeds[-1]

    seeds: list[bytes] = []
    for style in STYLES:
        for preset, rules in PRESETS.items():
            yield Plan(preset, rules, style, seed())
        for option, values in OPTIONS.items():
            for value in values:
                drawn = seed()
                yield Plan("", random_rules(Random(drawn), **{option: value}), style, drawn)


def played(plan: Plan) -> dict[str, Any]:
    """Play a game and replay its record. Return a line of the file."""
    rules, seed = plan.rules, plan.seed
    if plan.style == WILD:
        game = played_wildly(rules, seed)
    else:
        game = selfplay.play(rules, seed, (plan.style, plan.style))
    seats = [{"name": f"{plan.style} {seat + 1}"} for seat in range(rules.players)]
    proof = {"shuffle": SHUFFLE, "seed": seed.hex(), "commitment": commitment(seed)}
    record = document(game.state, game.dealt, game.dealer, game.log, seats, proof)
    wrong = verdict(json.dumps(record).encode())
    replay = read_kept.replay_of(rules, record)
    if wrong or replay.states[-1] != game.state:
        raise ValueError(f"a game that can't be played back: {wrong} {record}")
    return {
        "preset": plan.preset,
        "dials": rules.to_json(),
        "record": record,
        "final": read_kept.final(replay),
        "sights": read_kept.views(replay),
    }


def played_wildly(rules: Rules, seed: bytes) -> selfplay.Played:
    """Play a game of players who move at random."""
    chance = Random(seed)
    dealer = chance.randrange(rules.players)
    dealt = deal(rules, seed, dealer)
    state, log = new_game(rules, dealt, dealer), list[Event]()
    while state.phase != FINISHED:
        state, event = apply(state, random_move(state, chance))
        log.append(event)
    return selfplay.Played(dealer, dealt, log, state, [[] for _ in dealt], None)


def present_release() -> str:
    """Return the version in pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


if __name__ == "__main__":
    sys.exit(main(present_release()))
