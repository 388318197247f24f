"""The browser's tabs, for all browser tests of a worker."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.kit.kept import KeptTab, KeptTabs


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Make browsers ask for reduced motion, so that tests need not wait for animations. Tests of
    animations have a mark that allows motion.
    """
    return browser_context_args | {"reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def kept_tabs(browser: Browser) -> KeptTabs:
    return KeptTabs(browser)


@pytest.fixture
def new_context(
    kept_tabs: KeptTabs, browser_context_args: dict[str, Any], request: pytest.FixtureRequest
) -> Iterator[Callable[..., BrowserContext]]:
    """Make contexts that are like new ones, but may have warm caches. This fixture replaces
    ``new_context`` of Playwright, whose fixtures ``context`` and ``page`` use it, too.
    """
    mark = request.node.get_closest_marker("browser_context_args")
    common = browser_context_args | (mark.kwargs if mark else {})
    taken: list[KeptTab] = []

    def take(**options: Any) -> BrowserContext:
        taken.append(kept_tabs.take(common | options))
        return taken[-1].context

    yield take
    for tab in taken:
        kept_tabs.give_back(tab)
    faults = [fault for tab in taken for fault in tab.looks.take_faults()]
    assert not faults, "\n".join(dict.fromkeys(faults))
