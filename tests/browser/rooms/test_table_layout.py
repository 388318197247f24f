"""The table at many sizes, with every number of seats and the longest names. Nothing is cut off."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accounts.avatars import AVATARS
from tests.browser.kit.all_hands_player import finish
from tests.browser.kit.moments import give_whole_sets
from tests.browser.kit.player import resize, tab_of
from tests.cluster.kit.site_process import SETS, Program, bring_turn_to, by_seat, dealt, seated

pytestmark = pytest.mark.browser

SIZES = {
    "smallest": (320, 640),
    "small": (375, 667),
    "phone": (390, 844),
    "landscape": (844, 390),
    "at 200 %": (640, 400),
    "tablet": (768, 1024),
    "laptop": (1280, 800),
    "wide": (1500, 900),
    "full": (1920, 1080),
}
# At each other size, a sheet looks the same as at one of these.
WITH_SHEETS = ("phone", "landscape", "at 200 %", "laptop", "wide")
SEATS = [6, 12, *(pytest.param(seats, marks=pytest.mark.soak) for seats in (4, 8, 10))]
# Names of the greatest length, twenty characters.
NAMES = [f"Wilhelmina Mommsen {letter}" for letter in "ABCDEFGHJKMN"]

# The longest suggested names. They are names of pictures.
SUGGESTED = sorted((str(label) for _, label in AVATARS), key=len)[-8:]
CUT = """() => [...document.querySelectorAll(".seat .name, .viewer-name")]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""

# Returns the problems of the table: scrolling, and elements that are cut off, covered or too small.
FAULTS = """() => {
  const faults = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  const isShown = (element) => element.checkVisibility() && element.getClientRects().length;
  const box = (element) => element.getBoundingClientRect();
  const say = (what, element) =>
    faults.push(`${what}: ${element.className || element.id} ${element.textContent.trim()}`);
  const page = document.documentElement;
  const beyond = () =>
    [...document.querySelectorAll("main *, header *")]
      .filter((e) => isShown(e) && (box(e).right > innerWidth || box(e).bottom > innerHeight))
      .map((e) => `${e.tagName}.${e.getAttribute("class")}`)
      .join(", ");
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight)
    faults.push(`scrolls: ${page.scrollWidth} × ${page.scrollHeight}, by ${beyond()}`);

  const inSight =
    "#prompt, .prompt > *, #last, .hand .card, .seat > .face, .seat > .plate, .pill, .shelf,"
    + " .shelf-name, .score, .actions > *, .site-name, .table-bar > *, .log > summary";
  for (const element of all(inSight)) {
    const { left, top, right, bottom } = box(element);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      say("cut off", element);
  }

  const rangeOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range;
  };
  // Of text in the middle of the table its lines count, which are not as wide as their box.
  const boxes = (element) => {
    if (element.id !== "last") return [box(element)];
    if (box(element).width <= 1) return []; // for screen readers alone
    return [element, ...element.children].flatMap((each) => [...each.childNodes])
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .flatMap((node) => [...rangeOf(node).getClientRects()]);
  };
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const overlap = (one, other) => boxes(one).some((a) => boxes(other).some((b) => meet(a, b)));
  const seats = all(".seat");
  const parts = (seat) => [...seat.querySelectorAll(":scope > .face, :scope > .plate")];
  for (const other of all(".site-name, .table-bar"))
    for (const count of all(".watching")) if (overlap(count, other)) say("under the bar", count);
  const things = [...all("#last, .last-picture, .result, .result-score, .watching")];
  things.push(...all(".dock, .shelf, .log > summary"));
  seats.forEach((seat, index) => {
    for (const part of parts(seat)) {
      for (const other of seats.slice(index + 1))
        if (parts(other).some((each) => overlap(part, each))) say("overlaps a seat", seat);
      for (const thing of things)
        if (overlap(part, thing)) say(`under ${thing.className || thing.id}`, seat);
    }
  });

  // The labels that say whom one may ask lie on their own seat alone.
  for (const pill of all(".pill")) {
    const { seat } = pill.closest(".target").dataset;
    const others = seats.filter((each) => each.dataset.seat !== seat).flatMap(parts);
    for (const each of [...others, ...things])
      if (overlap(pill, each)) say(`over ${each.className || each.id}`, pill);
  }

  // Of every card in the hand its index can be read, and the suit below it.
  const cards = all(".hand .card");
  const ink = (card) => rangeOf(card.querySelector("b")).getBoundingClientRect();
  cards.forEach((card, index) => {
    const { right, height } = ink(card);
    if (height < 24 && !card.dataset.suit.endsWith("J")) say(`a small index ${height}`, card);
    const pip = box(card).top + 40;
    for (const over of cards.slice(index + 1)) {
      const [a, b] = [box(card), box(over)];
      if (meet(a, b) && b.top > a.top + 2) {
        if (b.top < pip) say(`a suit under the next row ${b.top - a.top}`, card);
      } else if (Math.abs(b.top - a.top) <= 2 && b.left < right - 1.5 && b.left > a.left)
        say(`an index under the next card ${b.left - right}`, card);
    }
  });
  return [...new Set(faults)];
}"""

