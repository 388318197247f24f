"""Help in place: the hint is a chip with a button that makes the move, and the sheet for asking
marks what the player can know.
"""

import json
import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.kit.moments import give_hands, give_whole_sets
from tests.browser.kit.player import resize, tab_of
from tests.browser.rooms.test_table_hints import COVERED
from tests.browser.test_axe import AXE
from tests.cluster.kit.site_process import (
    SETS,
    Program,
    bring_turn_to,
    dealt,
    game_of,
    live_hands,
    logged_moves,
)

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
SIZES = [(390, 844), (320, 640), (844, 390), (1280, 800)]
# Whether the page shows this version of the game.
AT = "(version) => document.getElementById('versions').dataset.game === version"
# Keeps each text of the help that comes while the page still shows the last move.
WATCH_HELP = """() => {
  window.early = [];
  const help = document.getElementById("help");
  const room = document.getElementById("room");
  new MutationObserver(() => "showing" in room.dataset && early.push(help.textContent.trim()))
    .observe(help, { subtree: true, childList: true });
}"""
NEEDED = ".prompt > *, .hand .card, .actions > *"


@pytest.fixture
def table(site, context: BrowserContext) -> tuple[str, list[Program], Page]:
    """A room's code, its people, and the page of the first person, who has the turn."""
    code, people = dealt(site, "first-game", NAMES, turn=0)
    page = tab_of(context, people[0], code).page
    page.emulate_media(reduced_motion="reduce")
    page.locator("#ask").wait_for(state="attached")
    return code, people, page


def last_move(site, code):
    return logged_moves(site, game_of(site, code)["id"])[-1]


def missed(site, code: str, people: list[Program]) -> tuple[str, int]:
    """An ask of the first person that misses: the card and the opponent."""
    hands, asks = live_hands(site, code), people[0].state(code)["legal"]["asks"]
    return next((card, of) for card, seats in asks.items() for of in seats if card not in hands[of])


def test_the_advised_ask_needs_a_second_tap(site, table):
    code, people, page = table
    page.keyboard.press("g")
    panel, question = page.locator("#help-panel"), page.locator("#confirm-ask")
    do = panel.get_by_role("button", name="Do it")
    advised = json.loads(do.get_attribute("data-fields"))
    do.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Ask ")).to_be_visible()
    page.evaluate(AXE.read_text())
    assert page.evaluate("axe.run('#confirm-ask').then((found) => found.violations)") == []
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    expect(do).to_be_visible()
    assert people[0].state(code)["version"] == 0

    do.focus()
    page.keyboard.press("Enter")
    question.get_by_role("button", name="Do it").focus()
    page.keyboard.press("Enter")
    page.wait_for_function(AT, arg="1")
    expect(panel).to_be_hidden()
    made = last_move(site, code)
    assert {"of": made["of"], "card": made["ask"]} == advised
    assert page.locator("#refusal").inner_text() == ""


def test_the_advised_claim_names_all_holders(site, context: BrowserContext):
    code, people = dealt(site, "first-game", NAMES)
    # Each player keeps eight cards.
    others = dict(zip("9D 2H 9H 2S 9S".split(), range(1, 6), strict=True))
    give_hands(site, people, code, dict.fromkeys("3C 4C 5C 6C 7C".split(), 0) | others)
    page = tab_of(context, people[0], code, {"width": 390, "height": 844}).page
    page.locator("#help-button").click()
    page.locator("#do-hint").click()
    question = page.get_by_role("dialog", name="Claim Low clubs? You hold the 2♣, the 3♣")
    question.get_by_role("button", name="Do it").click()
    page.wait_for_function(AT, arg="1")
    assert last_move(site, code)["claim"] == "low-clubs"


def test_the_question_goes_when_the_position_changes(site, table):
    code, people, page = table
    page.keyboard.press("g")
    page.locator("#do-hint").click()
    expect(page.locator("#confirm-ask")).to_be_visible()
    card, of = missed(site, code, people)
    people[0].move(code, {"ask": card, "of": of}, 0)
    expect(page.locator("#confirm-ask")).to_be_hidden()
    assert people[0].state(code)["version"] == 1
    page.keyboard.press("g")
    expect(page.locator(".hint-move")).to_contain_text("when it is your turn")
    expect(page.locator("#do-hint")).to_have_count(0)


