"""Nobody learns a hidden card. The test searches all texts that viewers get during whole games."""

import json
import random
import uuid
from collections import deque
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from tests.cluster.kit.site_process import Program, Site, form_of, live_site, seated
from tests.secrecy import (
    Truth,
    furniture,
    leaks_in_answer,
    leaks_in_document,
    leaks_in_page,
    parsed,
    same_for_all,
    secrets_in,
    versions_in,
)

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
HTMX = {"Accept": "*/*", "HX-Request": "true"}
BROWSER = {"Accept": "text/html"}
LOOK_EVERY = 45  # The number of moves between two checks.


class Viewer:
    """A player or a spectator, their two sockets, and everything that was sent to them."""

    def __init__(
        self, person: Program, code: str, seat: int | None, truth: Truth, stack: ExitStack
    ) -> None:
        self.person, self.code, self.seat, self.truth = person, code, seat, truth
        self.who = "the spectator" if seat is None else f"seat {seat}"
        self.html = stack.enter_context(person.listen(code))
        self.json = stack.enter_context(person.listen(code, as_json=True))
        self.now: dict[str, Any] = {}
        # The versions of the room and the game in each update.
        self.html_versions: list[tuple[int, int]] = []
        self.json_versions: list[tuple[int, int]] = []
        self.leaks: list[str] = []
        self.received: list[str] = []
        self.table: tuple[str, Any] | None = None
        self._unread: deque[str] = deque()

    def found(self, where: str, leaks: list[str]) -> None:
        self.leaks += [f"{self.who}, {where}: {leak}" for leak in leaks]

    def hear(self, version: int) -> None:
        """Read both sockets up to ``version``."""
        while not self.html_versions or self.html_versions[-1][1] < version:
            last = self.html_versions[-1][1] if self.html_versions else None
            text = self._unread.popleft() if self._unread else str(self.html.recv(30))
            page = self.read_page("frame", text, last)
            if page.find("heartbeat") is None:
                self.html_versions.append(versions_in(page) or (0, 0))
                self.table = (self.who, page)
        while not self.json_versions or self.json_versions[-1][1] < version:
            self.now = self.read_document("JSON socket", self.json.recv(30))
            self.json_versions.append((self.now["room_version"], self.now["version"]))

    def move_by_socket(self, move: dict[str, Any]) -> str:
        """Send a move through the page's socket. Return the text of the answer."""
        kind, fields = form_of(move)
        fields |= {"version": self.truth.version, "request_id": uuid.uuid4().hex}
        self.html.send(json.dumps({"kind": kind, **fields}))
        while not (text := str(self.html.recv(30))).startswith("{"):
            self._unread.append(text)
        return text

    def read_page(self, where: str, text: str, since: int | None = None) -> Any:
        self.received.append(text)
        page = parsed(text)
        self.found(where, leaks_in_page(self.truth, self.seat, page, since))
        return page

    def read_document(self, where: str, text: str) -> Any:
        self.received.append(text)
        document = json.loads(text)
        if "hand" in document:
            self.found(where, leaks_in_document(self.truth, self.seat, document))
        else:
            self.found(where, leaks_in_answer(self.truth, document))
        return document

    def read_answer(self, where: str, answer: httpx.Response) -> None:
        """Check an answer of any kind: a page, regions, a document, a refusal, or nothing."""
        self.received.append(str(answer.headers))
        assert answer.status_code < 500, (where, answer.text)
        if answer.headers.get("Content-Type", "").startswith("application/json"):
            self.read_document(where, answer.text)
        else:
            self.read_page(where, answer.text)

    def look_everywhere(self, game_id: str) -> None:
        room = f"/r/{self.code}/"
        review = f"/games/{game_id}/review/"
        pages = (
            room,
            f"{room}regions/",
            f"{room}help/",
            "/",
            "/puzzle/",
            "/puzzle/practice/",
            "/tables/",
            "/people/",
            f"{room}report/",
            f"{room}invite/",
            f"/games/{game_id}/",
            f"{review}grid/",
        )
        for path in (*pages, f"{review}mine/"):
            self.read_answer(path, self.person.get(path, **BROWSER))
        for path in (
            f"{room}state.json",
            f"/games/{game_id}/record.json",
            f"/games/{game_id}/",
            review,
        ):
            answer = self.person.get(path)
            assert ("/games/" in path) == (answer.status_code in (403, 404)), path
            self.read_answer(path, answer)

    def try_what_is_refused(self, chance: random.Random) -> None:
        """Send illegal moves. The refusals must not reveal hidden cards."""
        version = self.truth.version
        cards = [card for cards in self.truth.sets.values() for card in cards]
        seat = self.seat if self.seat is not None else 0
        wrong = [
            {"ask": chance.choice(cards), "of": (seat + 2) % 6},  # This is the seat of a teammate.
            {"ask": "XX", "of": (seat + 1) % 6},
            {"claim": "no-such-set", "holders": {}},
            {"claim": chance.choice([*self.truth.sets]), "holders": {}},
            {"pass": seat},
        ]
        if self.seat is not None:
            own = sorted(self.truth.hands[-1][self.seat])
            wrong += [{"ask": card, "of": (seat + 1) % 6} for card in own[:1]]
        for move in wrong:
            # A spectator's move through the socket gets no answer.
            if self.seat is not None and chance.random() < 0.3:
                text = self.move_by_socket(move)
                assert "code" in self.read_document(f"the socket's answer to {move}", text)
                continue
            headers = chance.choice([{}, HTMX, BROWSER])
            answer = self.person.move(self.code, move, version, headers=headers)
            assert 400 <= answer.status_code < 500, (self.who, move, answer.text)
            self.read_answer(f"the answer to {move}", answer)


