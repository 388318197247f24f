"""Bots against bots without a server: who wins, how long games are, and that they all end."""

import json
import os
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError

from bots.ai import DEFAULT_LEVEL, LEVELS
from bots.selfplay import play, record, rules_of, seed_of
from game.rules.options import DEFAULT_PRESET, PRESETS
from game.rules.state import winner

BAR_WIDTH = 40


class Job(NamedTuple):
    """One game to play. ``levels`` are those of team a and team b; ``swapped``: b sits first."""

    number: int
    preset: str
    seed: int
    levels: tuple[str, str]
    swapped: bool
    out: Path | None

    @property
    def name(self) -> str:
        """What its record is called."""
        return f"{self.preset}-{self.seed}-{self.number:06}{'-swapped' if self.swapped else ''}"


class Outcome(NamedTuple):
    """How a game ended: ``won`` is "a", "b" or, for a draw, None."""

    preset: str
    won: str | None
    moves: int


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        presets = [*PRESETS, "all", "random"]
        parser.add_argument("--games", type=_positive, default=100, help="how many deals to play")
        parser.add_argument(
            "--preset", choices=presets, default=DEFAULT_PRESET, metavar="PRESET",
            help=f"rules, one of: {', '.join(presets)}; all takes the presets in turns, "
            "random sets every option by chance",
        )  # fmt: skip
        parser.add_argument("--team-a", choices=LEVELS, default=DEFAULT_LEVEL)
        parser.add_argument("--team-b", choices=LEVELS, default=DEFAULT_LEVEL)
        parser.add_argument("--seed", type=int, default=0, help="the same seed: the same games")
        parser.add_argument(
            "--duplicate", action="store_true", help="play each deal twice, the teams swapped"
        )
        parser.add_argument("--out", type=Path, metavar="DIR", help="write each game as a record")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--workers", type=_positive, default=os.cpu_count() or 1)

    def handle(self, **options: Any) -> None:
        if options["out"]:
            try:
                options["out"].mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise CommandError(f"{options['out']}: {error.strerror}") from error
        jobs, begun = list(_jobs(options)), monotonic()
        outcomes = list(self._with_bar(_played(jobs, options["workers"]), len(jobs)))
        seconds = monotonic() - begun
        result = {
            "team_a": options["team_a"],
            "team_b": options["team_b"],
            "seconds": round(seconds, 1),
            **_summary(outcomes),
            "presets": {
                preset: _summary([each for each in outcomes if each.preset == preset])
                for preset in dict.fromkeys(job.preset for job in jobs)
            },
        }
        self.stdout.write(json.dumps(result) if options["json"] else _text(result))

    def _with_bar(self, outcomes: Iterable[Outcome], total: int) -> Iterator[Outcome]:
        """The outcomes, with a bar on stderr that grows by whole per cents."""
        for done, outcome in enumerate(outcomes, 1):
            percent = done * 100 // total
            if percent > (done - 1) * 100 // total:
                filled = "#" * (percent * BAR_WIDTH // 100)
                end = "\n" if done == total else ""
                bar = f"\r[{filled:{BAR_WIDTH}}] {percent:3} %  {done} of {total} games{end}"
                self.stderr.write(bar, lambda text: text, ending="")
                self.stderr.flush()
            yield outcome


def wilson(won: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a rate of ``won`` in ``games``."""
    z = 1.96
    rate, weight = won / games, z * z / games
    middle = (rate + weight / 2) / (1 + weight)
    half = z * sqrt(rate * (1 - rate) / games + weight / (4 * games)) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _jobs(options: dict[str, Any]) -> Iterator[Job]:
    presets = list(PRESETS) if options["preset"] == "all" else [options["preset"]]
    levels = (options["team_a"], options["team_b"])
    for number in range(options["games"]):
        preset = presets[number % len(presets)]
        for swapped in (False, True) if options["duplicate"] else (False,):
            yield Job(number, preset, options["seed"], levels, swapped, options["out"])


def _played(jobs: list[Job], workers: int) -> Iterator[Outcome]:
    if workers == 1:
        yield from map(_play, jobs)
        return
    with Pool(workers) as pool:
        yield from pool.imap(_play, jobs, chunksize=4)


def _play(job: Job) -> Outcome:
    seed = seed_of(job.seed, job.number)
    a, b = job.levels
    levels = (b, a) if job.swapped else (a, b)
    played = play(rules_of(job.preset, seed), seed, levels)
    if job.out:
        (job.out / f"{job.name}.json").write_bytes(record(played, levels))
    team = winner(played.state.scores)
    won = None if team is None else "ab"[team ^ job.swapped]
    return Outcome(job.preset, won, len(played.log))


def _summary(outcomes: list[Outcome]) -> dict[str, Any]:
    moves = [each.moves for each in outcomes]
    return {
        "games": len(outcomes),
        "average_moves": round(sum(moves) / len(moves), 1),
        "longest_moves": max(moves),
        **{
            team: _rate([each.won for each in outcomes].count(team), len(outcomes)) for team in "ab"
        },
        "drawn": [each.won for each in outcomes].count(None),
    }


def _rate(won: int, games: int) -> dict[str, Any]:
    low, high = wilson(won, games)
    return {"won": won, "rate": round(won / games, 4), "interval": [round(low, 4), round(high, 4)]}


def _text(result: dict[str, Any]) -> str:
    teams = f"team a is {result['team_a']}, team b is {result['team_b']}"
    each = result["games"] / max(result["seconds"], 0.1)
    head = f"{result['games']} games in {result['seconds']} s ({each:.0f} a second); {teams}"
    rows = [
        f"{'':18} {'games':>6} {'moves':>6} {'most':>5}  {'a won':24} {'b won':24} {'drawn':>5}"
    ]
    rows += [_row(preset, summary) for preset, summary in result["presets"].items()]
    if len(result["presets"]) > 1:
        rows.append(_row("together", result))
    return "\n".join([head, *rows])


def _row(name: str, summary: dict[str, Any]) -> str:
    rates = [
        f"{rate['rate']:6.1%} ({rate['interval'][0]:.1%} to {rate['interval'][1]:.1%})"
        for rate in (summary["a"], summary["b"])
    ]
    return (
        f"{name:18} {summary['games']:6} {summary['average_moves']:6} {summary['longest_moves']:5}"
        f"  {rates[0]:24} {rates[1]:24} {summary['drawn']:5}"
    )
