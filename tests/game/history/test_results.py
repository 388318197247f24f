"""Parts: written with a game's last move, made good where they lack, and rebuilt the same."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from game import play, records
from game.history import results
from game.models import Companion, Game, PlayerResult
from game.models import Move as MoveRow
from rooms.actions import people as rooms_people
from tests.game.history.played import end_by_people
from tests.kit import PLAIN, people, person, play_on, started, table_of

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
    """Every part and who was with whom, without the rows' own numbers."""
    rows = PlayerResult.objects.order_by("game", "user").values()
    companions = Companion.objects.order_by("part__game", "user", "other")
    return (
        [{key: value for key, value in row.items() if key != "id"} for row in rows],
        list(companions.values("part__game", "user", "other", "partner", "result", "ended_at")),
    )


def forget_parts():
    """As an older process leaves a game."""
    PlayerResult.objects.all().delete()
    Game.objects.update(in_history=False)


def test_a_part_says_how_it_ended_and_what_one_did(users, game):
    by_team = {0: PlayerResult.Result.DRAWN, 1: PlayerResult.Result.DRAWN}
    if game.score_0 != game.score_1:
        ahead = 0 if game.score_0 > game.score_1 else 1
        by_team = {ahead: PlayerResult.Result.WON, 1 - ahead: PlayerResult.Result.LOST}
    for seat, user in enumerate(users):
        part = PlayerResult.objects.get(game=game, user=user)
        moves = game.moves.filter(user=user)
        assert (part.seat, part.result, part.ended_at) == (
            seat,
            by_team[seat % 2],
            game.finished_at,
        )
        assert part.asks == moves.filter(kind="ask").count()
        assert part.hits == moves.filter(kind="ask", hit=True).count()
        assert part.right_claims == moves.filter(outcome="correct").count()
        assert part.claims == moves.filter(kind="claim").count()
    assert PlayerResult.objects.count() == len(users)
    assert sum(part.hits for part in PlayerResult.objects.all()) > 0
    assert game.in_history


def test_everybody_is_the_others_companion(users, game):
    found = set(Companion.objects.values_list("user", "other", "partner"))
    a, b, c = (user.pk for user in users)
    assert found == {
        (a, b, False), (b, a, False), (a, c, True), (c, a, True), (b, c, False), (c, b, False)
    }  # fmt: skip


def test_parts_come_with_the_last_move_or_not_at_all(users, monkeypatch):
    """One transaction: a game can't be over without them."""
    game = started(users, PLAIN, bots=1)

    def fail(*args):
        raise RuntimeError("as if the power went")

    monkeypatch.setattr(results, "_write_parts", fail)
    with pytest.raises(RuntimeError):
        end_by_people(game)
    game.refresh_from_db()
    assert (game.status, game.in_history) == ("running", False)
    monkeypatch.undo()
    end_by_people(game)
    assert PlayerResult.objects.count() == 3


def test_what_others_did_on_ones_seat_is_not_ones_own(users):
    game = started(users, PLAIN, bots=1)
    end_by_people(game)
    asks = game.moves.filter(user=users[0], kind="ask")
    mine = asks.count()
    asks.filter(pk=asks.last().pk).update(user=None, mover=MoveRow.Mover.SUBSTITUTE)
    results.rewrite(game.pk)
    assert PlayerResult.objects.get(user=users[0]).asks == mine - 1


def test_who_left_has_a_part_and_neither_won_nor_lost(users):
    game = started(users, PLAIN, bots=1)
    end_by_people(game, moves=8)
    play.hand_to_bot(game.pk, users[0].pk, "easy")
    end_by_people(game)
    part = PlayerResult.objects.get(user=users[0])
    assert (part.result, part.seat) == (PlayerResult.Result.LEFT, 0)
    assert part.asks == game.moves.filter(user=users[0], kind="ask").count()
    assert Companion.objects.filter(user=users[1], other=users[0]).exists()


def test_a_game_that_was_given_up_has_no_winner(users):
    game = started(users, PLAIN, bots=1)
    end_by_people(game, moves=5)
    Game.objects.filter(pk=game.pk).update(status="abandoned", due_at=None)
    assert results.catch_up(10) == 1
    found = PlayerResult.objects.filter(game=game)
    assert {part.result for part in found} == {PlayerResult.Result.UNFINISHED}
    assert {part.ended_at for part in found} == {game.moves.last().made_at}


def test_imported_games_are_nobodys(users, game):
    before = written()
    imported = records.import_record(records.export(game).encode())
    assert results.catch_up(10) == 0
    call_command("rebuild_history", stdout=StringIO())
    assert not PlayerResult.objects.filter(game=imported).exists()
    assert written() == before


def test_games_of_bots_alone_are_in_nobodys_history():
    game = started([], PLAIN, bots=4)
    play_on(game)
    assert not PlayerResult.objects.exists()
    assert results.catch_up(10) == 0