def furniture_of(stranger: Program) -> set[str]:
    """Return the elements that name cards on pages of another game, or on pages without a game.
    Such elements reveal nothing.
    """
    pitch = stranger.get("/", **BROWSER).text  # Once there is a table, the page is another.
    other = stranger.done("/play/")["code"]
    paths = ("/", "/puzzle/", "/puzzle/practice/", f"/r/{other}/")
    pages = [pitch, *(stranger.get(path, **BROWSER).text for path in paths)]
    return {words for page in pages for words in furniture(parsed(page))}


def next_move(
    truth: Truth, state: dict[str, Any], chance: random.Random
) -> tuple[int, dict[str, Any]]:
    """Choose a random move with knowledge of all cards, so that the game comes to an end."""
    seat, hands = state["turn"], truth.hands[-1]
    holder = {card: number for number, hand in enumerate(hands) for card in hand}
    live = {name: cards for name, cards in truth.sets.items() if cards[0] in holder}
    complete = [
        name for name, cards in live.items() if all((holder[c] ^ seat) % 2 == 0 for c in cards)
    ]
    legal = state["legal"]
    if legal["claims"] and (complete or not legal["asks"]) and chance.random() < 0.8:
        name = chance.choice(complete or legal["claims"])
        holders = {card: holder[card] if name in complete else seat for card in live[name]}
        if chance.random() < 0.15:
            holders[chance.choice(live[name])] = (seat + 2 * chance.randrange(3)) % 6
        claimer = seat
        if truth.rules["claim_timing"] == "any_time" and state["phase"] == "playing":
            claimer = (seat + 2 * chance.randrange(3)) % 6
        return claimer, {"claim": name, "holders": holders}
    if legal["asks"]:
        hits = [card for card in legal["asks"] if holder[card] in legal["asks"][card]]
        if hits and chance.random() < 0.9:
            card = chance.choice(hits)
            return seat, {"ask": card, "of": holder[card]}
        card = chance.choice([*legal["asks"]])
        return seat, {"ask": card, "of": chance.choice(legal["asks"][card])}
    return seat, {"pass": chance.choice(legal["passes"])} if legal["passes"] else (
        {"claim": complete[0], "holders": {card: holder[card] for card in live[complete[0]]}}
    )


