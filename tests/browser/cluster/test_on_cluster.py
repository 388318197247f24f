"""Two people in two browsers and four bots play a game on PostgreSQL and Redis, through nginx."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.player import two_among_bots
from tests.browser.rooms.test_whole_game import everybody_sees_what_is_stored, play
from tests.cluster.kit.clustered import live_cluster

pytestmark = [
    pytest.mark.browser,
    pytest.mark.cluster,
]


def test_from_the_home_page_to_the_result(new_context, tmp_path):
    with live_cluster(tmp_path) as site:
        people = two_among_bots(new_context, site)
        _asha, ben = people.values()
        play(people, until=10)
        ben.page.reload()
        everybody_sees_what_is_stored(people)
        play(people, until=1000)
        everybody_sees_what_is_stored(people)
        for player in people.values():
            shown = player.shown()
            assert shown["over"]
            assert max(shown["scores"]) >= 5
            expect(player.page.locator("#connection")).to_have_attribute("data-state", "saved")
            assert player.errors == []
        assert "0 wrong" in site.manage("check_games")
        assert site.complaints() == []
