"""A player of several slow games: the next table in the bar, and what has happened meanwhile."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.player import PHONE, tab_of
from tests.cluster.kit.site_process import (
    Program,
    bring_turn_to,
    by_seat,
    give_turn,
    last_seen,
    seated,
)

pytestmark = pytest.mark.browser

SIZES = [None, PHONE, {"width": 844, "height": 390}]
NAMES = "Asha Ben Chidi Dora".split()


def slow_table(site, people=None):
    """Start a game by letter. Return its code, and the people in the order of their seats."""
    if people is None:
        code, people = seated(site, "by-letter", NAMES)
    else:
        code = people[0].open_room("by-letter")
        for each in people[1:]:
            each.done(f"/r/{code}/join/")
    people[0].done(f"/r/{code}/start/")
    return code, by_seat(site, code, people)


def seat_of(person: Program, code: str) -> int:
    return person.state(code)["you"]


def turn_of(site, code: str, person: Program) -> None:
    give_turn(site, person.state(code)["game"], seat_of(person, code))


@pytest.mark.parametrize("size", SIZES)
def test_the_next_table_comes_without_a_reload_after_a_turn(site, new_context, size):
    here, people = slow_table(site)
    asha = people[0]
    bring_turn_to(site, here, people, 0)
    there, _people = slow_table(site, people)
    turn_of(site, there, people[1])
    tab = tab_of(new_context(), asha, here, size)
    link = tab.page.locator(".next-table")
    expect(link).to_have_count(0)
    turn_of(site, there, asha)
    # An ask that misses ends the turn. Then the page asks for the next table.
    game = asha.state(here)
    while game["turn"] == 0:
        tab.move(simple_miss(people, here))
        tab.wait_past(game["version"])
        game = asha.state(here)
    expect(link).to_have_attribute("href", f"/r/{there}/")
    expect(link).to_have_accessible_name(f"Next table – your turn at table {there}")
    link.click()
    tab.page.wait_for_url(f"**/r/{there}/")
    assert tab.errors == []


@pytest.mark.parametrize("width", [768, 1280, 1600])
def test_the_link_is_beside_the_spectators(site, new_context, width):
    here, people = slow_table(site)
    there, _people = slow_table(site, people)
    turn_of(site, there, people[0])
    tab_of(new_context(), Program(site, "Wilhelmina Mommsen"), here)
    page = tab_of(new_context(), people[0], here, {"width": width, "height": 900}).page
    boxes = [page.locator(each) for each in (".site-name", ".watching", ".next-table")]
    for each in boxes:
        expect(each).to_be_visible()
    name, spectators, link = (each.bounding_box() for each in boxes)
    assert name["x"] + name["width"] <= spectators["x"]
    assert spectators["x"] + spectators["width"] <= link["x"]


def simple_miss(people, code):
    """Return an ask of the turn-holder that misses."""
    states = [each.state(code) for each in people]
    mine = states[states[0]["turn"]]
    return next(
        {"ask": card, "of": of}
        for card, seats in mine["legal"]["asks"].items()
        for of in seats
        if card not in states[of]["hand"]
    )


@pytest.mark.parametrize("size", SIZES)
def test_a_player_who_comes_back_reads_what_has_happened(site, new_context, size):
    code, people = slow_table(site)
    state = people[0].state(code)
    turn = state["turn"]
    people[turn].move(code, simple_miss(people, code), state["version"])
    state = people[0].state(code)
    away = next(seat for seat in range(4) if seat not in (turn, state["turn"]))
    last_seen(site, code, away, -3600)
    tab = tab_of(new_context(), people[away], code, size)
    since = tab.page.locator("#since")
    expect(since).to_contain_text("While you were away: 1 ask, 0 hits")
    since.get_by_role("button", name="Got it").click()
    expect(since).to_be_hidden()
    # The person has just been here.
    tab.page.reload()
    tab.wait_for_connection("saved")
    expect(since).to_be_hidden()
    assert tab.page.locator("#since[data-ago]").count() == 0
    assert tab.errors == []


def test_a_tab_in_the_background_says_what_has_happened(site, new_context):
    code, people = slow_table(site)
    state = people[0].state(code)
    turn = state["turn"]
    miss = simple_miss(people, code)
    away = next(seat for seat in range(4) if seat not in (turn, miss["of"]))
    tab = tab_of(new_context(), people[away], code)
    page = tab.page
    page.evaluate(HIDE, True)
    people[turn].move(code, miss, state["version"])
    tab.wait_past(state["version"])
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 600_000; }")
    page.evaluate(HIDE, False)
    expect(page.locator("#since")).to_contain_text("While you were away: 1 ask, 0 hits")
    assert tab.errors == []


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
