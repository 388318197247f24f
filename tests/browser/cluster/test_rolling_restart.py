"""The site is upgraded during a game. Two people in browsers notice only a short interruption."""

import threading

import pytest

from tests.browser.kit.player import two_among_bots
from tests.browser.rooms.test_whole_game import everybody_sees_what_is_stored, play
from tests.cluster.kit.clustered import ClusterSite, live_cluster

pytestmark = [
    pytest.mark.browser,
    pytest.mark.cluster,
]

RESTART = 1012
# The longest interruption on a slow machine. The page must connect again at the first attempt: a
# failed attempt would add a close code other than RESTART.
BLINK_SECONDS = 10

# Records the close codes of the page's sockets, and how long the page shows "down" each time.
WATCH_LINE = """() => {
  window.blinks = [];
  window.codes = [];
  document.addEventListener("htmx:wsClose", ({ detail }) => window.codes.push(detail.event.code));
  const line = document.getElementById('connection');
  let since = null;
  new MutationObserver(() => {
    if (line.dataset.state === "down") since ??= Date.now();
    else if (since !== null) { window.blinks.push(Date.now() - since); since = null; }
  }).observe(line, { attributes: true, attributeFilter: ["data-state"] });
}"""


@pytest.mark.timeout(240)
def test_a_game_goes_on(new_context, tmp_path):
    with live_cluster(tmp_path, BOT_THINK_SECONDS="0.3") as site:
        people = two_among_bots(new_context, site)
        broken = []
        for player in people.values():
            player.page.evaluate(WATCH_LINE)
            player.page.on(
                "response", lambda answer: answer.status >= 500 and broken.append(answer.url)
            )

        reached = []

        def bring_up_to_date():
            reached.append(version_of_game(site))
            site.restart_web_rolling()
            reached.append(version_of_game(site))

        version = 0
        restart = threading.Thread(target=bring_up_to_date)
        restart.start()
        while restart.is_alive():
            version += 1
            play(people, until=version)
        restart.join()
        before, after = reached
        assert after > before, "nothing happened meanwhile"
        play(people, until=max(version, after) + 2)
        everybody_sees_what_is_stored(people)
        for player in people.values():
            player.page.wait_for_function(
                "() => document.getElementById('connection').dataset.state === 'saved'"
            )
            assert set(player.page.evaluate("() => window.codes")) == {RESTART}
            blinks = player.page.evaluate("() => window.blinks")
            assert all(blink < BLINK_SECONDS * 1000 for blink in blinks), blinks
            assert player.errors == []
        assert broken == []
        assert "0 wrong" in site.manage("check_games")
        assert site.complaints() == []


def version_of_game(site: ClusterSite) -> int:
    return site.rows("SELECT version FROM game_game")[0]["version"]
