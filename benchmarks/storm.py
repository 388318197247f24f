"""Measures how fast moves are during a storm of bot tables: ``python -m benchmarks.storm --help``.

Sixty guests open tables for twelve at the same moment, fill them with hard bots, and let the bots
play to their turn again and again. Rounds of rest alternate with such storms, while other tables of
six people move. The command never fails because of a figure.
"""

import argparse
import asyncio
import contextlib
import json
import statistics
import time
from collections import Counter
from collections.abc import Sequence

from benchmarks.bot_tables import BotTable
from benchmarks.load.figures import percentile
from benchmarks.load.measuring import measure, show
from benchmarks.load.rounds import gathered, round_of
from benchmarks.load.served import HOST, Served
from benchmarks.load.tables import NAMES, Round, Table

#: The wait in seconds after a storm. After it, all its games have ended.
SETTLING = 3


class StormTable(BotTable):
    """A table of the storm: one guest and eleven bots. Counts the statuses of its answers."""

    def __init__(self, *args, statuses: Counter[int]) -> None:
        super().__init__(*args)
        self.statuses = statuses

    async def storm(self, every: float, until: float) -> None:
        """Open the table, and let its bots play to the guest's turn, until the time is over."""
        person = self.people[0]
        await self._get(person, "/guest/")
        await self._send_to("/guest/", name=NAMES[0], avatar="fox")
        opened = await self._send_to("/rooms/new/", preset=self.preset)
        self.code = json.loads(opened.body)["code"]
        await self._send("bots/fill", level=self.level)
        if (await self._send("start")).status != 200:
            return
        while time.monotonic() < until:
            await self.act()
            await self._send("bots/to-my-turn")
            await asyncio.sleep(every)

    async def end(self) -> None:
        """End the game, if there is one."""
        if self.code:
            await self._send("end", agrees=1)
        self.caller.close()

    async def _send(self, kind: str, **fields: object):
        return await self._send_to(f"/r/{self.code}/{kind}/", **fields)

    async def _send_to(self, path: str, **fields: object):
        person = self.people[0]
        form = person.post(path, fields, "Accept: application/json")
        answer = await self.caller.call(person, form)
        self.statuses[answer.status] += 1
        return answer


async def stormed(
    served: Served, chosen: argparse.Namespace, people: Sequence[Table], statuses: Counter[int]
) -> Round:
    """Measure the people's moves during a storm that begins and ends with the round."""
    port, until = served.site_port, time.monotonic() + chosen.seconds
    tables = [
        StormTable(HOST, port, number, chosen.preset, chosen.level, statuses=statuses)
        for number in range(chosen.tables)
    ]
    storms = asyncio.gather(
        *(table.storm(chosen.press, until) for table in tables), return_exceptions=True
    )
    part = await round_of(people, chosen.every, chosen.seconds)
    for failure in filter(None, await storms):
        statuses[type(failure).__name__] += 1  # type: ignore[index]
    with contextlib.suppress(Exception):
        await gathered([table.end() for table in tables], at_once=4)
    await asyncio.sleep(SETTLING)
    return part


async def measured(served: Served, chosen: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Play rounds of rest and of storm, alternately. Return the medians over the rounds."""
    people = [Table(HOST, served.site_port, n, "nine-sets") for n in range(chosen.people)]
    await gathered([table.sit_down() for table in people], at_once=2)
    await gathered([table.listen(range(6)) for table in people], at_once=2)
    await round_of(people, chosen.every, chosen.seconds / 2)  # The first round is a warm-up.
    rests, storms, statuses = [], [], Counter[int]()
    for number in range(chosen.rounds):
        rests.append(await round_of(people, chosen.every, chosen.seconds))
        storms.append(await stormed(served, chosen, people, statuses))
        print(f"round {number}: {_p(rests[-1])} at rest, {_p(storms[-1])} in the storm", flush=True)
    for table in people:
        table.close()
    rest, storm = _medians(rests), _medians(storms)
    return {
        "ms to the answer, at rest": rest,
        "ms to the answer, in the storm": storm,
        "storm by rest": {name: storm[name] / (rest[name] or 1) for name in ("p50", "p95")},
        "answers to the storm": {str(status): number for status, number in statuses.items()},
    }


def _medians(rounds: Sequence[Round]) -> dict[str, float]:
    each = {
        f"p{which}": statistics.median(percentile(part.answered, which) for part in rounds)
        for which in (50, 95)
    }
    worst = max(max(part.answered) for part in rounds) * 1000
    return each | {"worst": worst, "moves": sum(len(part.answered) for part in rounds)}


def _p(part: Round) -> str:
    figures = (percentile(part.answered, which) for which in (50, 95, 100))
    return " / ".join(f"{figure:.0f}" for figure in figures) + " ms"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=60, help="tables of the storm")
    words.add_argument("--people", type=int, default=2, help="tables of six people")
    words.add_argument("--level", default="hard")
    words.add_argument("--preset", default="big-table", help="of the storm's tables")
    words.add_argument("--press", type=float, default=5, help="seconds between a guest's presses")
    words.add_argument("--every", type=float, default=0.5, help="seconds between people's moves")
    words.add_argument("--seconds", type=float, default=20, help="of a round")
    words.add_argument("--rounds", type=int, default=3, help="of rest and of storm")
    show(measure(words, measured, among=("one", "cluster")))


if __name__ == "__main__":
    main()
