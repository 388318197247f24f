"""Queries of moves and pages: their number does not grow with moves, games or people."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from game import play
from game.models import Move
from tests.kit import (
    HTMX,
    JSON,
    make_moves,
    missed_ask,
    move_fields,
    people,
    room_of,
    signed_in,
    state_of,
    table_of,
)

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

SHOWN_AT_MOST = 40 + 16  # The asks on a page, and a few claims


@pytest.fixture
def room(clock, users):
    """A table with the option ``history`` set to ``full``, the value that could cost most. The time
    stands still from before it is made, so no presence grows old enough to be renewed.
    """
    return table_of(users, "classic", history="full")


def grow(game, moves):
    """Make misses until the game has ``moves`` moves. No card changes hands."""
    make_moves(game, *[missed_ask] * (moves - state_of(game).number))


class Cost:
    """Counts the queries of a block, and the rows of the log that they read."""

    def __init__(self):
        # A patch of its own: to undo the test's patches would start the stopped clock again.
        self.patch = pytest.MonkeyPatch()
        self.log_rows = 0

    def __enter__(self):
        from_db = Move.from_db.__func__

        def counted(cls, *args):
            self.log_rows += 1
            return from_db(cls, *args)

        self.patch.setattr(Move, "from_db", classmethod(counted))
        self.queries = CaptureQueriesContext(connection)
        self.queries.__enter__()
        return self

    def __exit__(self, *raised):
        self.queries.__exit__(*raised)
        self.patch.undo()

    @property
    def count(self):
        return len(self.queries)


def through_play(room, users):
    """The cost of a miss by ``play.act``."""
    state = state_of(room.game)
    request = play.Request(users[state.turn].pk, uuid.uuid4().hex)
    with Cost() as cost:
        play.act(room.game_id, missed_ask(state), version=state.number, request=request)
    assert cost.log_rows == 0
    return cost.count


def through_http(room, users, headers):
    """The cost of a miss by POST, with the answer."""
    state = state_of(room.game)
    client = signed_in(users[state.turn])
    word, fields = move_fields(missed_ask(state), state.rules)
    fields |= {"version": state.number, "request_id": uuid.uuid4().hex}
    with Cost() as cost:
        answer = client.post(f"/r/{room.code}/{word}/", fields, headers=headers)
    assert answer.status_code == 200
    assert cost.log_rows <= SHOWN_AT_MOST
    return cost.count


def reading(room, users, path):
    """The cost of a GET."""
    client = signed_in(users[0])
    with Cost() as cost:
        assert client.get(f"/r/{room.code}/{path}").status_code == 200
    return cost.count


def all_costs(room, users):
    return {
        "play": through_play(room, users),
        "htmx": through_http(room, users, HTMX),
        "json": through_http(room, users, JSON),
        "page": reading(room, users, ""),
        "regions": reading(room, users, "regions/"),
        "state": reading(room, users, "state.json"),
    }


def test_a_move_makes_the_same_queries_at_move_5_and_at_move_200(room, users):
    grow(room.game, 5)
    early = all_costs(room, users)
    grow(room.game, 200)
    late = all_costs(room, users)
    assert room.game.moves.count() > 200
    assert early == late


def test_a_move_makes_the_same_queries_beside_30_other_games(room, users):
    grow(room.game, 5)
    table_of(users)
    alone = all_costs(room, users)
    for _ in range(29):
        grow(table_of(users).game, 2)
    assert all_costs(room, users) == alone


def test_the_number_of_queries_of_a_move(room, users):
    """The limits show when a move or a page needs more queries than now.

    They include the test's own savepoints.
    """
    costs = all_costs(room, users)
    limits = {"play": 7, "json": 9, "htmx": 20, "page": 14, "regions": 18, "state": 12}
    over = {name: cost for name, cost in costs.items() if cost > limits[name]}
    assert not over, costs


def test_a_lobby_makes_the_same_queries_with_2_people_as_with_10():
    users = people(10)
    few, many = room_of(users[:2]), room_of(users)
    for path in ("", "regions/", "state.json"):
        costs = []
        for code in (few, many):
            client = signed_in(users[0])
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/r/{code}/{path}").status_code == 200
            costs.append(len(queries))
        assert costs[0] == costs[1], path
