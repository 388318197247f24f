"""A person who plays alone with bots, on a phone: the person changes the pace, pauses the bots, and
lets the bots play until the person's turn.
"""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.kit.all_hands_player import vain_move
from tests.browser.kit.moments import at_pace, hold, stop
from tests.browser.kit.player import PHONE, Player, tab_of
from tests.cluster.kit.site_process import game_of, give_turn, live_hands, live_site, seated

pytestmark = [
    pytest.mark.browser,
    pytest.mark.browser_context_args(reduced_motion="no-preference"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    # Bots move only on request, so that the tests do not depend on speed.
    with live_site(tmp_path_factory.mktemp("pace"), BOT_THINK_SECONDS="3600") as site:
        yield site


def test_pace_pause_and_playing_to_the_turn(site, new_context):
    context = new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    me = Player(context.new_page(), site)
    page = me.page
    pause, to_my_turn = page.locator("#pause-bots"), page.locator("#to-my-turn")
    me.open_home()
    me.press(me.form("/play/"))
    # The newcomer has the first turn, so there are no bots to wait for.
    expect(page.locator("#mine[data-my-turn]")).to_be_visible()
    me.wait_for_connection("saved")
    page.locator("[data-lesson=off]").tap()
    expect(pause).to_have_count(0)
    state = me.state()
    me.move(vain_move(state, live_hands(site, me.code), 1))

    pause.tap()
    expect(pause).to_have_text("Go on")
    expect(page.locator(".prompt .hint")).to_have_text("The bots wait until you press “Go on”.")
    assert game_of(site, me.code)["due_at"] is None

    # The host changes the pace by keyboard. The new pace applies to the running game, and the panel
    # shows it when the host opens the panel again.
    for chosen, other in (("slow", "normal"), ("normal", "fast")):
        page.locator(".table-bar [aria-label=Menu]").tap()
        # On a phone the menu does not mention keys.
        expect(page.locator("#set-sound")).to_be_visible()
        expect(page.locator("#set-keys")).to_be_hidden()
        # The tools are loaded each time. A key that is pressed meanwhile would be lost.
        with page.expect_response("**/host/tools/"):
            page.locator("#open-host").tap()
        expect(page.locator("#host-tools.htmx-request")).to_have_count(0)
        expect(page.locator(f"#pace-{chosen}")).to_be_checked()
        with page.expect_response("**/settings/"):
            page.locator(f"#pace-{chosen}").press("ArrowRight")
        assert json.loads(game_of(site, me.code)["table"])["pace"] == other
        assert game_of(site, me.code)["slow_turns"] == 0
        expect(page.locator(f"#pace-{other}")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#host-panel")).to_be_hidden()
    assert game_of(site, me.code)["due_at"] is None

    # After a press of the Enter key, the focus is still on the button.
    pause.focus()
    page.keyboard.press("Enter")
    expect(pause).to_have_text("Pause bots")
    expect(pause).to_be_focused()
    assert game_of(site, me.code)["due_at"] is not None
    assert me.state()["version"] == state["version"] + 1

    to_my_turn.tap()
    expect(page.locator("#mine[data-my-turn]")).to_be_visible()
    expect(to_my_turn).to_have_count(0)
    expect(page.locator(".follows")).to_contain_text("holds another")
    assert me.state()["turn"] == state["you"]
    assert game_of(site, me.code)["bots_mode"] == "normal"
    assert me.errors == []


def test_the_hand_stays_in_its_place_until_the_answer(site, context):
    """After a miss the controls of the bots need another row."""
    code, (me,) = seated(site, "nine-sets-anytime", ["Asha"])
    me.done(f"/r/{code}/bots/fill/")
    me.done(f"/r/{code}/start/")
    give_turn(site, game_of(site, code)["id"], me.state(code)["you"])
    at_pace(context, "normal")
    page = tab_of(context, me, code, PHONE).page
    expect(page.locator("#mine[data-my-turn]")).to_be_attached()
    stop(page)
    before = page.locator("#hand").bounding_box()
    state = me.state(code)
    me.move(code, vain_move(state, live_hands(site, code), 1), state["version"])
    hold(page, 400, ".moment .answer")
    assert page.locator(".hand.is-held").bounding_box() == before
