"""Claims out of turn. The table waits only while a set is open."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from game.refusals import SENTENCES
from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import (
    SETS,
    Site,
    bring_turn_to,
    by_seat,
    dealt,
    live_hands,
    moment,
    seated,
)
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
DECK_SETS = SETS["8s-and-jokers"]
TIME_IS_UP = "Time is up. The game goes on."


class Table:
    """The player at seat 1 uses a phone, and has opened the set of which they have the fewest
    cards, or with ``pick=max`` the most.
    """

    def __init__(
        self, site: Site, context: BrowserContext, turn: int = 0, pick: Callable[..., str] = min
    ) -> None:
        self.site = site
        self.code, self.people = dealt(site, "nine-sets-anytime", NAMES)
        self.game = self.people[0].state(self.code)["game"]
        # Set the turn without a move, so that the announcement is still about the game's start.
        site.write(
            "UPDATE game_game SET turn = ?, edition = edition + 1 WHERE id = ?", turn, self.game
        )
        self.player = tab_of(context, self.people[1], self.code)
        self.page: Page = self.player.page
        self.page.set_viewport_size({"width": 390, "height": 844})
        own = live_hands(site, self.code)[1]
        self.card_set = pick(DECK_SETS, key=lambda name: len(own & {*DECK_SETS[name]}))
        self.choose_set()

    def turn_to(self, seat: int) -> None:
        bring_turn_to(self.site, self.code, self.people, seat)

    # The set

    def choose_set(self) -> None:
        if not self.page.locator("#claims[open]").count():
            self.page.locator("#claims-button").click()
        self.page.locator(f"#claim-{self.card_set} > summary").click()
        expect(self.page.locator(".claim[open] .look")).to_be_visible()

    def place_one(self) -> str:
        place = self.page.locator(".claim[open] fieldset.place").first
        place.locator("label").last.click()
        return place.locator("input:checked").get_attribute("name") or ""

    def is_placed(self, name: str) -> None:
        expect(self.page.locator(f".claim[open] [name={name}]:checked")).to_have_count(1)

    def close(self) -> None:
        self.page.locator(".sheet-head .close").first.click()
        expect(self.page.locator(".claim-sheet")).to_be_hidden()

    def open_sheet(self) -> None:
        self.page.locator("#claims-button").click()
        expect(self.page.locator(".claim-sheet")).to_be_visible()

    # The pause

    def waits(self) -> None:
        """Check that the table waits for this set, and that the claimer's page shows the pause."""
        wait_until(
            "the pause has begun", lambda: self.claim_pause() == {"seat": 1, "set": self.card_set}
        )
        expect(self.page.locator("#mine[data-claim-pause]")).to_have_count(1)

    def goes_on(self) -> None:
        wait_until("no pause is on", lambda: self.claim_pause() is None)
        expect(self.page.locator("#mine[data-claim-pause]")).to_have_count(0)

    def claim_pause(self) -> dict[str, object] | None:
        pause = self.people[0].state(self.code)["declaring"]
        return pause and {"seat": pause["seat"], "set": pause["set"]}

    def run_out(self) -> None:
        """Let the time of the pause run out."""
        now = moment(0)
        self.site.write(
            "UPDATE game_game SET claim_pause_until = ?, due_at = ?, edition = edition + 1"
            " WHERE id = ?",
            *(now, now, self.game),
        )
        self.goes_on()

    def wasted(self) -> int:
        query = "SELECT pauses_wasted FROM game_player WHERE game_id = ? AND seat = 1"
        return int(self.site.rows(query, self.game)[0]["pauses_wasted"])

    def look_again(self) -> None:
        """Raise the room's version, and wait until the page has it."""
        after = self.people[2].done(f"/r/{self.code}/react/", reaction="tea")["room_version"]
        self.page.wait_for_function(
            "after => document.getElementById('versions').dataset.room >= after", arg=after
        )


# Other players

