"""A person who uses a browser. They use the forms, the field names and the labels of the page."""

import contextlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize
from playwright.sync_api import Error as PlaywrightError

from tests.cluster.kit.site_process import Program, Site, cards_of, game_of
from tests.waiting import wait_until

#: A click waits at most this long for the mouse to reach the element; then a script clicks it.
PATIENCE_MS = 1500


#: Makes the scripts believe that no socket is open yet, so that moves are sent by POST.
MUTE_SOCKETS = "Object.defineProperty(WebSocket.prototype, 'readyState', { get: () => 0 })"


class Player:
    """One tab of a person."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page, self.site = page, site
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(f"{error}\n{error.stack}"))

    # From the home page to the table

    def open_home(self) -> None:
        self.page.goto(f"{self.site.url}/")

    def say_who(self, name: str, avatar: str) -> None:
        """Fill in the form for a name on the present page, and send the form."""
        form = self.form("/guest/", "input[name=name]")
        form.locator("input[name=name]").fill(name)
        self.choose(form, "avatar", avatar)
        self.press(form)

    def open_room(self, name: str, avatar: str) -> str:
        """Open a room from the home page, as a person without a name. Return its code."""
        self.open_home()
        self.page.locator('a[href$="/rooms/new/"]').first.click()
        self.say_who(name, avatar)
        self.press(self.form("/rooms/new/"))
        self.page.wait_for_url("**/r/*/")
        return self.code

    def join(self, code: str, name: str, avatar: str) -> None:
        """Sit down in a friend's room, as a person without a name who comes from the home page."""
        self.open_home()
        self.page.locator("input[name=code]").fill(code)
        self.press(self.form("/go/"))
        # The form for the name belongs to this room, so the next page is the room again.
        self.say_who(name, avatar)
        self.sit()

    def sit(self) -> None:
        self.press(self.page.locator('#mine form[action$="/join/"]').first)
        self.page.locator("form.stand-up").wait_for(state="attached")

    def fill_with_bots(self) -> None:
        # Wait for the answer. If the person took the next step earlier, it would be refused.
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
        """Return the document ``state.json``, which the page fetches."""
        path = f"/r/{self.code}/state.json"
        return self.page.evaluate("path => fetch(path).then(answer => answer.json())", path)

    def shown(self) -> dict[str, Any]:
        """Return the state that the page shows."""
        return self.page.evaluate(SHOWN)

    def wait_for(self, version: int) -> None:
        """Wait until the page shows this version of the game, or a newer one."""
        self.page.wait_for_function(
            "version => Number(document.getElementById('versions')?.dataset.game) >= version",
            arg=version,
        )

    def wait_past(self, version: int) -> None:
        """Wait until somebody has moved since this version of the game. The page need not
        show it.
        """
        wait_until("somebody moves", lambda: game_of(self.site, self.code)["version"] > version)

    def connection(self) -> str:
        """Return the state of the page's connection: ``saved``, ``down``, ``closed`` or
        ``elsewhere``.
        """
        return self.page.locator("#connection").get_attribute("data-state") or ""

    def wait_for_connection(self, *states: str) -> None:
        """Wait until the connection has one of these states. The page may be loading meanwhile."""
        self.page.wait_for_function(
            "states => states.includes(document.getElementById('connection')?.dataset.state)",
            arg=list(states),
        )

    # Moves by the forms on the page

    def move(self, move: Mapping[str, Any]) -> None:
        """Make a move that is given in the form of a record."""
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
        # The person may have to check a claim before they can send it.
        for button in form.locator("button.look").all():
            click(button)
        self.press(form)

    def place(self, name: str, holders: Mapping[str, int]) -> None:
        """Open the form of a claim, and place these cards."""
        form = self.page.locator(f'form[action$="/claim/"]:has([name=set][value="{name}"])')
        self.page.locator(f"#claim-{name}, #claim-form-{name}").first.wait_for(state="attached")
        # A script may make the form only when the set is opened.
        for part in ("details#claims", f"details#claim-{name}"):
            for shut in self.page.locator(f"{part}:not([open])").all():
                click(shut.locator("summary").first)
        for card, seat in holders.items():
            self.choose(form, f"holder-{card}", seat)

    # Helpers

    def form(self, action: str, field: str = "*") -> Locator:
        """Return the first form with this address and this field."""
        return self.page.locator(f'form[action$="{action}"]:has({field})').first

    def choose(self, form: Locator, name: str, value: object) -> None:
        """Choose ``value`` in a list or among buttons. If the field has only this value, do
        nothing.
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
        """Send the form with this value. The value may have a button of its own."""
        field = form.locator(f'[name="{name}"][value="{value}"]').first
        if field.evaluate("field => field.tagName") == "BUTTON":
            click(field)
        else:
            self.choose(form, name, value)
            self.press(form)

    def press(self, form: Locator) -> None:
        click(form.locator("button[type=submit]:not([disabled])").last)


def two_among_bots(new_context: Callable[[], BrowserContext], site: Site) -> dict[int, Player]:
    """Two people at a table that bots have filled. Return them by seat: first Asha, who has opened
    the room, then Ben.

    Both came from the home page. Ben entered the room's code there.
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
    """Click an element once: with the mouse if the mouse can reach it, otherwise by a script."""
    target.wait_for(state="attached")
    try:
        # A click may take as long as the next page takes to load. So first try without clicking
        # whether the mouse can reach the element.
        target.click(timeout=PATIENCE_MS, trial=True)
    except PlaywrightError:
        while not target.evaluate("element => element.isConnected && (element.click(), true)"):
            pass  # A swap has just removed the element. Try again.
    else:
        target.click()


