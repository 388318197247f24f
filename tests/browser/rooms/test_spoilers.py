"""Nothing on a page tells the outcome of a move before the scene of the move has shown it.

A recorder reads the whole page at each frame, from the update until the scene lands: all visible
texts, the sentences for screen readers, the title, the icon, the lamp, the books, the sounds.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.kit.moments import give_hands, give_whole_sets
from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import SETS, Program, Site, dealt, game_of, last_seen

pytestmark = [
    pytest.mark.browser,
    pytest.mark.journey,
    pytest.mark.browser_context_args(reduced_motion="no-preference"),
]

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "wide": {"width": 1920, "height": 1080},
}

#: The viewer's seat and the size of their window. `make soak` tries all pairs.
VIEWERS = [
    (0, "phone"),
    (1, "wide"),
    *(pytest.param(*pair, marks=pytest.mark.soak) for pair in [(0, "wide"), (1, "phone")]),
]

#: While a scene shows an earlier move, the prompt says only this. The log says by which rule it
#: lacks the ask before.
ALLOWED = {"Showing earlier moves…", "Only the last ask stays visible."}

RECORDER = Path(__file__).with_name("spoilers.js").read_text()

#: Lets the page draw the first part of a scene in time, and the other parts when the time of the
#: scene is over. ``late`` has an entry for each sound after the scene.
SLOW_FRAMES = """() => {
  const next = requestAnimationFrame;
  const now = () => Math.max(...document.getAnimations().map(({ currentTime }) => currentTime));
  const isInTime = () => document.querySelector("#flights > *") && !isOver() && now() < 7000;
  window.requestAnimationFrame = (act) => {
    const look = () => next(isInTime() ? look : act);
    look();
  };
  window.late = [];
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...at) {
    if (isOver()) late.push(this.constructor.name);
    return start.apply(this, at);
  };
}"""

#: Counts how often the log shuts while a scene is shown.
LOG_SHUTS = """() => {
  window.shuts = 0;
  addEventListener("toggle", ({ target }) => {
    if (target.id === "log" && !target.open && !isOver()) shuts += 1;
  }, true);
}"""


def told(page: Page, act: Callable[[], object], moves: int = 1) -> list[str]:
    """Do ``act``, which makes so many moves. Return the texts that the page did not have before,
    until the last move has been shown.
    """
    page.evaluate("moves => records(moves)", moves)
    act()
    page.wait_for_function("() => isOver()")
    frames, texts = page.evaluate("[frames, [...new Set(told)]]")
    assert frames, "there was no scene"
    return [text for text in texts if text.partition(": ")[2] not in ALLOWED]


class Table:
    """A game, the page of one of its players, and the moves of all."""

    def __init__(self, site: Site, context: BrowserContext, size: str, preset: str) -> None:
        self.site = site
        self.code, self.people = dealt(site, preset, NAMES)
        for seat in range(len(NAMES)):  # Nobody counts as away in the middle of a test.
            last_seen(site, self.code, seat, 3600)
        self.sets = SETS[self.people[0].state(self.code)["rules"]["deck"]]
        self.context, self.size = context, size

    def give(self, moved: dict[str, int]) -> None:
        give_hands(self.site, self.people, self.code, moved)

    def open(self, seat: int) -> Page:
        self.page = tab_of(self.context, self.people[seat], self.code, SIZES[self.size]).page
        self.page.evaluate("localStorage.setItem('literature.sound', 'on')")
        self.page.reload()
        self.page.wait_for_function(
            "() => document.getElementById('connection').dataset.state === 'saved'"
        )
        self.page.evaluate(RECORDER)
        if self.size == "phone":
            self.page.locator("#log > summary").click()
        return self.page

    def move(self, seat: int, **move: Any) -> list[str]:
        version = game_of(self.site, self.code)["version"]

        def act() -> None:
            answer = self.people[seat].move(self.code, move, version)
            assert answer.status_code == 200, answer.text

        return told(self.page, act)


@pytest.mark.parametrize("size", SIZES)
def test_an_ask_tells_nothing_before_its_answer(site, context: BrowserContext, size: str):
    table = Table(site, context, size, "nine-sets")
    low, high = table.sets["low-clubs"], table.sets["high-clubs"]
    # Dora's only card is the one that she loses.
    where = {low[1]: 1, low[2]: 3, low[3]: 0, high[1]: 1}
    others = [card for cards in table.sets.values() for card in cards[3::6] if card != low[2]]
    table.give(dict.fromkeys(others, 5) | where)
    table.open(1)
    early = {
        "a hit on the viewer": table.move(0, ask=low[1], of=1),
        "a hit that empties a hand": table.move(0, ask=low[2], of=3),
        "a miss that gives the viewer the turn": table.move(0, ask=high[2], of=1),
        "a hit of the viewer": table.move(1, ask=high[0], of=0),
        "a miss of the viewer": table.move(1, ask=high[3], of=2),
    }
    assert not [f"{move}: {text}" for move, texts in early.items() for text in texts]


@pytest.mark.parametrize(("viewer", "size"), VIEWERS)
def test_a_claim_tells_nothing_before_its_cards(site, context, size: str, viewer: int):
    table = Table(site, context, size, "nine-sets")
    names = ["low-clubs", "high-clubs", "low-hearts"]
    mine = {card: (0, 2, 4)[at % 3] for name in names for at, card in enumerate(table.sets[name])}
    lost = table.sets["low-hearts"][1]
    table.give(mine | {lost: 1})
    table.open(viewer)
    holders = {name: {card: mine[card] for card in table.sets[name]} for name in names}
    swapped = holders["high-clubs"] | {table.sets["high-clubs"][0]: 2}
    early = {
        "right": table.move(0, claim="low-clubs", holders=holders["low-clubs"]),
        "misplaced": table.move(0, claim="high-clubs", holders=swapped),
        "wrong": table.move(0, claim="low-hearts", holders=holders["low-hearts"]),
    }
    assert not [f"{move}: {text}" for move, texts in early.items() for text in texts]


def test_a_slow_page_plays_no_sound_after_the_claim(site, context: BrowserContext):
    """The claim is over before the page has drawn all its parts."""
    table = Table(site, context, "wide", "nine-sets")
    holders = dict.fromkeys(table.sets["low-clubs"], 0)
    table.give(holders)
    page = table.open(1)
    page.evaluate(SLOW_FRAMES)
    assert table.move(0, claim="low-clubs", holders=holders) == []
    page.wait_for_function("() => !document.querySelector('#flights > *, .moment')")
    assert page.evaluate("late") == []


def test_an_open_panel_reveals_no_new_controls(site, context: BrowserContext):
    """After the claim the viewer has no cards, and must pass the turn."""
    table = Table(site, context, "wide", "nine-sets")
    low = dict.fromkeys(table.sets["low-clubs"], 0)
    others = [card for cards in table.sets.values() for card in cards if card not in low]
    table.give({card: 1 + number % 5 for number, card in enumerate(others)} | low)
    page = table.open(0)
    page.locator("#react").click()
    assert table.move(0, claim="low-clubs", holders=low) == []
    expect(page.locator("#pass button").first).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_move_that_waits_is_not_told(site, context: BrowserContext, size: str):
    """A claim, a pass and a second claim come at once. Nothing tells of the second claim while the
    page shows the first two moves.
    """
    table = Table(site, context, size, "nine-sets")
    first, second = table.sets["low-clubs"], table.sets["high-clubs"]
    others = [card for cards in table.sets.values() for card in cards if card not in first]
    table.give(
        {card: 1 + number % 5 for number, card in enumerate(others)}
        | dict.fromkeys(first, 0)
        | dict.fromkeys(second, 2)
    )
    page = table.open(1)

    def act() -> None:
        moves = [
            (0, {"claim": "low-clubs", "holders": dict.fromkeys(first, 0)}),
            (0, {"pass": 2}),
            (2, {"claim": "high-clubs", "holders": dict.fromkeys(second, 2)}),
        ]
        for version, (seat, move) in enumerate(moves):
            answer = table.people[seat].move(table.code, move, version)
            assert answer.status_code == 200, answer.text

    assert [text for text in told(page, act, moves=3) if "High clubs" in text] == []


@pytest.mark.parametrize(("viewer", "size"), VIEWERS)
def test_a_last_claim_does_not_tell_the_end(site, context, size: str, viewer: int):
    """The prompt, the row of controls and the log stay as they were, and no button comes."""
    table = Table(site, context, size, "nine-sets")
    give_whole_sets(site, table.code, table.people[0].state(table.code), only=0)
    *first, last = table.sets
    # The fifth set decides the game.
    for name in first[:4]:
        claim(table.people[0], table, name)
    page = table.open(viewer)
    page.evaluate(LOG_SHUTS)
    assert table.move(0, claim=last, holders=dict.fromkeys(table.sets[last], 0)) == []
    assert page.evaluate("[...lost]") == []
    assert page.evaluate("shuts") == 0


def claim(person: Program, table: Table, name: str) -> None:
    version = game_of(table.site, table.code)["version"]
    move = {"claim": name, "holders": dict.fromkeys(table.sets[name], 0)}
    answer = person.move(table.code, move, version)
    assert answer.status_code == 200, answer.text
