"""A first game in Safari's engine and in Firefox: from the home page to the replay, only by
taps.
"""

from collections.abc import Iterator

import pytest

from tests.browser.kit.all_hands_player import knowing_move
from tests.browser.kit.engines import ENGINES
from tests.browser.kit.tapper import Tapper
from tests.cluster.kit.site_process import Site, live_hands, live_site

pytestmark = pytest.mark.browsers


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with live_site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.mark.parametrize("name", ENGINES)
def test_from_the_home_page_to_the_replay(site: Site, name: str):
    with ENGINES[name]() as engine:
        person = Tapper(engine)
        engine.open(site.url)
        person.tap('form[action="/play/"] button')
        person.wait_for_connection("saved")
        person.tap("[data-lesson=off]")
        choose_no_motion(person)

        play(site, person, moves=3)
        lose_the_line(site, person)
        play(site, person)
        won = "() => document.querySelectorAll('.shelf [data-set]').length"
        assert engine.call(won) >= 5

        person.tap(".end-replay")
        step_through_the_replay(person)
    assert site.complaints() == []


def choose_no_motion(person: Tapper) -> None:
    person.tap('.bar-button[popovertarget="menu"]')
    person.tap('[data-setting="motion"][value="none"]')
    person.wait_for("() => document.documentElement.dataset.motion === 'none'")
    person.wait_for("() => document.querySelector('#menu [value=none]').checked")
    person.tap('#menu [popovertarget="menu"]')


def play(site: Site, person: Tapper, moves: int = 1000) -> None:
    """Play this number of moves, or until the end, with knowledge of all hands."""
    code = person.engine.call("() => document.getElementById('room').dataset.code")
    while moves and (state := person.state())["phase"] != "finished":
        person.wait_for_version(state["version"])
        if state["turn"] != state["you"]:
            person.wait_for_version(state["version"] + 1)
            continue
        person.move(knowing_move(state, live_hands(site, code)))
        person.wait_for_version(state["version"] + 1)
        moves -= 1


def lose_the_line(site: Site, person: Tapper) -> None:
    """Restart the site. The page must reconnect automatically and lose nothing."""
    version = person.state()["version"]
    site.kill()
    person.wait_for_connection("down")
    site.start()
    person.wait_for_connection("saved")
    person.wait_for_version(version)


def step_through_the_replay(person: Tapper) -> None:
    place = "() => new URL(location).searchParams.get('move')"
    person.wait_for("() => 'scripted' in document.documentElement.dataset")
    for move in "12":
        person.tap('[data-go="on"]')
        person.wait_for(f"(move) => ({place})() === move", move)
    person.tap('[data-go="end"]')
    person.wait_for("() => document.querySelector('.result')?.checkVisibility()")
