"""Where sockets do not get through, the page asks for news by itself, and a game goes on."""

import random

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute

from tests.browser.player import Player, looks_at, same_as_stored
from tests.live import bring_turn_to, dealt, live_site, simple_move

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
TURNS = 3


def closed_at_once(socket):
    socket.close(code=1013)


def open_and_silent(socket):
    """Like a proxy that says yes and passes nothing on."""


@pytest.mark.parametrize("broken", [closed_at_once, open_and_silent])
def test_a_game_goes_on(context: BrowserContext, tmp_path, broken):
    with live_site(tmp_path) as site:
        code, people = dealt(site, "nine-sets", NAMES)
        context.route_web_socket("**/ws/**", broken)
        asha = looks_at(context, people[0], code)
        # One that is open and says nothing is found out by its silence.
        asha.wait_for_line("down")
        chance = random.Random(3)
        for _ in range(TURNS):
            # What the others do is seen by asking for it.
            bring_turn_to(site, code, people, 0)
            state = people[0].state(code)
            asha.wait_for(state["version"])
            move = simple_move(state, chance)
            assert move, state
            asha.move(move)
            asha.wait_for(state["version"] + 1)
        same_as_stored(asha, 0)
        assert asha.line() == "down"
        assert asha.errors == []


def test_a_line_that_was_given_up_may_close_late(page: Page, tmp_path):
    """The first is silent, and takes its time to close; the second is as good as ever."""
    lines: list[WebSocketRoute] = []

    def first_silent(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            line.on_close(lambda code, reason: None)  # the close is not answered yet
        else:
            line.connect_to_server()

    with live_site(tmp_path) as site:
        page.route_web_socket("**/ws/**", first_silent)
        asha = Player(page, site)
        asha.open_home()
        asha.press(asha.form("/play/"))
        page.wait_for_url("**/r/*/")
        asha.wait_for_line("down")
        asha.wait_for_line("saved")
        page.evaluate(
            "() => document.getElementById('room').addEventListener("
            "'htmx:wsClose', () => (window.closedLate = true))"
        )
        lines[0].close(code=1000)
        page.wait_for_function("() => window.closedLate")
        assert asha.line() == "saved"
        assert len(lines) == 2
