"""Moves of a person who sees all hands."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tests.cluster.kit.site_process import SETS, Program, Site, game_of, live_hands
from tests.waiting import wait_until


def knowing_move(state: Mapping[str, Any], hands: Sequence[set[str]]) -> dict[str, Any]:
    """Return a move that helps to win: a right claim, a hit, or a pass.

    ``state`` is the ``state.json`` of the turn-holder.
    """
    you, legal = state["you"], state["legal"]
    for name in legal["claims"]:
        holders = holders_of(state, hands, name)
        if all(seat % 2 == you % 2 for seat in holders.values()):
            return {"seat": you, "claim": name, "holders": holders}
    for card, seats in legal["asks"].items():
        for of in seats:
            if card in hands[of]:
                return {"seat": you, "ask": card, "of": of}
    return {"seat": you, "pass": legal["passes"][0]}


def vain_move(state: Mapping[str, Any], hands: Sequence[set[str]], of: int) -> dict[str, Any]:
    """Return an ask that misses and gives the turn to ``of``. If there is none, return another
    miss, or else any ask.
    """
    you, asks = state["you"], state["legal"]["asks"]
    asked = [(card, seat) for card, seats in asks.items() for seat in seats]
    missing = [(card, seat) for card, seat in asked if card not in hands[seat]]
    # Near the end of a game there may be no ask that misses.
    card, seat = next((each for each in missing if each[1] == of), (missing or asked)[0])
    return {"seat": you, "ask": card, "of": seat}


def holders_of(state: Mapping[str, Any], hands: Sequence[set[str]], name: str) -> dict[str, int]:
    """Return the true holders of a set."""
    return {
        card: next(seat for seat, hand in enumerate(hands) if card in hand)
        for card in sets_of(state)[name]
    }


def sets_of(state: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the cards of each set in the game's deck."""
    return SETS[state["rules"]["deck"]]


def finish(site: Site, code: str, people: Sequence[Program], sets_left: int = 0) -> None:
    """Let these people play with knowledge of all hands, until the game is over or only
    ``sets_left`` sets are left. Bots play as usual.
    """
    game = game_of(site, code)
    query = "SELECT name, seat FROM game_player WHERE game_id = ?"
    seat_of = {row["name"]: row["seat"] for row in site.rows(query, game["id"])}
    # The program of a person who came by browser does not know their name.
    seats = {seat_of[each.name] if each.name else each.state(code)["you"]: each for each in people}
    sets = SETS[json.loads(game["options"])["deck"]]
    while (game := game_of(site, code))["status"] != "finished":
        hands = live_hands(site, code)
        if sum(not set().union(*hands).isdisjoint(cards) for cards in sets.values()) <= sets_left:
            return
        player = seats.get(game["turn"])
        if player is None:
            wait_until("a bot moves", lambda: game_of(site, code)["version"] > game["version"])
            continue
        own = [name for name, cards in sets.items() if hands[game["turn"]].issuperset(cards)]
        if own:  # Such a claim needs no other knowledge of the game.
            move = {"claim": own[0], "holders": dict.fromkeys(sets[own[0]], game["turn"])}
        else:
            move = knowing_move(player.state(code), hands)
        answer = player.move(code, move, game["version"])
        assert answer.status_code == 200, answer.text
