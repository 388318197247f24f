"""Takes pictures of the table for people to look at: ``python -m tests.browser.pictures FOLDER
[PART ...]``.

The part ``tables`` has pictures at several sizes, in both themes, with 4 to 12 seats. The part
``strips`` has eight frames each of a hit, a miss, a right and a wrong claim, and the claim that
decides a game.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from accounts.avatars import AVATARS
from tests.browser.kit.all_hands_player import knowing_move
from tests.browser.kit.kept import new_context
from tests.browser.kit.moments import at_pace, give_hands, give_whole_sets, go_on, hold, stop
from tests.browser.kit.player import stand_still, tab_of
from tests.cluster.kit.site_process import (
    Program,
    Site,
    bring_turn_to,
    dealt,
    live_hands,
    live_site,
)

BROWSER = "/usr/bin/chromium-headless-shell"
NAMES = "Asha Ben Chidi Dora Emil Fatima Goran Hana Ivo Jun Kofi Lena".split()
SIZES = [(320, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)]
THEMES = ("light", "dark")
FRAMES = 8
# For each kind of move, the element of its scene for which ``hold`` waits, and the length of the
# scene in ms.
STRIPS = {
    "hit": (".moment .answer", 1500),
    "miss": (".moment .answer", 1020),
    "right": (".verdict", 6000),
    "wrong": (".verdict", 6000),
    "end": (".verdict", 6000),
}


def preset_for(seats: int) -> str:
    return "big-table" if seats > 10 else "nine-sets"


def table_of(site: Site, context: BrowserContext, seats: int) -> tuple[str, list[Program], Page]:
    """Start a game of people. Return the room's code, the people, and the page of the second person
    at the normal pace.
    """
    code, people = dealt(site, preset_for(seats), NAMES[:seats])
    for number, avatar in enumerate([name for name, _label in AVATARS][:seats]):
        site.write("UPDATE accounts_user SET avatar = ? WHERE name = ?", avatar, NAMES[number])
    at_pace(context, "normal")
    return code, people, tab_of(context, people[1], code).page


def claim_of(site: Site, people: list[Program], code: str, *, right: bool) -> dict[str, object]:
    """Deal the cards for a claim of the high spades by the first seat. Return the claim. If
    ``right`` is false, an opponent has the second card.
    """
    team = range(0, len(people), 2)
    cards = give_hands(site, people, code, {})[0]["high-spades"]
    named = {card: team[number % len(team)] for number, card in enumerate(cards)}
    give_hands(site, people, code, named if right else named | {cards[1]: 3})
    return {"claim": "high-spades", "holders": named}


def take_tables(site: Site, browser: Browser, folder: Path) -> None:
    """Take pictures of the table after a wrong claim, then of the viewer's turn, and then of the
    sheet with the cards to ask for.
    """
    for seats in (4, 6, 8, 12):
        context = new_context(browser, reduced_motion="reduce")
        code, people, page = table_of(site, context, seats)
        people[0].move(code, claim_of(site, people, code, right=False), 0)
        page.locator(".found").wait_for()
        page.mouse.click(2, 2)
        take_sizes(page, folder, f"{seats}-claim")
        bring_turn_to(site, code, people, 1)
        page.locator("#ask").wait_for(state="attached")
        take_sizes(page, folder, f"{seats}-turn")
        page.locator(".target").first.click()
        take_sizes(page, folder, f"{seats}-sheet", SIZES[1:3])
        context.close()


def take_sizes(
    page: Page, folder: Path, name: str, sizes: Sequence[tuple[int, int]] = SIZES
) -> None:
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            stand_still(page)
            page.screenshot(path=folder / f"{name}-{width}-{theme}.png")


def take_strips(site: Site, browser: Browser, folder: Path) -> None:
    for seats, (width, height), theme in (
        (6, (390, 844), "light"),
        (6, (390, 844), "dark"),
        (6, (1280, 800), "light"),
        (8, (390, 844), "light"),
        (12, (390, 844), "light"),
        (12, (1920, 1080), "light"),
    ):
        for what in STRIPS:
            context = new_context(
                browser,
                viewport={"width": width, "height": height},
                color_scheme=theme,
                reduced_motion="no-preference",
            )
            take_strip(site, context, seats, what, folder / f"{what}-{seats}-{width}-{theme}.png")
            context.close()


def take_strip(site: Site, context: BrowserContext, seats: int, what: str, to: Path) -> None:
    """Take eight frames of a move, and put them side by side."""
    code, people, page = table_of(site, context, seats)
    version = 0
    if what in ("hit", "miss"):
        sets, holders = give_hands(site, people, code, {})
        of = 1 if what == "hit" else 3
        asked = next(cards for cards in sets.values() if holders[cards[1]] == 1)[1]
        move: dict[str, object] = {"ask": asked, "of": of}
    elif what == "end":
        give_whole_sets(site, code, people[0].state(code))
        people, move = last_claim(site, people, code)
        version = people[0].state(code)["version"]
    else:
        move = claim_of(site, people, code, right=what == "right")
    # Reload the page, so that it knows the new hands.
    page.reload()
    page.wait_for_load_state("networkidle")
    part, ms = STRIPS[what]
    stop(page)
    answer = people[0].move(code, move, version)
    assert answer.status_code == 200, answer.text
    frames = []
    for number in range(FRAMES - 1):
        hold(page, ms * (number + 0.5) / (FRAMES - 1), part)
        frames.append(page.screenshot())
    go_on(page)
    page.wait_for_function("() => !document.querySelector('#flights > *, .moment')")
    page.wait_for_function("() => !document.getElementById('room').dataset.showing")
    frames.append(page.screenshot())
    side_by_side(context.new_page(), frames, to)


def last_claim(
    site: Site, people: list[Program], code: str
) -> tuple[list[Program], dict[str, object]]:
    """Play until the next move is a claim that decides the game. Return a list with the
    claimer, and the claim.
    """
    while True:
        state = people[0].state(code)
        holder = people[state["turn"]]
        move = knowing_move(holder.state(code), live_hands(site, code))
        # With five of nine sets a team has won.
        if "claim" in move and state["scores"][state["turn"] % 2] == 4:
            return [holder], move
        answer = holder.move(code, move, state["version"])
        assert answer.status_code == 200, answer.text


def side_by_side(page: Page, frames: list[bytes], to: Path) -> None:
    """Let the browser put pictures side by side in one picture."""
    with tempfile.TemporaryDirectory() as folder:
        for number, frame in enumerate(frames):
            (Path(folder) / f"{number}.png").write_bytes(frame)
        images = "".join(f'<img src="{number}.png" width="225">' for number in range(len(frames)))
        album = Path(folder) / "album.html"
        album.write_text(f'<!doctype html><body style="margin:0;width:{230 * 8}px">{images}</body>')
        page.goto(f"file://{album}")
        page.locator("body").screenshot(path=to)


def main(folder: Path, parts: Sequence[str]) -> None:
    """Take the requested pictures on a site of their own."""
    folder.mkdir(parents=True, exist_ok=True)
    take = {"tables": take_tables, "strips": take_strips}
    with (
        tempfile.TemporaryDirectory(prefix="literature-pictures-") as data,
        live_site(Path(data)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=BROWSER)
        for part in parts or take:
            take[part](site, browser, folder)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
