"""Announcements are whole sentences. They contain nothing of an earlier game."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.kit.all_hands_player import finish
from tests.browser.kit.moments import give_whole_sets
from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import bring_turn_to, by_seat, dealt, seated

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora".split()


@pytest.mark.parametrize(
    ("seconds", "time"),
    [
        (0, ""),
        (30, r" Time left for this move: (30|2\d) seconds\."),
        (300, r" Time left for this move: [45] minutes\."),
        (24 * 3600, r" Time left for this move: 24 hours\."),
    ],
)
def test_the_turn_is_announced_in_whole_sentences(
    site, context: BrowserContext, seconds: int, time: str
):
    code, people = seated(site, "nine-sets", NAMES)
    people[0].done(f"/r/{code}/settings/", turn_seconds=str(seconds))
    people[0].done(f"/r/{code}/start/")
    people = by_seat(site, code, people)
    page = tab_of(context, people[people[0].state(code)["turn"]], code).page
    expect(page.locator("#turn-news")).to_have_text(
        re.compile(rf"^Your turn\. Ask an opponent, or claim a set\.{time}$")
    )


def test_a_new_game_has_its_own_announcements(site, context: BrowserContext):
    code, people = dealt(site, "nine-sets", NAMES)
    page = tab_of(context, people[0], code).page
    bring_turn_to(site, code, people, people[0].state(code)["turn"] ^ 1)
    give_whole_sets(site, code, people[0].state(code))
    finish(site, code, people)
    page.locator(".result").wait_for()
    news = page.locator("#news")
    expect(news).to_contain_text("claimed")
    people[0].done(f"/r/{code}/again/")
    expect(page.locator(".result")).to_have_count(0)
    expect(news).to_be_empty()
    people[0].done(f"/r/{code}/start/")
    expect(page.locator("#last")).to_contain_text("The cards are dealt.")
    expect(news).to_have_text(page.locator("#last").inner_text())
