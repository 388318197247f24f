"""People in a lobby, each with their own browser. All of them see a change at once."""

import re

import pytest
from playwright.sync_api import expect

from game.refusals import SENTENCES
from tests.browser.kit.player import PHONE, Player, tab_of
from tests.cluster.kit.site_process import Program, Site, moment, seated

pytestmark = [pytest.mark.browser, pytest.mark.journey]


@pytest.fixture
def lobby(site, new_context) -> tuple[Player, Player]:
    """The pages of the host and a guest. A bot is at the table, too."""
    code, people = seated(site, "nine-sets", ["Asha", "Ben"])
    people[0].done(f"/r/{code}/bots/add/", level="easy")
    asha, ben = (tab_of(new_context(), person, code) for person in people)
    return asha, ben


def test_other_people_see_changed_settings(lobby):
    asha, ben = lobby
    changed = ben.page.locator(".last-change")
    expect(changed).to_have_count(0)

    # The host chooses a preset on the page of the rules.
    asha.page.locator("#change-rules").click()
    asha.page.locator("[data-preset=strict]").click()
    asha.page.locator("#set-rules").click()
    asha.page.wait_for_url("**/r/*/")
    expect(changed).to_contain_text("Asha")
    name = ben.page.locator(".lobby-rules b")
    expect(name).to_contain_text("Strict")
    expect(changed).to_contain_text("Strict")

    # The host also changes single options.
    asha.page.locator("#change-rules").click()
    meant = []
    for option, value in (("turn_seconds", "60"), ("claim_timing", "any_time")):
        asha.page.locator(f"label:has([name={option}][value='{value}'])").click()
        meant.append(asha.page.locator(f"#about-{option}-{value}").inner_text())
    asha.page.locator(".save-bar button").click()
    asha.page.wait_for_url("**/r/*/")
    for meaning in meant:
        expect(changed).to_contain_text(meaning)
        expect(asha.page.locator(".last-change")).to_contain_text(meaning)
    expect(changed).to_contain_text("Asha")
    assert ben.state()["rules"]["claim_timing"] == "any_time"
    assert asha.errors == ben.errors == []


def test_an_open_rules_panel_follows_the_settings(site, new_context):
    """In a lobby the panel shows each change at once. During a game it keeps the rules of this
    game, even if the host sets other rules for the next game.
    """
    code, (asha, ben) = seated(site, "nine-sets", ["Asha", "Ben"])
    guest = tab_of(new_context(), ben, code)
    guest.page.locator("[popovertarget=rules]").first.click()
    said = guest.page.locator("#rules-text")
    name = said.locator("h3")
    expect(name).to_have_text("Nine sets")
    asha.done(f"/r/{code}/settings/", preset="canadian-fish")
    expect(name).to_have_text("Canadian Fish")
    asha.done(f"/r/{code}/settings/", history="full")
    expect(name).to_have_text("Own rules, changed from Canadian Fish")
    expect(said.locator(".is-changed")).to_contain_text("All asks stay visible.")
    expect(said).to_be_visible()
    asha.done(f"/r/{code}/bots/fill/", level="easy")
    asha.done(f"/r/{code}/start/")
    expect(guest.page.locator("#hand")).to_have_count(1)
    asha.done(f"/r/{code}/settings/", preset="strict")
    ((version,),) = site.rows("SELECT version FROM rooms_room WHERE code = ?", code)
    guest.page.wait_for_function(
        "(version) => Number(document.getElementById('versions').dataset.room) >= version",
        arg=version,
    )
    expect(name).to_have_text("Own rules, changed from Canadian Fish")
    expect(said).to_be_visible()
    assert guest.errors == []


def at_rules(site: Site, new_context, person: Program, code: str) -> Player:
    """Open the page of the house rules for the host."""
    context = new_context()
    cookies = person.http.cookies.items()
    context.add_cookies([{"name": n, "value": v, "url": site.url} for n, v in cookies])
    player = Player(context.new_page(), site)
    player.page.goto(f"{site.url}/r/{code}/settings/")
    return player


