"""A person at a browser, who uses the forms, field names and labels of the page."""

import contextlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page
from playwright.sync_api import Error as PlaywrightError

from tests.live import Program, Site, cards_of
from tests.waiting import wait_until

#: The time limit for a click on an element that may be out of view.
PATIENCE_MS = 1500


#: Makes the sending script believe that sockets are closed, so that moves are sent by POST.
MUTE_SOCKETS = "Object.defineProperty(WebSocket.prototype, 'readyState', { get: () => 0 })"


class Player:
    """One tab of one person."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page, self.site = page, site
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    # From the home page to the table

    def open_home(self) -> None:
        self.page.goto(f"{self.site.url}/")

    def say_who(self, name: str, avatar: str) -> None:
        """Fill in the form for a name on the present page."""
        form = self.form("/guest/", "input[name=name]")
        form.locator("input[name=name]").fill(name)
        self.choose(form, "avatar", avatar)
        self.press(form)

    def open_room(self, name: str, avatar: str) -> str:
        """Open a room from the home page as a newcomer. Return its code."""
        self.open_home()
        self.page.locator('a[href$="/rooms/new/"]').first.click()
        self.say_who(name, avatar)
        self.press(self.form("/rooms/new/"))
        self.page.wait_for_url("**/r/*/")
        return self.code

    def join(self, code: str, name: str, avatar: str) -> None:
        """Sit down in a friend's room, coming from the home page as a newcomer."""
        self.open_home()
        self.page.locator("input[name=code]").fill(code)
        self.press(self.form("/go/"))
        # The form is at the room's own address, which shows the table next.
        self.say_who(name, avatar)
        self.sit()

    def sit(self) -> None:
        self.press(self.page.locator('#mine form[action$="/join/"]').first)
        self.page.locator("form.stand-up").wait_for(state="attached")

    def fill_with_bots(self) -> None:
        # Wait until everybody is ready; otherwise the request would be refused.
        with self.page.expect_response("**/bots/fill/"):
            self.press(self.form("/bots/fill/"))

    def start(self) -> None:
        self.press(self.form("/start/"))
        self.page.locator("#hand").wait_for()

    # Content of the page

    @property
    def code(self) -> str:
        return self.page.url.rstrip("/").rpartition("/")[2]

    def state(self) -> dict[str, Any]:
        """The document ``state.json``, fetched by the page."""
        path = f"/r/{self.code}/state.json"
        return self.page.evaluate("path => fetch(path).then(answer => answer.json())", path)

    def shown(self) -> dict[str, Any]:
        """The state that is visible on the page."""
        return self.page.evaluate(SHOWN)

    def wait_for(self, version: int, seconds: float = 30) -> None:
        """Wait until the screen shows this version of the game, or a newer one."""
        self.page.wait_for_function(
            "version => Number(document.getElementById('versions')?.dataset.game) >= version",
            arg=version,
            timeout=seconds * 1000,
        )

    def wait_past(self, version: int) -> None:
        """Wait until somebody has moved since this version of the game, whether the page shows it
        or not.
        """
        wait_until("somebody moves", lambda: self.state()["version"] > version)

    def connection(self) -> str:
        """The state of the page's connection: ``saved``, ``down`` or ``closed``."""
        return self.page.locator("#connection").get_attribute("data-state") or ""

    def wait_for_connection(self, *states: str) -> None:
        """Wait until the connection has one of these states, even while the page loads."""
        self.page.wait_for_function(
            "states => states.includes(document.getElementById('connection')?.dataset.state)",
            arg=list(states),
        )

    # Moves by the forms on the page

    def move(self, move: Mapping[str, Any]) -> None:
        """Make a move given in the form of a record."""
        if "ask" in move:
            self.ask(move["ask"], move["of"])
        elif "claim" in move:
            self.claim(move["claim"], move["holders"])
        else:
            self.press_field(self.form("/pass/"), "to", move["pass"])

    def ask(self, card: str, of: int) -> None:
        form = self.form("/ask/")
        self.choose(form, "of", of)
        self.press_field(form, "card", card)

    def claim(self, name: str, holders: Mapping[str, int]) -> None:
        form = self.page.locator(f'form[action$="/claim/"]:has([name=set][value="{name}"])')
        self.place(name, holders)
        # A claim may have to be checked before it can be made.
        for button in form.locator("button.look").all():
            click(button)
        self.press(form)

    def place(self, name: str, holders: Mapping[str, int]) -> None:
        """Open the form of a claim, and place these cards."""
        form = self.page.locator(f'form[action$="/claim/"]:has([name=set][value="{name}"])')
        self.page.locator(f"#claim-{name}, #claim-form-{name}").first.wait_for(state="attached")
        # The form of a set may be made only when the set is opened.
        for part in ("details#claims", f"details#claim-{name}"):
            for shut in self.page.locator(f"{part}:not([open])").all():
                click(shut.locator("summary").first)
        for card, seat in holders.items():
            self.choose(form, f"holder-{card}", seat)

    # Helpers

    def form(self, action: str, field: str = "*") -> Locator:
        """The first form with this address and this field."""
        return self.page.locator(f'form[action$="{action}"]:has({field})').first

    def choose(self, form: Locator, name: str, value: object) -> None:
        """Choose ``value`` in a field: in a list or among buttons. The field may also have only
        this value.
        """
        fields = form.locator(f'[name="{name}"]')
        if fields.first.evaluate("field => field.tagName") == "SELECT":
            fields.first.select_option(str(value))
            return
        field = form.locator(f'[name="{name}"][value="{value}"]').first
        if field.get_attribute("type") == "hidden" or field.is_checked():
            return
        id_ = field.get_attribute("id")
        label = self.page.locator(f'label[for="{id_}"], label:has(#{id_})').first if id_ else None
        click(label if label and label.count() else field.locator("xpath=ancestor::label"))
        if not field.is_checked():
            field.evaluate("field => field.click()")

    def press_field(self, form: Locator, name: str, value: object) -> None:
        """Send the form with this value: by a button with the value, or by the field and a
        button.
        """
        field = form.locator(f'[name="{name}"][value="{value}"]').first
        if field.evaluate("field => field.tagName") == "BUTTON":
            click(field)
        else:
            self.choose(form, name, value)
            self.press(form)

    def press(self, form: Locator) -> None:
        click(form.locator("button[type=submit]:not([disabled])").last)


