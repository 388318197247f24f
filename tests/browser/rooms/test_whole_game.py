"""Two people in two browsers play a nine-set game with four bots. Their connections break now and
then.
"""

import random

import pytest

from tests.browser.kit.all_hands_player import finish, knowing_move
from tests.browser.kit.player import Player, program_of, same_as_new, same_as_stored, two_among_bots
from tests.cluster.kit.site_process import live_hands, live_site, simple_move

pytestmark = [pytest.mark.browser, pytest.mark.cluster]

#: A connection is broken for at most this number of moves.
MOVES_OFFLINE = 4


def test_from_the_home_page_to_the_result(new_context, tmp_path):
    with live_site(tmp_path) as site:
        people = two_among_bots(new_context, site)
        asha, ben = people.values()

        play(people, until=3)
        ben.page.reload()
        everybody_sees_what_is_stored(people)

        play(people, until=5, turn_of=asha)
        lose_the_network(people, asha, ben)
        everybody_sees_what_is_stored(people)

        play(people, until=9)
        for player in people.values():
            same_as_new(player)
        site.kill()
        for player in people.values():
            player.page.wait_for_function(
                "() => document.getElementById('connection').dataset.state === 'down'"
            )
        site.start()
        everybody_sees_what_is_stored(people)

        # The browsers show no page during most of the game, but all of them show its end.
        code, url = asha.code, asha.page.url
        for player in people.values():
            player.page.goto("about:blank")
        finish(site, code, [program_of(player) for player in people.values()], sets_left=1)
        for player in people.values():
            player.page.goto(url)
        play(people, until=1000, knowing=True)
        everybody_sees_what_is_stored(people)
        for player in people.values():
            shown = player.shown()
            assert shown["over"]
            assert max(shown["scores"]) >= 5
            assert player.errors == []
        assert "0 wrong" in site.manage("check_games")
        assert site.complaints() == []


def play(
    people: dict[int, Player], until: int, turn_of: Player | None = None, *, knowing: bool = False
) -> None:
    """Make people move on their turns, until this version of the game or its end.

    With ``turn_of`` they then go on until this person has the turn. With ``knowing`` they play as
    if they saw all hands.
    """
    chance = random.Random(until)
    spectator = next(iter(people.values()))
    while True:
        state = spectator.state()
        player = people.get(state["turn"])
        far_enough = state["version"] >= until and turn_of in (None, player)
        if far_enough or state["phase"] == "finished":
            return
        if player is None:
            spectator.wait_past(state["version"])
            continue
        player.wait_for(state["version"])
        state = player.state()
        if knowing:
            move = knowing_move(state, live_hands(player.site, player.code))
        else:
            move = simple_move(state, chance)
        assert move, state
        player.move(move)
        player.wait_for(state["version"] + 1)


def lose_the_network(people: dict[int, Player], here: Player, gone: Player) -> None:
    """Take ``gone`` offline for some moves, at most until ``gone`` has the turn."""
    gone_seat = next(seat for seat, player in people.items() if player is gone)
    version = here.state()["version"]
    gone.page.context.set_offline(True)
    gone.page.wait_for_function(
        "() => document.getElementById('connection').dataset.state === 'down'"
    )
    while (state := here.state())["version"] < version + MOVES_OFFLINE:
        if state["turn"] == gone_seat or state["phase"] == "finished":
            break
        if state["turn"] == state["you"]:
            move = simple_move(state, random.Random(state["version"]))
            assert move
            here.move(move)
            here.wait_for(state["version"] + 1)
        else:
            here.wait_past(state["version"])
    assert here.state()["version"] > version, "nothing happened meanwhile"
    assert gone.shown()["version"] <= version, "this line was not lost"
    assert gone.connection() == "down"
    gone.page.context.set_offline(False)


def everybody_sees_what_is_stored(people: dict[int, Player]) -> None:
    for seat, player in people.items():
        same_as_stored(player, seat)
