"""The staff pages in a browser: a check whether a game was fair, hands, records, and axe."""

import io
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts import addresses
from accounts.models import Word
from finished import records
from finished.importing import import_file
from game import play
from game.models import Game
from literature.rules.cards import hand_text
from rooms.models import Report, Room
from staff.models import AuditEntry
from tests.browser.test_axe import OF_LOOKS, SIZES, complaints, in_thread, session_cookie
from tests.database.kit.broken import broken
from tests.database.kit.staff import staff
from tests.kit import missed_ask, people, person, play_on, room_of, state_of, table_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]

PHONE, LAPTOP = SIZES

PAGES = [
    "/admin/",
    "/admin/game/game/",
    "/admin/game/game/{over}/change/",
    "/admin/game/game/{running}/change/",
    "/admin/game/game/{running}/hands/",
    "/admin/game/import/?outcome=refused",
    "/admin/rooms/room/",
    "/admin/rooms/room/{room}/change/",
    "/admin/rooms/report/",
    "/admin/rooms/report/{report}/change/",
    "/admin/accounts/addressblock/",
    "/admin/accounts/addressblock/add/",
    "/admin/accounts/user/{person}/change/",
    "/admin/accounts/word/",
    "/admin/accounts/word/add/",
    "/admin/staff/auditentry/",
    "/games/import/",
]


class Site:
    """A finished and a running game, a lobby, a valid and an invalid record, and a staff member."""

    def __init__(self) -> None:
        users = people(4)
        self.table = table_of(users, "classic")
        play_on(self.table.game)
        self.over = Game.objects.get(pk=self.table.game_id)
        self.running = table_of([person(name) for name in ("Zoë", "Yan", "Xia", "Wim")]).game
        for _ in range(2):
            state = state_of(self.running)
            play.act(self.running.pk, missed_ask(state), version=state.number)
        document = records.export_document(self.over)
        import_file("evening.json", json.dumps(document).encode())
        import_file("broken.json", broken(document, "wrong-hit"))
        call_command("check_games", stdout=io.StringIO())
        rights = ["game.view_game", "game.view_import", "rooms.view_room", "staff.view_auditentry",
                  "staff.open_hands", "rooms.change_report", "accounts.change_user",
                  "accounts.view_addressblock", "accounts.view_word"]  # fmt: skip
        self.staff = staff("sam", *rights)
        self.hands = [" ".join(hand_text(hand.dealt)) for hand in self.running.hands.all()]
        self.room = Room.objects.get(pk=self.table.pk)
        self.report = Report.objects.create(
            reporter=users[0],
            person=users[1],
            name=users[1].name,
            subject="message",
            reason="insult",
            text="Something rude",
            line="Twice this evening.",
            code=self.room.code,
            game=self.over.pk,
        )
        Report.objects.create(person=users[1], name="Rex", subject="name", reason="name")
        for user in users:
            addresses.note(user, "203.0.113.9")
        addresses.block("203.0.113.9", timezone.now() + timedelta(days=1), "Insults at two tables.")
        Word.objects.create(text="bad*", language="en")
        room_of(users)


@pytest.fixture
def site(transactional_db: None) -> Site:
    return in_thread(Site)


@pytest.fixture
def page(site: Site, new_context: Any, live_server: Any) -> Page:
    context = new_context(viewport={"width": 1280, "height": 800}, base_url=live_server.url)
    context.add_cookies([session_cookie(site.staff, live_server.url)])
    return context.new_page()


def test_an_administrator_judges_a_game_in_a_minute(site: Site, page: Page) -> None:
    """An administrator signs in, finds the game of a complaint, and decides whether it was fair."""
    page.context.clear_cookies()
    page.goto("/accounts/login/?next=/admin/")
    page.locator("[name=login]").fill("sam")
    page.locator("[name=password]").fill("a-long-lost-ferry")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    # The menu in the page disappears when the sidebar appears. So wait for the sidebar.
    menu = page.get_by_role("navigation", name="Sidebar")
    expect(menu.get_by_role("link", name="Games", exact=True)).to_be_in_viewport()

    menu.get_by_role("link", name="Games", exact=True).click()
    search = page.get_by_label("Search", exact=True)
    today = f"{site.over.started_at:%Y-%m-%d}"
    search.fill(f"asha dora {today}")
    search.press("Enter")
    page.wait_for_url("**/admin/game/game/?q=*")
    row = page.get_by_role("row").filter(has_text=site.over.pk[:8])
    expect(row).to_contain_text("Asha, Chidi")
    expect(row).to_contain_text("no problem")
    row.get_by_role("link").first.click()

    fair = page.locator("section", has=page.get_by_role("heading", name="Was the game fair?"))
    expect(fair.locator("li.good")).to_have_count(4)
    expect(fair).to_contain_text("Does this seed deal these hands? Yes.")
    move = page.get_by_role("row").get_by_role("link", name="1", exact=True)
    expect(move).to_have_attribute("href", f"/games/{site.over.pk}/?move=1")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page).to_have_url(re.compile(f"/games/{site.over.pk}/"))