def test_the_chip_covers_neither_the_hand_nor_the_buttons(table):
    _code, _people, page = table
    page.get_by_role("button", name="No more tips").click()
    page.keyboard.press("g")
    expect(page.locator("#do-hint")).to_be_visible()
    page.evaluate(AXE.read_text())
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate(COVERED, ["#help-panel", NEEDED]) == [], width
        for part in ("#do-hint", "#help-grid-button", "#help-panel .close"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        assert page.evaluate("axe.run('#help-panel').then((found) => found.violations)") == []


def marks_of(page: Page) -> dict[str, str | None]:
    return {
        card.get_attribute("value"): card.get_attribute("data-mark")
        for card in page.locator("#tray button.card").all()
    }


def expected(card: str, moves: list, seat: int) -> str:
    """The mark of a card that seat 0 does not hold, by the plain meaning of the moves."""
    can = {1, 2, 3, 4, 5}
    for move in moves:
        if move["ask"] == card:
            can = {move["seat"]} if move["hit"] else can - {move["seat"], move["of"]}
    if seat not in can:
        return "not"
    return "has" if len(can) == 1 else str(len(can))


@pytest.mark.browser_context_args(reduced_motion="no-preference")
def test_the_open_help_does_not_tell_the_end(site, context: BrowserContext):
    code, people = dealt(site, "first-game", NAMES)
    give_whole_sets(site, code, people[0].state(code), only=0)
    *first, last = SETS["8s-out"]
    for name in first:
        claim(people[0], code, name)
    page = tab_of(context, people[0], code).page
    panel = page.locator("#help-panel")
    page.keyboard.press("g")
    expect(panel.locator("#hint")).to_be_visible()
    page.evaluate(WATCH_HELP)
    claim(people[0], code, last)
    page.locator(":root[data-game=end]").wait_for(state="attached")
    assert page.evaluate("early") == []
    expect(panel).to_be_hidden()


def claim(person: Program, code: str, name: str) -> None:
    holders = dict.fromkeys(SETS["8s-out"][name], 0)
    version = person.state(code)["version"]
    assert person.move(code, {"claim": name, "holders": holders}, version).status_code == 200


def test_the_sheet_marks_what_follows_from_the_moves(site, context: BrowserContext):
    code, people = dealt(site, "first-game", NAMES)
    # No two opponents ask in the same set. If all three did, each would hold one of the last three
    # cards of the set, and so the others would hold none.
    owners = [(0, 1, 2, 4, 4, 4), (0, 3, 3, 3, 1, 2), (0, 5, 5, 5, 1, 2)]
    firsts = zip(SETS["8s-out"].values(), owners, strict=False)
    give_hands(site, people, code, {k: v for pair in firsts for k, v in zip(*pair, strict=True)})
    page = tab_of(context, people[0], code).page
    page.emulate_media(reduced_motion="reduce")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/help/" in request.url else 0)
    # An opponent takes a card of a set in which the first person may ask, too.
    taker, card, of = 1, SETS["8s-out"]["low-clubs"][2], 2
    for seat in (3, 0, 5, 0, taker):
        bring_turn_to(site, code, people, seat)
    version = people[taker].state(code)["version"]
    people[taker].move(code, {"ask": card, "of": of}, version)
    bring_turn_to(site, code, people, 0)
    page.locator("#mine[data-my-turn]").wait_for(state="attached")
    moves = logged_moves(site, game_of(site, code)["id"])
    for seat in (*({1, 3, 5} - {taker}), taker):
        page.locator(f".target[data-seat='{seat}']").click()
        expect(page.locator(f"#card-{card}")).to_have_attribute(
            "data-mark", expected(card, moves, seat)
        )
        marks = marks_of(page)
        assert marks == {each: expected(each, moves, seat) for each in marks}, moves
    assert len(asked) == 1
    expect(page.locator(f"#card-{card}")).to_have_accessible_name(re.compile("certainly has it"))

    page.locator("#tray .close").click()
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    assert None not in marks_of(page).values()

    page.evaluate(AXE.read_text())
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        assert page.evaluate("axe.run('#tray').then((found) => found.violations)") == []
    page.locator("#tray .close").click()
    assert {*marks_of(page).values()} == {None}
    expect(page.locator(f"#card-{card}")).not_to_have_attribute(
        "aria-label", re.compile("certainly")
    )
