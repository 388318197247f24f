"""Measures how soon all six pages of a table show a move under load: ``python -m benchmarks.load
--help``.

Rounds with the site alternate with rounds with a bare server ("the floor"), so that a slow machine
slows both. All sockets stay open all the time, and the site's heartbeats continue during the
floor's rounds. The command never fails because of a figure.
"""

import argparse
import asyncio
import gc
import json
import time

from benchmarks.load.figures import HARNESS, Report
from benchmarks.load.measuring import measure
from benchmarks.load.rounds import gathered, round_of
from benchmarks.load.served import HOST, Served
from benchmarks.load.tables import SEATS, BareTable, Round, Table
from benchmarks.load.usage import cpu_seconds, memory
from benchmarks.load.wire import inflated

WARM_UP_MOVES = 8


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=100)
    words.add_argument("--every", type=float, default=5, help="seconds between a table's moves")
    words.add_argument("--seconds", type=float, default=600, help="of the site's rounds together")
    words.add_argument("--round", type=float, default=20, help="seconds of a round")
    words.add_argument("--floor-share", type=float, default=0.5, help="of a round, for the floor")
    words.add_argument("--preset", default="classic")
    words.add_argument("--by-post", action="store_true", help="send moves by POST, not by socket")
    gc.freeze()
    measure(words, measured)


async def measured(served: Served, chosen: argparse.Namespace) -> dict[str, object]:
    """Open the tables, play the rounds, print the report, and return its figures."""
    webs = [web.pid for web in served.processes["web"]]
    report = Report(chosen.on, chosen.tables, chosen.every)
    tables = [Table(HOST, served.site_port, seed, chosen.preset, by_post=chosen.by_post)
              for seed in range(chosen.tables)]  # fmt: skip
    await gathered([table.sit_down() for table in tables], at_once=4)
    await asyncio.sleep(1)
    before = memory(webs)
    await gathered([table.listen(range(1)) for table in tables], at_once=8)
    await asyncio.sleep(5)  # Wait long enough for a heartbeat.
    one_each = memory(webs)
    await gathered([table.listen(range(1, SEATS)) for table in tables], at_once=8)
    await asyncio.sleep(5)
    all_open = memory(webs)
    report.memory(before, one_each, all_open, chosen.tables, SEATS)

    kept = []
    for _ in range(WARM_UP_MOVES):
        await gathered([table.move(Round()) for table in tables], at_once=2)
        kept += [[inflated(frame).decode() for frame in table.kept] for table in tables[:4]]
    served.frames.write_text(json.dumps(kept))
    report.frames([len(text.encode()) for texts in kept for text in texts],
                  [len(frame) for table in tables for frame in table.kept])  # fmt: skip
    served.start_floor()
    floor = [BareTable(HOST, served.floor_port, number, by_post=chosen.by_post)
             for number in range(chosen.tables)]  # fmt: skip
    await gathered([table.listen(range(SEATS)) for table in floor], at_once=8)
    for _ in range(WARM_UP_MOVES):
        await gathered([table.move(Round()) for table in floor], at_once=2)

    groups = {name: [each.pid for each in those] for name, those in served.processes.items()}
    for number in range(max(1, round(chosen.seconds / chosen.round))):
        used = {name: cpu_seconds(pids) for name, pids in groups.items()}
        own, began = time.process_time(), time.monotonic()
        site = await round_of(tables, chosen.every, chosen.round)
        lasted = time.monotonic() - began
        spent = {name: cpu_seconds(pids) - used[name] for name, pids in groups.items()}
        spent[HARNESS] = time.process_time() - own
        bare_pids = [each.pid for each in served.floor]
        bare_before = cpu_seconds(bare_pids)
        bare = await round_of(floor, chosen.every, chosen.round * chosen.floor_share)
        bare_spent = cpu_seconds(bare_pids) - bare_before
        report.add(site, bare, lasted, spent, memory(webs), bare_spent)
        print(f"round {number}: {report.latest()}", flush=True)
    report.lost = sum(line.lost for table in tables for line in table.lines)
    for each in (*tables, *floor):
        each.close()
    print(report.text())
    return report.values()


main()