def program_of(player: Player) -> Program:
    """Return the person of this tab as a program that plays over HTTP."""
    program = Program(player.site)
    for cookie in player.page.context.cookies():
        program.http.cookies.set(cookie["name"], cookie["value"], domain=cookie["domain"])
    return program


#: A phone's size. It costs less to change a tab's size than to open a context of this size.
PHONE: ViewportSize = {"width": 390, "height": 844}


def tab_of(
    context: BrowserContext, person: Program, code: str, size: ViewportSize | None = None
) -> Player:
    """Open a room in a tab, for a person who has played over HTTP."""
    player = looks_at(context, person, code, size)
    player.wait_for_connection("saved", "elsewhere")
    return player


def looks_at(
    context: BrowserContext, person: Program, code: str, size: ViewportSize | None = None
) -> Player:
    """Do the same as ``tab_of``, but do not wait for the socket, which may never open."""
    context.add_cookies(
        [
            {"name": name, "value": value, "url": person.site.url}
            for name, value in person.http.cookies.items()
        ]
    )
    player = Player(context.new_page(), person.site)
    if size:
        player.page.set_viewport_size(size)
    player.page.goto(f"{person.site.url}/r/{code}/")
    return player


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        "size => String([innerWidth, innerHeight]) === String(size)", arg=[width, height]
    )


def stored(site: Site, code: str, seat: int) -> dict[str, Any]:
    """Return the correct content of a page, computed from the database."""
    game = game_of(site, code)
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
    """Wait until the page shows the stored state. Other people may move meanwhile."""

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
    """Wait until the regions, which many updates have changed, equal those of a new page."""
    wait_until("the page equals a new one", lambda: player.page.evaluate(EQUALS_NEW))


def stand_still(page: Page) -> None:
    """Wait until nothing on the page moves. Endless animations do not count."""
    page.wait_for_function(STANDS_STILL)


STANDS_STILL = """() => document.getAnimations().every(({ playState, effect }) =>
  playState !== "running" || effect.getComputedTiming().endTime === Infinity)"""

# The comparison leaves out everything that scripts write into the regions.
EQUALS_NEW = """async () => {
  const plain = (region) => {
    const copy = region.cloneNode(true);
    const all = (selector) => copy.querySelectorAll(selector);
    for (const each of all(".is-held, .moment, .hush")) each.remove();
    for (const each of all("#last, .told, [data-holder], .countdown")) each.textContent = "";
    const written = ["open", "hx-swap-oob", "data-held", "data-true", "data-out", "data-left"];
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
