"""Tables of the site, which play through its public interface, and tables of the floor.

One program plays for the six people of a table, and knows all hands. It uses the rules to find
moves, so that choosing a move costs almost nothing.
"""

import asyncio
import json
import re
import uuid
from collections.abc import Awaitable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import TypeVar

from benchmarks.load.wire import Answer, Caller, Line, Visitor
from literature.rules.apply import apply
from literature.rules.cards import CARDS, cards_in, hand_of, parse_card
from literature.rules.information_state import information_state
from literature.rules.moves import Ask, Claim, Move, Pass, holders_of
from literature.rules.options import Rules
from literature.rules.state import FINISHED, State, new_game

Answered = TypeVar("Answered")

SEATS = 6
NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
LATE_SECONDS = 10
ANSWER_SECONDS = 60

#: The headers of a move by POST from a page with an open socket.
PAGE_HEADERS = ("HX-Request: true", "X-Live: 1", "Accept: */*", "Accept-Encoding: gzip")
JSON_HEADERS = ("Accept: application/json",)

_VERSIONS = re.compile(rb'id="versions"[^>]*data-game="(\d+)"')


@dataclass
class Round:
    """Times in seconds, measured from the start of each move.

    ``shown`` ends when the last socket has the update; ``answered`` ends when the answer to the
    move has come.
    """

    shown: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    late: int = 0


