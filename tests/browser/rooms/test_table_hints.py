"""Lessons and typed commands cover nothing that the player needs. Help works by keyboard."""

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.kit.player import tab_of
from tests.browser.rooms.test_table_layout import resize
from tests.browser.test_axe import AXE, OF_LOOKS
from tests.cluster.kit.site_process import bring_turn_to, dealt, live_hands
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora Emil Fatima Gita Hugo".split()
SIZES = [(320, 640), (375, 667), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)]
NEEDED = (
    ".seat > .face, .seat > .plate, .target .pill, .prompt > *, #last, .last-picture > *,"
    " .hand .card, .actions > *, .shelf, .log > summary"
)
# The parts that a player needs while the tray is open. The tray has the cards to ask for, and
# covers the hand.
FOR_AN_ASK = ".tray-sets, #tray .close, #tray h3, .seat > .face, .seat > .plate, .target .pill"
# Adds the button with the summary of the moves since the last turn, as long as it can be.
RECAP = """() => {
  document.querySelector(".prompt .hint")?.remove();
  document.querySelector(".prompt").insertAdjacentHTML("beforeend",
    `<button type="button" class="recap"><svg width="20" height="20"></svg>
    <span>Blue scores Low diamonds. Asks since your last move: 21. Hits: 6.</span></button>`);
}"""
# Returns the number of rows of cards to ask for that are in view, and the number of all rows.
ROWS_IN_VIEW = """() => {
  const { bottom } = document.querySelector(".tray-sets").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".tray-sets .cards")];
  return [rows.filter((row) => row.getBoundingClientRect().bottom <= bottom + 1), rows]
    .map((each) => each.length);
}"""
# Returns the elements that are covered.
COVERED = """([over, needed]) => {
  const [a, ...others] = [over, needed].flatMap((each) => [...document.querySelectorAll(each)])
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => ({ each, box: each.getBoundingClientRect() }));
  return others.filter(({ box }) =>
    Math.min(a.box.right, box.right) - Math.max(a.box.left, box.left) > 1 &&
    Math.min(a.box.bottom, box.bottom) - Math.max(a.box.top, box.top) > 1
  ).map(({ each }) => `${each.className || each.id}: ${each.textContent.trim()}`);
}"""
SHOW = """(index) => {
  const lesson = document.querySelector("#lessons template").content.querySelectorAll("li")[index];
  const box = document.getElementById("lessons");
  box.querySelector(".lesson-text").textContent = lesson.textContent;
  box.hidden = false;
}"""


def table(site, context: BrowserContext, seats: int) -> Page:
    code, people = dealt(site, "first-game", NAMES[:seats], turn=0)
    page = tab_of(context, people[0], code).page
    page.emulate_media(reduced_motion="reduce")
    page.locator("#ask").wait_for(state="attached")
    return page


@pytest.mark.parametrize(
    "seats", [8, *(pytest.param(seats, marks=pytest.mark.soak) for seats in (4, 6))]
)
def test_hints_cover_nothing(site, context: BrowserContext, seats: int):
    page = table(site, context, seats)
    expect(page.locator("#lessons")).to_contain_text("It is your turn")
    count = page.evaluate(
        "document.querySelectorAll('#lessons')[0]"
        ".querySelector('template').content.querySelectorAll('li').length"
    )
    faults = []
    page.evaluate(RECAP)
    for width, height in SIZES:
        resize(page, width, height)
        for part in ("#prompt", ".recap"):
            assert page.locator(part).is_visible(), (width, part)
        for index in range(count):
            page.evaluate(SHOW, index)
            found = page.evaluate(COVERED, ["#lessons", NEEDED])
            faults += [f"{width} × {height}, hint {index}: {each}" for each in found]
        found = page.evaluate("() => document.documentElement.scrollHeight - innerHeight")
        if found > 0 and width > 320:
            faults.append(f"{width} × {height} scrolls by {found}")
    assert not faults, "\n".join(faults)


def test_help_by_keyboard_during_moves(site, context: BrowserContext):
    code, people = dealt(site, "first-game", NAMES[:6], turn=0)
    page = tab_of(context, people[0], code).page
    page.locator("#ask").wait_for(state="attached")
    page.keyboard.press("g")
    grid = page.locator("#help .grid")
    expect(grid).to_have_count(8)
    expect(page.locator(".hint-move")).to_contain_text("Ask ")
    expect(grid.first).to_be_hidden()
    page.locator("#help-grid-button").focus()
    page.keyboard.press("Enter")
    # The grid opens at the player's own sets.
    expect(grid.first).to_be_visible()
    expect(grid.first).to_be_in_viewport()
    expect(grid.last).to_be_hidden()
    page.locator("#other-sets-button").focus()
    page.keyboard.press("Enter")
    expect(grid.last).to_be_visible()
    for width, height in SIZES:
        resize(page, width, height)
        wide = page.evaluate("() => { const p = document.getElementById('help-panel');"
                             " return p.scrollWidth - p.clientWidth; }")  # fmt: skip
        assert wide <= 0, width
    page.evaluate(AXE.read_text())
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        # Themes differ only in looks.
        options = {} if theme == "light" else {"runOnly": OF_LOOKS}
        found = page.evaluate("options => axe.run('#help-panel', options)", options)
        assert [each["id"] for each in found["violations"]] == []
    bring_turn_to(site, code, people, 1)
    expect(page.locator(".hint-move")).to_contain_text("when it is your turn")
    expect(grid.last).to_be_visible()
    page.keyboard.press("Escape")
    expect(grid.first).to_be_hidden()


