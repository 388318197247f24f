"""Plays many games between two teams of bots in parallel, and sums them up.

A win is one point, a draw or an unfinished game half a point. The confidence interval of the points
is computed over deals and not over games, because two games of the same deal are not independent.
The interval of the win rate is computed over games.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from typing import Any, NamedTuple

from literature.rules.moves import CORRECT, Asked, Claimed
from literature.rules.state import winner
from literature.selfplay import EndlessGame, Played, play, record, rules_of, seed_of

#: The half-width of a 95 % interval, in standard errors.
Z = 1.96


class Job(NamedTuple):
    """A game to play.

    ``teams`` has team a and team b. ``swapped``: whether team b sits in the even seats.
    """

    number: int
    preset: str
    players: int
    seed: int
    teams: tuple[str, str]
    swapped: bool
    out: Path | None

    @property
    def name(self) -> str:
        """The name of the game: the file name of its record, without ``.json``."""
        return f"{self.preset}-{self.seed}-{self.number:06}{'-swapped' if self.swapped else ''}"


@dataclass
class TeamTally:
    """A team's figures. ``claims`` and ``wrong`` count only claims before the endgame."""

    asks: int = 0
    hits: int = 0
    claims: int = 0
    wrong: int = 0
    endgame_claims: int = 0
    endgame_wrong: int = 0
    milliseconds: list[float] = field(default_factory=list)


@dataclass
class Outcome:
    """The outcome of a game: ``won`` is "a", "b", or None for a draw or an unfinished game."""

    job: Job
    won: str | None
    moves: int
    teams: dict[str, TeamTally]
    unfinished: bool = False
    error: str = ""


def jobs(options: Mapping[str, Any], presets: Sequence[str]) -> Iterator[Job]:
    """The games of a run. With ``duplicate`` each deal is also played with swapped teams."""
    teams = (options["team_a"], options["team_b"])
    for number in range(options["games"]):
        preset = presets[number % len(presets)]
        for swapped in (False, True) if options["duplicate"] else (False,):
            yield Job(
                number, preset, options["players"], options["seed"], teams, swapped, options["out"]
            )


def play_all(all_jobs: list[Job], workers: int) -> Iterator[Outcome]:
    """The outcomes in the order of the jobs."""
    if workers == 1:
        yield from map(play_one, all_jobs)
        return
    with Pool(workers) as pool:
        yield from pool.imap(play_one, all_jobs, chunksize=4)


def play_one(job: Job) -> Outcome:
    """Play one game, and write its record if requested."""
    seed = seed_of(job.seed, job.number)
    rules = rules_of(job.preset, seed)
    if job.players:
        rules = rules.with_players(job.players)
    a, b = job.teams
    teams = (b, a) if job.swapped else (a, b)
    try:
        played = play(rules, seed, teams)
    except EndlessGame as error:
        return Outcome(job, None, 0, {"a": TeamTally(), "b": TeamTally()}, True, str(error))
    if job.out:
        (job.out / f"{job.name}.json").write_bytes(record(played, teams))
    if played.failed:
        won: int | None = 1 - (played.failed.seat & 1)
    else:
        won = winner(played.state.scores)
    names = "ba" if job.swapped else "ab"
    return Outcome(
        job,
        None if won is None else names[won],
        len(played.log),
        dict(zip(names, _tallies(played), strict=True)),
        error=f"{job.name}: {played.failed}" if played.failed else "",
    )


def _tallies(played: Played) -> tuple[TeamTally, TeamTally]:
    tallies = TeamTally(), TeamTally()
    for seat, seconds in enumerate(played.thinking):
        tallies[seat & 1].milliseconds += [each * 1000 for each in seconds]
    counts = [hand.bit_count() for hand in played.dealt]
    for event in played.log:
        tally = tallies[event.seat & 1]
        if isinstance(event, Asked):
            tally.asks += 1
            tally.hits += event.hit
            counts[event.seat] += event.hit
            counts[event.of] -= event.hit
        elif isinstance(event, Claimed):
            wrong = event.outcome != CORRECT
            if any(counts[1 - (event.seat & 1) :: 2]):
                tally.claims += 1
                tally.wrong += wrong
            else:
                tally.endgame_claims += 1
                tally.endgame_wrong += wrong
            for _, seat in event.revealed or ():
                counts[seat] -= 1
    return tallies


def summary(outcomes: Sequence[Outcome]) -> dict[str, object]:
    """The figures of some games."""
    moves = [each.moves for each in outcomes]
    games = len(outcomes)
    return {
        "games": games,
        "deals": len(_by_deal(outcomes, "a")),
        "average_moves": round(sum(moves) / games, 1),
        "longest_moves": max(moves),
        **{team: _team(outcomes, team) for team in "ab"},
        "drawn": sum(not (each.won or each.unfinished) for each in outcomes),
        "unfinished": sum(each.unfinished for each in outcomes),
        "errors": [each.error for each in outcomes if each.error],
    }


def _team(outcomes: Sequence[Outcome], team: str) -> dict[str, object]:
    won = sum(each.won == team for each in outcomes)
    low, high = wilson(won, len(outcomes))
    tallies = [each.teams[team] for each in outcomes]
    asks, hits, claims, wrong, endgame_claims, endgame_wrong = (
        sum(getattr(each, name) for each in tallies)
        for name in ("asks", "hits", "claims", "wrong", "endgame_claims", "endgame_wrong")
    )
    points = _by_deal(outcomes, team)
    mean = sum(points) / len(points)
    spread = sum((each - mean) ** 2 for each in points) / max(1, len(points) - 1)
    half = Z * sqrt(spread / len(points))
    sides = [round(max(0.0, mean - half), 4), round(min(1.0, mean + half), 4)]
    times = sorted(each for tally in tallies for each in tally.milliseconds) or [0.0]
    return {
        "won": won,
        "rate": round(won / len(outcomes), 4),
        "interval": [round(low, 4), round(high, 4)],
        "points": {"rate": round(mean, 4), "interval": sides},
        "asks": asks,
        "hit_rate": round(hits / asks, 4) if asks else None,
        "claims": claims,
        "wrong_claims": wrong,
        "endgame_claims": endgame_claims,
        "wrong_endgame_claims": endgame_wrong,
        "milliseconds": {
            name: round(times[min(len(times) - 1, int(part * len(times)))], 2)
            for name, part in (("median", 0.5), ("p99", 0.99), ("longest", 1.0))
        },
    }


def _by_deal(outcomes: Iterable[Outcome], team: str) -> list[float]:
    """The points of a team in each deal: 1 for a win, ½ for a draw or an unfinished game; their
    mean if the deal was played twice.
    """
    points: dict[tuple[str, int], list[float]] = {}
    for each in outcomes:
        point = 0.5 if each.won is None else float(each.won == team)
        points.setdefault((each.job.preset, each.job.number), []).append(point)
    return [sum(deal) / len(deal) for deal in points.values()]


def wilson(won: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a rate: ``won`` of ``games``."""
    rate, weight = won / games, Z * Z / games
    middle = (rate + weight / 2) / (1 + weight)
    half = Z * sqrt(rate * (1 - rate) / games + weight / (4 * games)) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)
