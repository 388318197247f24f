"""Keeps tabs for later tests. The first page of a new browser context costs twice as much as a page
in a kept tab, because the context starts a process, has an empty cache, and compiles all scripts.
"""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from tests.browser.kit.look import Looks
from tests.waiting import PATIENCE

#: At most this many tabs wait for the next test.
MOST_FREE = 8

#: Calls whose effects ``is_made_new`` does not undo. A tab is not kept after such a call.
LASTING = (
    "add_init_script",
    "close",
    "expose_binding",
    "expose_function",
    "grant_permissions",
    "new_cdp_session",
    "once",
    "route",
    "route_from_har",
    "route_web_socket",
    "set_default_navigation_timeout",
    "set_default_timeout",
    "set_extra_http_headers",
    "set_geolocation",
    "set_offline",
)
OF_THE_CLOCK = (
    "fast_forward",
    "install",
    "pause_at",
    "resume",
    "run_for",
    "set_fixed_time",
    "set_system_time",
)
NO_SERVICE_WORKER = """
  if (self.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = async () => {};
"""
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


def new_context(
    browser: Browser, *, service_worker: bool = False, **options: Any
) -> BrowserContext:
    """Open a browser context with an empty cache, and with the same timeout as in all tests. A
    service worker would come between the tests and the site, so only its own tests allow it.
    """
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE * 1000)
    if not service_worker:
        context.add_init_script(NO_SERVICE_WORKER)
    return context


class KeptTab:
    """A context with a tab, which is the first page that a test opens in the context."""

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        self.options = options
        self.context = new_context(browser, **options)
        self.looks = Looks(self.context)
        self._page = self.context.new_page()
        self._size = self._page.viewport_size
        self._is_changed = "java_script_enabled" in options
        self._is_open = False
        self._listeners: list[tuple[str, Callable[..., Any]]] = []
        self._watch(self.context, (*LASTING, "on"))
        self._watch(self._page, LASTING)
        self._watch(self.context.clock, OF_THE_CLOCK)
        self._add_listener, self._page.on = self._page.on, self._on  # type: ignore[method-assign]
        self._open, self.context.new_page = self.context.new_page, self._new_page  # type: ignore

    def _watch(self, thing: BrowserContext | Page | Any, names: tuple[str, ...]) -> None:
        """Note when one of these methods is called."""

        def watched(call: Callable[..., Any]) -> Callable[..., Any]:
            def noted(*values: Any, **more: Any) -> Any:
                self._is_changed = True
                return call(*values, **more)

            return noted

        for name in names:
            if hasattr(thing, name):
                setattr(thing, name, watched(getattr(thing, name)))

    def _on(self, event: Any, listener: Any) -> None:
        self._listeners.append((event, listener))
        self._add_listener(event, listener)

    def _new_page(self) -> Page:
        if self._is_open:
            return self._open()
        self._is_open = True
        return self._page

    def is_made_new(self) -> bool:
        """Make the context like a new one, except for its cache. Return whether this was
        possible.
        """
        if self._is_changed:
            return False
        try:
            self._make_new()
        except PlaywrightError:
            return False  # For example, the page or its server is gone.
        return True

    def _make_new(self) -> None:
        page = self._page
        for other in self.context.pages:
            if other is not page:
                other.close()
        for event, listener in self._listeners:
            page.remove_listener(event, listener)  # type: ignore[call-overload]
        self._listeners.clear()
        if page.url != "about:blank":
            page.evaluate(FORGET)
            page.goto("about:blank")
        self.context.clear_cookies()
        page.mouse.move(-1, -1)
        page.emulate_media(
            color_scheme=self.options.get("color_scheme", "light"),
            reduced_motion=self.options.get("reduced_motion", "no-preference"),
        )
        if self._size and page.viewport_size != self._size:
            page.set_viewport_size(self._size)
        self._is_open = False


class KeptTabs:
    """The tabs that no test uses at present."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[KeptTab] = []

    def take(self, options: dict[str, Any]) -> KeptTab:
        """Return a tab whose context has exactly these options."""
        for tab in reversed(self._free):
            if tab.options == options:
                self._free.remove(tab)
                return tab
        return KeptTab(self._browser, options)

    def give_back(self, tab: KeptTab) -> None:
        if not tab.is_made_new():
            tab.context.close()
            return
        self._free.append(tab)
        if len(self._free) > MOST_FREE:
            self._free.pop(0).context.close()
