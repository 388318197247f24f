"""People at a table, each with their own browser: claim pauses, reactions, leaving, chat,
spectators.
"""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, expect

from game.refusals import SENTENCES
from tests.browser.kit.player import Player, tab_of
from tests.browser.rooms.test_people_series import end_unseen
from tests.cluster.kit.site_process import (
    SETS,
    Program,
    Site,
    bring_turn_to,
    dealt,
    live_hands,
    logged_moves,
    seated,
)

pytestmark = [pytest.mark.browser, pytest.mark.journey]

NAMES = "Asha Ben Chidi Dora Emil Fatima".split()


def table(site: Site, preset: str = "nine-sets") -> tuple[str, list[Program]]:
    """A game of six people. The first seat has the turn."""
    code, people = dealt(site, preset, NAMES, turn=0)
    return code, people


# Claim pauses


def choose_set(claimer: Player, hand: set[str]) -> str:
    """Open the set of which this hand has the fewest cards. Return the set."""
    deck = SETS["8s-and-jokers"]
    card_set = min(deck, key=lambda name: len(hand & {*deck[name]}))
    if not claimer.page.locator("#claims[open]").count():
        claimer.page.locator("#claims-button").click()
    claimer.page.locator(f"#claim-{card_set} > summary").click()
    return card_set


def waits_for(player: Player, name: str) -> None:
    """Check that the page names the player for whom the table waits, and shows the time left."""
    expect(player.page.locator(".claim-pause")).to_contain_text(name)
    expect(player.page.locator(".claim-pause .countdown")).to_have_text(re.compile(r"^0:\d\d$"))


def goes_on(*players: Player) -> None:
    for player in players:
        expect(player.page.locator(".claim-pause")).to_have_count(0)


def ask_in_vain(site: Site, code: str, turn: Player, people: Sequence[Program]) -> None:
    """Ask seat 1 for a card that they do not have."""
    asks = people[0].state(code)["legal"]["asks"]
    hand = live_hands(site, code)[1]
    turn.ask(next(card for card, of in asks.items() if 1 in of and card not in hand), 1)


def test_the_table_waits_and_goes_on(site, new_context):
    """Seat 0 has the turn. Seat 1 opens a set, cancels the claim, and claims later."""
    code, people = table(site, "nine-sets-anytime")
    turn, claimer = (tab_of(new_context(), people[seat], code) for seat in (0, 1))
    choose_set(claimer, live_hands(site, code)[1])
    waits_for(turn, people[1].name)
    waits_for(claimer, people[1].name)
    cancel = claimer.page.locator("#cancel-claim-pause")
    expect(cancel).to_have_count(1)

    version = people[0].state(code)["version"]
    ask_in_vain(site, code, turn, people)
    expect(turn.page.locator("#refusal")).to_have_text(str(SENTENCES["paused"]))
    assert people[0].state(code)["version"] == version

    cancel.dispatch_event("click")
    goes_on(turn, claimer)
    ask_in_vain(site, code, turn, people)
    turn.wait_for(version + 1)
    claimer.wait_for(version + 1)
    goes_on(turn, claimer)
    assert people[0].state(code)["declaring"] is None
    expect(claimer.page.locator(".claim[open]")).to_have_count(0)

    hands = live_hands(site, code)
    if people[0].state(code)["turn"] == 1:
        bring_turn_to(site, code, people, 0)
        # The update after the claimer's own ask closes an open list of sets. So wait for this
        # update.
        claimer.wait_for(people[0].state(code)["version"])
    card_set = choose_set(claimer, hands[1])
    waits_for(turn, people[1].name)
    holders = {card: 1 if card in hands[1] else 3 for card in SETS["8s-and-jokers"][card_set]}
    claimer.claim(card_set, holders)
    for player in (turn, claimer):
        expect(player.page.locator(f".spine[data-set={card_set}]")).to_have_count(1)
    goes_on(turn, claimer)
    made = logged_moves(site, people[0].state(code)["game"])[-1]
    assert (made["seat"], made["claim"], made["holders"]) == (1, card_set, holders)


# Reactions and leaving