def two_among_bots(new_context: Callable[[], BrowserContext], site: Site) -> dict[int, Player]:
    """Two people at a table filled with bots, by seat. They came through the home page and with the
    code.

    Asha, who opened the room, comes first, then Ben.
    """
    asha, ben = (Player(new_context().new_page(), site) for _ in range(2))
    code = asha.open_room("Asha", "fox")
    ben.join(code, "Ben", "owl")
    for player in (asha, ben):
        player.wait_for_connection("saved")
    asha.fill_with_bots()
    asha.start()
    ben.page.locator("#hand").wait_for()
    people = {player.state()["you"]: player for player in (asha, ben)}
    assert len(people) == 2
    return people


def click(target: Locator) -> None:
    """Click once: with the mouse if the element is visible, otherwise by script."""
    target.wait_for(state="attached")
    try:
        # A click may take as long as the page takes to load, so first try it without clicking.
        target.click(timeout=PATIENCE_MS, trial=True)
    except PlaywrightError:
        while not target.evaluate("element => element.isConnected && (element.click(), true)"):
            pass  # A swap has just removed the element.
    else:
        target.click()


def program_of(player: Player) -> Program:
    """The person of this tab, who plays by HTTP meanwhile."""
    program = Program(player.site)
    for cookie in player.page.context.cookies():
        program.http.cookies.set(cookie["name"], cookie["value"], domain=cookie["domain"])
    return program


def tab_of(context: BrowserContext, person: Program, code: str) -> Player:
    """A tab in which a person who has played by HTTP opens a room."""
    player = looks_at(context, person, code)
    player.wait_for_connection("saved", "elsewhere")
    return player


