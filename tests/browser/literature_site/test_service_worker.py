"""The service worker: what works without a connection, what it keeps, and push messages."""

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from puzzles.days import number_of
from tests.browser.kit.kept import new_context
from tests.browser.kit.player import Player
from tests.browser.puzzles.test_puzzle import choose
from tests.browser.test_axe import complaints
from tests.cluster.kit.site_process import Site, collected_static, live_site
from tests.conftest import CHROMIUM
from tests.database.puzzles.test_views import right_answer, solution_of
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

KEPT_PATHS = """async () => {
  const paths = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
  }
  return paths;
}"""
CACHES = "caches.keys()"
#: ``wait_for_function`` would take the promise itself for a true value.
ACTIVE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active?.state === "activated";
}"""
TEXT_OF_KEPT = "async (path) => (await caches.match(path)).text()"


@pytest.fixture
def allowed(browser: Browser) -> Iterator[BrowserContext]:
    """A browser with an empty cache that may have service workers."""
    with new_context(browser, service_worker=True, reduced_motion="reduce") as context:
        yield context


def visited(context: BrowserContext, site: Site, path: str = "/") -> Page:
    """Open a page, and wait until the service worker is there."""
    page = context.new_page()
    page.goto(site.url + path)
    wait_until("the service worker is active", lambda: page.evaluate(ACTIVE))
    return page


@pytest.mark.slow
def test_it_keeps_no_page_of_anybody(allowed: BrowserContext, site: Site) -> None:
    page = visited(allowed, site)
    player = Player(page, site)
    player.open_room("Asha", "fox")
    player.fill_with_bots()
    player.start()
    for path in ("/history/", "/guest/", "/accounts/login/", "/admin/", "/puzzle/", "/rules/"):
        page.goto(site.url + path)
    # The person's name is on the page, but not on a kept one, also after a new release.
    page.evaluate("navigator.serviceWorker.getRegistration().then((each) => each.unregister())")
    page.reload()
    wait_until("the service worker is active", lambda: page.evaluate(ACTIVE))
    pages = [each for each in page.evaluate(KEPT_PATHS) if not each.startswith("/static/")]
    assert sorted(pages) == ["/offline/", "/puzzle/offline/"]
    for path in pages:
        text = page.evaluate(TEXT_OF_KEPT, path)
        assert "Asha" not in text
        assert "csrf" not in text.lower()


@pytest.mark.slow
def test_pages_without_a_connection(allowed: BrowserContext, site: Site) -> None:
    page = visited(allowed, site)
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(urlsplit(request.url).path))
    allowed.set_offline(True)
    page.goto(f"{site.url}/rules/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    assert page.url == f"{site.url}/rules/"
    assert complaints(page) == []
    # A network without the site reloads nothing.
    page.evaluate("dispatchEvent(new Event('online'))")
    page.get_by_role("link", name="Solve today").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("You are offline. You can still")).to_be_visible()
    assert complaints(page) == []
    wide = page.evaluate("[...document.images].every((each) => each.naturalWidth > 0)")
    assert wide
    assert page.evaluate("document.fonts.check('1em Literata')")
    # The pages themselves are the answer of the service worker. One request asked for the site.
    assert {each for each in failed if each not in ("/rules/", "/puzzle/", "/offline/")} == set()

    page.goto(f"{site.url}/rules/")
    allowed.set_offline(False)
    expect(page.get_by_role("heading", name="Rules", exact=False).first).to_be_visible()


@pytest.mark.slow
def test_an_answer_waits_for_the_connection(allowed: BrowserContext, site: Site) -> None:
    page = visited(allowed, site)
    number = number_of(datetime.now(UTC).date())
    allowed.set_offline(True)
    page.goto(f"{site.url}/puzzle/")
    choose(page, number, right_answer(number))
    expect(page.get_by_text("Leave this page open")).to_be_visible()
    allowed.set_offline(False)
    expect(page.locator(".solution")).to_have_text(solution_of(number))
    page.goto(f"{site.url}/puzzle/")
    expect(page.locator(".solution")).to_be_visible()


@pytest.mark.slow
def test_a_new_release_shows_at_the_next_start(allowed: BrowserContext, tmp_path: Path) -> None:
    static = tmp_path / "static"
    shutil.copytree(collected_static(), static)
    with live_site(tmp_path, STATIC_ROOT=str(static)) as own:
        page = visited(allowed, own)
        (before,) = page.evaluate(CACHES)
        manifest = static / "staticfiles.json"
        old = json.loads(manifest.read_text())["hash"]
        assert before == f"release-{old}"
        own.kill()
        manifest.write_text(manifest.read_text().replace(old, "new"))
        own.start()
        page.reload()
        wait_until("the new files are kept", lambda: page.evaluate(CACHES) == ["release-new"])
        assert "/offline/" in page.evaluate(KEPT_PATHS)


# Debian's headless shell shows no notifications.
WITH_NOTIFICATIONS = CHROMIUM | {
    "executable_path": "/usr/bin/chromium",
    "headless": False,
    "args": [*CHROMIUM["args"], "--headless=new"],
}
SHOWN = """async () => {
  const shown = await (await navigator.serviceWorker.ready).getNotifications();
  return shown.map(({ title, body, tag, icon }) => ({ title, body, tag, icon }));
}"""
#: A click, and what it opens. Without a real click a browser opens no window.
CLICK = """async () => {
  const opened = [];
  Object.defineProperty(Clients.prototype, "openWindow", {
    value: async (url) => { opened.push(`open ${url}`) },
  });
  Object.defineProperty(WindowClient.prototype, "focus", {
    value: async function () { opened.push(`focus ${this.url}`) },
  });
  let notification;
  while (!notification) [notification] = await registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification });
  const done = [];
  Object.defineProperty(event, "waitUntil", { value: (each) => done.push(each) });
  dispatchEvent(event);
  await Promise.all(done);
  return [opened, (await registration.getNotifications()).length];
}"""


@pytest.mark.slow
def test_a_push_message_opens_the_right_table(playwright: Playwright, site: Site) -> None:
    browser = playwright.chromium.launch(**WITH_NOTIFICATIONS)
    with new_context(browser, service_worker=True) as context:
        context.grant_permissions(["notifications"], origin=site.url)
        page = visited(context, site)
        tools = context.new_cdp_session(page)
        known: list[dict[str, Any]] = []
        tools.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: known.extend(event["registrations"]),
        )
        tools.send("ServiceWorker.enable")
        wait_until("the service worker is active", lambda: page.evaluate(ACTIVE))

        def deliver(title: str, path: str, tag: str) -> None:
            shows = {"title": title, "body": "Asha’s table", "tag": tag}
            message = {"web_push": 8030, "notification": shows | {"navigate": site.url + path}}
            tools.send(
                "ServiceWorker.deliverPushMessage",
                {
                    "origin": site.url,
                    "registrationId": known[0]["registrationId"],
                    "data": json.dumps(message),
                },
            )

        def shown_with(title: str) -> Any:
            """Wait until there is one notification, with this title."""

            def only() -> Any:
                shown = page.evaluate(SHOWN)
                return shown if [each["title"] for each in shown] == [title] else None

            return wait_until("the notification is shown", only)[0]

        deliver("Your turn", "/", "game-1")
        shown = shown_with("Your turn")
        said = (shown["title"], shown["body"], shown["tag"])
        assert said == ("Your turn", "Asha’s table", "game-1")
        assert "/static/img/icon-192" in shown["icon"]
        # A repeat takes the place of its first copy.
        deliver("Your turn again", "/rules/", "game-1")
        shown_with("Your turn again")
        (worker,) = context.service_workers
        assert worker.evaluate(CLICK) == [[f"open {site.url}/rules/"], 0]
        # A tab that shows the address already comes to the front.
        page.goto(f"{site.url}/rules/")
        deliver("Your turn", "/rules/", "game-2")
        shown_with("Your turn")
        assert worker.evaluate(CLICK) == [[f"focus {site.url}/rules/"], 0]
    browser.close()
