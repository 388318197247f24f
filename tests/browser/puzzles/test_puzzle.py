"""The daily puzzle in the browser: by keyboard, without scripts on a phone, and without problems
that axe finds.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.kit.fitting import assert_it_fits
from tests.browser.test_axe import OF_LOOKS, SIZES, THEMES, complaints, open_everything
from tests.database.puzzles.test_views import (
    number_of_kind,
    right_answer,
    solution_of,
    wrong_answer,
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


KINDS = ["holder", "claim", "ask"]


def choose(page: Page, number: int, answer: dict[str, Any]) -> None:
    """Tap an answer, and send it."""
    for name, value in answer.items():
        page.locator(f"label:has(input[name='{name}'][value='{value}'])").click()
    page.get_by_role("button", name="Answer", exact=True).click()


def test_puzzles_without_scripts(live_server: Any, new_context: Any) -> None:
    context = new_context(viewport=SIZES[0], java_script_enabled=False, has_touch=True)
    page = context.new_page()
    for kind in KINDS:
        solve_in_two_tries(page, live_server.url, number_of_kind(kind))


def solve_in_two_tries(page: Page, url: str, number: int) -> None:
    page.goto(f"{url}/puzzle/{number}/")
    choose(page, number, wrong_answer(number))
    expect(page.get_by_role("status")).to_contain_text("more tr")
    choose(page, number, right_answer(number))
    expect(page.locator(".solution")).to_have_text(solution_of(number))
    while page.locator(".step:not([open]) > summary:visible").count():
        page.locator(".step:not([open]) > summary:visible").click()
    expect(page.locator(".step > p").last).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", ["claim", *(pytest.param(kind, marks=pytest.mark.soak) for kind in ("holder", "ask"))]
)
def test_a_puzzle_by_keyboard(live_server: Any, new_context: Any, kind: str) -> None:
    """Run axe before and after the answer. After the answer, only the claim puzzle is checked in
    all sizes.
    """
    context = new_context()
    page, number = context.new_page(), number_of_kind(kind)
    page.goto(f"{live_server.url}/puzzle/{number}/")
    for name, value in right_answer(number).items():
        page.locator(f"input[name='{name}'][value='{value}']").focus()
        page.keyboard.press("Space")
    assert_it_pleases(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Right on the first try")).to_be_visible()
    if kind == "claim":
        read_the_steps(page)
    open_everything(page)
    if kind == "claim":
        assert_it_pleases(page)
    else:
        assert complaints(page) == []


def read_the_steps(page: Page) -> None:
    """Press Enter again and again. The focus moves from step to step, up to the last step."""
    page.wait_for_load_state()  # Until then the browser may move the focus to the result.
    steps = page.locator(".step")
    steps.nth(1).locator("> summary").focus()
    for number in range(1, steps.count()):
        page.keyboard.press("Enter")
        following = f"#step-{number + 2} > summary" if number + 1 < steps.count() else None
        expect(page.locator(following or f"#said-{number + 1}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".step[open]")).to_have_count(steps.count())


def assert_it_pleases(page: Page) -> None:
    for theme, size, rules in zip(THEMES, SIZES, ({}, {"runOnly": OF_LOOKS}), strict=True):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert complaints(page, rules) == []  # type: ignore[arg-type]
    assert_it_fits(page)
