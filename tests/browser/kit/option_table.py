"""A table whose host sets the house rules in the browser. The other people play over HTTP."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.kit.player import Player
from tests.cluster.kit.site_process import CARDS, SETS, Program, cards_of

#: Six hands with the deck ``8s-out``. The host's team has all low diamonds. Seat 1 has two high
#: diamonds. Every seat except seat 4 also has a whole set.
HANDS = (
    "low-clubs 2D 3D high-hearts 9D TD",
    "low-hearts KD AD",
    "4D 5D high-clubs JD",
    "low-spades",
    "6D 7D QD",
    "high-spades",
)
RIGHT = {"4D": 2, "5D": 2, "6D": 4, "7D": 4}
MISPLACED = RIGHT | {"4D": 4, "6D": 2}
OPPONENT_HELD = {"JD": 2, "QD": 4, "KD": 2, "AD": 4}


class OptionTable:
    """A room of ``people``. The first is the host, and plays in the browser."""

    def __init__(
        self, host: Player, people: Sequence[Program], stranger: Callable[..., Player]
    ) -> None:
        self.host, self.people = host, people
        self.site = host.site
        self.code = people[0].open_room("classic")
        #: Opens a page for a person without a seat.
        self.stranger = partial(stranger, self.code)
        for person in people[1:]:
            person.done(f"/r/{self.code}/join/")

    @property
    def page(self) -> Page:
        return self.host.page

    def see(self, selector: str) -> Locator:
        return self.host.page.locator(selector)

    # Before the game

    def set_beside(self, **options: object) -> None:
        """Set other options that the test needs, over HTTP."""
        fields = {option: str(value).lower() for option, value in options.items()}
        self.people[0].done(f"/r/{self.code}/settings/", **fields)

    def set_in_form(self, option: str, value: object) -> None:
        """Set an option on the page of the house rules. Afterwards the page shows the lobby."""
        self.open_form()
        if option in ("players", "seat_count"):
            self._step_to(option, int(str(value)))
        else:
            choice = self.see(f"form.options [name={option}][value='{str(value).lower()}']")
            assert not choice.is_checked()
            choice.locator("xpath=ancestor::label").click()
        self.send_form()

    def _step_to(self, option: str, value: int) -> None:
        """Press the plus or minus button of a field until the field shows this value."""
        field = self.see(f"form.options [name={option}]")
        while (now := int(field.input_value())) != value:
            step = 1 if now < value else -1
            field.locator(f"xpath=../button[@data-step='{step}']").click()

    def open_form(self) -> None:
        self.page.goto(f"{self.site.url}/r/{self.code}/settings/")

    def send_form(self) -> None:
        self.see("form.options .save-bar button").click()
        self.page.wait_for_url(f"**/r/{self.code}/")

    def seated(self) -> list[dict[str, Any]]:
        """Return the taken seats, with people or bots, as ``state.json`` lists them."""
        return [seat for seat in self.state()["seats"] if seat]

    # The game

    def start(self, *hands: str, turn: int = 0) -> None:
        """Let the host start the game. Then give the players these hands, and the turn to this
        seat.
        """
        self.host.start()
        self.stack(*hands, turn=turn)

    def stack(self, *hands: str, turn: int = 0) -> None:
        """Give the players of the running game these hands, and the turn to this seat. A hand is a
        text with cards and names of sets.
        """
        deck = SETS[self.state()["rules"]["deck"]]
        held = [
            [card for word in text.split() for card in deck.get(word, [word])] for text in hands
        ]
        dealt = sorted(CARDS.index(card) for hand in held for card in hand)
        assert dealt == sorted(CARDS.index(card) for cards in deck.values() for card in cards)
        game = self.state()["game"]
        with closing(sqlite3.connect(self.site.database, timeout=10)) as rows, rows:
            for seat, hand in enumerate(held):
                bits = sum(1 << CARDS.index(card) for card in hand)
                of_seat = (bits, bits, game, seat)
                rows.execute(
                    "UPDATE game_hand SET dealt = ?, live = ? WHERE game_id = ? AND seat = ?",
                    of_seat,
                )
            rows.execute(
                "UPDATE game_game SET turn = ?, edition = edition + 1 WHERE id = ?", (turn, game)
            )
        self.look_again()
        own = sorted(cards_of(sum(1 << CARDS.index(card) for card in held[0])))
        self.page.wait_for_function(
            "([cards, turn]) => String([...document.querySelectorAll('#hand [data-card]')]"
            ".map((card) => card.dataset.card).sort()) === String(cards)"
            " && document.querySelector('.seat[aria-current]')?.dataset.seat === String(turn)",
            arg=[own, turn],
        )

    def look_again(self) -> None:
        """Raise the room's version, so that every page gets all regions again."""
        after = self.people[-1].done(f"/r/{self.code}/react/", reaction="tea")["room_version"]
        self.page.wait_for_function(
            "after => document.getElementById('versions').dataset.room >= after", arg=after
        )

    def state(self) -> dict[str, Any]:
        return self.people[0].state(self.code)

    def move(self, seat: int, move: Mapping[str, Any]) -> None:
        """Let another player move. Wait until the host's page shows the move."""
        version = self.state()["version"]
        answer = self.people[seat].move(self.code, move, version)
        assert answer.status_code == 200, answer.text
        self.host.wait_for(version + 1)

    def claim(self, name: str, holders: Mapping[str, int]) -> None:
        """Let the host claim with the form on the page."""
        self.host.claim(name, holders)

    def claim_whole(self, *names: str) -> None:
        """Let the host claim sets of which they have all cards."""
        for name in names:
            version = self.state()["version"]
            if not self.see("#claims[open]").count():
                self.see("#claims-button").click()
            self.see(f"#claim-form-{name} button").click()
            self.host.wait_for(version + 1)

    # Content of the page

    def shelved(self, team: int, name: str) -> Locator:
        """Return the locator of a set on a team's shelf."""
        return self.see(f".shelf[data-team='{team}'] [data-set={name}]")

    def scores(self) -> list[str]:
        return [self.see(f".shelf[data-team='{team}'] .score").inner_text() for team in (0, 1)]

    def fate(self, name: str) -> Locator:
        """Return the locator of a set's state: in play, scored by a team, or scored by nobody."""
        return self.see(f".set-list [data-set={name}] .set-state")

    def turn(self) -> Locator:
        return self.see(".seat[aria-current]")