def test_differences_stay_in_view_and_the_enter_key_saves_the_rules(site, new_context):
    code, people = seated(site, "nine-sets", ["Asha", "Ben"])
    asha = at_rules(site, new_context, people[0], code)
    page = asha.page
    page.set_viewport_size({"width": 390, "height": 844})
    differs, changed = page.locator(".bar-differs"), page.locator(".bar-changed")
    button = page.locator(".save-bar button")
    expect(differs).to_have_text("These are the rules of Nine sets.")
    expect(changed).to_be_hidden()
    # If the deck has no high sets, the option that doubles them says so at once.
    expect(page.locator(".no-double")).to_be_hidden()
    page.locator("label:has([name=deck][value='quartets'])").click()
    expect(page.locator(".no-double")).to_be_visible()
    page.locator("label:has([name=deck][value='8s-and-jokers'])").click()
    expect(page.locator(".no-double")).to_be_hidden()
    for option, value in (("history", "full"), ("turn_seconds", "60")):
        page.locator(f"label:has([name={option}][value='{value}'])").click()
        expect(button).to_be_in_viewport()
    like = page.locator("#like")
    expect(like).to_have_attribute("href", re.compile("like=nine-sets.*history%3Dfull"))
    # The turn clock is a table option, not a rule of the preset, so the first line omits it.
    expect(differs).to_have_text("Changed from Nine sets: Asks that stay visible")
    expect(changed).to_have_text("Not applied yet: Asks that stay visible · Turn clock")
    expect(page.locator(".option.differs .tag:visible")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollHeight") <= 3.25 * 844
    page.locator("label:has([name=turn_seconds][value='0'])").click()
    expect(changed).to_have_text("Not applied yet: Asks that stay visible")

    page.locator(".save-rules > summary").click()
    page.locator("#save-as").fill("Sunday")
    page.locator("#save-as").press("Enter")
    expect(page.locator(".notice")).to_have_text("These rules are saved as Sunday.")
    expect(page.locator("[name=history][value='full']")).to_be_checked()
    expect(changed).to_have_text("Not applied yet: Asks that stay visible")
    assert people[1].state(code)["rules"]["history"] == "last_ask"

    page.locator("input[type=number]:visible").first.press("Enter")
    page.wait_for_url(f"**/r/{code}/")
    assert people[1].state(code)["rules"]["history"] == "full"
    page.goto(f"{site.url}/r/{code}/settings/")
    expect(differs).to_have_text("Changed from Nine sets: Asks that stay visible")
    expect(changed).to_be_hidden()
    assert asha.errors == []


def test_rules_that_equal_a_preset_have_its_name_at_once(site, new_context):
    code, people = seated(site, "nine-sets", ["Asha"])
    page = at_rules(site, new_context, people[0], code).page
    for value, name, begins in [
        ("any_time", "Claim any time", "These are the rules of Claim any time."),
        ("team_turn", "Claim any time", "Changed from Claim any time: When you may claim"),
        ("own_turn", "Nine sets", "These are the rules of Nine sets."),
    ]:
        page.locator(f"label:has([name=claim_timing][value={value}])").click()
        expect(page.locator("[data-preset][aria-current]")).to_have_text(name)
        expect(page.locator(".bar-differs")).to_have_text(begins)


def test_the_chosen_rules_in_words(site, new_context):
    """On a wide screen they stand beside the form and follow it. A phone has them in the form."""
    code, people = seated(site, "hundred-up", ["Asha"])
    page = at_rules(site, new_context, people[0], code).page
    page.set_viewport_size({"width": 1280, "height": 800})
    history, series = page.locator("[data-rule=history]"), page.locator("[data-rule=series]")
    expect(history).to_contain_text("Only the last ask stays visible.")
    page.locator("label:has([name=history][value=full])").click()
    expect(history).to_have_class("preview-rule differs is-new")
    expect(history).to_contain_text(page.locator("#about-history-full").inner_text())
    expect(series).to_contain_text("to reach 100 wins")
    page.locator("[name=series_points]").fill("20")
    expect(series).to_contain_text("to reach 20 wins")
    page.locator("[data-preset=big-table]").click()
    expect(page.locator("[data-number=players]")).to_have_text(
        page.locator("[name=players]").input_value()
    )
    expect(page.locator("#about-history-last_ask")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".preview")).to_be_hidden()
    expect(page.locator("#about-history-last_ask")).to_be_visible()


