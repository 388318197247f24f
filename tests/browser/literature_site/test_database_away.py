"""While the database is away, a page says so. When the database is back, the wanted page appears
automatically at the same URL.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.kit.player import Player
from tests.cluster.kit.site_process import Site, live_site

pytestmark = [pytest.mark.browser, pytest.mark.cluster]


@contextmanager
def held_up(site: Site) -> Iterator[None]:
    """Stop the process, so that it does not open a half-replaced database or make a new one."""
    assert site.process
    site.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        site.process.send_signal(signal.SIGCONT)


def test_a_page_comes_back_automatically(page: Page, tmp_path):
    with live_site(tmp_path, DEBUG="false") as site:
        asha = Player(page, site)
        code = asha.open_room("Asha", "fox")
        aside = tmp_path / "aside"
        aside.mkdir()
        with held_up(site):
            for file in tmp_path.glob("db.sqlite3*"):
                os.rename(file, aside / file.name)
            site.database.mkdir()  # A folder is not a SQLite file, so the database is away.
        answer = page.goto(f"{site.url}/r/{code}/?from=a-friend")
        assert answer and answer.status == 503
        expect(page.locator("h1")).to_have_text("We will be back in a moment")
        with held_up(site):
            site.database.rmdir()
            for file in aside.iterdir():
                os.rename(file, tmp_path / file.name)
        page.locator("#room").wait_for()
        assert page.url == f"{site.url}/r/{code}/?from=a-friend"
        assert asha.errors == []
