"""Measures the cost of metrics and logs for people's moves:
``python -m benchmarks.observing --help``.

Two sites run at the same time. The first has metrics and logs as in production. The second has
none. Rounds with the first site alternate with rounds with the second. Two processes of one site
can differ by 5 %, so both sites are started anew several times. The command never fails because of
a figure.
"""

import argparse
import asyncio
import os
import resource
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.load.compared import compared, interval
from benchmarks.load.rounds import gathered, round_of
from benchmarks.load.served import HOST, Migrated, Served, one_process
from benchmarks.load.tables import SEATS, Round, Table
from benchmarks.load.usage import cpu_seconds

OBSERVED = {"LOG_LEVEL": "INFO", "LOG_FORMAT": "json", "METRICS_TOKEN": "observing"}
UNOBSERVED = {"LOG_LEVEL": "CRITICAL"}
#: The arguments that start the two sites.
SERVE_OBSERVED, SERVE_UNOBSERVED = "--serve-observed", "--serve-unobserved"


class Observed(Migrated):
    """A web process that makes no reviews of finished games: they would take more processor time
    than all moves.
    """

    argument = SERVE_OBSERVED

    def command(self) -> list[str]:
        return [sys.executable, "-m", "benchmarks.observing", self.argument]


class Unobserved(Observed):
    """A web process like ``Observed``, but without metrics and logs."""

    argument = SERVE_UNOBSERVED


SITES = (OBSERVED, Observed), (UNOBSERVED, Unobserved)


def serve(*, observed: bool) -> None:
    """Serve one of the sites. If it is not observed, functions that count or measure do
    nothing.
    """
    import django
    from prometheus_client import Counter, Gauge, Histogram

    def nothing(*_values: object, **_more: object) -> None: ...

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "literature_site.settings")
    django.setup()
    from django.core.management import execute_from_command_line

    from bots import background
    from literature_site.request_log import ObserveRequests

    background.do_due_work = nothing  # type: ignore[assignment]
    if not observed:
        Counter.inc = Histogram.observe = Gauge.inc = Gauge.dec = nothing  # type: ignore[method-assign]
        ObserveRequests.__call__ = lambda self, request: self.get_response(request)  # type: ignore
    execute_from_command_line(["manage.py", "serve", "--migrate"])


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=20, help="of each site")
    words.add_argument("--every", type=float, default=1, help="seconds between a table's moves")
    words.add_argument("--seconds", type=float, default=10, help="of a round")
    words.add_argument("--rounds", type=int, default=10, help="of each site after a start")
    words.add_argument("--starts", type=int, default=8, help="of each site")
    chosen = words.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
    figures = Figures()
    for start in range(chosen.starts):
        with ExitStack() as stack:
            sites: dict[int, Served] = {}
            # Each time the other site starts first and fills its tables first, so the order has no
            # effect.
            for which in in_turn(start):
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="literature-o-"))
                sites[which] = stack.enter_context(one_process(Path(folder), *SITES[which]))
            asyncio.run(measured(sites, chosen, figures))
        print(f"start {start}: {figures}", flush=True)
    for which in (50, 99):
        print("95 % interval of the ratio of p{}: {:.3f} to {:.3f}".format(
            which, *interval(figures.rounds, which)))  # fmt: skip


def in_turn(number: int) -> tuple[int, int]:
    return (0, 1) if number % 2 else (1, 0)


def used_by(site: Served) -> float:
    """The processor time in seconds that a site has used so far."""
    return cpu_seconds(process.pid for process in site.processes["web"])


@dataclass
class Figures:
    """The rounds of each site so far, and the site's processor time meanwhile, in ms."""

    rounds: tuple[list[Round], list[Round]] = field(default_factory=lambda: ([], []))
    used: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def __str__(self) -> str:
        moves = [sum(len(each.shown) for each in own) for own in self.rounds]
        first, second = (used / made for used, made in zip(self.used, moves, strict=True))
        return (
            f"observed and unobserved: {compared(self.rounds)}; processor time a move"
            f" {first:.2f} and {second:.2f} ms (x {first / second:.3f})"
        )


async def measured(sites: dict[int, Served], chosen: argparse.Namespace, figures: Figures) -> None:
    """Play rounds at both sites alternately, and add their figures."""
    groups = {
        which: [Table(HOST, site.site_port, seed, "classic") for seed in range(chosen.tables)]
        for which, site in sites.items()
    }
    for tables in groups.values():
        await gathered([table.sit_down() for table in tables], at_once=4)
        await gathered([table.listen(range(SEATS)) for table in tables], at_once=8)
        await round_of(tables, chosen.every, chosen.seconds / 2)  # The first round is a warm-up.
    begun = {which: used_by(site) for which, site in sites.items()}
    for number in range(chosen.rounds):
        for which in in_turn(number):
            figures.rounds[which].append(
                await round_of(groups[which], chosen.every, chosen.seconds)
            )
    for which, site in sites.items():
        figures.used[which] += 1000 * (used_by(site) - begun[which])
    for table in (table for tables in groups.values() for table in tables):
        table.close()


if __name__ == "__main__":
    if sys.argv[1:] in ([SERVE_OBSERVED], [SERVE_UNOBSERVED]):
        serve(observed=sys.argv[1] == SERVE_OBSERVED)
    else:
        main()
