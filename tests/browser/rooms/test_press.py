"""An update does not undo a press of a button, and a long press does not stop updates."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import dealt, seated

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora".split()
VERSION = "() => Number(document.getElementById('versions').dataset.room)"

# Records messages of sockets. Its listener runs before all others.
NOTE_WHAT_COMES = """(() => {
  window.heard = 0;
  window.came = [];
  window.WebSocket = class extends WebSocket {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", ({ isTrusted, data }) => isTrusted && came.push(data));
    }
  };
})()"""


def press_on(page, selector):
    """Press the mouse button on an element, and do not release it."""
    page.locator(selector).scroll_into_view_if_needed()
    box = page.locator(selector).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def test_a_press_survives_an_update(site, context):
    """The host adds a bot. While the host presses the button, another person sits down."""
    code, people = seated(site, "classic", NAMES)
    context.add_init_script(NOTE_WHAT_COMES)
    asha = tab_of(context, people[0], code)
    people[3].done(f"/r/{code}/leave/")
    expect(asha.page.locator(".lobby-seat .name")).to_have_count(3)
    expect(asha.page.locator("#add-bot")).to_be_visible()
    # On a slow machine the press would take too long. So stop the page's clock.
    asha.page.evaluate(
        "() => { performance.now = () => 0;"
        " document.body.addEventListener('htmx:wsBeforeMessage', () => window.heard++) }"
    )
    press_on(asha.page, "#add-bot")
    # A heartbeat may have come before. Count from here.
    asha.page.evaluate("() => { heard = 0; came.length = 0 }")
    people[3].done(f"/r/{code}/join/")
    asha.page.wait_for_function("() => came.some((text) => text.includes('id=\"table\"'))")
    assert asha.page.evaluate("window.heard") == 0  # The update waits for the end of the press.
    asha.page.mouse.up()
    expect(asha.page.locator(".lobby-seat .name")).to_have_count(5)
    assert asha.errors == []


def test_a_long_press_does_not_stop_updates(site, context):
    code, people = dealt(site, "classic", NAMES)
    asha = tab_of(context, people[0], code)
    before = asha.page.evaluate(VERSION)
    press_on(asha.page, "#hand")
    people[1].done(f"/r/{code}/react/", reaction="tea")
    asha.page.wait_for_function(f"version => ({VERSION})() > version", arg=before)
    expect(asha.page.locator(".reactions li[data-seat='1']")).to_have_count(1)
    asha.page.mouse.up()
    assert asha.errors == []


# Returns the elements that show a rectangle of the browser, or nothing, when they are pressed.
PRESSED = """() => [...document.querySelectorAll("a, button, summary, label")].filter((each) => {
  const pressed = [...document.styleSheets].flatMap((sheet) => rulesOf(sheet.cssRules))
    .filter((rule) => rule.selectorText?.includes(":active"))
    .some((rule) => each.matches(rule.selectorText.replaceAll(":active", ":is(*)")));
  return !pressed || getComputedStyle(each).webkitTapHighlightColor !== "rgba(0, 0, 0, 0)";
  function rulesOf(rules) {
    return [...rules].flatMap((rule) => [rule, ...rulesOf(rule.cssRules ?? [])]);
  }
}).map((each) => each.outerHTML.slice(0, 80))"""


def test_a_press_shows_on_the_control_alone(site, context):
    """Without the rectangle that phones draw over what a finger taps."""
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    page = tab_of(context, people[0], code).page
    page.locator("#claims-button").click()
    page.locator(".claim > summary").first.click()
    assert page.evaluate(PRESSED) == []
