"""The menu offers to end a game only while the game runs, and a refusal goes with its game."""

import pytest
from playwright.sync_api import expect

from game.refusals import SENTENCES
from tests.browser.kit.player import PHONE, tab_of
from tests.browser.rooms.test_people_series import finish
from tests.cluster.kit.site_process import Program, dealt

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora".split()


def end_button(page):
    if not page.locator("#menu").is_visible():
        page.locator(".bar-button[popovertarget=menu]").click()
    expect(page.locator("#menu [popovertarget=leave]")).to_be_visible()
    return page.locator("#menu [popovertarget=end]")


def test_only_a_running_game_can_be_ended(site, new_context):
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    asha = tab_of(new_context(), people[0], code)
    zoe = tab_of(new_context(), Program(site, "Zoe"), code)
    expect(end_button(zoe.page)).to_be_hidden()
    end_button(asha.page).click()
    expect(asha.page.locator("#end-game")).to_be_visible()

    finish(site, code)
    people[1].done(f"/r/{code}/react/", reaction="tea")
    expect(asha.page.locator("#again")).to_have_count(1)
    expect(asha.page.locator("#end-game")).to_be_hidden()
    expect(end_button(asha.page)).to_be_hidden()
    asha.page.locator("#menu .close").click()

    # A page that is not up to date is refused, and the next game does not show it.
    asha.page.evaluate("document.getElementById('end-game').form.requestSubmit()")
    refusal = asha.page.locator("#refusal")
    expect(refusal).to_have_text(str(SENTENCES["not_playing"]))
    for person in people[1:]:
        person.done(f"/r/{code}/again/", deal=1)
    asha.page.locator("#again").click()
    expect(asha.page.locator("#hand .card").first).to_be_visible()
    expect(refusal).to_have_text("")
    expect(end_button(asha.page)).to_be_visible()
    asha.page.locator("#menu .close").click()
    expect(refusal).to_have_text("")


def test_one_person_wants_to_play_on(site, new_context):
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    asha = tab_of(new_context(), people[0], code)
    dora = tab_of(new_context(), people[3], code, PHONE)
    end_button(asha.page).click()
    asha.page.locator("#end-game").click()
    expect(dora.page.locator(".ending")).to_contain_text("Asha wants to end this game")
    dora.page.get_by_role("button", name="No, play on").click()
    expect(asha.page.locator("#note")).to_have_text("Dora wants to play on.")
    for player in (asha, dora):
        expect(player.page.locator(".ending")).to_have_count(0)
        assert player.errors == []


def test_every_hand_and_the_log_open_at_their_beginning(site, new_context):
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    asha = tab_of(new_context(), people[0], code, PHONE)
    finish(site, code)
    people[1].done(f"/r/{code}/react/", reaction="tea")
    log = asha.page.locator("#log")
    every_hand = asha.page.get_by_role("button", name="Every hand")
    every_hand.click()
    expect(log.locator("#every-hand")).to_be_in_viewport()
    expect(log.locator("#every-hand")).to_be_focused()
    for opens in (log.locator("summary"), every_hand):
        log.locator(".log-panel").evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
        log.locator(".close").click()
        opens.click()
        first = log.locator(".log-list li" if opens != every_hand else "#every-hand").first
        expect(first).to_be_in_viewport()


def test_a_panel_of_the_menu_takes_its_place(site, new_context):
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    asha = tab_of(new_context(), people[0], code)
    menu = asha.page.locator("#menu")
    for panel in ("host-panel", "end", "leave", "keys"):
        asha.page.locator(".bar-button[popovertarget=menu]").click()
        menu.locator(f"[popovertarget={panel}]").click()
        expect(asha.page.locator(f"#{panel}")).to_be_visible()
        expect(menu).to_be_hidden()
        asha.page.keyboard.press("Escape")
        expect(asha.page.locator(f"#{panel}")).to_be_hidden()
        expect(menu).to_be_hidden()


def test_a_refusal_goes_when_somebody_else_opens_the_lobby(site, new_context):
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    ben = tab_of(new_context(), people[1], code)
    ben.page.evaluate("htmx.ajax('POST', 'lock/', {swap: 'none'}).catch(() => {})")
    refusal = ben.page.locator("#refusal")
    expect(refusal).not_to_have_text("")
    finish(site, code)
    people[0].done(f"/r/{code}/again/")
    expect(ben.page.locator(".lobby")).to_be_visible()
    expect(refusal).to_have_text("")