def test_hands_of_a_running_game(site: Site, page: Page) -> None:
    """The hands stay hidden until the administrator gives a reason, which is logged."""
    page.goto("/admin/game/game/?q=zoë&status__exact=running")
    page.get_by_role("link", name=site.running.pk[:8]).click()
    expect(page.get_by_text("the players can’t see")).to_be_visible()
    page.get_by_role("link", name="Open the hands…").click()
    page.get_by_role("button", name="Open the hands").click()
    expect(page.get_by_role("columnheader", name="Dealt")).to_have_count(0)
    page.get_by_label("Reason").fill("Yan says that Zoë sees every card")
    page.get_by_role("button", name="Open the hands").click()
    expect(page.get_by_role("columnheader", name="Dealt")).to_be_visible()
    expect(page.get_by_text("The stored hands and results follow")).to_be_visible()
    page.goto("/admin/staff/auditentry/")
    expect(page.get_by_role("row").filter(has_text="Yan says")).to_contain_text("sam")
    assert in_thread(AuditEntry.objects.count) == 1


def test_an_invalid_record_is_found_from_the_start_page(site: Site, page: Page) -> None:
    page.goto("/admin/")
    figure = page.locator("div", has=page.get_by_text("records refused")).last
    figure.get_by_role("link", name="1").click()
    row = page.get_by_role("row").filter(has_text="broken.json")
    expect(row).to_contain_text("wrong_hit")
    expect(row).to_contain_text("Move 1: ")
    expect(page.get_by_text("evening.json")).to_have_count(0)


def test_axe_finds_nothing_in_the_staff_pages_and_they_fit(site: Site, page: Page) -> None:
    known = {"over": site.over.pk, "running": site.running.pk, "room": site.room.pk}
    known |= {"report": site.report.pk, "person": site.report.person_id}
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text) if said.type == "error" else None)
    for path in PAGES:
        page.goto(path.format(**known))
        assert refused == [], path
        assert_it_pleases(page)
        page.set_viewport_size(PHONE)
        page.wait_for_function("() => innerWidth === 390")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        page.set_viewport_size(LAPTOP)
        # The browser may refuse changes that axe itself makes to the page, and report
        # the refusals late.
        with page.expect_console_message(lambda said: said.text == "axe has ended"):
            page.evaluate("console.log('axe has ended')")
        refused.clear()
    page.set_viewport_size(PHONE)
    page.goto("/admin/")
    expect(page.get_by_role("link", name="Games", exact=True)).to_be_in_viewport()


def assert_it_pleases(page: Page) -> None:
    """Run axe in both themes."""
    for theme, rules in (("light", {}), ("dark", {"runOnly": OF_LOOKS})):
        page.emulate_media(color_scheme=theme)
        assert complaints(page, rules) == [], f"{page.url}, {theme}"


def test_axe_finds_nothing_on_the_page_of_permissions(site: Site, page: Page) -> None:
    """Only superusers see this page. It has Django's two lists for moving permissions."""
    sue = in_thread(lambda: staff("sue", superuser=True))
    origin = page.context.cookies()[0]
    page.context.clear_cookies()
    page.context.add_cookies([session_cookie(sue, f"http://{origin['domain']}")])
    page.goto(f"/admin/accounts/user/{sue.pk}/change/")
    page.locator(".help-tooltip[role=img]").last.wait_for(state="attached")
    for size in (LAPTOP, PHONE):
        page.set_viewport_size(size)
        assert_it_pleases(page)


def test_records_are_imported(site: Site, page: Page, tmp_path: Any) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    text = in_thread(lambda: records.export(site.over))
    good.write_text(text)
    bad.write_text("hello")
    page.goto("/games/import/")
    page.get_by_label("Game records").set_input_files([good, bad])
    page.get_by_role("button", name="Check and import").click()
    expect(page.get_by_role("listitem").filter(has_text="bad.json")).to_contain_text("not JSON")
    for time in page.locator("time").all():
        # The time is in the reader's time zone, not in UTC.
        expect(time).not_to_contain_text("UTC")
    page.get_by_role("link", name="See the imported game").first.click()
    expect(page).to_have_url(re.compile(r"/games/[0-9a-f]+/"))
