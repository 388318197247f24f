"""A request is executed only once, even if it is repeated after the next game has begun."""

from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from game import play
from game.models import Game, Move
from game.play import Request, moves
from literature.rules.moves import Pass
from rooms.actions import lobby, playing
from rooms.models import Room
from tests.database.kit.times import ANY_TIME, dealt, refused
from tests.kit import (
    JSON,
    ask,
    claim,
    move_fields,
    play_on,
    rows_of,
    show,
    signed_in,
    state_of,
    table_of,
)
from tests.unit.kit.positions import position

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(users):
    """The request, the claim and the answer of the first move of a game that is over."""
    game = dealt(users, ANY_TIME)
    request = Request(users[0].pk, "c")
    claimed = claim(state_of(game), 0, "low-clubs")
    answer = play.act(game.pk, claimed, version=0, request=request)
    play_on(game)
    return request, claimed, answer


@pytest.mark.postgres
def test_a_move_is_not_made_again_in_the_next_game(users, ended):
    request, claimed, answer = ended
    game = dealt(users, ANY_TIME)
    before = rows_of(game)
    for version in (0, 1, 88):
        again = play.act(game.pk, claimed, version=version, request=request)
        assert again == answer
        assert again.game.pk != game.pk
    assert rows_of(game) == before


@pytest.mark.parametrize("moves", [0, 1, 12])
def test_a_repeated_move_is_not_made_at_any_version_of_the_next_game(users, moves):
    """A repeated request may name a version of the previous game."""
    first = dealt(users, ANY_TIME)
    sent = [
        (Request(users[0].pk, "a"), ask(0, "AC", 1)),
        (Request(users[2].pk, "c"), claim(state_of(first), 2, "low-spades")),
    ]
    answers = [
        play.act(first.pk, move, version=version, request=request)
        for version, (request, move) in enumerate(sent)
    ]
    play.abandon(first.pk)
    game = dealt(users, ANY_TIME)
    play_on(game, moves)
    before = rows_of(game)
    for version in range(moves + 2):
        again = [play.act(game.pk, move, version=version, request=name) for name, move in sent]
        assert again == answers
    assert rows_of(game) == before


@pytest.mark.postgres
def test_a_request_id_cannot_be_used_for_another_move_in_the_next_game(users, ended):
    request, *_ = ended
    game = dealt(users, ANY_TIME)
    before = rows_of(game)
    for move in (ask(0, "AC", 1), Pass(0, 2), claim(state_of(game), 0, "low-spades")):
        assert refused(play.act, game.pk, move, version=0, request=request) == "request_reused"
    assert rows_of(game) == before


def test_a_claim_of_a_game_that_was_longer_is_stale(users):
    """The version belongs to the previous game, which was longer."""
    game = dealt(users, ANY_TIME)
    claimed = claim(state_of(game), 0, "low-clubs")
    for request in (Request(users[0].pk, "new"), None):
        assert refused(play.act, game.pk, claimed, version=1, request=request) == "stale"
    assert not game.moves.exists()


def posted(room, user, move, version):
    word, fields = move_fields(move, room.game.rules)
    fields |= {"version": version, "request_id": "lost"}
    return signed_in(user).post(f"/r/{room.code}/{word}/", fields, headers=JSON)


@pytest.mark.parametrize("then", ["result", "lobby", "next game", "other seats"])
def test_the_answer_to_the_last_claim_is_lost(users, then):
    """Other people may go on before the page repeats the request. The answer is about the first
    game.
    """
    room = table_of(users, claim_timing="any_time")
    show(room, position({2: "low-clubs"}, turn=2, players=4, claim_timing="any_time"))
    claimed = claim(state_of(room.game), 2, "low-clubs")
    first = posted(room, users[2], claimed, 0)
    assert first.status_code == 200, first.content
    assert Game.objects.get(pk=room.game_id).is_over
    go_on(room.code, users, then)
    again = posted(room, users[2], claimed, 0)
    assert (again.status_code, again.json()) == (200, first.json())
    assert Move.objects.filter(request_id="lost").count() == 1
    now = Room.objects.get(code=room.code).game
    assert now is None or now.pk == room.game_id or not now.moves.exists()


def go_on(code, users, then):
    if then == "result":
        return
    playing.again(code, users[1])
    if then == "other seats":
        lobby.swap(code, users[0], 2, 3)
    if then != "lobby":
        playing.start(code, users[0])


@pytest.mark.postgres
def test_request_ids_are_looked_up_in_an_index(users, monkeypatch):
    """The statement that stores the move checks the request, so that a move needs no additional
    query.
    """
    # Django notes only the statements of its own cursors.
    noted = SimpleNamespace(Cursor=lambda _connection: connection.cursor())
    monkeypatch.setattr(moves, "psycopg", noted)
    game = dealt(users)
    with CaptureQueriesContext(connection) as queries:
        play.act(game.pk, ask(0, "AC", 1), version=0, request=Request(users[0].pk, "r"))
    (sql,) = [each["sql"] for each in queries if "UPDATE game_game" in each["sql"]]
    # With few moves every index is equally good, and PostgreSQL may choose any. So add moves.
    (move,) = game.moves.all()
    for number in range(1, 500):
        move.pk, move.number, move.request_id = None, number, f"r{number}"
        move.save(force_insert=True)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ANALYZE game_move")
            cursor.execute(f"EXPLAIN {sql}")
        else:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        plan = "\n".join(str(row[-1]) for row in cursor.fetchall())
    assert "move_one_per_request" in plan
