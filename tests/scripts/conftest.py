"""Loads modules of the site's scripts, each alone into an empty page."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.test_layers import ROOT

#: A URL without a server. A page there may compute hashes, as with https.
EMPTY = "http://localhost/"


def give(route: Route) -> None:
    """An empty page, or one of the modules."""
    path = route.request.url.removeprefix(EMPTY)
    if path:
        route.fulfill(path=ROOT / "static" / "js" / path, content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html><title>Empty</title>", content_type="text/html")


@pytest.fixture(scope="session")
def empty_page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        page = context.new_page()
        page.route(f"{EMPTY}**", give)
        page.goto(EMPTY)
        yield page


class Script:
    """A module whose functions are called by tests."""

    def __init__(self, page: Page, name: str) -> None:
        self._page, self._address = page, f"/{name}.js"

    def run(self, body: str, values: Any = None) -> Any:
        """The result of a function that gets the module and ``values`` as arguments."""
        return self._page.evaluate(
            f"async ([address, values]) => ({body})(await import(address), values)",
            [self._address, values],
        )


@pytest.fixture(scope="session")
def script(empty_page: Page) -> Any:
    """Load a module by its name."""
    return lambda name: Script(empty_page, name)
