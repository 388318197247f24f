"""The table at every size, with every number of seats and the longest names: nothing is cut off."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accounts.avatars import AVATARS
from tests.browser.player import tab_of
from tests.browser.seeing import finish
from tests.live import Program, bring_turn_to, dealt

pytestmark = pytest.mark.browser

SIZES = {
    "phone": (390, 844),
    "tablet": (768, 1024),
    "wide": (1280, 800),
    "full": (1920, 1080),
}
SEATS = [4, 8, 12, *(pytest.param(seats, marks=pytest.mark.soak) for seats in (6, 10))]
# Twenty letters, the most that a name may have, and wide ones.
NAMES = [f"Wilhelmina Mommsen {letter}" for letter in "ABCDEFGHIJKL"]

# The longest of the names that are suggested, which are those of the pictures.
SUGGESTED = sorted((str(label) for _, label in AVATARS), key=len)[-8:]
CUT = """() => [...document.querySelectorAll(".seat .name, .viewer-name")]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""

# Whatever a person has to see lies wholly on the screen, and says so only where it does not.
FAULTS = """() => {
  const faults = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  const isShown = (element) => element.checkVisibility() && element.getClientRects().length;
  const box = (element) => element.getBoundingClientRect();
  const say = (what, element) =>
    faults.push(`${what}: ${element.className || element.id} ${element.textContent.trim()}`);
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight)
    faults.push(`scrolls: ${page.scrollWidth} × ${page.scrollHeight}`);

  const inSight =
    "#prompt, #last, .hand .card, .seat > .face, .seat > .plate, .shelf, .actions > *";
  for (const element of all(inSight)) {
    const { left, top, right, bottom } = box(element);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      say("cut off", element);
  }

  const overlap = (one, other) => {
    const [a, b] = [box(one), box(other)];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return across > 1 && down > 1;
  };
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

  // Of every card in the hand its index can be seen: no slivers.
  const cards = all(".hand .card");
  cards.forEach((card, index) => {
    const next = cards[index + 1];
    if (!next || box(next).top > box(card).top + 2) return;
    if (box(next).left - box(card).left < 26) say("a sliver", card);
  });

  const toPress = "button, .button, summary, label.target, .place label, .bar-code, .close";
  for (const element of all(toPress)) {
    const { width, height } = box(element);
    if (element.closest(".theme-switch, .lesson")) continue;
    if (width < 43.5 || height < 43.5) say(`small ${width} × ${height}`, element);
  }
  return [...new Set(faults)];
}"""

# What lies in a sheet may be scrolled, but not sideways, and the sheet lies on the screen.
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


# Whatever the cards that were dealt: the longest that can be said of an ask.
LONGEST_NEWS = """([asker, asked]) => {
  const last = document.getElementById("last");
  last.className = "long";
  last.innerHTML = `<span class="question">${asker} asked ${asked} for the black joker.</span>
    <span class="answer miss">${asked} doesn't have it. ${asked}'s turn.</span>`;
}"""


@pytest.mark.parametrize("seats", SEATS)
def test_everything_is_in_sight(site, context: BrowserContext, seats: int):
    preset = "big-table" if seats > 10 else "nine-sets"
    code, people = dealt(site, preset, NAMES[:seats])
    bring_turn_to(site, code, people, 0)
    faults: dict[str, Any] = {}
    with Program(site, NAMES[11]).listen(code):
        page = tab_of(context, people[0], code).page
        page.emulate_media(reduced_motion="reduce")
        page.locator("#watching").wait_for()
        page.evaluate(LONGEST_NEWS, [NAMES[1], NAMES[0]])
        for size, (width, height) in SIZES.items():
            resize(page, width, height)
            found = looked_at(page)
            faults |= {f"{size} {what}": each for what, each in found.items() if each}
    assert not faults, "\n".join(f"{where}: {found}" for where, found in faults.items())


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        "size => String([innerWidth, innerHeight]) === String(size)", arg=[width, height]
    )


def looked_at(page: Page) -> dict[str, Any]:
    """What is wrong with the table, with the cards to ask for, and with a claim."""
    found = {"table": page.evaluate(FAULTS)}
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


def small(page: Page) -> list[str]:
    """Targets that are too small for a finger, among all that is open now."""
    return [fault for fault in page.evaluate(FAULTS) if fault.startswith("small")]


def test_others_see_the_same_table_from_their_seat(site, context: BrowserContext):
    """Seats are turned: everybody has their own at the bottom, and the next one to the left."""
    code, people = dealt(site, "nine-sets", NAMES[:6])
    for seat in (0, 3):
        page = tab_of(context, people[seat], code).page
        resize(page, 1280, 800)
        places = page.evaluate(
            "() => [...document.querySelectorAll('.seat')].map((seat) => {"
            " const { x, y, width, height } = seat.getBoundingClientRect();"
            " return [x + width / 2, y + height / 2]; })"
        )
        assert max(range(6), key=lambda each: places[each][1]) == seat
        assert places[(seat + 1) % 6][0] < places[seat][0] < places[(seat - 1) % 6][0]


def test_large_letters(site, context: BrowserContext):
    """At 200 % nothing is lost sideways, and what does not fit can be scrolled to."""
    code, people = dealt(site, "nine-sets", NAMES[:6])
    bring_turn_to(site, code, people, 0)
    page = tab_of(context, people[0], code).page
    resize(page, 640, 400)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    page.locator("#claims-button").scroll_into_view_if_needed()
    page.locator("#claims-button").click()
    page.locator(".claim > summary").first.click()
    expect(page.locator(".claim[open] .look")).to_be_visible()


# Who won, by how much, and what to press are in sight at once; the rest may be scrolled to.
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


def test_how_it_ended_is_in_sight(site, context: BrowserContext):
    """Who won and what to press, down to the narrowest and the lowest screens."""
    code, people = dealt(site, "nine-sets", NAMES[:6])
    page = tab_of(context, people[0], code).page
    page.emulate_media(reduced_motion="reduce")
    finish(site, code, people)
    page.locator(".end-scene").wait_for()
    for width, height in [*SIZES.values(), (360, 740), (320, 568), (844, 390)]:
        resize(page, width, height)
        assert page.evaluate(END_FAULTS) == [], (width, height)


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_suggested_names_are_whole_on_a_phone(site, context: BrowserContext, seats: int):
    code, people = dealt(site, "nine-sets", SUGGESTED[-seats:])
    page = tab_of(context, people[0], code).page
    resize(page, 390, 844)
    assert page.evaluate(CUT) == []
    page.goto(f"{site.url}/")
    assert page.evaluate(CUT) == []