class SocketGroup:
    """The sockets of a table. Measures when all of them have the latest update."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.kept: list[bytes] = [b""] * SEATS
        self._missing: set[int] = set()
        self._done: asyncio.Future[float] | None = None
        self._answer: asyncio.Future[bytes] | None = None

    def expect(self) -> "asyncio.Future[float]":
        """Start a measurement. The future's result is the time at which the last socket gets the
        update.
        """
        self._missing = set(range(len(self.lines)))
        self._done = asyncio.get_running_loop().create_future()
        return self._done

    def has(self, seat: int, moment: float) -> None:
        """Record that a socket has got the update."""
        self._missing.discard(seat)
        if not self._missing and self._done and not self._done.done():
            self._done.set_result(moment)

    async def timed(self, sent: Awaitable[Answered], result: Round) -> Answered:
        """Send a move, and wait until all sockets have the update."""
        done, start = self.expect(), perf_counter()
        answer = await sent
        result.answered.append(perf_counter() - start)
        try:
            result.shown.append(await asyncio.wait_for(done, LATE_SECONDS) - start)
        except TimeoutError:
            result.late += 1
        return answer

    async def by_socket(self, seat: int, fields: dict[str, object]) -> bytes:
        """Send a move through the socket of a seat. Return the first bytes of the answer."""
        self._answer = asyncio.get_running_loop().create_future()
        self.lines[seat].send(json.dumps(fields))
        return await asyncio.wait_for(self._answer, ANSWER_SECONDS)

    def is_answer(self, begins: bytes) -> bool:
        """Handle a message if it is the answer to a move. Return whether it is one."""
        if not begins.startswith(b'{"request_id"'):
            return False
        if self._answer and not self._answer.done():
            self._answer.set_result(begins)
        return True

    def close(self) -> None:
        for line in self.lines:
            line.close()


class Table(SocketGroup):
    """A room of the site with a game."""

    def __init__(
        self, host: str, port: int, seed: int, preset: str, *, by_post: bool = False
    ) -> None:
        super().__init__()
        self.by_post = by_post
        self.people = [Visitor(host, port) for _ in range(SEATS)]
        self.caller = Caller()
        self.chance = Random(seed)
        self.preset = preset
        self.code = ""
        self.state: State | None = None
        self._awaited = 0

    async def sit_down(self) -> None:
        """Let six guests sit down in one room, and start a game. The first guest is the host."""
        for person, name in zip(self.people, NAMES, strict=True):
            await self._get(person, "/guest/")
            await self._post(person, "/guest/", name=name, avatar="fox")
        opened = await self._post(self.people[0], "/rooms/new/", preset=self.preset)
        self.code = opened["code"]
        for seat, person in enumerate(self.people[1:], start=1):
            await self._post(person, f"/r/{self.code}/join/", seat=seat)
        await self.deal()

    async def deal(self) -> None:
        """Start a game, and read the six hands."""
        await self._post(self.people[0], f"/r/{self.code}/start/")
        seen = [await self._get(each, f"/r/{self.code}/state.json") for each in self.people]
        order = sorted(range(SEATS), key=lambda number: seen[number]["you"])
        assert order == list(range(SEATS)), "people do not sit where they sat down"
        rules = Rules.from_json(seen[0]["rules"])
        hands = [hand_of(parse_card(card) for card in each["hand"]) for each in seen]
        self.state = new_game(rules, hands, seen[0]["turn"])

    async def listen(self, seats: range) -> None:
        """Open the sockets of these seats, one after another."""
        for seat in seats:
            path = f"/ws/r/{self.code}/?tab={seat}"
            self.lines.append(await Line.open(self.people[seat], path, self._listener(seat)))

    async def move(self, result: Round) -> None:
        """Make the next move. After the last move of a game, deal the next game; this is not
        measured.
        """
        assert self.state
        move = chosen(self.state, self.chance)
        kind, fields = _form_of(self.state, move)
        fields |= {"version": self.state.number, "request_id": uuid.uuid4().hex}
        self._awaited = self.state.number + 1
        if self.by_post:
            mover = self.people[move.seat]
            post = mover.post(f"/r/{self.code}/{kind}/", fields, *PAGE_HEADERS)
            answer = await self.timed(self.caller.call(mover, post), result)
            assert answer.status == 200, (answer.status, answer.body[:300])
        else:
            sent = self.by_socket(move.seat, {"kind": kind} | fields)
            answered = await self.timed(sent, result)
            assert b'"code"' not in answered, answered
        self.state, _event = apply(self.state, move)
        if self.state.phase == FINISHED:
            await self._post(self.people[0], f"/r/{self.code}/again/")
            await self.deal()

    def _listener(self, seat: int):
        def heard(begins: bytes, moment: float, payload: bytes) -> None:
            if self.is_answer(begins):
                return
            found = _VERSIONS.search(begins)
            if found and int(found[1]) >= self._awaited:
                self.kept[seat] = payload
                self.has(seat, moment)

        return heard

    async def _get(self, person: Visitor, path: str) -> dict:
        answer = await self.caller.call(person, person.head("GET", path, *JSON_HEADERS))
        assert answer.status == 200, (path, answer.status)
        return _body(answer)

    async def _post(self, person: Visitor, path: str, **fields: object) -> dict:
        answer = await self.caller.call(person, person.post(path, fields, *JSON_HEADERS))
        assert answer.status == 200, (path, answer.status, answer.body[:300])
        return _body(answer)


class BareTable(SocketGroup):
    """A table of the floor: six sockets that get the same bytes as the site's sockets, after a bare
    commit.
    """

    def __init__(self, host: str, port: int, number: int, *, by_post: bool) -> None:
        super().__init__()
        self.by_post = by_post
        self.visitor = Visitor(host, port)
        self.caller = Caller()
        self.number = number
        self._moves = 0

    async def listen(self, seats: range) -> None:
        """Open the sockets of these seats."""
        for seat in seats:
            path = f"/ws/r/{self.number}/{seat}"
            self.lines.append(await Line.open(self.visitor, path, self._listener(seat)))

    async def move(self, result: Round) -> None:
        """Send a move with the same fields as a move of the site."""
        self._moves += 1
        fields = {"card": "9H", "of": 2, "version": self._moves, "request_id": uuid.uuid4().hex}
        if self.by_post:
            post = self.visitor.post(f"/r/{self.number}/{self._moves}", fields, *PAGE_HEADERS)
            answer = await self.timed(self.caller.call(self.visitor, post), result)
            assert answer.status == 200, answer.status
        else:
            await self.timed(self.by_socket(self._moves % SEATS, fields), result)

    def _listener(self, seat: int):
        def heard(begins: bytes, moment: float, payload: bytes) -> None:
            if not self.is_answer(begins):
                self.has(seat, moment)

        return heard


def chosen(state: State, chance: Random) -> Move:
    """Choose a move. If the team holds all cards of a set, sometimes claim it. Otherwise ask; if no
    ask is legal, pass or guess a claim. Half of the asks are chosen to hit, if possible; the others
    are random.
    """
    seat = state.turn
    legal = information_state(state, (), seat, dealer=0).legal
    team = range(seat % 2, len(state.hands), 2)
    for index in legal.claims:
        card_set = state.deck.sets[index]
        held = {each: state.hands[each] & card_set.mask for each in team}
        if sum(held.values()) == card_set.mask and (chance.random() < 0.3 or not legal.asks):
            named = [(card, each) for each, mask in held.items() for card in cards_in(mask)]
            return Claim(seat, index, holders_of(named))
    if legal.asks:
        pairs = [(card, of) for card, seats in legal.asks.items() for of in seats]
        hits = [(card, of) for card, of in pairs if state.hands[of] >> card & 1]
        wanted = hits if hits and chance.random() < 0.5 else pairs
        return Ask(seat, *chance.choice(wanted))
    if legal.passes:
        return Pass(seat, chance.choice(legal.passes))
    guess = [(card, seat) for card in state.deck.sets[legal.claims[0]].cards]
    return Claim(seat, legal.claims[0], holders_of(guess))


def _form_of(state: State, move: Move) -> tuple[str, dict[str, object]]:
    """Return the last part of a move's address, and its fields."""
    if isinstance(move, Ask):
        return "ask", {"card": CARDS[move.card], "of": move.of}
    if isinstance(move, Pass):
        return "pass", {"to": move.to}
    holders = {f"holder-{CARDS[card]}": seat for card, seat in move.holders}
    return "claim", {"set": state.deck.sets[move.card_set].name} | holders


def _body(answer: Answer) -> dict:
    text = answer.body if answer.body.startswith(b"{") else b"{}"
    return json.loads(text)
