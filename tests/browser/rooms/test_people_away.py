"""The turn-holder is away, and another player lets a bot move for them."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.player import tab_of
from tests.cluster.kit.site_process import dealt, last_seen

pytestmark = [pytest.mark.browser, pytest.mark.journey]

NAMES = "Asha Ben Chidi Dora".split()


def test_the_offer_of_a_substitute_comes_after_a_minute(site, new_context):
    code, people = dealt(site, "nine-sets", NAMES)
    turn = people[0].state(code)["turn"]
    for seat in range(4):
        last_seen(site, code, seat, 3600)  # Keep the other players from counting as away.
    waiting = tab_of(new_context(), people[(turn + 1) % 4], code)

    last_seen(site, code, turn, -25)
    expect(waiting.page.locator(f".seat[data-seat='{turn}'].is-away")).to_have_count(1)
    # Nobody moves. The only update comes when the minute is over.
    last_seen(site, code, turn, -59)
    expect(waiting.page.locator("#news")).to_contain_text("has been away for a while.")
    waiting.page.locator("#substitute").click()
    waiting.wait_for(1)
    game = people[0].state(code)["game"]
    made = site.rows("SELECT seat, mover FROM game_move WHERE number = 0 AND game_id = ?", game)
    assert [tuple(row) for row in made] == [(turn, "substitute")]
    assert waiting.errors == []
