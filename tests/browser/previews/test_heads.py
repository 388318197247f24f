"""The heads of pages in Chromium: pictures that load, and data that the policy does not forbid."""

import json

import pytest

from tests.database.puzzles.test_views import number_of_kind, right_answer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: Loads the picture of the page, and returns its size.
SIZE = """async () => {
  const picture = new Image();
  picture.src = document.querySelector('meta[property="og:image"]').content;
  await picture.decode();
  return [picture.naturalWidth, picture.naturalHeight];
}"""


@pytest.mark.parametrize("path", ["/", "/rules/", "/puzzle/", "/r/QQQQQQ/"])
def test_the_picture_of_a_page_loads(live_server, page, path):
    told = []
    page.on("console", lambda message: told.append(message.text))
    page.goto(live_server.url + path)
    assert page.evaluate(SIZE) == [1200, 630]
    for data in page.locator('script[type="application/ld+json"]').all():
        assert json.loads(data.text_content())["@context"] == "https://schema.org"
    assert told == []


def test_the_result_of_a_puzzle_is_saved(live_server, page):
    number = number_of_kind("holder")
    page.goto(f"{live_server.url}/puzzle/{number}/")
    seat = right_answer(number)["seat"]
    page.locator(f"label:has(input[name='seat'][value='{seat}'])").click()
    page.get_by_role("button", name="Answer", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="My result as a picture").click()
    assert saved.value.suggested_filename == f"literature-{number}.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
