"""Typed commands: their moves and their answers."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.kit.all_hands_player import knowing_move
from tests.browser.kit.player import tab_of
from tests.browser.rooms.test_table_keyboard import own_turns, small_game
from tests.cluster.kit.site_process import Program, Site, live_hands

pytestmark = pytest.mark.browser


def said(page: Page, command: str) -> str:
    """Type a command. Return the answer."""
    page.locator("#command-line").fill(command)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('command-says').textContent")
    return page.locator("#command-says").inner_text()


def words(move: dict[str, Any], names: list[str]) -> str:
    """Return a move as a typed command."""
    if "ask" in move:
        return f"ask {names[move['of']]} {card(move['ask'])}"
    if "pass" in move:
        return f"pass {names[move['pass']]}"
    typed = ["claim", move["claim"].replace("-", " ")]
    for seat in sorted({*move["holders"].values()}):
        cards = [each for each, holder in move["holders"].items() if holder == seat]
        short = move["claim"] == "extra"
        who = "me" if seat == move["seat"] else names[seat]
        typed += [who, *(card(each) if short else rank(each) for each in cards)]
    return " ".join(typed)


def rank(text: str) -> str:
    return text[0].replace("T", "10").lower()


def card(text: str) -> str:
    return text.lower() if text in ("RJ", "BJ") else rank(text) + text[1].lower()


def ask_and_claim(page: Page, site: Site, code: str, asha: Program) -> None:
    """Type the moves of Asha until she has asked and claimed."""
    names = [seat["name"].lower() for seat in asha.state(code)["seats"]]
    answers = []
    for state in own_turns(asha, code):
        page.wait_for_function(
            "version => Number(document.getElementById('versions').dataset.game) >= version",
            arg=state["version"],
        )
        move = knowing_move(state, live_hands(site, code))
        answers.append(said(page, words(move, names)))
        assert asha.state(code)["version"] > state["version"], (words(move, names), answers[-1])
        if "claim" in move and any(" asked " in answer for answer in answers):
            break
    else:
        raise AssertionError(f"no ask and a claim after it: {answers}")
    assert " claimed " in answers[-1]


def test_commands_are_explained_and_moves_are_made(site, context: BrowserContext):
    code, asha = small_game(site)
    page = tab_of(context, asha, code).page
    # It is the viewer's turn, so nobody else moves now.
    page.locator("#mine[data-my-turn]").wait_for()
    page.keyboard.press("/")
    state = asha.state(code)
    other = next(
        seat["name"]
        for seat in state["seats"]
        if seat["team"] != state["seats"][state["you"]]["team"]
    )
    for command, part in {
        "dance": "“dance” is not a command",
        "ask": "Type a player and a card",
        "ask nobody 9h": "No player is called",
        f"ask {other} 99": "“99” is not a card",
        "claim middle clubs me": "is not a set of this deck",
        "claim low hearts": "♥. Every card needs a holder.",
        "claim low spades me 9": "“9” is not a card of that set",
        "pass": "Type the player who gets the turn",
        "help": "claim low spades",
    }.items():
        assert part in said(page, command), command
    for seat in state["seats"]:
        assert seat["name"] in said(page, "who")
    assert said(page, "last")
    hand = said(page, "hand")
    assert ":" in hand and " of " in hand
    # If the move of a command is illegal, the server refuses it with its own sentence.
    mine = next(each for each in asha.state(code)["hand"] if each not in ("RJ", "BJ"))
    answer = said(page, f"ask {other} {card(mine)}")
    assert "You hold that card yourself" in answer
    ask_and_claim(page, site, code, asha)
