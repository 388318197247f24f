"""A kept tab is like a new tab. Tabs with init scripts, routes or a fake clock are not kept."""

import pytest
from playwright.sync_api import Browser

from tests.browser.kit.kept import KeptTabs

pytestmark = pytest.mark.browser

OPTIONS = {"reduced_motion": "reduce", "viewport": {"width": 800, "height": 600}}
STORED = "() => [localStorage.a, sessionStorage.a, document.cookie.includes('a=1')]"
LOOKS = """() => [innerWidth, ...["(prefers-color-scheme: dark)", "(prefers-reduced-motion)"]
  .map((query) => matchMedia(query).matches)]"""


def test_a_kept_tab_is_like_a_new_one(site, browser: Browser):
    kept, heard = KeptTabs(browser), []
    first = kept.take(OPTIONS)
    page = first.context.new_page()
    page.on("console", lambda message: heard.append(message.text))
    page.goto(f"{site.url}/rules/")
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark", reduced_motion="no-preference")
    page.evaluate("localStorage.a = sessionStorage.a = 1; document.cookie = 'a=1; path=/'")
    first.context.new_page()
    kept.give_back(first)

    assert kept.take({}) is not first
    again = kept.take(OPTIONS)
    assert again is first
    assert len(again.context.pages) == 1
    assert again.context.new_page() is page
    page.goto(f"{site.url}/rules/")
    assert page.evaluate(STORED) == [None, None, False]
    assert page.evaluate(LOOKS) == [800, False, True]
    page.evaluate("console.log('hello')")
    assert heard == []


def test_a_changed_tab_is_not_kept(browser: Browser):
    kept = KeptTabs(browser)
    for change in (
        lambda page: page.add_init_script("window.changed = true"),
        lambda page: page.context.route("**/*", lambda route: route.abort()),
        lambda page: page.clock.install(),
        lambda page: page.close(),
    ):
        tab = kept.take(OPTIONS)
        change(tab.context.new_page())
        kept.give_back(tab)
        assert tab.context not in browser.contexts
