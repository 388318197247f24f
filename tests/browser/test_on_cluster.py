"""Two people in two browsers and four bots play a game on PostgreSQL and Redis, through nginx."""

import pytest

from tests.browser.player import Player
from tests.browser.test_whole_game import everybody_sees_what_is_stored, play
from tests.clustered import live_cluster

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.xdist_group("browser"),
]


@pytest.mark.timeout(240)
def test_from_the_home_page_to_the_result(new_context, tmp_path):
    with live_cluster(tmp_path) as site:
        asha = Player(new_context().new_page(), site)
        ben = Player(new_context().new_page(), site)
        code = asha.open_room("Asha", "fox")
        ben.join(code, "Ben", "owl")
        asha.fill_with_bots()
        asha.start()
        ben.page.locator("#hand").wait_for()
        people = {player.state()["you"]: player for player in (asha, ben)}
        assert len(people) == 2

        play(people, until=10)
        ben.page.reload()
        everybody_sees_what_is_stored(people)
        play(people, until=1000)
        everybody_sees_what_is_stored(people)
        for player in people.values():
            shown = player.shown()
            assert shown["over"]
            assert max(shown["scores"]) >= 5
            assert player.line() == "saved"
            assert player.errors == []
        assert "0 wrong" in site.manage("check_games")
        assert site.complaints() == []
