"""A best of three to its end: two people in two browsers, who want the next game; two bots."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.player import tab_of
from tests.browser.seeing import knowing_move, vain_move
from tests.live import Program, Site, live_hands, live_site, seated

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

GAME_SECONDS = 60


def test_best_of_three(tmp_path, new_context):
    with live_site(tmp_path) as site:
        code, people = seated(site, "nine-sets", ["Asha", "Ben"])
        people[0].done(f"/r/{code}/settings/", series="best_of_three")
        for _ in range(2):
            people[0].done(f"/r/{code}/bots/add/", level="easy")
        asha, ben = pages = [tab_of(new_context(), person, code) for person in people]
        asha.start()
        assert [person.state(code)["you"] for person in people] == [0, 1]

        dealers = []
        for winner, standing in ((0, "Red 1, Blue 0"), (1, "Red 1, Blue 1")):
            dealers.append(people[0].state(code)["dealer"])
            win(site, code, people, winner)
            for page in pages:
                expect(page.page.locator(".result")).to_be_visible()
                expect(page.page.locator(".last .series")).to_contain_text(standing)
                expect(page.page.locator("#again")).to_have_text("Next game")
            # It is dealt when both want it.
            asha.page.locator("#again").click()
            expect(asha.page.locator("#again")).to_be_disabled()
            expect(ben.page.locator("#again")).to_be_enabled()
            ben.page.locator("#again").click()
            for page in pages:
                expect(page.page.locator(".result")).to_have_count(0)
                expect(page.page.locator("#hand .card").first).to_be_visible()

        dealers.append(people[0].state(code)["dealer"])
        assert dealers == [(dealers[0] + more) % 4 for more in range(3)]
        win(site, code, people, 0)
        for page in pages:
            expect(page.page.locator(".last .series")).to_contain_text(
                "Red wins the series. Red 2, Blue 1."
            )
            expect(page.page.locator("#again")).to_have_text("Play again")
        asha.page.locator("#again").click()
        for page in pages:
            expect(page.page.locator(".lobby .series")).to_contain_text("wins the series")
            assert page.errors == []
        assert "0 wrong" in site.manage("check_games")


def win(site: Site, code: str, people: list[Program], winner: int) -> None:
    """Play a game to its end, in which ``winner`` sees every hand and the other wants to lose."""
    end = time.monotonic() + GAME_SECONDS
    while (state := people[winner].state(code))["phase"] != "finished":
        assert time.monotonic() < end, state
        turn = state["turn"]
        if turn >= len(people):
            time.sleep(0.02)
            continue
        state = people[turn].state(code)
        if state["turn"] != turn or state["phase"] == "finished":
            continue
        hands = live_hands(site, code)
        if turn == winner or not state["legal"]["asks"]:
            move = knowing_move(state, hands)
        else:
            move = vain_move(state, hands, of=winner)
        answer = people[turn].move(code, move, state["version"])
        assert answer.status_code == 200, answer.text
    assert state["scores"][winner] > state["scores"][1 - winner]
