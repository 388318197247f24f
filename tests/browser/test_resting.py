"""While the database is away a page says so, and comes back by itself to the same address."""

import os

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import Player
from tests.live import live_site

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_it_comes_back_by_itself(page: Page, tmp_path):
    with live_site(tmp_path, DEBUG="false") as site:
        asha = Player(page, site)
        code = asha.open_room("Asha", "fox")
        aside = tmp_path / "aside"
        aside.mkdir()
        for file in tmp_path.glob("db.sqlite3*"):
            os.rename(file, aside / file.name)
        site.database.mkdir()  # what SQLite can't open
        answer = page.goto(f"{site.url}/r/{code}/?from=a-friend")
        assert answer and answer.status == 503
        expect(page.locator("h1")).to_have_text("The table is resting")
        site.database.rmdir()
        for file in aside.iterdir():
            os.rename(file, tmp_path / file.name)
        page.locator("#room").wait_for(timeout=30_000)
        assert page.url == f"{site.url}/r/{code}/?from=a-friend"
        assert asha.errors == []
