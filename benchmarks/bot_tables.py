"""Measures whether the bots' thinking delays people: ``python -m benchmarks.bot_tables --help``.

Some tables have six people; many other tables have one person and five bots. Rounds in which these
bots move alternate with rounds in which they are paused. Run it on a machine that does nothing
else. The command never fails because of a figure.
"""

import argparse
import asyncio
import uuid

from benchmarks.load.figures import percentile
from benchmarks.load.measuring import measure, show
from benchmarks.load.rounds import gathered, round_of
from benchmarks.load.served import HOST, Served
from benchmarks.load.tables import NAMES, Round, Table
from benchmarks.load.wire import inflated
from literature.rules.cards import CARDS
from literature.rules.decks import DECKS

#: The wait in seconds after the bots were paused or continued. After it, all bots have stopped or
#: started moving.
SETTLING = 4
#: If an update contains one of these texts, the person has to act.
DUE = (b"Your turn", b'/again/"')


class BotTable(Table):
    """A table of a person and five bots. The person moves without delay."""

    def __init__(self, host: str, port: int, seed: int, preset: str, level: str) -> None:
        super().__init__(host, port, seed, preset)
        self.level = level
        self.updates = 0
        self._one = asyncio.Lock()
        self._answers: set[asyncio.Task[None]] = set()

    async def sit_down(self) -> None:
        """Open a room, fill it with bots, start a game, and open the person's socket."""
        person = self.people[0]
        await self._get(person, "/guest/")
        await self._post(person, "/guest/", name=NAMES[0], avatar="fox")
        self.code = (await self._post(person, "/rooms/new/", preset=self.preset))["code"]
        await self._post(person, f"/r/{self.code}/bots/fill/", level=self.level)
        await self._post(person, f"/r/{self.code}/start/")
        await self.listen(range(1))

    async def pause(self, paused: bool) -> None:
        """Pause the bots, or let them continue."""
        async with self._one:
            await self._send("bots/pause", paused=int(paused))
        if not paused:
            await self.act()

    async def act(self) -> None:
        """If the person has the turn, make a move. After a game, start the next game."""
        async with self._one:
            seen = await self._get(self.people[0], f"/r/{self.code}/state.json")
            if seen["phase"] == "finished":
                await self._send("again")
                await self._send("start")
            elif seen["turn"] == seen["you"]:
                kind, fields = self._some_move(seen)
                again = uuid.uuid4().hex
                await self._send(kind, version=seen["version"], request_id=again, **fields)

    def _some_move(self, seen: dict) -> tuple[str, dict[str, object]]:
        legal = seen["legal"]
        if legal["asks"]:
            card = self.chance.choice(list(legal["asks"]))
            return "ask", {"card": card, "of": self.chance.choice(legal["asks"][card])}
        if legal["passes"]:
            return "pass", {"to": legal["passes"][0]}
        sets = {each.name: each for each in DECKS[seen["rules"]["deck"]].sets}
        cards = sets[legal["claims"][0]].cards
        named = {f"holder-{CARDS[card]}": seen["you"] for card in cards}
        return "claim", {"set": legal["claims"][0]} | named

    async def _send(self, kind: str, **fields: object) -> None:
        """Send a form. Ignore a refusal, because a bot may have moved first."""
        person = self.people[0]
        form = person.post(f"/r/{self.code}/{kind}/", fields, "Accept: application/json")
        await self.caller.call(person, form)

    def _listener(self, seat: int):
        def heard(_begins: bytes, _moment: float, payload: bytes) -> None:
            self.updates += 1
            text = inflated(payload)
            if any(each in text for each in DUE):
                answer = asyncio.get_running_loop().create_task(self.act())
                self._answers.add(answer)
                answer.add_done_callback(self._answers.discard)

        return heard


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--people", type=int, default=20, help="tables of six people")
    words.add_argument("--bots", type=int, default=60, help="tables of a person and five bots")
    words.add_argument("--level", default="hard")
    words.add_argument("--preset", default="nine-sets")
    words.add_argument("--every", type=float, default=2, help="seconds between a table's moves")
    words.add_argument("--seconds", type=float, default=20, help="of a round")
    words.add_argument("--rounds", type=int, default=8, help="with and without moving bots")
    show(measure(words, measured))


async def measured(served: Served, chosen: argparse.Namespace) -> dict[str, dict[str, float]]:
    """Play rounds with moving bots and rounds with paused bots, alternately."""
    port, numbers = served.site_port, range(chosen.people)
    people = [Table(HOST, port, number, chosen.preset) for number in numbers]
    others = [
        BotTable(HOST, port, number, chosen.preset, chosen.level) for number in range(chosen.bots)
    ]
    await gathered([table.sit_down() for table in [*people, *others]], at_once=4)
    await gathered([table.listen(range(6)) for table in people], at_once=8)
    await round_of(people, chosen.every, chosen.seconds / 2)  # The first round is a warm-up.
    moving, paused, updates = Round(), Round(), 0
    for number in range(chosen.rounds):
        for rest, whole in ((False, moving), (True, paused)):
            await gathered([table.pause(rest) for table in others], at_once=4)
            await asyncio.sleep(SETTLING)
            before = sum(table.updates for table in others)
            part = await round_of(people, chosen.every, chosen.seconds)
            updates += 0 if rest else sum(table.updates for table in others) - before
            whole.shown += part.shown
            whole.answered += part.answered
            whole.late += part.late
        print(f"round {number}: {_p(moving.shown)} moving, {_p(paused.shown)} paused", flush=True)
    for table in [*people, *others]:
        table.close()
    shown, answered = (
        {f"p{which} {name}": percentile(getattr(each, what), which)
         for which in (50, 99) for name, each in (("moving", moving), ("paused", paused))}
        for what in ("shown", "answered")
    )  # fmt: skip
    return {
        "ms to all six screens": shown,
        "ms to the answer": answered,
        "p99, moving by paused": {
            "screens": shown["p99 moving"] / (shown["p99 paused"] or 1),
            "answer": answered["p99 moving"] / (answered["p99 paused"] or 1),
        },
        "counts": {
            "moves": len(moving.shown),
            "without bots": len(paused.shown),
            "late": moving.late + paused.late,
            "updates of bots' tables a second": updates / chosen.seconds / chosen.rounds,
        },
    }


def _p(values: list[float]) -> str:
    return f"{percentile(values, 50):.1f} / {percentile(values, 99):.1f} ms (p50 / p99)"


if __name__ == "__main__":
    main()