def test_points_of_a_series_and_a_refused_form(site, new_context):
    code, (asha, zoe) = seated(site, "hundred-up", ["Asha", "Zoe"])
    page = at_rules(site, new_context, asha, code).page
    differs, changed = page.locator(".bar-differs"), page.locator(".bar-changed")
    expect(differs).to_have_text("These are the rules of Hundred up.")
    page.locator("[name=series_points]").fill("20")
    page.locator("[name=seat_count]").fill("8")
    expect(differs).to_have_text("Changed from Hundred up: Series")
    expect(changed).to_have_text("Not applied yet: Players and seats · Series")
    # Meanwhile a person takes a seat that would be removed.
    zoe.done(f"/r/{code}/join/", seat=9)
    page.locator(".save-bar button").click()
    expect(page.locator(".refusal")).to_contain_text("Zoe")
    expect(page.locator("[name=seat_count]")).to_have_attribute("min", "10")
    expect(differs).to_have_text("Changed from Hundred up: Series")
    expect(changed).to_have_text("Not applied yet: Series")
    page.locator(".save-bar button").click()
    page.wait_for_url(f"**/r/{code}/")
    expect(page.locator(".last-change")).to_have_text(
        "Asha changed the rules: Points add up over games; the first team to reach 20 wins."
    )
    expect(page.locator(".lobby-rules b")).to_have_text(
        "House rules: Own rules, changed from Hundred up:"
    )


def test_a_refusal_is_shown_once_and_covers_nothing(site, new_context):
    """The page also shortens a long name."""
    long = "Wolfeschlegelsteinha"
    code, people = seated(site, "nine-sets", ["Asha", long, "Chidi", "Dora"])
    people[1].done(f"/r/{code}/join/", seat=4)
    people[3].done(f"/r/{code}/join/", seat=6)
    tab = tab_of(new_context(), people[0], code, PHONE)
    page = tab.page
    name = page.locator("#lobby-seat-4 .name")
    expect(name).to_have_attribute("title", long)
    seat = page.locator("#lobby-seat-4").bounding_box()
    assert name.bounding_box()["width"] <= seat["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    expect(page.locator("#needs")).to_have_text("One team has more players than the other.")
    # The page offers no start that can be refused, so send one without the bots.
    start = page.locator("#fill-and-start")
    start.evaluate("button => button.form.elements.fill.remove()")
    start.click()
    refusal = page.locator("#refusal")
    expect(refusal).to_have_text(str(SENTENCES["uneven_teams"]))
    assert page.locator("body").inner_text().count(refusal.inner_text()) == 1
    header, invite = page.locator(".site-header"), page.locator(".invite")
    top, said, first = (each.bounding_box() for each in (header, refusal, invite))
    assert top["y"] + top["height"] <= said["y"]
    assert said["y"] + said["height"] <= first["y"]
    # The message stays in view when the page scrolls.
    page.locator("#lock").scroll_into_view_if_needed()
    expect(refusal).to_be_in_viewport()
    assert tab.errors == []


def test_elements_beside_the_seats_do_not_move(site, new_context):
    code, people = seated(site, "nine-sets", ["Asha", "Ben"])
    pages = [tab_of(new_context(), person, code).page for person in people]
    for page in pages:
        page.set_viewport_size({"width": 1280, "height": 800})
    beside = ".invite, .invite button, .lobby-bar, .host h2, .own-seat:not(.host ~ *)"

    def boxes(page):
        # The browser may lay out a closed menu, so compare only visible elements.
        return [each.bounding_box() for each in page.locator(beside).filter(visible=True).all()]

    def height(page):
        return page.locator(".seating").bounding_box()["height"]

    before = [(boxes(page), height(page)) for page in pages]
    options = {"deck": "quartets", "history": "full", "hand_counts": "secret", "players": "8"}
    people[0].done(f"/r/{code}/settings/", **options, claim_timing="any_time", pauses="false")
    for page, (as_before, lower) in zip(pages, before, strict=True):
        expect(page.locator(".last-change")).to_be_visible()
        expect(page.locator(".lobby-seat")).to_have_count(8)
        assert height(page) >= lower + 40
        assert boxes(page) == as_before
        seats, chat = (page.locator(each).bounding_box() for each in (".seating", ".lobby-chat"))
        assert seats["y"] + seats["height"] <= chat["y"]


@pytest.mark.parametrize("seats", [6, 10, 12])
def test_a_laptop_shows_the_hosts_buttons_and_no_empty_space(site, new_context, seats):
    code, people = seated(site, "big-table" if seats == 12 else "nine-sets", ["Asha", "Ben"])
    if seats == 10:
        people[0].done(f"/r/{code}/settings/", players="10")
    page = tab_of(new_context(), people[0], code).page
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".lobby-seat")).to_have_count(seats)
    for button in ("#fill-and-start", "#stand-up", "#lock"):
        expect(page.locator(button)).to_be_in_viewport(ratio=1)
    height = page.evaluate("document.documentElement.scrollHeight")
    lowest = max(
        box["y"] + box["height"]
        for box in (page.locator(each).bounding_box() for each in ("section.host", ".lobby-chat"))
    )
    # Below the content there is only a margin.
    assert height <= max(800, lowest + 24)


