"""axe finds nothing to complain about on any page, in the light and in the dark."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, Page

from accounts.models import User
from rooms import lobby
from rooms.models import Room
from tests.browser.played import play_to_end

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    pytest.mark.django_db(transaction=True),
]

AXE = Path(__file__).parent.parent / "vendor" / "axe-core" / "axe.min.js"
SIZES = {"phone": (390, 844), "wide": (1280, 800)}


def asha() -> User:
    return User.objects.create_guest("Asha", "owl")


def home_of_a_stranger() -> tuple[None, str]:
    return None, "/"


def home_with_tables() -> tuple[User, str]:
    user = asha()
    lobby.open_room(user, "classic")
    lobby.open_game_with_bots(user, "first-game")
    return user, "/"


def name_page() -> tuple[None, str]:
    return None, "/guest/"


def name_on_the_way_to_a_table() -> tuple[None, str]:
    return None, "/r/K7QF2M/"


def new_table() -> tuple[User, str]:
    return asha(), "/rooms/new/"


def lobby_of_host() -> tuple[User, str]:
    user = asha()
    code = lobby.open_room(user, "nine-sets")
    lobby.add_bot(code, user, "easy")
    return user, f"/r/{code}/"


def lobby_of_guest() -> tuple[User, str]:
    code = lobby.open_room(asha(), "nine-sets")
    ben = User.objects.create_guest("Ben", "fox")
    lobby.join(code, ben)
    return ben, f"/r/{code}/"


def lobby_of_spectator() -> tuple[User, str]:
    code = lobby.open_room(asha(), "big-table")
    return User.objects.create_guest("Ben", "fox"), f"/r/{code}/"


def house_rules() -> tuple[User, str]:
    user = asha()
    return user, f"/r/{lobby.open_room(user, 'strict')}/settings/"


def signing_in() -> tuple[None, str]:
    return None, "/accounts/login/"


def signing_up() -> tuple[User, str]:
    return asha(), "/accounts/signup/"


def leaving_for_good() -> tuple[User, str]:
    return asha(), "/accounts/delete/"


def table() -> tuple[User, str]:
    user = asha()
    return user, f"/r/{lobby.open_game_with_bots(user, 'first-game')}/"


def table_of_spectator() -> tuple[User, str]:
    code = lobby.open_game_with_bots(asha(), "nine-sets")
    return User.objects.create_guest("Ben", "fox"), f"/r/{code}/"


def result() -> tuple[User, str]:
    user, path = table()
    play_to_end(Room.objects.get().game_id)
    return user, path


def game_page() -> tuple[User, str]:
    user, _path = table()
    return user, f"/games/{play_to_end(Room.objects.get().game_id).id}/"


def rules_page() -> tuple[None, str]:
    return None, "/rules/"


def no_such_table() -> tuple[User, str]:
    return asha(), "/r/CCCCCC/"


def game_without_a_name() -> tuple[None, str]:
    return None, "/games/0123/"


def no_such_page() -> tuple[None, str]:
    return None, "/nowhere/"


PAGES = [
    home_of_a_stranger,
    home_with_tables,
    name_page,
    name_on_the_way_to_a_table,
    new_table,
    lobby_of_host,
    lobby_of_guest,
    lobby_of_spectator,
    house_rules,
    signing_in,
    signing_up,
    leaving_for_good,
    table,
    table_of_spectator,
    result,
    game_page,
    rules_page,
    no_such_table,
    game_without_a_name,
    no_such_page,
]


@pytest.mark.parametrize("place", PAGES, ids=lambda place: place.__name__)
def test_axe_finds_nothing(
    live_server: Any, browser: Browser, place: Callable[[], tuple[User | None, str]]
) -> None:
    user, path = in_thread(place)
    for size, (width, height) in SIZES.items():
        context = browser.new_context(viewport={"width": width, "height": height})
        if user:
            context.add_cookies([session_cookie(user, live_server.url)])
        page = context.new_page()
        page.goto(live_server.url + path)
        open_everything(page)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            assert complaints(page) == [], f"{size}, {theme}"
        context.close()


def in_thread(do: Callable[[], Any]) -> Any:
    """``do()`` away from Playwright's event loop, beside which no doorbell can ring."""

    def done() -> Any:
        try:
            return do()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(done).result()


def session_cookie(user: User, url: str) -> Any:
    client = Client()
    in_thread(lambda: client.force_login(user))
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    return {"name": settings.SESSION_COOKIE_NAME, "value": value, "url": url}


def open_everything(page: Page) -> None:
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    page.evaluate("document.fonts.ready")


def complaints(page: Page) -> list[str]:
    """What axe finds, one line for each element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    page.evaluate(
        "Promise.all(document.getAnimations().map((each) => each.finished.catch(() => 0)))"
    )
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['html'][:160]} – {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
