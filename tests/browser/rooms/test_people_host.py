"""The host's actions in a game, on a phone; and names that are taken or made up."""

import random
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.browser.kit.player import PHONE, Player, looks_at, tab_of
from tests.cluster.kit.site_process import Program, dealt, last_seen, seated, simple_move

pytestmark = [pytest.mark.browser, pytest.mark.journey]

NAMES = "Asha Ben Chidi Dora".split()

#: Returns whether every mark "away" is visible above the button for an ask, which has the name.
APART = """() => [...document.querySelectorAll('.target')].every((target) => {
  const pill = target.querySelector('.pill').getBoundingClientRect();
  const seat = document.querySelector(`.seat[data-seat="${target.dataset.seat}"]`);
  const mark = seat.querySelector('.away').getBoundingClientRect();
  return mark.width > 20 && mark.bottom <= pill.top + 3;
})"""


@contextmanager
def answer_held(page, url):
    """Hold back the answer to the one request for ``url`` until the block ends."""
    held = []
    page.route(url, lambda route: held.append((route, route.fetch())))
    yield
    ((route, answer),) = held
    route.fulfill(response=answer)
    page.unroute(url)


def test_the_host_lets_a_bot_play_until_somebody_is_back(site, new_context):
    # The host has the turn, so no bot moves while the host uses the panel.
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    seats = {person: person.state(code)["you"] for person in people}
    host, tom, ben = people[0], people[1], people[2]
    for person in people:
        last_seen(site, code, seats[person], 3600)  # Keep the other players from counting as away.
    phone = tab_of(new_context(), host, code, PHONE)
    page = phone.page
    page.locator(".bar-button[popovertarget=menu]").click()
    page.locator("#open-host").click()
    panel = page.locator("#host-tools")
    expect(panel.get_by_text("here")).to_have_count(3)

    # A player goes away while the panel is open. After a minute the panel offers a bot. No reload
    # is needed.
    last_seen(site, code, seats[tom], -25)
    expect(
        panel.get_by_text("When a player has been away for a minute, you can let a bot play.")
    ).to_be_visible()
    last_seen(site, code, seats[tom], -59)
    with answer_held(page, "**/stand-in/until-back/"):
        panel.get_by_role("button", name="Let a bot play until Ben is back").click()
        expect(panel.get_by_text("away; a bot plays")).to_be_visible()
        # A tap on a person's name opens the tools for muting and removing.
        page.locator(f"#host-person-{seats[ben]}").click()
        # The panel stays current meanwhile.
        last_seen(site, code, seats[people[3]], -40)
        expect(panel.get_by_text("away", exact=True)).to_be_visible()
        page.evaluate("document.getElementById('host-people').id = 'before-the-answer'")
    # The late answer replaces the panel, and the tools stay open.
    expect(panel.locator("#before-the-answer")).to_have_count(0)
    page.locator(f"#host-mute-{seats[ben]}").focus()
    page.keyboard.press("Enter")
    expect(panel.get_by_text("here, muted")).to_be_visible()
    expect(panel.get_by_role("button", name="Unmute Chidi")).to_be_focused()
    panel.locator(".kick summary:visible").click()
    panel.get_by_role("button", name="Ban Chidi").click()
    expect(panel.locator(".host-people").get_by_text("Chidi")).to_have_count(0)
    expect(panel.get_by_role("button", name="Lift the ban on Chidi")).to_be_visible()
    expect(panel.locator("#host-people")).to_be_focused()
    page.locator("#host-panel .close").click()

    # The host sees at the seat that a bot plays, and later that the player is back.
    seat = page.locator(f".seat[data-seat='{seats[tom]}'] .away")
    expect(seat).to_have_text("a bot plays")
    back = tab_of(new_context(), tom, code, PHONE)
    expect(seat).to_have_count(0)
    expect(back.page.locator("#hand")).to_be_visible()
    page.locator("#log summary").click()
    expect(page.locator(".log-list")).to_contain_text("A bot plays for Ben until Ben is back.")
    expect(page.locator(".log-list")).to_contain_text("Ben is back.")
    expect(page.locator(".log-list")).to_contain_text("Chidi was banned by the host.")
    assert phone.errors == back.errors == []


