"""Without sockets the page polls, and the game continues."""

import random

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute

from tests.browser.kit.player import Player, looks_at, same_as_stored
from tests.cluster.kit.site_process import bring_turn_to, dealt, simple_move
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.cluster]

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
TURNS = 2

#: After this much silence the page does not trust its socket. POLL_MS is the time between polls.
SILENCE_MS = 13_000
POLL_MS = 3000


def closed_at_once(socket):
    socket.close(code=1013)


def open_and_silent(socket):
    """Act like a proxy that accepts a socket and sends nothing to either side."""


@pytest.mark.parametrize("broken", [closed_at_once, open_and_silent])
def test_a_game_goes_on(site, context: BrowserContext, broken):
    code, people = dealt(site, "nine-sets", NAMES)
    context.route_web_socket("**/ws/**", broken)
    context.clock.install()
    asha = looks_at(context, people[0], code)
    # After this time the page also notices a connection that is open but silent.
    context.clock.fast_forward(SILENCE_MS)
    asha.wait_for_connection("down")
    chance = random.Random(3)
    for _ in range(TURNS):
        # The page polls, and so it gets the moves of other players.
        bring_turn_to(site, code, people, 0)
        state = people[0].state(code)
        context.clock.fast_forward(POLL_MS)
        asha.wait_for(state["version"])
        move = simple_move(state, chance)
        assert move, state
        asha.move(move)
        asha.wait_for(state["version"] + 1)
    same_as_stored(asha, 0)
    assert asha.connection() == "down"
    assert asha.errors == []


def test_an_abandoned_socket_may_close_late(site, page: Page):
    """The first socket is silent and closes late. The second socket stays open."""
    lines: list[WebSocketRoute] = []

    def keep(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            line.on_close(lambda code, reason: None)  # Do not answer the close yet.

    page.route_web_socket("**/ws/**", keep)
    page.clock.install()
    asha = Player(page, site)
    asha.open_home()
    asha.press(asha.form("/play/"))
    page.wait_for_url("**/r/*/")
    wait_until("there is a line", lambda: page.evaluate("1") and lines)
    page.clock.fast_forward(SILENCE_MS)
    asha.wait_for_connection("down")
    wait_until("there is another line", lambda: page.evaluate("1") and len(lines) == 2)
    lines[1].connect_to_server()
    asha.wait_for_connection("saved")
    page.evaluate(
        "() => document.getElementById('room').addEventListener("
        "'htmx:wsClose', () => (window.closedLate = true))"
    )
    lines[0].close(code=1000)
    page.wait_for_function("() => window.closedLate")
    assert asha.connection() == "saved"
    assert len(lines) == 2