LONG_NAMES = [f"Wilhelmina Mommsen {letter}" for letter in "ABCDEFGHJKMN"]
# Returns the seats that are covered by the texts in the middle of the table.
COVERED = """() => {
  const said = [...document.querySelectorAll(".claim-pause, #last")];
  const parts = [...document.querySelectorAll(".seat > :is(.face, .plate)")];
  const box = (element) => element.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return said.flatMap((each) => parts.filter((part) => meet(box(each), box(part))))
    .map((part) => part.parentElement.dataset.seat);
}"""


@pytest.mark.parametrize(
    "seats", [12, *(pytest.param(seats, marks=pytest.mark.soak) for seats in (4, 6, 8, 10))]
)
def test_the_message_covers_no_player(site, context: BrowserContext, seats: int):
    code, people = seated(site, "big-table" if seats > 10 else "nine-sets", LONG_NAMES[:seats])
    people[0].done(f"/r/{code}/settings/", claim_timing="any_time")
    people[0].done(f"/r/{code}/start/")
    people = by_seat(site, code, people)
    bring_turn_to(site, code, people, 0)
    page = tab_of(context, people[2], code).page
    people[1].done(f"/r/{code}/declare/", set="high-diamonds")
    page.locator(".claim-pause").wait_for()
    for width, height in ((390, 844), (375, 667), (360, 740), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        assert page.evaluate(COVERED) == [], (width, height)
        expect(page.locator(".claim-pause .countdown")).to_be_in_viewport(ratio=1)


# After the pause has run out


def test_a_player_out_of_time_is_told_and_may_claim_later(site, context: BrowserContext):
    table = Table(site, context)
    table.waits()
    # On a phone the sheet covers the table, so the sheet has its own countdown.
    left = table.page.locator(".claim-sheet .countdown")
    expect(left).to_have_text(re.compile(r"^0:[0-4]\d$"))
    expect(left).to_be_in_viewport(ratio=1)
    shown = left.inner_text()
    expect(left).not_to_have_text(shown)
    says = table.page.locator(".claim[open] .claim-lapsed")
    expect(says).to_be_hidden()
    placed = table.place_one()

    table.run_out()
    expect(left).to_have_count(0)
    expect(says).to_have_text(TIME_IS_UP)
    expect(says).to_be_in_viewport()
    expect(table.page.locator("#news")).to_have_text(TIME_IS_UP)
    table.is_placed(placed)
    # The page does not start another pause automatically.
    table.place_one()
    table.look_again()
    expect(says).to_be_visible()
    assert table.claim_pause() is None

    table.close()
    table.open_sheet()
    table.waits()
    expect(says).to_be_hidden()
    table.is_placed(placed)

    # After this pause there are no more, but the player may still claim.
    table.run_out()
    assert table.wasted() == 2
    table.page.locator(".claim[open] .back").click()
    table.choose_set()
    refusal = table.page.locator("#refusal")
    expect(refusal).to_have_text(str(SENTENCES["too_many_pauses"]))
    # The message is above the rows, which must stay free for taps.
    said, sheet = refusal.bounding_box(), table.page.locator(".claim-sheet").bounding_box()
    assert said and sheet and said["y"] + said["height"] <= sheet["y"]
    assert table.claim_pause() is None
    claim(table)


def claim(table: Table) -> None:
    hand = live_hands(table.site, table.code)[1]
    holders = {card: 1 if card in hand else 3 for card in DECK_SETS[table.card_set]}
    table.player.claim(table.card_set, holders)
    expect(table.page.locator(f".spine[data-set={table.card_set}]")).to_have_count(1)


def test_a_set_opened_again_after_the_turn_starts_a_pause(site, context: BrowserContext):
    """A set stays open when the turn ends. Only the player's own action starts a pause."""
    table = Table(site, context, turn=1)
    placed = table.place_one()
    table.turn_to(0)
    table.player.wait_for(table.people[0].state(table.code)["version"])
    table.look_again()
    expect(table.page.locator(".claim[open] .look")).to_be_visible()
    assert table.claim_pause() is None
    assert table.wasted() == 0
    table.close()
    table.look_again()
    assert table.claim_pause() is None
    table.page.keyboard.press("c")
    table.waits()
    table.is_placed(placed)

    # The claim ends the pause.
    sent: list[str] = []
    table.page.on("request", lambda request: sent.append(request.url))
    claim(table)
    table.goes_on()
    expect(table.page.locator(".claim-sheet")).to_be_hidden()
    assert not any("/declare/" in url for url in sent)


# Records in `places`, for each frame of a scene, the lower edge of the shown prompt, the edges of
# the shown hand, and the upper edge of the shown controls.
PLACES = """() => {
  window.places = [];
  const box = (part) => {
    const copy = document.querySelector(`#mine ${part}.is-held`);
    return (copy ?? document.querySelector(`#mine ${part}`)).getBoundingClientRect();
  };
  const look = () => {
    const isShowing = document.getElementById("room").dataset.showing;
    if (places.length && !isShowing) return;
    const hand = box(".hand");
    if (isShowing) places.push([box(".prompt").bottom, hand.top, hand.bottom, box(".actions").top]);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.browser_context_args(reduced_motion="no-preference")
def test_the_hand_leaves_the_prompt_free_when_the_pause_ends(site, context: BrowserContext):
    """With the pause its notice goes, which was between the hand and the controls."""
    table = Table(site, context, pick=max)
    table.waits()
    table.page.evaluate(PLACES)
    claim(table)
    table.page.wait_for_function("() => places.length > 4")
    for prompt, top, bottom, actions in table.page.evaluate("places"):
        assert prompt <= top + 1
        assert actions - bottom < 20


# The sheet, the log and a reload


def test_closing_the_sheet_ends_the_pause(site, context: BrowserContext):
    table = Table(site, context)
    table.waits()
    placed = table.place_one()
    table.close()
    table.goes_on()

    # The sheet now opens with the list of sets, which starts no pause. The placed cards are still
    # there when the set is opened.
    table.open_sheet()
    expect(table.page.locator(".claim[open]")).to_have_count(0)
    table.look_again()
    assert table.claim_pause() is None
    table.choose_set()
    table.waits()
    table.is_placed(placed)

    table.page.locator("#prompt").evaluate("() => document.activeElement.blur()")
    for _ in range(2):
        table.page.keyboard.press("Escape")
    expect(table.page.locator(".claim-sheet")).to_be_hidden()
    table.goes_on()


ON_TOP = """(list) => {
  const { x, y } = list.getBoundingClientRect();
  return list.contains(document.elementFromPoint(x + 5, y + 5));
}"""


def test_the_log_and_a_reload_keep_the_pause(site, context: BrowserContext):
    """The open log keeps the pause and the placed cards. Later the player cancels two pauses."""
    table = Table(site, context)
    table.waits()
    placed = table.place_one()
    log = table.page.locator(".log-list")
    table.page.locator(".look-back").click()
    expect(log).to_be_focused()
    expect(log.locator("li").first).to_be_in_viewport(ratio=1)
    assert log.evaluate(ON_TOP)
    table.look_again()
    table.page.keyboard.press("Escape")
    expect(log).to_be_hidden()
    expect(table.page.locator(".look-back")).to_be_focused()
    table.page.locator(".look-back").click()
    table.page.locator("[data-shuts=log]").click()
    expect(log).to_be_hidden()
    expect(table.page.locator(".look-back")).to_be_focused()
    table.is_placed(placed)
    assert table.claim_pause()

    table.page.reload()
    table.player.wait_for_connection("saved")
    table.look_again()
    assert table.claim_pause()
    cancel = table.page.locator("#cancel-claim-pause")
    cancel.click()
    table.goes_on()
    expect(cancel).to_have_count(0)
    assert table.wasted() == 1

    # The player opens the set, and closes the sheet before the page shows the pause.
    table.page.locator(".sheet-head .close").first.evaluate(
        "(cross, id) => { document.getElementById('claims-button').click();"
        " document.querySelector(`#${id} > summary`).click(); cross.click(); }",
        f"claim-{table.card_set}",
    )
    wait_until("two are wasted", lambda: table.wasted() == 2)
    table.goes_on()
