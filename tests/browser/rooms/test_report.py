"""A report, on a phone: from the table's menu, the host's tools and the chat."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.player import PHONE, tab_of
from tests.cluster.kit.site_process import dealt, seated

pytestmark = pytest.mark.browser

SIZES = [(320, 640), (390, 844)]

#: Returns whether a link covers, or is covered by, something else.
FREE = """(link) => {
  link.scrollIntoView({ block: 'center' });
  const box = link.getBoundingClientRect();
  return link.contains(
    document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}"""


def send_report(page, about, reason="Insults or threats"):
    """Fill in the form with the keyboard, and send it."""
    page.locator("#id_about").select_option(label=about)
    page.locator("#id_reason").select_option(label=reason)
    page.locator("#id_line").fill("It happened twice.")
    page.locator("#id_line").press("Enter")
    expect(page.locator(".messages")).to_contain_text("Thank you")


@pytest.mark.parametrize("size", SIZES)
def test_a_player_is_reported_from_the_menu_of_the_table(site, new_context, size):
    code, people = dealt(site, "nine-sets", "Asha Ben Chidi Dora".split(), turn=0)
    page = tab_of(new_context(), people[1], code, PHONE).page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.locator(".bar-button[popovertarget=menu]").click()
    link = page.locator("#menu").get_by_role("link", name="Report or block somebody")
    assert link.evaluate(FREE)
    link.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    send_report(page, "Asha")
    expect(page.locator("#hand, .hand").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    [row] = site.rows("SELECT * FROM rooms_report WHERE code = ?", code)
    assert (row["name"], row["reason"], row["line"]) == ("Asha", "insult", "It happened twice.")


@pytest.mark.parametrize("size", SIZES)
def test_a_message_is_reported_from_the_chat_of_the_lobby(site, new_context, size):
    code, people = seated(site, "nine-sets", ["Asha", "Ben"])
    for text in ("Hello", "Something rude", "Bye"):
        people[0].done(f"/r/{code}/chat/", text=text)
    people[1].done(f"/r/{code}/chat/", text="Please stop")
    page = tab_of(new_context(), people[1], code, PHONE).page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    links = page.get_by_role("link", name="Report this message of Asha")
    expect(links).to_have_count(3)
    link = page.get_by_role("listitem").filter(has_text="Something rude").get_by_role("link")
    assert link.evaluate(FREE)
    box = link.bounding_box()
    assert min(box["width"], box["height"]) >= 24
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/report/?about=*")
    assert page.locator("#id_about option:checked").inner_text() == "Asha: Something rude"
    send_report(page, "Asha: Something rude")
    [row] = site.rows("SELECT * FROM rooms_report WHERE code = ?", code)
    assert (row["subject"], row["text"]) == ("message", "Something rude")


def test_the_host_reports_somebody_without_scripts(site, new_context):
    code, people = seated(site, "nine-sets", ["Asha", "Ben"])
    context = new_context(java_script_enabled=False, viewport=PHONE)
    cookies = people[0].http.cookies.items()
    context.add_cookies([{"name": n, "value": v, "url": site.url} for n, v in cookies])
    page = context.new_page()
    page.goto(f"{site.url}/r/{code}/")
    page.locator("#seat-tools-1 summary").first.click()
    page.get_by_role("link", name="Report Ben").click()
    assert page.locator("#id_about option:checked").inner_text() == "Ben"
    send_report(page, "Ben", "A name that hurts or deceives")
    [row] = site.rows("SELECT * FROM rooms_report WHERE code = ?", code)
    assert row["subject"] == "name"