def test_more_seats_and_fewer_and_another_host(lobby):
    asha, ben = lobby
    expect(ben.page.locator(".lobby-seat")).to_have_count(6)
    asha.page.locator("#more-seats").click()
    expect(asha.page.locator(".lobby-seat")).to_have_count(8)
    expect(ben.page.locator(".lobby-seat")).to_have_count(8)
    expect(ben.page.locator(".last-change")).to_contain_text("A game for 8")
    for left in (6, 4):
        asha.page.locator("#fewer-seats").click()
        for player in lobby:
            expect(player.page.locator(".lobby-seat")).to_have_count(left)
    expect(asha.page.locator("#fewer-seats")).to_have_count(0)

    # Ben becomes the host, and starts the game.
    expect(asha.page.locator("#fill-and-start")).to_be_visible()
    expect(ben.page.locator("#fill-and-start")).to_have_count(0)
    asha.page.locator("#seat-handle-1").click()
    asha.page.get_by_role("button", name="Make Ben the host").click()
    expect(ben.page.locator("#fill-and-start")).to_be_visible()
    expect(asha.page.locator("#fill-and-start")).to_have_count(0)
    expect(asha.page.locator("section.host")).to_have_count(0)
    # Asha's seats are no longer buttons, and none of them is chosen.
    expect(asha.page.locator(".seat-handle[role], .is-picked, .has-picked")).to_have_count(0)
    for player in lobby:
        expect(player.page.locator(".lobby-seat:has(.tag.host) .name")).to_have_text("Ben")
    ben.fill_with_bots()
    ben.start()
    expect(asha.page.locator("#hand")).to_be_visible()


def test_a_removed_person_is_told(lobby):
    asha, ben = lobby
    asha.page.locator("#seat-handle-1").click()
    tools = asha.page.locator("#seat-tools-1")
    remove = tools.get_by_role("button", name="Ban Ben")
    expect(remove).to_be_hidden()
    tools.locator(".kick summary").click()
    remove.click()
    expect(ben.page.locator("h1")).to_have_text("You can’t come back")
    expect(ben.page.locator("main")).to_contain_text(str(SENTENCES["removed"]))
    expect(ben.page.locator("#table, #chat-lines")).to_have_count(0)
    expect(asha.page.locator(".lobby-seat .name", has_text="Ben")).to_have_count(0)
    # The host changes their mind.
    asha.page.get_by_role("button", name="Lift the ban on Ben").click()
    expect(asha.page.locator(".host-visitors")).to_have_count(0)
    ben.page.reload()
    ben.page.locator("#sit-down").click()
    expect(asha.page.locator(".lobby-seat .name", has_text="Ben")).to_be_visible()


def test_by_letter_brings_its_clock_and_takes_it_away(site, new_context):
    code, people = seated(site, "nine-sets", ["Asha"])
    page = at_rules(site, new_context, people[0], code).page
    clock = page.locator("[name=turn_seconds]:checked")
    seats = page.locator("[name=seat_count]")
    page.locator("[data-preset=by-letter]").click()
    expect(clock).to_have_value("86400")
    expect(seats).to_have_value("6")
    expect(page.locator(".bar-differs")).to_have_text("These are the rules of By letter.")
    assert page.locator("#like").get_attribute("href").endswith("like=by-letter")
    page.locator("label:has([name=claim_timing][value=any_time])").click()
    assert "turn_seconds" not in page.locator("#like").get_attribute("href")
    page.locator("[data-preset=classic]").click()
    expect(clock).to_have_value("0")
    page.locator("[data-preset=by-letter]").click()
    page.locator("#set-rules").click()
    page.wait_for_url(f"**/r/{code}/")
    assert site.rows("SELECT preset FROM rooms_room WHERE code = ?", code)[0][0] == "by-letter"


def test_a_refusal_is_in_view_although_its_button_is_far_down(site, new_context):
    code, people = seated(site, "nine-sets", ["Asha"])
    site.write("UPDATE accounts_user SET date_joined = ?", moment(-4000))
    page = tab_of(new_context(), people[0], code, {"width": 1280, "height": 800}).page
    page.locator("#open-to-all summary").click()
    site.write("UPDATE accounts_user SET date_joined = ?", moment(0))
    page.locator("#set-open").click()
    refusal = page.locator("#refusal")
    expect(refusal).to_contain_text("Guests can open a table to everybody an hour after they came.")
    expect(refusal).to_be_in_viewport(ratio=1)
