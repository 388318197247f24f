"""Moves are shown as they happened: in order, quickened when many come, and never again."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.player import tab_of
from tests.live import bring_turn_to, dealt, live_hands, logged_moves

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()

# What flew, when it began, and what was said to be over; each with a name to compare by.
WATCH = """() => {
  window.flown = [];
  window.shown = [];
  document.addEventListener("table:shown", ({ detail }) => shown.push(detail.number));
  new MutationObserver((changes) => {
    for (const change of changes)
      for (const added of change.addedNodes)
        flown.push({
          what: added.className,
          text: added.textContent,
          ms: added.getAnimations()[0].effect.getTiming().duration,
        });
  }).observe(document.getElementById("flights"), { childList: true });
}"""
# The page can do nothing else until it is that seat's turn.
HOLD_UP = """([path, seat]) => {
  for (let turn; turn !== seat; ) {
    const look = new XMLHttpRequest();
    look.open("GET", path, false);
    look.send();
    turn = JSON.parse(look.responseText).turn;
    for (const end = Date.now() + 50; Date.now() < end; );
  }
}"""

# What is posted is read after the page has answered.
HOLD_UP_NEXT = f"""(seen) => {{
  addEventListener("message", () => ({HOLD_UP})(seen), {{ once: true }});
  postMessage("now");
}}"""


@pytest.fixture
def table(site, context: BrowserContext):
    """A game, its people, and the page of the first of them."""
    code, people = dealt(site, "nine-sets", NAMES)
    bring_turn_to(site, code, people, 1)
    page = tab_of(context, people[0], code).page
    page.evaluate(WATCH)
    return code, people, page


def wait_until_shown(page: Page, number: int) -> None:
    page.wait_for_function("number => shown.at(-1) >= number", arg=number, timeout=20_000)


def test_a_burst_is_shown_in_order(site, table):
    code, people, page = table
    first = people[0].state(code)["version"]
    *turns, last = (2, 5, 0, 3, 4)
    page.evaluate(HOLD_UP_NEXT, [f"/r/{code}/state.json", last])
    for turn_to in (*turns, last):
        bring_turn_to(site, code, people, turn_to)
    state = people[0].state(code)
    wait_until_shown(page, state["version"] - 1)
    assert page.evaluate("shown") == list(range(first, state["version"]))
    asked = [move["ask"] for move in logged_moves(site, state["game"])[first:]]
    ranks = [card[0].replace("T", "10") for card in asked]
    flown = page.evaluate("flown")
    assert [each["text"] for each in flown] == ranks
    # While others wait, each is shown the quicker.
    assert min(each["ms"] for each in flown) < 420 >= max(each["ms"] for each in flown)
    assert page.locator("#flights > *").count() == 0


def test_a_card_goes_from_seat_to_seat(site, table):
    code, people, page = table
    hands = live_hands(site, code)
    state = people[1].state(code)
    card, of = next(
        (card, of)
        for card, seats in state["legal"]["asks"].items()
        for of in seats
        if card in hands[of]
    )
    page.evaluate(
        "() => { const to = HTMLElement.prototype.animate;"
        " HTMLElement.prototype.animate = function (frames, options) {"
        "  window.flight = { box: this.getBoundingClientRect(), end: frames.at(-1).transform,"
        "   ms: options.duration }; return to.call(this, frames, options); }; }"
    )
    people[1].move(code, {"ask": card, "of": of}, state["version"])
    wait_until_shown(page, state["version"])
    flight = page.evaluate("flight")
    places = page.evaluate(
        "() => [...document.querySelectorAll('.seat > .face')].map((face) => {"
        " const { x, y, width, height } = face.getBoundingClientRect();"
        " return [x + width / 2, y + height / 2]; })"
    )
    box = flight["box"]
    assert box["x"] + box["width"] / 2 == pytest.approx(places[of][0], abs=2)
    assert box["y"] + box["height"] / 2 == pytest.approx(places[of][1], abs=2)
    across = places[1][0] - places[of][0]
    flown = float(flight["end"].removeprefix("translate(").partition("px")[0])
    assert flown == pytest.approx(across, abs=2)
    assert 300 <= flight["ms"] <= 500


def test_nothing_moves_on_a_reload(site, table):
    code, people, page = table
    bring_turn_to(site, code, people, 2)
    page.reload()
    page.wait_for_function("() => document.getElementById('line').dataset.state === 'saved'")
    page.evaluate(WATCH)
    # What comes next is the first that moves.
    first = people[0].state(code)["version"]
    bring_turn_to(site, code, people, 4)
    last = people[0].state(code)["version"] - 1
    wait_until_shown(page, last)
    assert page.evaluate("shown") == list(range(first, last + 1))
    assert page.evaluate("flown.length") == last + 1 - first


def test_less_motion_is_a_fade(site, table):
    code, people, page = table
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(
        "() => { window.moved = []; const to = HTMLElement.prototype.animate;"
        " HTMLElement.prototype.animate = function (frames, options) {"
        "  moved.push(JSON.stringify(frames)); return to.call(this, frames, options); }; }"
    )
    version = people[0].state(code)["version"]
    bring_turn_to(site, code, people, 2)
    wait_until_shown(page, version)
    assert page.evaluate("moved.length") > 0
    assert page.evaluate("moved.every((frames) => !frames.includes('transform'))")


def test_each_event_is_said_once_and_the_turn_aloud(site, table):
    code, people, page = table
    page.evaluate(
        "() => { window.said = []; for (const id of ['news', 'turn-news']) new MutationObserver("
        "() => said.push([id, document.getElementById(id).textContent])"
        ").observe(document.getElementById(id), { childList: true }); }"
    )
    version = people[0].state(code)["version"]
    bring_turn_to(site, code, people, 0)
    wait_until_shown(page, people[0].state(code)["version"] - 1)
    said = page.evaluate("said")
    moves = people[0].state(code)["version"] - version
    sentences = [text for id_, text in said if id_ == "news"]
    assert sum(text.count(" asked ") for text in sentences) == moves
    assert [text[:9] for id_, text in said if id_ == "turn-news"] == ["Your turn"]
    assert "Your turn" in page.title()
    assert "turn" in page.locator("link[rel=icon]").get_attribute("href")
    bring_turn_to(site, code, people, 1)
    wait_until_shown(page, people[0].state(code)["version"] - 1)
    assert "Your turn" not in page.title()
