"""Controls and records the animations of moves, and gives players chosen hands."""

import re
from typing import Any

from playwright.sync_api import BrowserContext, Page, WebSocketRoute

from tests.cluster.kit.site_process import CARDS, SETS, Program, Site, live_hands

# Keeps all elements of a scene at the time in ``held``.
STOP = """() => {
  window.held = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    if (options.id === "moment" && window.held !== null) {
      animation.playbackRate = 0;
      animation.currentTime = window.held;
    }
    return animation;
  };
}"""
# The first bold sentence of a page loads its font, which moves the lines below.
HOLD = """async (ms) => {
  document.body.getBoundingClientRect();
  await document.fonts.ready;
  window.held = ms;
  for (const each of document.getAnimations()) if (each.id === "moment") each.currentTime = ms;
}"""
GO_ON = """() => {
  window.held = null;
  for (const each of document.getAnimations()) if (each.id === "moment") each.playbackRate = 50;
}"""

# Records the animated moves and the announced sentences, in order.
WATCH = """() => {
  window.shown = [];
  window.said = [];
  document.addEventListener("table:shown", ({ detail }) => shown.push(detail.number));
  const news = document.getElementById("news");
  new MutationObserver(() => said.push(news.textContent)).observe(news, { childList: true });
}"""


def at_pace(context: BrowserContext, pace: str) -> None:
    """Change the pace of the table in the messages to this context's pages."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(
            lambda text: socket.send(
                re.sub(r'data-pace="\w+"', f'data-pace="{pace}"', str(text)),
            )
        )

    context.route_web_socket(re.compile("/ws/r/"), route)


def stop(page: Page) -> None:
    """Stop the animations of scenes from now on, until ``go_on``. Call this before ``hold``."""
    page.evaluate(STOP)


def hold(page: Page, ms: float, part: str) -> None:
    """Wait for an element that matches ``part``, and hold the scene's animations at ``ms``."""
    page.locator(part).first.wait_for(state="attached")
    page.evaluate(HOLD, ms)


def go_on(page: Page) -> None:
    """Let the held animation continue quickly."""
    page.evaluate(GO_ON)


def opacity(page: Page, selector: str) -> float:
    """Return the opacity of the first element that matches."""
    return float(
        page.locator(selector).first.evaluate("element => getComputedStyle(element).opacity")
    )


def give_hands(site: Site, people: list[Program], code: str, moved: dict[str, int]) -> Any:
    """Deal again, and give the turn to seat 0. The cards of each set go to the seats one after
    another, except for the cards in ``moved``.

    Return the sets, and the holder of each card.
    """
    state = people[0].state(code)
    sets = SETS[state["rules"]["deck"]]
    holders = {
        card: moved.get(card, number % len(people))
        for cards in sets.values()
        for number, card in enumerate(cards)
    }
    _deal(site, state, holders, turn=0)
    return sets, holders


def give_whole_sets(site: Site, code: str, state: dict[str, Any], only: int | None = None) -> None:
    """Deal all cards in play again, so that each set is in one hand, and give the turn to seat 0.
    With ``only``, this seat gets all cards and the turn.

    Then claims alone can end the game. If bots play, ``only`` must be the seat of a person:
    bots can't think about hands that do not fit the log.
    """
    live = set().union(*live_hands(site, code))
    sets = SETS[state["rules"]["deck"]].values()
    holders = {
        card: number % len(state["seats"]) if only is None else only
        for number, cards in enumerate(sets)
        for card in cards
        if card in live
    }
    _deal(site, state, holders, only or 0)


def _deal(site: Site, state: dict[str, Any], holders: dict[str, int], turn: int) -> None:
    for seat in range(len(state["seats"])):
        bits = sum(1 << CARDS.index(card) for card, holder in holders.items() if holder == seat)
        site.write(
            "UPDATE game_hand SET dealt = ?, live = ? WHERE game_id = ? AND seat = ?",
            *(bits, bits, state["game"], seat),
        )
    site.write(
        "UPDATE game_game SET turn = ?, edition = edition + 1 WHERE id = ?", turn, state["game"]
    )
    # The hub plans moves on its last snapshot. A new version makes it read the room again.
    site.write("UPDATE rooms_room SET version = version + 1 WHERE game_id = ?", state["game"])