#: Notes whether the page uses the answer to the request for muting.
ANSWERED = """() => document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.pathInfo.requestPath.endsWith("/mute/")) window.answered = { used: detail.shouldSwap };
})"""


def test_a_late_answer_to_the_host_shows_no_older_table(site, new_context):
    code, people = dealt(site, "nine-sets", NAMES, turn=0)
    host = tab_of(new_context(), people[0], code, PHONE)
    page = host.page
    page.evaluate(ANSWERED)
    page.locator(".bar-button[popovertarget=menu]").click()
    page.locator("#open-host").click()
    page.locator("#host-person-2").click()
    with answer_held(page, "**/mute/"):
        page.locator("#host-mute-2").click()
        expect(page.locator("#host-mute-2")).to_have_text("Unmute Chidi")
        move = simple_move(people[0].state(code), random.Random(1))
        assert move
        people[0].move(code, move, 0)
        host.wait_for(1)
    page.wait_for_function("() => window.answered")
    assert page.evaluate("answered.used") is False
    assert page.locator("#versions").get_attribute("data-game") == "1"
    assert page.locator("#last").get_attribute("data-number") == "0"
    expect(page.locator("#host-mute-2")).to_have_text("Unmute Chidi")
    assert host.errors == []


@pytest.mark.parametrize("count", [pytest.param(4, marks=pytest.mark.soak), 12])
def test_the_marks_away_and_ask_are_both_visible(site, new_context, count):
    names = [f"Reader {number}" for number in range(count)]
    code, people = dealt(site, "big-table", names)
    turn = people[0].state(code)["turn"]
    for seat in range(count):
        last_seen(site, code, seat, 3600 if seat == turn else -40)
    holder = next(person for person in people if person.state(code)["you"] == turn)
    asker = tab_of(new_context(), holder, code, PHONE)
    for seat in range(count):
        last_seen(site, code, seat, 3600 if seat == turn else -40)
    expect(asker.page.locator(".seat.is-away")).to_have_count(count - 1)
    for width, height in [
        (320, 640),
        (390, 844),
        (844, 390),
        (768, 1024),
        (1280, 800),
        (1920, 1080),
    ]:
        asker.page.set_viewport_size({"width": width, "height": height})
        asker.page.wait_for_function(f"() => innerWidth === {width}")
        asker.page.wait_for_function(APART)


def test_names_that_are_taken_or_made_up(site, new_context):
    code, _people = seated(site, "nine-sets", ["Tom", "Uma"])
    late = looks_at(new_context(), Program(site, "tom"), code, PHONE)
    late.page.locator("#sit-2").click()
    late.page.get_by_role("button", name="Sit down as tom 2").click()
    expect(late.page.locator("#lobby-seat-2")).to_contain_text("tom 2")

    # A spectator needs no name.
    spectator = Player(new_context().new_page(), site)
    spectator.page.set_viewport_size(PHONE)
    spectator.page.goto(f"{site.url}/r/{code}/")
    spectator.page.get_by_role("button", name="Just watch").click()
    expect(spectator.page.locator("#sit-down")).to_be_visible()

    # A player without a name gets a made-up name. The menu asks for another name, and refuses taken
    # names.
    newcomer = Player(new_context().new_page(), site)
    newcomer.page.set_viewport_size(PHONE)
    newcomer.open_home()
    newcomer.press(newcomer.form("/play/"))
    newcomer.wait_for_connection("saved")
    newcomer.page.locator(".bar-button[popovertarget=menu]").click()
    form = newcomer.page.locator("#menu-name-form")
    form.locator("#menu-name").fill("Cleo")
    form.get_by_role("button", name="Save name").click()
    form.get_by_role("button", name="Use the name Cleo 2").click()
    expect(form.locator("#name-says")).to_have_text("Your name is now Cleo 2.")
    expect(newcomer.page.locator(".seat .name", has_text="Cleo 2")).to_have_count(1)
    assert late.errors == spectator.errors == newcomer.errors == []
