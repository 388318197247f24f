"""A page sends its moves through its socket. One click makes exactly one move, even if something
fails.
"""

import random
import re

import pytest
from playwright.sync_api import BrowserContext, WebSocketRoute, expect

from tests.browser.kit.player import MUTE_SOCKETS, Player, same_as_stored, tab_of
from tests.cluster.kit.site_process import Program, bring_turn_to, dealt, live_hands, simple_move

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
MOVES = re.compile(r"/r/\w+/(ask|claim|pass)/")


@pytest.fixture
def table(site):
    """A game of six programs. The first seat has the turn."""
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    return code, people


class Line:
    """The socket of a page. A test can make it lose messages."""

    def __init__(self, context: BrowserContext) -> None:
        self.sent: list[str] = []
        self.posted: list[str] = []
        #: What is lost: the move, the answer, or (``line``) the connection.
        self.lose = ""
        context.route_web_socket(re.compile("/ws/r/"), self._route)
        context.on("request", self._note)

    def _note(self, request) -> None:
        if MOVES.search(request.url):
            self.posted.append(request.post_data_json["request_id"])

    def _route(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def sent(text: str) -> None:
            self.sent.append(str(text))
            if self.lose != "move":
                server.send(text)
            if self.lose == "line":
                socket.close(code=1012)

        def received(text: str) -> None:
            if self.lose != "answer" or not str(text).startswith("{"):
                socket.send(text)

        socket.on_message(sent)
        server.on_message(received)


def player_at(context: BrowserContext, person: Program, code: str) -> Player:
    tab = tab_of(context, person, code)
    expect(tab.page.locator("#connection")).to_have_attribute("data-state", "saved")
    return tab


def test_a_move_is_sent_only_by_the_socket(site, table, context: BrowserContext):
    code, people = table
    line = Line(context)
    tab = player_at(context, people[0], code)
    state = tab.state()
    move = simple_move(state, random.Random(1))
    assert "ask" in move
    tab.choose(tab.form("/ask/"), "of", move["of"])
    tab.form("/ask/").locator(f"[name=card][value='{move['ask']}']").dblclick()
    tab.wait_for(state["version"] + 1)
    assert tab.state()["version"] == state["version"] + 1
    assert (len(line.sent), line.posted) == (1, [])
    same_as_stored(tab, 0)
    # A refusal that comes by the socket is shown, and the move is not posted.
    bring_turn_to(site, code, people, 0)
    tab.wait_for(people[0].state(code)["version"])
    tab.page.evaluate("() => (document.getElementById('versions').dataset.dealt = 'another')")
    tab.move(simple_move(tab.state(), random.Random(2)))
    expect(tab.page.locator("#refusal")).not_to_have_text("")
    assert len(line.sent) == 2
    assert line.posted == []
    assert tab.errors == []


def test_the_next_ask_does_not_wait_for_a_lost_answer(site, table, context: BrowserContext):
    """The update of the first ask, a hit, arrives, but its answer is lost."""
    code, people = table
    line = Line(context)
    line.lose = "answer"
    tab = player_at(context, people[0], code)
    version = tab.state()["version"]
    for number in (1, 2):
        hands, legal = live_hands(site, code), tab.state()["legal"]
        card, of = next(
            (card, of) for card, seats in legal["asks"].items() for of in seats if card in hands[of]
        )
        tab.ask(card, of)
        tab.wait_for(version + number)
    assert len({*line.sent}) == 2
    assert tab.state()["version"] == version + 2
    assert tab.errors == []


def test_a_lost_move_is_posted_with_the_same_request_id(site, table, context: BrowserContext):
    code, people = table
    line = Line(context)
    tab = player_at(context, people[0], code)
    for line.lose in ("move", "answer", "line"):
        line.sent.clear()
        line.posted.clear()
        bring_turn_to(site, code, people, 0)
        tab.wait_for(people[0].state(code)["version"])
        state = tab.state()
        with tab.page.expect_response(lambda answer: answer.ok and MOVES.search(answer.url)):
            tab.move(simple_move(state, random.Random(1)))
        tab.wait_for(state["version"] + 1)
        assert len(line.sent) == len(line.posted) == 1, line.lose
        assert f'"request_id":"{line.posted[0]}"' in line.sent[0]
        assert people[0].state(code)["version"] == state["version"] + 1
        expect(tab.page.locator("#refusal")).to_have_text("")
        same_as_stored(tab, 0)
    assert tab.errors == []


def test_the_refusal_of_a_posted_move_is_shown(site, table, context: BrowserContext):
    code, people = table
    context.add_init_script(MUTE_SOCKETS)
    tab = player_at(context, people[0], code)
    tab.page.evaluate("() => (document.getElementById('versions').dataset.dealt = 'another')")
    move = simple_move(tab.state(), random.Random(1))
    with tab.page.expect_response(MOVES) as refused:
        tab.move(move)
    assert refused.value.status == 409
    expect(tab.page.locator("#refusal")).not_to_have_text("")
    tab.page.reload()
    tab.wait_for_connection("saved")
    tab.move(move)
    tab.wait_for(1)
    assert tab.errors == []