# Returns the visible targets that are too small for a finger.
SMALL = """() => {
  const toPress = "button, .button, summary, label.target, .place label, .bar-code, .close";
  const faults = [];
  for (const element of document.querySelectorAll(toPress)) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest(".theme-switch, .lesson")) continue;
    const { width, height } = element.getBoundingClientRect();
    if (element.getClientRects().length && (width < 43.5 || height < 43.5))
      faults.push(`small ${width} × ${height}: ${element.className || element.id}`);
  }
  return faults;
}"""

# Returns the problems of a sheet. It may scroll vertically but not horizontally, and must be on the
# screen.
SHEET = """(selector) => {
  const sheet = document.querySelector(selector);
  const { left, top, right, bottom } = sheet.getBoundingClientRect();
  const faults = [];
  if (left < -1 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1)
    faults.push(`off the screen: ${left} ${top} ${right} ${bottom}`);
  for (const each of sheet.querySelectorAll("*"))
    if (getComputedStyle(each).overflowX === "auto" && each.scrollWidth > each.clientWidth + 1)
      faults.push(`scrolls sideways: ${each.className} ${each.scrollWidth} > ${each.clientWidth}`);
  return faults;
}"""


# Shows the longest possible sentence about an ask.
LONGEST_NEWS = """([asker, asked]) => {
  const last = document.getElementById("last");
  last.className = "long";
  last.innerHTML = `<span class="question">${asker} asked ${asked} for the black joker.</span>
    <span class="answer miss">${asked} didn’t have the card. ${asked}’s turn.</span>`;
}"""


@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_in_view(site, context: BrowserContext, seats: int):
    code, people = seated(site, "big-table" if seats > 10 else "nine-sets", NAMES[:seats])
    people[0].done(f"/r/{code}/settings/", claim_timing="any_time")
    people[0].done(f"/r/{code}/start/")
    people = by_seat(site, code, people)
    # Seat 1 asks seat 0, so that the last move is an ask whichever seat had the first turn.
    for seat in (1, 0):
        bring_turn_to(site, code, people, seat)
    faults: dict[str, Any] = {}
    with Program(site, NAMES[11]).listen(code):
        page = tab_of(context, people[0], code).page
        page.emulate_media(reduced_motion="reduce")
        page.locator("#watching").wait_for(state="attached")
        page.evaluate(LONGEST_NEWS, [NAMES[1], NAMES[0]])
        for size, (width, height) in SIZES.items():
            resize(page, width, height)
            faults |= {f"{size} table": page.evaluate(FAULTS) + small(page)}
            if width >= 1024:
                faults |= {f"{size} log": beside_the_log(page)}
            if size in WITH_SHEETS:
                faults |= {f"{size} {what}": found for what, found in sheets(page).items()}
    found = [f"{where}: {each}" for where, each in faults.items() if each]
    assert not found, "\n".join(found)


def sheets(page: Page) -> dict[str, Any]:
    """Return the problems of the sheet for asking, and of the sheet for claims."""
    found = {}
    page.locator(".target").first.click()
    expect(page.locator("#tray")).to_be_visible()
    found["tray"] = page.evaluate(SHEET, "#tray") + small(page)
    page.keyboard.press("Escape")
    page.locator("#claims-button").click()
    expect(page.locator(".claim-sheet")).to_be_visible()
    found["books"] = page.evaluate(SHEET, ".claim-sheet") + small(page)
    page.locator(".claim > summary").first.click()
    expect(page.locator(".claim[open] .look")).to_be_visible()
    found["claim"] = page.evaluate(SHEET, ".claim-sheet") + small(page)
    for _ in range(2):
        page.keyboard.press("Escape")
    return found


COVERED_BY_LOG = """() => {
  const log = document.querySelector(".log-panel").getBoundingClientRect();
  const parts = ".pill, .hand .card, .seat > *, .actions > *, .last-picture > *, .table-bar > *";
  return [...document.querySelectorAll(parts)].filter((each) => {
    const { left, right, top, bottom, width } = each.getBoundingClientRect();
    return width > 1 && left < log.right - 1 && right > log.left + 1
      && top < log.bottom - 1 && bottom > log.top + 1;
  }).map((each) => `${each.className} ${each.textContent.trim()}`);
}"""


