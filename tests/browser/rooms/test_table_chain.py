"""While a person waits alone among bots, the page leaves late asks out, except for those that
concern the person.
"""

import re

import pytest
from playwright.sync_api import BrowserContext, WebSocketRoute

from tests.browser.kit.moments import WATCH, give_hands
from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import dealt

pytestmark = [
    pytest.mark.browser,
    pytest.mark.browser_context_args(reduced_motion="no-preference"),
]

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
# Records the ranks of the cards in the scenes of asks.
SCENES = """() => {
  window.ranks = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const each of addedNodes) {
        if (each.matches?.(".last.moment")) ranks.push(each.querySelector(".card").textContent);
      }
    }
  }).observe(document.getElementById("table"), { childList: true, subtree: true });
}"""


def in_chain(context: BrowserContext, first: int, more: str) -> None:
    """Tell this context's pages that a chain of bots began with the move ``first``."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        said = f'data-pace="normal" data-chain="{first}"{more}'
        server.on_message(
            lambda text: socket.send(re.sub(r'data-pace="\w+"[^>]*', said, str(text)))
        )

    context.route_web_socket(re.compile("/ws/r/"), route)


@pytest.mark.parametrize(
    ("first", "more", "scenes"),
    [
        (-20, " data-folds", ["3"]),  # The viewer holds only the second set.
        (-20, "", ["2", "3"]),
        (0, " data-folds", ["2", "3"]),
    ],
)
def test_late_asks_without_the_viewer_are_left_out(site, context, first, more, scenes):
    code, people = dealt(site, "nine-sets", NAMES)
    # Seat 0 can take a card of low clubs, of which seat 1 has none, and one of low diamonds.
    give_hands(site, people, code, {"2C": 3, "3C": 0, "2D": 0, "3D": 5, "4D": 1})
    in_chain(context, first, more)
    page = tab_of(context, people[1], code).page
    page.evaluate(WATCH)
    page.evaluate(SCENES)
    for number, (card, of) in enumerate((("2C", 3), ("3D", 5))):
        people[0].move(code, {"ask": card, "of": of}, number)
    page.wait_for_function("() => window.shown.length === 2")
    assert page.evaluate("ranks") == scenes
