"""Loads one module of the site's scripts into an empty page."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests import ROOT

#: No server has this URL. On localhost a page may compute hashes, as with https.
EMPTY = "http://localhost/"


def give(route: Route) -> None:
    """Answer a request with an empty page, or with one of the modules."""
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
    """A module in a page. Tests call its functions."""

    def __init__(self, page: Page, name: str) -> None:
        self._page, self._address = page, f"/{name}.js"

    def run(self, body: str, values: Any = None) -> Any:
        """Call a function with the module and ``values``. Return the result."""
        return self._page.evaluate(
            f"async ([address, values]) => ({body})(await import(address), values)",
            [self._address, values],
        )


@pytest.fixture(scope="session")
def script(empty_page: Page) -> Any:
    """Return a function that loads a module by its name."""
    return lambda name: Script(empty_page, name)
