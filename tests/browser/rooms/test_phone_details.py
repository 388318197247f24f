"""Details of pages on a phone: the targets of links, the name in the header, and the lobby."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.player import PHONE, tab_of
from tests.cluster.kit.site_process import dealt, seated

pytestmark = pytest.mark.browser

#: Returns the links and buttons that stand alone and are lower than 24 pixels.
LOW = """() => [...document.querySelectorAll("a, button, summary")].filter((each) => {
  const line = each.closest("p, li");
  const alone = !line || line.textContent.trim() === each.textContent.trim();
  return alone && each.checkVisibility() && each.getBoundingClientRect().height < 24;
}).map((each) => each.textContent.trim())"""

PAGES = ["/", "/puzzle/", "/puzzle/practice/", "/rules/", "/history/", "/history/statistics/"]
PAGES += ["/rooms/new/", "/accounts/signup/", "/accounts/login/", "/guest/", "/games/import/"]


def test_a_phone_has_room_for_links_names_and_faces(site, new_context):
    code, people = seated(site, "big-table", ["nina90123456", "Ben"])
    people[0].done(f"/r/{code}/settings/", seat_count=12)
    people[0].done(f"/r/{code}/bots/fill/")
    page = tab_of(new_context(viewport=PHONE), people[0], code).page
    page.locator("#qr summary").click()
    boxes = [page.locator(each).bounding_box() for each in ("#qr img", "#qr p")]
    middles = [box["x"] + box["width"] / 2 for box in boxes]
    assert abs(middles[0] - middles[1]) < 2
    for path in PAGES:
        page.goto(site.url + path)
        assert page.evaluate(LOW) == [], path
    page.goto(site.url)
    name = page.locator(".viewer-name")
    expect(name).to_have_text("nina90123456")
    assert name.evaluate("each => each.scrollWidth <= each.clientWidth")
    # The faces of twelve people do not cover the name of the rules.
    rules, first = page.locator(".table-rules").first, page.locator(".table-faces img").first
    text, face = rules.bounding_box(), first.bounding_box()
    assert text["x"] + text["width"] <= face["x"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_letters_of_your_team_are_whole(site, new_context):
    code, people = dealt(site, "nine-sets", ["Asha", "Ben", "Chidi", "Dora"])
    page = tab_of(new_context(), people[0], code, PHONE).page
    ours = page.locator(".ours:visible")
    expect(ours).to_have_text("your team")
    assert ours.evaluate("each => each.scrollHeight <= each.clientHeight")