def test_help_opens_at_its_final_size(site, context: BrowserContext):
    page = table(site, context, 6)
    waiting: list[Route] = []
    page.route("**/help/", lambda route: waiting.append(route))
    panel, sizes = page.locator("#help-panel"), [(390, 844), (320, 640), (844, 390), (1280, 800)]
    page.locator("#help-button").click()
    expect(page.get_by_text("Working out what you can know")).to_be_visible()
    before = []
    for width, height in sizes:
        resize(page, width, height)
        before.append(panel.bounding_box())
    wait_until("the page has asked for help", lambda: waiting)
    waiting[0].continue_()
    expect(page.locator(".hint-move")).to_be_visible()
    for (width, height), box in zip(sizes, before, strict=True):
        resize(page, width, height)
        assert panel.bounding_box() == box, width


def test_help_that_is_opened_again_does_not_show_the_last_position(site, context: BrowserContext):
    page = table(site, context, 6)
    page.locator("#help-button").click()
    expect(page.locator(".hint-move")).to_be_visible()
    page.keyboard.press("Escape")
    waiting: list[Route] = []
    page.route("**/help/", lambda route: waiting.append(route))
    page.locator("#help-button").click()
    expect(page.get_by_text("Working out what you can know")).to_be_visible()
    expect(page.locator("#help .grid, #hint")).to_have_count(0)
    wait_until("the page has asked for help", lambda: waiting)
    waiting[0].continue_()
    expect(page.locator(".hint-move")).to_be_visible()
    expect(page.get_by_text("Working out what you can know")).to_have_count(0)


def test_typed_commands_and_a_hint_about_cards_cover_nothing(site, context: BrowserContext):
    page = table(site, context, 6)
    resize(page, 1280, 800)
    page.locator("[data-lesson=next]").click()
    page.keyboard.press("/")
    expect(page.locator("#command-line")).to_have_attribute("placeholder", "ask ben 9h")
    button = page.locator("#command button[type=submit]")
    # The button takes one line of text.
    assert button.bounding_box()["height"] < 50
    for command in ("dance", "who", "help", "hand", "ask", "claim", "pass"):
        page.locator("#command-line").fill(command)
        page.keyboard.press("Enter")
        expect(page.locator("#command-says")).not_to_be_empty()
        assert page.evaluate(COVERED, ["#command", NEEDED]) == [], command
        said = page.locator("#command-says").inner_text()
        assert "{" not in said and "cora" not in said
        if command == "help":
            assert "ask ben 9h" in said and "pass chidi" in said

    page.keyboard.press("Escape")
    page.locator(".target").first.click()
    expect(page.locator("#lessons")).to_contain_text("You can ask for a card only if you hold")
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate(COVERED, ["#lessons", FOR_AN_ASK]) == [], width
        expect(page.locator("#lessons")).to_be_in_viewport(ratio=1)
        if width > 800:
            in_view, rows = page.evaluate(ROWS_IN_VIEW)
            assert in_view >= min(rows, 6), (width, in_view, rows)
    page.get_by_role("button", name="No more tips").click()
    expect(page.locator("#lessons")).to_be_hidden()


def test_a_tip_about_a_move_stays_for_some_seconds(site, context: BrowserContext):
    code, people = dealt(site, "first-game", NAMES[:6], turn=1)
    context.clock.set_fixed_time("2026-01-01T12:00:00Z")
    page = tab_of(context, people[0], code).page
    page.evaluate(
        "document.addEventListener('table:shown', ({ detail }) => { window.seen = detail.number; })"
    )

    def others_miss(turn_to: int) -> None:
        bring_turn_to(site, code, people, turn_to)
        last = people[0].state(code)["version"] - 1
        page.wait_for_function("last => window.seen === last", arg=last)

    state, held = people[1].state(code), live_hands(site, code)[2]
    card = next(card for card in state["legal"]["asks"] if card in held)
    assert people[1].move(code, {"ask": card, "of": 2}, state["version"]).status_code == 200
    tip = page.get_by_text("The other team got a card.")
    expect(tip).to_be_visible()
    others_miss(turn_to=2)
    expect(tip).to_be_visible()
    context.clock.set_fixed_time("2026-01-01T12:00:10Z")
    others_miss(turn_to=3)
    expect(tip).to_be_hidden()
