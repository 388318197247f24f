"""The review in the browser. It arrives while pages are open, and can be used by keyboard."""

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from bots import background
from finished.replay.replay import Replay as GameReplay
from finished.replay.replay import read_replay
from game.models import Game
from rooms.models import Room
from tests.browser import test_axe as places
from tests.browser.finished.replay.test_replay_pages import Replay, away
from tests.database.kit.played import play_to_end

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


def short_game() -> tuple[list[User], Game, GameReplay]:
    """A finished game. Its table is still open."""
    user, _path = places.table()
    game = play_to_end(Room.objects.get().game_id, misses=places.FEW_MISSES)
    return [user], game, read_replay(game)


def test_a_review_arrives_and_is_used_by_keyboard(live_server, new_context):
    replay = Replay(live_server, new_context, short_game)
    table = replay.page_of(replay.users[0])
    table.goto(f"{replay.url}/r/{away(Room.objects.get).code}/")
    page = replay.open(replay.users[0], "?move=5")
    press, heading = page.keyboard.press, page.locator("#move-review-heading")
    mine, again = table.locator("#review-mine"), table.locator("#again")
    expect(mine).to_contain_text(f"being reviewed: 0 of {replay.game_replay.last} moves")
    expect(mine.locator("progress")).to_be_visible()
    expect(table.locator(".end-why")).to_contain_text(re.compile("set|claim"))
    place = again.bounding_box()
    expect(page.locator("#review-progress")).to_be_visible()
    expect(heading).to_be_hidden()
    # A lost request does not stop the table from asking again.
    with table.expect_event("requestfailed"):
        table.route("**/review/mine/", lambda route: route.abort(), times=1)
    away(background.do_due_work)
    page.locator(".review-players").wait_for()
    expect(heading).to_have_text(re.compile(r"Move 5 \w+"))
    assert page.locator("#moves .verdict-tag").count() > replay.game_replay.last // 2
    press("ArrowRight")
    replay.shows(page, 6)
    expect(heading).to_have_text(re.compile(r"Move 6 \w+"))
    page.locator("#move-review [data-grid]").focus()
    press("Enter")
    grid = page.locator("#grid-heading")
    expect(grid).to_have_text(re.compile(r"before move 6\s*$"))
    # The focus stays on the same link when the grid shows the next move or another player's
    # knowledge.
    for way, said in (
        ('[data-go="on"]', r"before move 7\s*$"),
        ('[data-grid-eyes="3"]', "before m"),
    ):
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
    # The result at the table has lessons. Their place was kept free.
    links = mine.get_by_role("link")
    links.first.wait_for()
    assert again.bounding_box() == place
    for link in links.all():
        expect(link).to_have_attribute("href", re.compile(r"\?move=\d+#move-review$"))
    links.first.click()
    expect(table.locator("#move-review")).to_be_visible()
    assert replay.errors == []
