"""Measures whether reviews of games delay people's moves: ``python -m benchmarks.reviewing
--help``.

Rounds in which reviews are made alternate with rounds without reviews. The command never fails
because of a figure.
"""

import argparse
import asyncio
import subprocess
import sys

from benchmarks.load.compared import compared, interval
from benchmarks.load.measuring import measure
from benchmarks.load.rounds import gathered, round_of
from benchmarks.load.served import HOST, Served
from benchmarks.load.tables import SEATS, Round, Table

#: After this number of seconds the reviews have started or stopped.
SETTLING = 4
MANAGE = [sys.executable, "manage.py"]

#: Requests the reviews of all imported games again.
REQUEST = """
from game.models import Game, Review
from finished.review.reviews import request_review
for game in Game.objects.filter(source__isnull=False):
    request_review(game)
"""
#: Prints the number of moves that were reviewed. Deletes all reviews, finished or not.
DROP = """
from game.models import Review
print(sum(Review.objects.values_list("moves_done", flat=True)))
Review.objects.all().delete()
"""


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--people", type=int, default=20, help="tables of six people")
    words.add_argument("--games", type=int, default=20, help="games that are reviewed in a round")
    words.add_argument("--every", type=float, default=2, help="seconds between a table's moves")
    words.add_argument("--seconds", type=float, default=20, help="of a round")
    words.add_argument("--rounds", type=int, default=6, help="with and without reviews")
    measure(words, measured)


def import_games(served: Served, games: int) -> None:
    """Let bots play games, and import them."""
    folder = served.folder / "records"
    folder.mkdir()
    played = ["selfplay", "--games", str(games), "--seed", "1", "--out", str(folder)]
    _run(served, [*MANAGE, *played])
    _run(served, [*MANAGE, "import_game", *map(str, sorted(folder.iterdir()))])


async def measured(served: Served, chosen: argparse.Namespace) -> None:
    """Play rounds with reviews and rounds without reviews, alternately. Print the figures."""
    import_games(served, chosen.games)
    port = served.site_port
    tables = [Table(HOST, port, seed, "classic") for seed in range(chosen.people)]
    await gathered([table.sit_down() for table in tables], at_once=4)
    await gathered([table.listen(range(SEATS)) for table in tables], at_once=8)
    await round_of(tables, chosen.every, chosen.seconds / 2)  # The first round is a warm-up.
    rounds: tuple[list[Round], list[Round]] = ([], [])
    for number in range(chosen.rounds):
        for which, code in enumerate((REQUEST, DROP)):
            printed = await asyncio.to_thread(_run, served, [*MANAGE, "shell", "-c", code])
            await asyncio.sleep(SETTLING)
            rounds[which].append(await round_of(tables, chosen.every, chosen.seconds))
        reviewed = int(printed.split()[-1])
        both = compared([each[-1:] for each in rounds])
        print(f"round {number}: {both}; {reviewed} moves reviewed", flush=True)
    print(f"with and without reviews: {compared(rounds)}")
    print("95 % interval of the ratio of p99: {:.3f} to {:.3f}".format(*interval(rounds)))
    for table in tables:
        table.close()


def _run(served: Served, command: list[str]) -> str:
    return subprocess.run(
        command, env=dict(served.environment), check=True, capture_output=True, text=True
    ).stdout


if __name__ == "__main__":
    main()
