"""Play bots against bots without a server, and print win rates and the lengths of games."""

import os
import shlex
import shutil
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable, Iterator
from json import dumps
from pathlib import Path
from time import monotonic
from typing import Any

from literature.policy import DEFAULT_LEVEL, LEVELS
from literature.policy.program import PREFIX
from literature.rules.options import DEFAULT_PRESET, PLAYERS, PRESETS
from literature.terminal import Failed
from literature.tournament import Outcome, jobs, play_all, summary

BAR_WIDTH = 40


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    presets = [*PRESETS, "all", "random"]
    parser.add_argument("--games", type=_positive, default=100, help="the number of deals to play")
    parser.add_argument(
        "--preset", choices=presets, default=DEFAULT_PRESET, metavar="PRESET",
        help=f"the rules, one of: {', '.join(presets)}; 'all' uses the presets in turn, "
        "'random' chooses the value of every option at random",
    )  # fmt: skip
    parser.add_argument(
        "--players",
        type=int,
        choices=PLAYERS,
        default=0,
        help="the number of seats; by default that of the preset",
    )
    for team in ("--team-a", "--team-b"):
        parser.add_argument(
            team, type=_team, default=DEFAULT_LEVEL, metavar="TEAM",
            help=f"the level of the bots: {', '.join(LEVELS)}; or several levels for the seats "
            f"in turn: hard,medium,medium; or your own program: {PREFIX}./your-bot",
        )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games")
    parser.add_argument(
        "--duplicate",
        action="store_true",
        help="play each deal twice, the second time with swapped teams",
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="write each game as a record")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--workers", type=_positive, default=len(os.sched_getaffinity(0)))


def run(**options: Any) -> Iterator[str]:
    """Yield the results, and show a progress bar on stderr."""
    if options["out"]:
        try:
            options["out"].mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Failed(f"{options['out']}: {error.strerror}") from error
    # The arrays are small, so more threads would only make the computation slower.
    os.environ.update(OPENBLAS_NUM_THREADS="1")
    presets = list(PRESETS) if options["preset"] == "all" else [options["preset"]]
    to_play, begun = list(jobs(options, presets)), monotonic()
    outcomes = list(_with_bar(play_all(to_play, options["workers"]), len(to_play)))
    seconds = monotonic() - begun
    result = {
        "team_a": options["team_a"],
        "team_b": options["team_b"],
        "seconds": round(seconds, 1),
        **summary(outcomes),
        "presets": {
            preset: summary([each for each in outcomes if each.job.preset == preset])
            for preset in dict.fromkeys(job.preset for job in to_play)
        },
    }
    yield dumps(result) if options["json"] else _text(result)
    if all(each.error and not each.unfinished for each in outcomes):
        raise Failed("No game was played to its end, because a program failed in each of them.")


def _with_bar(outcomes: Iterable[Outcome], total: int) -> Iterator[Outcome]:
    """Yield the outcomes, and show a progress bar on stderr in whole percent."""
    for done, outcome in enumerate(outcomes, 1):
        percent = done * 100 // total
        if percent > (done - 1) * 100 // total:
            filled = "#" * (percent * BAR_WIDTH // 100)
            end = "\n" if done == total else ""
            bar = f"\r[{filled:{BAR_WIDTH}}] {percent:3} %  {done} of {total} games{end}"
            print(bar, end="", file=sys.stderr, flush=True)
        yield outcome


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _team(text: str) -> str:
    if not text.startswith(PREFIX) and not set(text.split(",")) <= set(LEVELS):
        raise ArgumentTypeError(f"{text} is none of {', '.join(LEVELS)}, nor {PREFIX}COMMAND")
    words = shlex.split(text.removeprefix(PREFIX)) or [""]
    if text.startswith(PREFIX) and not shutil.which(words[0]):
        raise ArgumentTypeError(f"{text}: there is no such program, or it can't be run")
    return text


def _text(result: dict[str, Any]) -> str:
    teams = f"team a is {result['team_a']}, team b is {result['team_b']}"
    each = result["games"] / max(result["seconds"], 0.1)
    head = f"{result['games']} games in {result['seconds']} s ({each:.0f} a second); {teams}"
    rows = [
        f"{'':18} {'games':>6} {'moves':>6} {'most':>5}  {'a won':24} {'b won':24} {'drawn':>5}"
        f"  {'points of a':24}"
    ]
    rows += [_row(preset, figures) for preset, figures in result["presets"].items()]
    if len(result["presets"]) > 1:
        rows.append(_row("together", result))
    for name in "ab":
        team = result[name]
        hits, ms = f"{team['hit_rate']:.1%}" if team["asks"] else "none", team["milliseconds"]
        rows.append(
            f"team {name}: {hits} of {team['asks']} asks hit; {team['wrong_claims']} of "
            f"{team['claims']} claims wrong, in the endgame {team['wrong_endgame_claims']} of "
            f"{team['endgame_claims']}; processor time of a decision: {ms['median']} ms (median), "
            f"{ms['p99']} ms (p99), {ms['longest']} ms (longest)"
        )
    if result["unfinished"]:
        rows.append(f"{result['unfinished']} games were not finished")
    return "\n".join([head, *rows, *result["errors"]])


def _row(name: str, figures: dict[str, Any]) -> str:
    rates = [
        f"{rate['rate']:6.1%} ({rate['interval'][0]:.1%} to {rate['interval'][1]:.1%})"
        for rate in (figures["a"], figures["b"], figures["a"]["points"])
    ]
    return (
        f"{name:18} {figures['games']:6} {figures['average_moves']:6} {figures['longest_moves']:5}"
        f"  {rates[0]:24} {rates[1]:24} {figures['drawn']:5}  {rates[2]:24}"
    )