def looks_at(context: BrowserContext, person: Program, code: str) -> Player:
    """Like ``tab_of``, but does not wait for the socket, which may never open."""
    context.add_cookies(
        [
            {"name": name, "value": value, "url": person.site.url}
            for name, value in person.http.cookies.items()
        ]
    )
    player = Player(context.new_page(), person.site)
    player.page.goto(f"{person.site.url}/r/{code}/")
    return player


def stored(site: Site, code: str, seat: int) -> dict[str, Any]:
    """The correct content of a screen, computed from the database."""
    game = site.rows(
        "SELECT game.* FROM game_game AS game JOIN rooms_room ON game_id = game.id WHERE code = ?",
        code,
    )[0]
    hand = site.rows("SELECT live FROM game_hand WHERE game_id = ? AND seat = ?", game["id"], seat)[
        0
    ]
    by = json.loads(game["scorers"])
    return {
        "version": game["version"],
        "over": game["status"] == "finished",
        "scores": [game["score_0"], game["score_1"]],
        "sets": [sum(scorer == team for scorer in by) for team in (0, 1)],
        "last": game["version"] - 1 if game["version"] else None,
        "turn": None if game["status"] == "finished" else game["turn"],
        "hand": sorted(cards_of(hand["live"])),
    }


def same_as_stored(player: Player, seat: int, seconds: float = 30) -> None:
    """Wait until the screen shows the stored state, even while other people move."""

    def both() -> tuple[Any, Any]:
        kept = stored(player.site, player.code, seat)
        with contextlib.suppress(PlaywrightError):  # The page may be loading.
            return kept, player.shown()
        return kept, None

    def are_the_same() -> bool:
        kept, shown = both()
        return kept == shown

    wait_until(
        "the screen shows what is stored",
        are_the_same,
        seconds,
        seen=lambda: (*both(), player.connection()),
    )


def same_as_new(player: Player) -> None:
    """Wait until the regions, which were updated move by move, equal those of a new page."""
    wait_until("the page equals a new one", lambda: player.page.evaluate(EQUALS_NEW))


def stand_still(page: Page) -> None:
    """Wait until nothing on the page moves, except for endless animations."""
    page.wait_for_function(STANDS_STILL)


STANDS_STILL = """() => document.getAnimations().every(({ playState, effect }) =>
  playState !== "running" || effect.getComputedTiming().endTime === Infinity)"""

# Leave out everything that scripts write into the regions.
EQUALS_NEW = """async () => {
  const plain = (region) => {
    const copy = region.cloneNode(true);
    const all = (selector) => copy.querySelectorAll(selector);
    for (const each of all(".is-held, .moment, .hush")) each.remove();
    for (const each of all("#last, .told, [data-holder], .countdown")) each.textContent = "";
    const written = ["open", "hx-swap-oob", "data-held", "data-true", "data-left"];
    for (const each of [copy, ...all("*")]) {
      for (const name of written) each.removeAttribute(name);
      if (!each.className) each.removeAttribute("class");
    }
    copy.normalize();
    return copy;
  };
  const html = await (await fetch(document.getElementById("room").dataset.regions)).text();
  const now = new DOMParser().parseFromString(html, "text/html");
  return ["table", "mine"].every((id) =>
    plain(document.getElementById(id)).isEqualNode(plain(now.getElementById(id))));
}"""

SHOWN = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const last = document.getElementById("last").dataset.number;
  const turn = document.querySelector("[data-seat][aria-current]");
  const shelf = (team) => `.shelf[data-team="${team}"]`;
  return {
    version: Number(document.getElementById("versions").dataset.game),
    over: Boolean(document.querySelector(".result")),
    scores: [0, 1].map((team) => Number(all(`${shelf(team)} .score`)[0].textContent)),
    sets: [0, 1].map((team) => all(`${shelf(team)} [data-set]`).length),
    last: last === "" ? null : Number(last),
    turn: turn ? Number(turn.dataset.seat) : null,
    hand: all("#hand [data-card]").map((card) => card.dataset.card).sort(),
  };
}"""
