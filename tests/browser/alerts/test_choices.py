"""The page of alerts, as a person uses it."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from alerts.models import Choices
from tests.browser.test_axe import in_thread, session_cookie
from tests.kit import person

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


def test_the_browser_names_the_time_zone_until_the_person_has_chosen(
    live_server: Any, page: Page
) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    user = in_thread(person)
    page.context.add_cookies([session_cookie(user, live_server.url)])
    page.goto(live_server.url + "/guest/")
    page.get_by_role("link", name="Alerts").click()
    zone = page.get_by_label("Your time zone")
    expect(zone).to_have_value("Asia/Tokyo")
    until = page.get_by_label("Until")
    expect(until).to_be_hidden()  # Without quiet hours there is no end of them.
    page.get_by_label("From").select_option("22:00")
    expect(until).to_be_visible()
    until.select_option("7:00")
    page.get_by_label("The review of your game is ready: On your devices").check()
    page.get_by_label("It is your turn: On your devices").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_have_text("Your choices are saved.")
    choices = in_thread(lambda: Choices.objects.get(user=user))
    assert choices.zone == "Asia/Tokyo"
    assert (choices.quiet_from, choices.quiet_until) == (22, 7)
    assert choices.ways_of("review") == ["push"]
    assert choices.ways_of("turn") == []

    line.send("Emulation.setTimezoneOverride", {"timezoneId": "Europe/Berlin"})
    page.reload()
    expect(zone).to_have_value("Asia/Tokyo")
