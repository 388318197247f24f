"""Open tables in the browser: two strangers meet, agree and play, without a reload."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.player import PHONE
from tests.cluster.kit.site_process import moment, seated

pytestmark = pytest.mark.browser

WIDE = {"width": 1280, "height": 800}


def test_two_strangers_meet_and_start_with_bots(site, new_context):
    pages = [new_context(viewport=size).new_page() for size in (PHONE, WIDE)]
    for page in pages:
        page.goto(f"{site.url}/")
        page.locator("#play-with-people").click()
        page.wait_for_url("**/r/*/")
    assert pages[0].url == pages[1].url
    first, second = pages
    expect(first.locator(".ring-count")).to_contain_text("2 of 6 seats")
    code = first.url.rstrip("/")[-6:]
    first.locator("#agree").click()
    expect(first.locator("#agree")).to_have_text("Wait for more people")
    expect(second.locator(".agree")).to_contain_text("1 of 2 people here agrees.")
    site.write("UPDATE rooms_room SET open_since = ? WHERE code = ?", moment(-61), code)
    second.locator("#agree").click()
    for page in pages:
        page.locator("#hand").wait_for()
    for page in pages:
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_the_list_at_home_shows_a_new_table_without_a_reload(site, new_context):
    page = new_context(viewport=PHONE).new_page()
    page.goto(f"{site.url}/")
    expect(page.locator(".open-none")).to_be_visible()
    code, _people = seated(site, "nine-sets", ["Asha", "Ben"])
    site.write(
        "UPDATE rooms_room SET open_since = ?, free_seats = 4 WHERE code = ?", moment(0), code
    )
    button = page.locator(f"#sit-{code}")
    expect(button).to_be_visible(timeout=15_000)
    button.focus()
    with page.expect_response("**/tables/?few=1"):
        pass
    # A new list does not take the focus away.
    expect(button).to_be_focused()
    button.press("Enter")
    page.wait_for_url(f"**/r/{code}/")
    expect(page.locator(".ring-count")).to_contain_text("3 of 6 seats")


def test_a_filter_works_by_keyboard_and_stays_in_the_address(site, new_context):
    code, _people = seated(site, "big-table", ["Asha", "Ben"])
    site.write(
        "UPDATE rooms_room SET open_since = ?, free_seats = 4 WHERE code = ?", moment(0), code
    )
    page = new_context(viewport=WIDE).new_page()
    page.goto(f"{site.url}/tables/")
    expect(page.locator(f"#sit-{code}")).to_be_visible()
    page.locator("#filter-preset").select_option("strict")
    expect(page.locator(f"#sit-{code}")).to_have_count(0)
    page.wait_for_url("**/tables/?preset=strict&seats=&pace=")
    page.locator("#filter-preset").select_option("big-table")
    expect(page.locator(f"#sit-{code}")).to_be_visible()


def test_the_host_opens_the_table_from_the_lobby(site, new_context):
    code, people = seated(site, "nine-sets", ["Asha", "Ben"])
    site.write("UPDATE accounts_user SET date_joined = ?", moment(-4000))
    context = new_context(viewport=PHONE)
    cookies = people[0].http.cookies.items()
    context.add_cookies([{"name": n, "value": v, "url": site.url} for n, v in cookies])
    page = context.new_page()
    page.goto(f"{site.url}/r/{code}/")
    page.locator("#open-to-all summary").click()
    page.locator("#wished").select_option("beginners")
    page.locator("#set-open").click()
    expect(page.locator(".invite-open")).to_be_visible()
    expect(page.locator("#agree")).to_be_visible()
    expect(page.locator("#fill-and-start")).to_have_count(0)
    # Ben sits here, too, so the table stays open.
    page.locator("#set-open").click()
    expect(page.locator("#refusal")).to_contain_text("so it stays open")
    people[1].done(f"/r/{code}/leave/")
    expect(page.locator(".ring-count")).to_contain_text("1 of 6 seats")
    page.locator("#set-open").click()
    expect(page.locator(".invite-open")).to_have_count(0)
    expect(page.locator("#fill-and-start")).to_be_visible()


def test_the_countdown_ends_with_words(site, new_context):
    page = new_context(viewport=PHONE).new_page()
    page.goto(f"{site.url}/")
    page.locator("#play-with-people").click()
    page.wait_for_url("**/r/*/")
    expect(page.locator(".agree .countdown")).to_be_visible()
    code = page.url.rstrip("/")[-6:]
    site.write("UPDATE rooms_room SET open_since = ? WHERE code = ?", moment(-61), code)
    site.write("UPDATE game_duework SET due_at = ? WHERE subject = ?", moment(-1), code)
    expect(page.locator(".agree p")).to_contain_text("The game can start with bots now.")


def test_the_menu_shows_the_name_that_was_saved_in_the_lobby(site, new_context):
    page = new_context(viewport=PHONE).new_page()
    page.goto(f"{site.url}/")
    page.locator("#play-with-people").click()
    page.locator("#my-name").fill("Rosa")
    page.locator("#save-name").click()
    expect(page.locator("#change-name")).to_be_visible()
    page.locator(".bar-button[popovertarget=menu]").click()
    expect(page.get_by_label("Your name", exact=True)).to_have_value("Rosa")


def test_a_phone_shows_the_newest_message_beside_the_button(site, new_context):
    code, people = seated(site, "nine-sets", ["Asha", "Ben"])
    context = new_context(viewport=PHONE)
    cookies = people[0].http.cookies.items()
    context.add_cookies([{"name": n, "value": v, "url": site.url} for n, v in cookies])
    page = context.new_page()
    page.goto(f"{site.url}/r/{code}/")
    people[1].done(f"/r/{code}/chat/", text="Hello, everybody!", request_id="1")
    page.locator(".bar-message", has_text="Hello, everybody!").click()
    expect(page.locator("#chat-lines")).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".bar-message")).to_be_hidden()
