"""Moves by keyboard, and single keys. The focus is never lost."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.kit.all_hands_player import finish, knowing_move
from tests.browser.kit.moments import give_whole_sets
from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import Program, Site, dealt, live_hands

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora".split()


def small_game(site: Site) -> tuple[str, Program]:
    """A game of one person and three bots."""
    asha = Program(site, "Asha")
    code = asha.open_room("nine-sets")
    for _ in range(3):
        asha.done(f"/r/{code}/bots/add/", level="easy")
    asha.done(f"/r/{code}/start/")
    return code, asha


def focused(page: Page) -> dict[str, str]:
    return page.evaluate(
        "() => { const { name = '', value = '', tagName, className } = document.activeElement;"
        " return { name, value, tag: tagName, class: className }; }"
    )


def go(page: Page, key: str, name: str, value: object, most: int = 60) -> None:
    """Press a key until the field with this value has the focus."""
    for _ in range(most):
        at = focused(page)
        if (at["name"], at["value"]) == (name, str(value)):
            return
        page.keyboard.press(key)
    raise AssertionError(f"no {name}={value} by {key}: {focused(page)}")


def do(page: Page, move: dict[str, Any]) -> None:
    press = page.keyboard.press
    if "ask" in move:
        press("a")
        press("Space")
        go(page, "ArrowRight", "of", move["of"])
        press("Enter")
        go(page, "ArrowRight", "card", move["ask"])
        press("Enter")
    elif "pass" in move:
        press("p")
        go(page, "Tab", "to", move["pass"])
        press("Enter")
    else:
        press("c")
        find_book(page, move["claim"])
        press("Enter")
        others = [item for item in move["holders"].items() if item[1] != move["seat"]]
        if len({*move["holders"].values()}) == 1 and not others:
            return  # A set of which the viewer has all cards is claimed at once.
        for _card, _seat in others:
            press("Tab")
            at = focused(page)
            assert at["name"].startswith("holder-"), at
            press("Space")
            go(page, "ArrowRight", at["name"], move["holders"][at["name"].removeprefix("holder-")])
        press("Enter")
        expect(page.locator(".claim[open] .confirm")).to_be_focused()
        press("Enter")


def find_book(page: Page, name: str) -> None:
    for _ in range(20):
        at = page.evaluate("document.activeElement.closest('.claim, .claim-all')?.id")
        if at in (f"claim-{name}", f"claim-form-{name}"):
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"{name} is not to be found")


def own_turns(person: Program, code: str) -> Iterator[dict[str, Any]]:
    """Yield ``state.json`` on each turn of this person, until the game is over."""
    while (state := person.state(code))["phase"] != "finished":
        if state["turn"] == state["you"]:
            yield state
        else:
            person.wait_past(code, state["version"])


def test_asks_a_claim_and_the_next_game(site, context: BrowserContext):
    code, asha = small_game(site)
    page = tab_of(context, asha, code).page
    for state in own_turns(asha, code):
        version = state["version"]
        page.wait_for_function(
            "version => Number(document.getElementById('versions').dataset.game) >= version",
            arg=version,
        )
        move = knowing_move(state, live_hands(site, code))
        do(page, move)
        page.wait_for_function(
            "version => Number(document.getElementById('versions').dataset.game) > version",
            arg=version,
        )
        page.wait_for_function("() => document.activeElement !== document.body")
        if "claim" in move:
            break
    else:
        raise AssertionError("no claim came about")
    give_whole_sets(site, code, state, only=state["you"])
    finish(site, code, [asha])
    expect(page.locator(".result")).to_be_visible()
    page.locator("#again").focus()
    page.keyboard.press("Enter")
    # Against bots the next game is dealt at once.
    expect(page.locator(".result")).to_be_hidden()
    assert asha.state(code)["phase"] == "playing"


# Simulates an update that brings the viewer's next turn after they have sent an ask.
NEXT_TURN = """async () => {
  const { remember, restore } = await import("/static/js/table/keep-work.js");
  const mine = document.getElementById("mine");
  document.getElementById("ask").dataset.sent = "";
  remember(mine);
  const next = document.createRange().createContextualFragment(mine.outerHTML);
  delete next.getElementById("ask").dataset.sent;
  mine.replaceWith(next);
  restore(document.getElementById("mine"));
  return document.activeElement.id;
}"""


def test_the_focus_goes_on_when_its_element_is_hidden_or_gone(site, context: BrowserContext):
    """After a swap the focused element may be hidden. For example, a card is hidden until an
    opponent is chosen again. At the end the hand disappears, and the focus moves to the result.
    """
    code, people = dealt(site, "nine-sets", [f"Number {number}" for number in range(4)], turn=0)
    page = tab_of(context, people[0], code).page
    for key in ("a", "Space", "Enter"):
        page.keyboard.press(key)
    assert focused(page)["name"] == "card"
    assert page.evaluate(NEXT_TURN) == "hand"

    give_whole_sets(site, code, people[0].state(code))
    finish(site, code, people)
    page.locator(".result").wait_for()
    expect(page.locator("#prompt")).to_be_focused()
    expect(page.locator("#prompt")).to_have_css("outline-style", "none")


def test_only_controls_have_a_ring(site, context: BrowserContext):
    """The message gets the focus by a key, but it is not a control. In the hand keys move cards."""
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    page = tab_of(context, people[0], code).page
    for key, part, style in (
        ("l", "#last", "none"),
        ("h", "#hand", "solid"),
        ("Tab", "#claims-button", "solid"),
    ):
        page.keyboard.press(key)
        expect(page.locator(part)).to_be_focused()
        expect(page.locator(part)).to_have_css("outline-style", style)


def test_keys_do_what_the_help_says(site, context: BrowserContext):
    code, asha = small_game(site)
    page = tab_of(context, asha, code).page
    for key, panel in (("?", "keys"), ("r", "rules"), ("m", "menu")):
        page.keyboard.press(key)
        expect(page.locator(f"#{panel}")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(f"#{panel}")).to_be_hidden()
    page.keyboard.press("b")
    expect(page.locator(".log-panel")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.locator("#hand")).to_be_focused()
    page.keyboard.press("s")
    assert page.evaluate("localStorage['literature.sound']") == "on"

    # Single keys do nothing in a text field, and for a person who has switched them off.
    page.keyboard.press("/")
    page.keyboard.type("rmb?")
    expect(page.locator("#command-line")).to_have_value("rmb?")
    expect(page.locator("#rules")).to_be_hidden()
    page.keyboard.press("Escape")
    page.evaluate("localStorage['literature.keys'] = 'off'")
    page.keyboard.press("r")
    expect(page.locator("#rules")).to_be_hidden()