def play(site: Site, code: str, viewers: list[Viewer], truth: Truth, game_id: str) -> None:
    chance = random.Random(7)
    players = viewers[:6]
    while not truth.finished:
        if truth.version % LOOK_EVERY == 0:
            for viewer in [*chance.sample(players, 2), viewers[-1]]:
                viewer.look_everywhere(game_id)
            for viewer in chance.sample(viewers, 2):
                viewer.try_what_is_refused(chance)
        seat, move = next_move(truth, players[viewers[-1].now["turn"]].now, chance)
        headers = chance.choice([{}, HTMX, BROWSER, None])
        if headers is None:
            text = players[seat].move_by_socket(move)
            if "repeated_claim" in text:
                continue  # This claim was already made, and its cards were returned.
            truth.catch_up(site, game_id)
            told = players[seat].read_document(f"the socket's answer to {move}", text)
            assert told["version"] == truth.version, (move, told)
        else:
            answer = players[seat].person.move(code, move, truth.version, headers=headers)
            if answer.status_code == 422 and "claim" in move:
                continue
            assert answer.status_code in (200, 302), (move, answer.status_code, answer.text)
            truth.catch_up(site, game_id)
            players[seat].read_answer(f"the answer to {move}", answer)
        for viewer in viewers:
            viewer.hear(truth.version)
        leaks = same_for_all([viewer.table for viewer in viewers if viewer.table])
        assert leaks == []
        assert truth.version < 400, "this game does not end"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("silent-hands", {"claim_timing": "any_time"}),
        *(
            pytest.param(preset, {}, marks=pytest.mark.soak)
            for preset in ("silent-hands", "nine-sets-anytime", "nine-sets")
        ),
    ],
)
def test_a_whole_game(preset, options, tmp_path):
    with live_site(tmp_path, AWAY_AFTER_SECONDS="600") as site:
        code, people = seated(site, preset, NAMES)
        if options:
            people[0].done(f"/r/{code}/settings/", **options)
        spectator = Program(site, "Goran")
        early = [person.get(f"/r/{code}/", **BROWSER).text for person in [*people, spectator]]
        game_id = people[0].done(f"/r/{code}/start/")["game"]
        truth = Truth.of(site, game_id)
        truth.furniture = furniture_of(Program(site, "Hana"))
        seats = [person.state(code)["you"] for person in people]
        people = [person for _seat, person in sorted(zip(seats, people, strict=True), key=_first)]
        everybody = zip([*people, spectator], [*range(6), None], strict=True)
        with ExitStack() as stack:
            viewers = [Viewer(person, code, seat, truth, stack) for person, seat in everybody]
            for viewer in viewers:
                viewer.hear(0)
            play(site, code, viewers, truth, game_id)

        leaks = [leak for viewer in viewers for leak in viewer.leaks]
        assert leaks == [], "\n".join(leaks)
        # All viewers get updates after the same moves. So the updates do not reveal who else gets
        # them.
        told = [each for viewer in viewers for each in (viewer.html_versions, viewer.json_versions)]
        for frames in told:
            assert len(set(frames)) == len(frames)
            assert sorted({game for _room, game in frames}) == list(range(truth.version + 1))
            # A viewer may connect later than the others, and then starts with a later version.
            since = told[0][told[0].index(frames[0]) :]
            assert all(one == other for one, other in zip(frames, since, strict=False))
        # Search for seeds, and for hands as numbers, in everything that was received.
        for text in [*early, *(text for viewer in viewers for text in viewer.received)]:
            assert secrets_in(truth, text) == []
        kinds = {key for move in truth.log for key in ("ask", "claim", "pass") if key in move}
        assert kinds >= {"ask", "claim"}
        assert sum("claim" in move for move in truth.log) >= 5
        assert site.complaints() == []
        # After the game everything is public.
        record = people[0].get(f"/games/{game_id}/record.json").json()
        assert [set(hand) for hand in record["hands"]] == truth.hands[0]


def _first(pair: tuple[int, Program]) -> int:
    return pair[0]