def test_a_game_knows_its_room_when_the_room_is_gone():
    room = table_of(people(4), preset="classic")
    play_on(room.game)
    code = room.code
    room.delete()
    call_command("rebuild_history", stdout=StringIO())
    assert set(PlayerResult.objects.values_list("room_code", "preset")) == {(code, "classic")}


# What older processes leave


def test_what_an_older_process_ended_is_made_good(users, game):
    before = written()
    forget_parts()
    assert results.catch_up(10) == 1
    assert written() == before
    assert results.catch_up(10) == 0


def test_the_room_of_a_game_that_an_older_process_dealt():
    room = table_of(people(4))
    Game.objects.update(room_code="")
    play_on(room.game)
    forget_parts()
    results.catch_up(10)
    assert set(PlayerResult.objects.values_list("room_code", flat=True)) == {room.code}


def test_an_older_process_can_deal():
    """It knows of none of the new columns; the database fills them in."""
    game = started(people(4), PLAIN)
    columns = [field.column for field in Game._meta.concrete_fields]
    known = [name for name in columns if name not in ("id", "in_history", "room_code")]
    names = ", ".join(f'"{name}"' for name in known)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO game_game (id, {names}) SELECT %s, {names} FROM game_game WHERE id = %s",
            ["0" * 24, game.pk],
        )
    dealt = Game.objects.get(pk="0" * 24)
    assert (dealt.in_history, dealt.room_code) == (False, "")


def test_an_older_process_can_delete_a_person(users, game):
    """It deletes no parts, and the database must let it; what is left counts for nobody."""
    game.players.filter(user=users[0]).update(user=None)
    game.moves.filter(user=users[0]).update(user=None)
    User.objects.filter(pk=users[0].pk)._raw_delete("default")
    assert PlayerResult.objects.filter(user_id=users[0].pk).exists()
    call_command("rebuild_history", stdout=StringIO())
    assert not PlayerResult.objects.filter(user_id=users[0].pk).exists()
    assert PlayerResult.objects.count() == 2


def test_catching_up_takes_the_latest_first_and_so_many(users):
    games = [started(users, PLAIN, bots=1) for _ in range(3)]
    for game in games:
        end_by_people(game)
    forget_parts()
    assert results.catch_up(2) == 2
    assert set(Game.objects.filter(in_history=True)) == set(games[1:])


def test_looking_for_missing_parts_reads_the_index_of_those(game):
    plan = results.missing().order_by("-started_at").values_list("pk")[:20].explain()
    if connection.vendor == "sqlite":  # PostgreSQL reads a table of one row as a whole
        assert "game_not_in_history" in plan


# The command


def test_rebuilding_gives_the_same(users, game):
    other = started(people(4), PLAIN)
    end_by_people(other)
    before = written()
    forget_parts()
    out = StringIO()
    call_command("rebuild_history", stdout=out)
    assert written() == before
    assert out.getvalue() == "2 games written\n"


def test_rebuilding_mends_what_is_wrong(users, game):
    before = written()
    PlayerResult.objects.filter(user=users[0]).update(hits=999, result="drawn")
    PlayerResult.objects.filter(user=users[1]).delete()
    PlayerResult.objects.create(
        game=game, user=person("Zoe"), seat=3, result="won", ended_at=timezone.now()
    )
    call_command("rebuild_history", stdout=StringIO())
    assert written() == before


def test_rebuilding_for_some_people(users, game):
    other = started(people(4), PLAIN)
    end_by_people(other)
    forget_parts()
    out = StringIO()
    call_command("rebuild_history", users[0].username, stdout=out)
    assert set(PlayerResult.objects.values_list("game", flat=True)) == {game.pk}
    assert out.getvalue() == "1 game written\n"
    with pytest.raises(CommandError, match="nobody"):
        call_command("rebuild_history", "nobody")


def test_rebuilding_what_is_missing(users, game):
    out = StringIO()
    call_command("rebuild_history", "--missing", stdout=out)
    assert out.getvalue() == "0 games written\n"
    forget_parts()
    call_command("rebuild_history", "--missing", stdout=out)
    assert out.getvalue().endswith("1 game written\n")


def test_rebuilding_leaves_running_games_alone(users):
    game = started(users, PLAIN, bots=1)
    call_command("rebuild_history", stdout=StringIO())
    results.rewrite(game.pk)
    assert not PlayerResult.objects.exists()


def test_a_forgotten_person_leaves_the_others_parts(users, game):
    rooms_people.forget(users[0])
    assert {part.user for part in PlayerResult.objects.all()} == set(users[1:])
    assert set(Companion.objects.values_list("user", "other")) == {
        (users[1].pk, users[2].pk),
        (users[2].pk, users[1].pk),
    }
    before = written()
    call_command("rebuild_history", stdout=StringIO())
    assert written() == before


def test_the_last_move_writes_them_in_four_queries(users):
    """However long the game was; see ``tests/game/test_queries.py`` for the others."""
    game = started(users, PLAIN, bots=1)
    end_by_people(game)
    game.player_results.all().delete()
    with CaptureQueriesContext(connection) as queries:
        results.write(game, list(game.players.all()))
    assert len(queries) == 1 + 4  # the players were read before
