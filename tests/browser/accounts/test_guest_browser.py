"""The form for a name and a picture works with the keyboard alone, and fits a phone."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_the_form_works_with_the_keyboard(live_server, page: Page):
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"{live_server.url}/guest/?next=/guest/")
    page.get_by_label("Your name").focus()
    page.keyboard.type("Asha")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    picked = page.locator("input[name=avatar]:checked").get_attribute("value")
    page.keyboard.press("Enter")

    expect(page.locator(".viewer-name")).to_have_text("Asha")
    expect(page.locator(f"input[value={picked}]")).to_be_checked()
    drawn = page.evaluate("[...document.images].every(image => image.naturalWidth > 0)")
    assert drawn
    assert page.evaluate("htmx.config.allowEval") is False
    assert complaints == []


def test_the_page_fits_a_phone(live_server, page: Page):
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{live_server.url}/guest/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
