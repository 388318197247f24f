"""The page sends a move again if the request or its answer is lost."""

import random
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.kit.player import MUTE_SOCKETS, Player, same_as_stored
from tests.cluster.kit.site_process import simple_move

pytestmark = [pytest.mark.browser, pytest.mark.cluster]

RESTING = "The server can’t be reached. This page will try again automatically."
MOVES = re.compile(r"/r/\w+/(ask|claim|pass)/")


#: A page tries again in less than this time (static/js/room/requests.js).
NEXT_TRY_MS = 4500


def begin(player: Player) -> None:
    """Begin a game with bots, in a page that posts its moves."""
    player.page.add_init_script(MUTE_SOCKETS)
    player.open_home()
    player.press(player.form("/play/"))
    player.page.wait_for_url("**/r/*/")
    player.page.locator("#mine[data-my-turn]").wait_for()


def let_the_page_try(player: Player) -> None:
    """Let enough time pass for the page to send everything again."""
    player.page.clock.run_for(NEXT_TRY_MS)
    player.state()  # This request comes after all requests of the page.


def never_arrives(route: Route) -> None:
    route.abort("connectionreset")


def answer_gets_lost(route: Route) -> None:
    route.fetch()
    route.abort("connectionreset")


def nobody_behind_the_proxy(route: Route) -> None:
    route.fulfill(status=502, body="<h1>Back in a moment</h1>", content_type="text/html")


def database_away(route: Route) -> None:
    route.fulfill(status=503, body="The server can’t be reached.")


@pytest.mark.parametrize(
    "accident",
    [never_arrives, answer_gets_lost, nobody_behind_the_proxy, database_away],
    ids=lambda way: way.__name__,
)
def test_one_click_is_one_move(page: Page, site, accident):
    sent, said = [], []

    def twice_bad(route: Route) -> None:
        sent.append(tuple(route.request.post_data_json[name] for name in ("game", "request_id")))
        if len(sent) <= 2:
            accident(route)
        else:
            # The page shows this message until the request has an answer.
            said.append(page.locator("#refusal").text_content())
            route.continue_()

    asha = Player(page, site)
    page.clock.install()
    begin(asha)
    page.route(MOVES, twice_bad)
    state = asha.state()
    move = simple_move(state, random.Random(1))
    assert move
    with page.expect_response(lambda answer: answer.ok and MOVES.search(answer.url)):
        asha.move(move)
    assert said == [RESTING]
    asha.wait_for(state["version"] + 1)
    expect(page.locator("#refusal")).to_have_text("")
    let_the_page_try(asha)
    assert len(sent) == 3
    assert len(set(sent)) == 1
    kept = site.rows("SELECT number FROM game_move WHERE game_id = ? AND request_id = ?", *sent[0])
    assert [row["number"] for row in kept] == [state["version"]]
    same_as_stored(asha, state["you"])
    assert asha.errors == []


def test_an_ask_is_sent_again_after_its_form_was_reset(page: Page, site):
    """The test resets the form before the request fails, as an update would do."""
    sent = []

    def once_bad(route: Route) -> None:
        sent.append(route.request.post_data_json["request_id"])
        if len(sent) == 1:
            never_arrives(route)
        else:
            route.continue_()

    asha = Player(page, site)
    begin(asha)
    page.route(MOVES, once_bad)
    page.evaluate(
        "document.addEventListener('table:sent',"
        " () => queueMicrotask(() => document.getElementById('ask').reset()), { once: true })"
    )
    state = asha.state()
    asha.move(simple_move(state, random.Random(1)))
    asha.wait_for(state["version"] + 1)
    assert len(sent) == 2
    assert len({*sent}) == 1
    assert asha.errors == []


def test_a_request_without_an_id_is_not_sent_again(page: Page, site):
    asha = Player(page, site)
    page.clock.install()
    asha.open_room("Asha", "fox")
    sent = []
    page.route("**/bots/fill/", lambda route: (sent.append(route), route.abort()))
    asha.press(asha.form("/bots/fill/"))
    expect(page.locator("#refusal")).to_contain_text("did not answer")
    let_the_page_try(asha)
    assert len(sent) == 1