def beside_the_log(page: Page) -> list[str]:
    """Return the elements that the open log covers, and the problems of the table beside it."""
    summary = page.locator("#log > summary")
    if docked := not summary.is_visible():
        expect(page.locator("#log[open]")).to_have_count(1)
    else:
        summary.click()
        # A script moves the table to the side when the log is open.
        expect(page.locator("html[data-log]")).to_have_count(1)
    found = page.evaluate(COVERED_BY_LOG) + page.evaluate(FAULTS) + small(page)
    if not docked:
        page.keyboard.press("Escape")
        expect(page.locator(".log-panel")).to_be_hidden()
    return found


def small(page: Page) -> list[str]:
    """Return the visible targets that are too small for a finger."""
    return page.evaluate(SMALL)


def test_others_see_the_same_table_from_their_seat(site, context: BrowserContext):
    """The viewer's seat is at the bottom of the ring, and the next seat is to the left of it."""
    code, people = dealt(site, "nine-sets", NAMES[:6])
    page = tab_of(context, people[3], code).page
    resize(page, 1280, 800)
    places = page.evaluate(
        "() => [...document.querySelectorAll('.seat')].map((seat) => {"
        " const { x, y, width, height } = seat.getBoundingClientRect();"
        " return [x + width / 2, y + height / 2]; })"
    )
    assert max(range(6), key=lambda each: places[each][1]) == 3
    assert places[4][0] < places[3][0] < places[2][0]


# Returns the problems of the end of a game. The result, the winners and the button ``#again`` must
# be in view; the rest may need scrolling.
END_FAULTS = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  const isShown = (element) => element.checkVisibility() && element.getClientRects().length;
  const faults = [];
  const box = (element) => element.getBoundingClientRect();
  const say = (what, element) => faults.push(`${what}: ${element.className || element.id}`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("scrolls sideways");
  const parts = all(".result, .end-face, #again, .shelf, .end-figures, .log > summary");
  for (const each of all(".result, .end-won .end-face, #again"))
    if (box(each).top < 0 || box(each).bottom > innerHeight + 1) say("out of sight", each);
  parts.forEach((one, index) => {
    const a = box(one);
    if (a.left < -1 || a.right > innerWidth + 1) say("cut off", one);
    for (const other of parts.slice(index + 1)) {
      const b = box(other);
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) say(`over ${other.className || other.id}`, one);
    }
  });
  for (const element of all("#mine :is(button, .button, summary), .log > summary"))
    if (box(element).height < 43.5) say("small", element);
  return [...new Set(faults)];
}"""


def test_the_result_is_in_view(site, context: BrowserContext):
    """The result, the winners and the button ``#again`` are in view on small screens, too."""
    code, people = dealt(site, "nine-sets", NAMES[:6])
    give_whole_sets(site, code, people[0].state(code))
    page = tab_of(context, people[0], code).page
    page.emulate_media(reduced_motion="reduce")
    finish(site, code, people)
    page.locator(".end-scene").wait_for()
    for width, height in [*SIZES.values(), (360, 740), (320, 568)]:
        resize(page, width, height)
        assert page.evaluate(END_FAULTS) == [], (width, height)


@pytest.mark.parametrize(
    "seats", [8, *(pytest.param(seats, marks=pytest.mark.soak) for seats in (4, 6))]
)
def test_suggested_names_are_whole_on_a_phone(site, context: BrowserContext, seats: int):
    code, people = dealt(site, "nine-sets", SUGGESTED[-seats:])
    page = tab_of(context, people[0], code).page
    resize(page, 390, 844)
    assert page.evaluate(CUT) == []
    page.goto(f"{site.url}/")
    assert page.evaluate(CUT) == []


def test_passes_are_whole_beside_all_other_buttons(site: Any, context: BrowserContext) -> None:
    """After a right claim there are buttons for passes, for claims and for help."""
    names = ["Ottokar", "Pia", "Quirin", "Rosa", "Stefan", "Tessa"]
    code, people = dealt(site, "first-game", names)
    give_whole_sets(site, code, people[0].state(code))
    state = people[0].state(code)
    claim = next(name for name, cards in SETS["8s-out"].items() if cards[0] in state["hand"])
    holders = dict.fromkeys(SETS["8s-out"][claim], 0)
    assert people[0].move(code, {"claim": claim, "holders": holders}, 0).status_code == 200
    page = tab_of(context, people[0], code).page
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        row = page.locator("#pass button, #claims-button, #help-button").all()
        boxes = [button.bounding_box() for button in row]
        assert len(boxes) == 4
        for one, other in pairwise(boxes):
            assert one["x"] + one["width"] <= other["x"] or one["y"] < other["y"], (width, boxes)
        region = page.locator("#pass").bounding_box()
        for box in boxes[:2]:
            assert region["x"] - 1 <= box["x"], width
            assert box["x"] + box["width"] <= region["x"] + region["width"] + 1, width
        assert page.evaluate("lookNow().faults") == [], (width, height)
