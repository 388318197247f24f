"""Measures how fast a replay opens a move of a long game (``make bench``).

It makes a game of 300 moves with eight players in a new database. A case is the page, the JSON
document, one position, or the eight positions that a page fetches at once; each is seen from one
seat or with all hands open. Each case opens moves from all parts of the game, except the case of
the page at the end. The figures are milliseconds on the server, from request to response. They
include all middleware except WhiteNoise.
"""

import os
import tempfile
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter, process_time

from benchmarks.site import set_up

MOVES = 300
ROUNDS = 25
LIMIT_MS = 100


def main() -> None:
    """Make the game, and measure each case."""
    with tempfile.TemporaryDirectory(prefix="literature-replay-") as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/db.sqlite3"
        set_up()
        measure()


def measure() -> None:
    from django.test import Client

    user, game = long_game()
    client, chance = Client(), Random(1)
    client.force_login(user)
    path = f"/games/{game.pk}/"

    def get(address: str, accept: str = "text/html") -> Callable[[], None]:
        def timed() -> None:
            move = chance.randrange(MOVES + 1)
            first = move // 8 * 8
            query = address.format(move=move, first=first, last=first + 7)
            answer = client.get(path + query, headers={"Accept": accept})
            assert answer.status_code == 200, query

        return timed

    print(f"A game of {MOVES} moves and eight players; median (slowest) of {ROUNDS}, ms; of work")
    for title, timed in (
        ("page, all hands open", get("?move={move}")),
        ("page, through one seat's eyes", get("?move={move}&eyes=3")),
        ("page, at the end", get(f"?move={MOVES}")),
        ("document, one seat's eyes", get("?move={move}&eyes=3", "application/json")),
        ("one position", get("positions/?from={move}&to={move}&eyes=3")),
        ("eight positions, all hands open", get("positions/?from={first}&to={last}")),
        ("eight positions, one seat's eyes", get("positions/?from={first}&to={last}&eyes=3")),
    ):
        show(title, [times_of(timed) for _ in range(ROUNDS)])


def long_game():  # type: ignore[no-untyped-def]
    """Play a long game of hits, misses and some claims. Return one of its players, and the game."""
    from game import play
    from game.models import Game
    from literature.rules.apply import apply
    from literature.rules.moves import Claim
    from literature.rules.options import Rules
    from literature.rules.state import FINISHED
    from tests.kit import people, random_move, started, state_of

    users, chance = people(8), Random(5)
    rules = Rules(players=8, history="full", game_end="all_sets")
    game = started(users, rules)
    state = state_of(game)
    while state.number < MOVES:
        if state.phase == FINISHED:  # This game was too short. Begin another one.
            game = started(users, rules)
            state = state_of(game)
        # Claims shorten a game. So draw five moves, and if possible take one that is not a claim.
        # At every fiftieth move draw only one.
        drawn = [random_move(state, chance) for _ in range(5 if state.number % 50 else 1)]
        move = next((each for each in drawn if not isinstance(each, Claim)), drawn[0])
        play.act(game.pk, move, version=state.number)
        state, _event = apply(state, move)
    Game.objects.filter(pk=game.pk, status="running").update(status="abandoned", due_at=None)
    return users[3], Game.objects.get(pk=game.pk)


def times_of(timed: Callable[[], None]) -> tuple[float, float]:
    """Return the elapsed time and the processor time in milliseconds. On an idle machine the two
    are nearly equal.
    """
    start, work = perf_counter(), process_time()
    timed()
    return (perf_counter() - start) * 1000, (process_time() - work) * 1000


def show(title: str, times: list[tuple[float, float]]) -> None:
    clock, work = zip(*times, strict=True)
    verdict = "" if median(work) < LIMIT_MS else f"  over {LIMIT_MS}"
    print(f"{title:<34} {median(clock):7.1f} ({max(clock):.1f}) {median(work):7.1f}{verdict}")


if __name__ == "__main__":
    main()
