"""The review in the browser. It arrives while the page is open, and can be used by keyboard."""

import re

import pytest
from playwright.sync_api import expect

from bots import reviewing
from rooms.models import Room
from tests.browser import test_axe as places
from tests.browser.played import play_to_end
from tests.browser.test_replay_pages import away, replay

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]

__all__ = ["replay"]  # pytest needs this fixture here.


def test_a_review_arrives_and_is_used_by_keyboard(replay):
    page = replay.open(replay.users[0], "?move=5")
    press, heading = page.keyboard.press, page.locator("#move-review-heading")
    expect(page.locator("#review-progress")).to_be_visible()
    expect(heading).to_be_hidden()
    away(reviewing.run_if_due)
    page.locator(".review-players").wait_for()
    expect(heading).to_have_text(re.compile(r"Move 5 \w+"))
    assert page.locator("#moves .verdict-tag").count() > replay.game_replay.last // 2
    press("ArrowRight")
    replay.shows(page, 6)
    expect(heading).to_have_text(re.compile(r"Move 6 \w+"))
    page.locator("#move-review [data-grid]").focus()
    press("Enter")
    grid = page.locator("#grid-heading")
    expect(grid).to_have_text(re.compile("before move 6$"))
    # The focus stays on the same link when the grid shows the next move or another player's
    # knowledge.
    for way, said in (('[data-go="on"]', "before move 7$"), ('[data-grid-eyes="3"]', "before m")):
        page.locator(f"#grid {way}").focus()
        press("Enter")
        expect(grid).to_have_text(re.compile(said))
        expect(page.locator(f"#grid {way}")).to_be_focused()
    names = page.locator("#grid .grid-eyes .name").all_text_contents()
    expect(grid).to_contain_text(names[3])
    replay.shows(page, 7, 3)
    turning = page.locator(".review-notes [data-review-move]").first
    turning.click()
    replay.shows(page, int(turning.get_attribute("data-review-move")), 3)


def test_the_end_of_a_game_shows_a_sentence_of_the_review(live_server, new_context):
    def over():
        user, path = places.table()
        play_to_end(Room.objects.get().game_id)
        return user, path

    user, path = away(over)
    context = new_context(viewport={"width": 1280, "height": 800})
    context.add_cookies([places.session_cookie(user, live_server.url)])
    page = context.new_page()
    page.goto(live_server.url + path)
    expect(page.locator("#review-mine")).to_contain_text("being reviewed")
    away(reviewing.run_if_due)
    link = page.locator("#review-mine a")
    link.wait_for()
    expect(link).to_have_attribute("href", re.compile(r"\?move=\d+#move-review$"))
    link.click()
    expect(page.locator("#move-review")).to_be_visible()