def test_everybody_sees_a_reaction_and_a_leaver(site, new_context):
    """A bot takes the seat of the player who has left."""
    code, people = table(site)
    asha, ben = (tab_of(new_context(), people[seat], code) for seat in (0, 1))
    # The panel of the reactions closes like every other sheet.
    panel = ben.page.locator("#reactions")
    for close in (lambda: ben.page.keyboard.press("Escape"), lambda: ben.page.mouse.click(5, 300)):
        ben.page.locator("#react").click()
        expect(panel).to_be_visible()
        bottom = "element => element.getBoundingClientRect().bottom"
        hand = ben.page.locator("#hand").bounding_box()
        assert panel.evaluate(bottom) <= hand["y"]
        close()
        expect(panel).to_be_hidden()
    ben.page.locator("#react").click()
    ben.page.locator("#reactions [name=reaction][value=wow]").click()
    expect(panel).to_be_hidden()
    shown = asha.page.locator(".reactions li[data-seat='1']")
    expect(shown.locator("[data-reaction=wow]")).to_be_visible()
    expect(shown).to_contain_text("Wow")
    expect(shown).to_contain_text(people[1].name)

    ben.page.locator(".bar-code").click()
    ben.page.locator("#menu .menu-links [popovertarget=leave]").click()
    ben.page.locator("#leave-game").click()
    expect(ben.page.locator("#prompt")).to_have_text("You are watching.")
    expect(ben.page.locator("#hand")).to_have_count(0)
    expect(ben.page.locator("#mine a[href='/']")).to_be_visible()
    expect(asha.page.locator(".seat[data-seat='1'] .gear")).to_have_count(1)
    assert ben.state()["hand"] is None

    # The bot plays on when it has the turn.
    version = asha.state()["version"]
    ask_in_vain(site, code, asha, people)
    asha.wait_for(version + 2)
    ben.wait_for(version + 2)
    bots_move = site.rows(
        "SELECT seat, mover FROM game_move WHERE game_id = ? AND number = ?",
        asha.state()["game"],
        version + 1,
    )[0]
    assert tuple(bots_move) == (1, "bot")
    expect(ben.page.locator("#hand")).to_have_count(0)


# Chat


def lines(player: Player) -> Locator:
    return player.page.locator("#chat-lines li")


def chat(player: Player, text: str) -> None:
    player.page.locator("#chat-text").fill(text)
    player.page.locator("#chat-text").press("Enter")
    expect(player.page.locator("#chat-text")).to_have_value("")


def test_chat_before_and_after_a_game_but_not_during(site, new_context):
    code, people = seated(site, "nine-sets", NAMES)
    asha, ben = (tab_of(new_context(), person, code) for person in people[:2])
    chat(asha, "Hello <b>you</b>")
    expect(lines(ben).last).to_have_text("Asha Hello <b>you</b>")
    chat(ben, "Hello too")
    expect(lines(asha)).to_have_count(2)

    asha.start()
    expect(ben.page.locator("#hand")).to_be_visible()
    for player in (asha, ben):
        expect(player.page.locator("#chat-text, #chat-lines")).to_have_count(0)
    refused = people[1].post(f"/r/{code}/chat/", text="I have the nine")
    assert refused.status_code == 422
    assert refused.json()["code"] == "no_talk"

    end_unseen(site, code, people[2])
    for player in (asha, ben):
        expect(player.page.locator(".result")).to_be_visible()
        player.page.locator("#chat > summary").click()
        expect(player.page.locator("#chat-heading ~ ol")).to_be_in_viewport(ratio=1)
        expect(player.page.locator("#chat-text")).to_be_in_viewport(ratio=1)
    chat(ben, "Well played")
    expect(lines(asha).last).to_have_text("Ben Well played")
    expect(lines(asha)).to_have_count(3)
    expect(asha.page.locator(".chat-count")).to_have_text("3")
    asha.page.keyboard.press("Escape")
    expect(lines(asha).last).to_be_hidden()


# Spectators


def test_players_see_the_spectators_and_may_send_them_away(site, new_context):
    code, people = table(site)
    asha = tab_of(new_context(), people[0], code)
    watching = asha.page.locator("#watching")
    expect(watching).to_have_count(0)
    zoe = tab_of(new_context(), Program(site, "Zoe"), code)
    expect(zoe.page.locator("#prompt")).to_have_text("You are watching.")
    expect(watching.locator("summary")).to_have_text("1 spectator")
    expect(watching.locator("li")).to_be_hidden()
    watching.locator("summary").click()
    expect(watching.locator("li")).to_have_text("Zoe")
    # The list stays open when more people come. A tap outside closes it.
    with Program(site, "Yan").listen(code):
        expect(watching.locator("summary")).to_have_text("2 spectators")
        assert sorted(watching.locator("li").all_inner_texts()) == ["Yan", "Zoe"]
        asha.page.locator("#prompt").click()
        expect(watching.locator("li").first).to_be_hidden()

    people[0].done(f"/r/{code}/settings/", spectators="false")
    # The open page shows the refusal. After a reload the page shows nothing of the game.
    expect(zoe.page.locator("#refusal")).to_have_text(str(SENTENCES["no_spectators"]))
    zoe.page.goto(f"{site.url}/r/{code}/")
    expect(zoe.page.locator(".refusal")).to_have_text(str(SENTENCES["no_spectators"]))
    expect(zoe.page.locator("#room, .seat, [data-card]")).to_have_count(0)
    asha.page.reload()
    expect(asha.page.locator("#hand")).to_be_visible()
