"""Player results are written with the last move, and are the same after a rebuild."""

from io import StringIO

import pytest
from django.core.management import call_command

from finished import records
from game import play
from game.models import Companion, Game, PlayerResult
from game.models import Move as MoveRow
from game.play import results
from tests.database.kit.played_by_people import end_by_people
from tests.kit import PLAIN, import_record, people, play_on, started, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def users():
    return people(3)


@pytest.fixture
def game(users):
    game = started(users, PLAIN, bots=1)
    end_by_people(game)
    return game


def written():
    """All results and companions, without their ids."""
    rows = PlayerResult.objects.order_by("game", "user").values()
    companions = Companion.objects.order_by("player_result__game", "user", "other")
    return (
        [{key: value for key, value in row.items() if key != "id"} for row in rows],
        list(
            companions.values(
                "player_result__game", "user", "other", "partner", "result", "ended_at"
            )
        ),
    )


@pytest.mark.postgres
def test_a_participation_has_the_result_and_the_counts_of_moves(users, game):
    by_team = {0: PlayerResult.Result.DRAWN, 1: PlayerResult.Result.DRAWN}
    if game.score_0 != game.score_1:
        ahead = 0 if game.score_0 > game.score_1 else 1
        by_team = {ahead: PlayerResult.Result.WON, 1 - ahead: PlayerResult.Result.LOST}
    for seat, user in enumerate(users):
        result = PlayerResult.objects.get(game=game, user=user)
        moves = game.moves.filter(user=user)
        assert (result.seat, result.result, result.ended_at) == (
            seat,
            by_team[seat % 2],
            game.finished_at,
        )
        assert result.asks == moves.filter(kind="ask").count()
        assert result.hits == moves.filter(kind="ask", hit=True).count()
        assert result.right_claims == moves.filter(outcome="correct").count()
        assert result.claims == moves.filter(kind="claim").count()
    assert PlayerResult.objects.count() == len(users)
    assert sum(result.hits for result in PlayerResult.objects.all()) > 0


@pytest.mark.postgres
def test_each_player_is_a_companion_of_the_others(users, game):
    found = set(Companion.objects.values_list("user", "other", "partner"))
    a, b, c = (user.pk for user in users)
    assert found == {
        (a, b, False), (b, a, False), (a, c, True), (c, a, True), (b, c, False), (c, b, False)
    }  # fmt: skip


@pytest.mark.postgres
def test_results_are_stored_in_the_transaction_of_the_last_move(users, monkeypatch):
    """The last move and the results are written in one transaction, so no game is over without its
    results.
    """
    game = started(users, PLAIN, bots=1)

    def fail(*args):
        raise RuntimeError("as if the power went")

    monkeypatch.setattr(results, "write", fail)
    with pytest.raises(RuntimeError):
        end_by_people(game)
    game.refresh_from_db()
    assert game.status == "running"
    monkeypatch.undo()
    end_by_people(game)
    assert PlayerResult.objects.count() == 3


def test_moves_of_others_at_a_seat_are_not_counted(users):
    game = started(users, PLAIN, bots=1)
    end_by_people(game)
    asks = game.moves.filter(user=users[0], kind="ask")
    mine = asks.count()
    asks.filter(pk=asks.last().pk).update(user=None, mover=MoveRow.Mover.SUBSTITUTE)
    results.rewrite(game.pk)
    assert PlayerResult.objects.get(user=users[0]).asks == mine - 1


@pytest.mark.postgres
def test_a_player_who_left_neither_won_nor_lost(users):
    game = started(users, PLAIN, bots=1)
    end_by_people(game, moves=8)
    play.replace_with_bot(game.pk, users[0].pk, "easy")
    end_by_people(game)
    result = PlayerResult.objects.get(user=users[0])
    assert (result.result, result.seat) == (PlayerResult.Result.LEFT, 0)
    assert result.asks == game.moves.filter(user=users[0], kind="ask").count()
    assert Companion.objects.filter(user=users[1], other=users[0]).exists()


def test_an_abandoned_game_has_no_winner(users):
    game = started(users, PLAIN, bots=1)
    end_by_people(game, moves=5)
    Game.objects.filter(pk=game.pk).update(status="abandoned", due_at=None)
    results.rewrite(game.pk)
    found = PlayerResult.objects.filter(game=game)
    assert {result.result for result in found} == {PlayerResult.Result.UNFINISHED}
    assert {result.ended_at for result in found} == {game.moves.last().made_at}


def test_imported_games_have_no_participations(users, game):
    before = written()
    imported = import_record(records.export(game).encode())
    call_command("rebuild_history", stdout=StringIO())
    assert not PlayerResult.objects.filter(game=imported).exists()
    assert written() == before


def test_games_of_bots_only_have_no_participations():
    game = started([], PLAIN, bots=4)
    play_on(game)
    assert not PlayerResult.objects.exists()


def test_a_game_keeps_the_code_of_its_deleted_room():
    room = table_of(people(4), preset="classic")
    play_on(room.game)
    code = room.code
    room.delete()
    call_command("rebuild_history", stdout=StringIO())
    assert set(PlayerResult.objects.values_list("room_code", "preset")) == {(code, "classic")}
