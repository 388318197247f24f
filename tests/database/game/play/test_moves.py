"""A move is stored only if its position has not changed; else it is planned again or refused."""

import inspect
import re
from functools import partial

import pytest
from django.db import connection

from bots import driver
from game import due_times, play
from game.models import Game, Move
from game.play import Request, moves, read_stored_game
from game.play.moves import store
from game.play.planning import plan
from game.refusals import Refused
from literature.rules.legality import IllegalMove
from rooms.actions import lobby
from rooms.actions import suspend_rename_delete as people_at_tables
from tests.database.kit.threads import at_once
from tests.database.kit.times import ANY_TIME, MIXED, dealt, fresh
from tests.kit import (
    ask,
    claim,
    missed_ask,
    people,
    rows_of,
    stacked,
    state_of,
    table_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

Mode = Game.BotsMode


@pytest.fixture
def meanwhile(monkeypatch):
    """Call a function once, after a move was planned and before it is stored."""
    tries = []

    def set_up(change):
        def changed_first(*args):
            monkeypatch.setattr(moves, "store", stored)
            change()
            return stored(*args)

        def stored(*args):
            tries.append(store(*args))
            return tries[-1]

        monkeypatch.setattr(moves, "store", changed_first)
        return tries

    return set_up


def planned(game, move, version=0, mover="person", request=None):
    return plan(
        read_stored_game(game.pk),
        lambda _game, _seat: move,
        version=version,
        mover=mover,
        request=request,
    )


# Plans


def test_planning_changes_nothing(users):
    game = dealt(users, ANY_TIME)
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    rows, stored = rows_of(game), read_stored_game(game.pk)
    before = vars(stored.game).copy()
    plan(
        stored,
        lambda _game, _seat: claim(stored.state, 2, "low-spades"),
        version=0,
        mover="person",
        request=Request(users[2].pk, "r"),
    )
    assert vars(stored.game) == before
    assert rows_of(game) == rows


def test_the_stored_move_equals_the_plan(users):
    game = dealt(users)
    made = planned(game, ask(0, "AC", 1))
    assert store(made)
    assert state_of(game) == made.state
    stored = vars(fresh(game))
    del stored["_state"]
    assert stored == {column: vars(made.game)[column] for column in stored}


def test_a_plan_is_stored_once(users):
    game = dealt(users)
    made = planned(game, ask(0, "AC", 1))
    assert (store(made), store(made)) == (True, False)
    assert game.moves.count() == 1


def test_a_known_request_is_not_stored_for_another_game(users):
    request = Request(users[0].pk, "r")
    first, second = dealt(users), dealt(users)
    made = [planned(game, ask(0, "AC", 1), request=request) for game in (first, second)]
    assert [store(each) for each in made] == [True, False]
    assert fresh(second).version == 0


@pytest.mark.parametrize("refused", ["", "no_name"])
def test_a_move_is_stored_only_with_permission(users, refused):
    game = dealt(users)
    rows = rows_of(game)
    permission = ("SELECT id AS game_id, %s AS refused FROM game_game", [refused])
    request = Request(users[0].pk, "r", permission)
    assert store(planned(game, ask(0, "AC", 1), request=request)) == (not refused)
    assert (rows_of(game) == rows) == bool(refused)


def test_a_permission_for_another_game_is_none(users):
    game, other = dealt(users), dealt(users)
    select = "SELECT id AS game_id, '' AS refused FROM game_game WHERE id = %s"
    request = Request(users[0].pk, "r", (select, [other.pk]))
    assert not store(planned(game, ask(0, "AC", 1), request=request))


# Concurrent changes of a game


CHANGES = {
    "leaving": lambda game, users: play.replace_with_bot(game.pk, users[1].pk, "easy"),
    "substitute": lambda game, users: play.substitute(game.pk, users[1].pk),
    "until back": lambda game, users: play.substitute_until_back(game.pk, 2),
    "pace": lambda game, users: play.set_pace(game.pk, "slow"),
    "deadline": lambda game, users: play.after_downtime(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_after_another_change_the_move_is_planned_again(users, meanwhile, change, clock):
    game = dealt(users, ANY_TIME, turn_seconds=0 if change == "substitute" else 60)
    clock.forward(50)
    tries = meanwhile(lambda: CHANGES[change](game, users))
    answer = play.act(game.pk, ask(0, "AC", 1), version=0, request=Request(users[0].pk, "r"))
    assert answer.version == fresh(game).version == 1
    assert tries == [False, True]
    assert fresh(game).table["pace"] == ("slow" if change == "pace" else "normal")
    assert game.players.get(seat=1).bot == ("easy" if change == "leaving" else "")
    assert game.players.get(seat=2).has_substitute == (change == "until back")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda game, users: play.start_claim_pause(game.pk, users[2].pk, "low-spades"), "paused"),
        (lambda game, users: play.replace_with_bot(game.pk, users[0].pk, "easy"), "not_seated"),
        (lambda game, users: play.abandon(game.pk), "game_over"),
        (lambda game, users: play.act(game.pk, ask(0, "TD", 3), version=0), "stale"),
    ],
)
def test_a_move_that_became_illegal_is_refused(users, meanwhile, change, code):
    game = dealt(users, ANY_TIME)
    tries = meanwhile(partial(change, game, users))
    with pytest.raises((Refused, IllegalMove), match=code):
        play.act(game.pk, ask(0, "AC", 1), version=0, request=Request(users[0].pk, "r"))
    assert not tries[-1]
    assert not game.moves.filter(request_id="r").exists()


def test_a_move_of_a_person_ends_a_new_substitution(users, meanwhile):
    game = dealt(users)
    meanwhile(lambda: play.substitute_until_back(game.pk, 0))
    request = Request(users[0].pk, "r")
    assert play.act(game.pk, ask(0, "AC", 1), version=0, request=request).came_back


def test_a_bot_that_was_paused_while_thinking_does_not_move(users, meanwhile):
    game = dealt(users[:1], bots=3, dealer=1)
    meanwhile(lambda: play.set_bots_mode(game.pk, users[0].pk, Mode.PAUSED))
    due_at = fresh(game).due_at
    assert driver.act_if_due(game.pk, due_at) is False
    assert not game.moves.exists()


def test_a_stopped_substitute_does_not_move(users, meanwhile):
    game = dealt(users)
    play.substitute_until_back(game.pk, 0)
    meanwhile(lambda: play.stop_substitute(game.pk, users[0].pk))
    assert driver.act_if_due(game.pk, fresh(game).due_at) is False
    assert not game.moves.exists()


def test_a_claim_ends_a_pause_that_began_meanwhile(users, meanwhile):
    game = dealt(users, ANY_TIME)
    meanwhile(lambda: play.start_claim_pause(game.pk, users[2].pk, "low-spades"))
    play.act(game.pk, claim(state_of(game), 2, "low-spades"), version=0)
    assert [player.pauses_wasted for player in game.players.all()] == [0, 0, 0, 0]
    assert fresh(game).claim_pause_until is None


@pytest.mark.parametrize("gone", ["suspended", "forgotten", "left"])
def test_a_move_of_a_person_who_lost_their_seat_is_refused(meanwhile, gone):
    users = people(4)
    with stacked(*MIXED):
        room = table_of(users)
    mover = users[room.game.turn]
    leave = {
        "suspended": partial(people_at_tables.suspend, mover),
        "forgotten": partial(people_at_tables.forget, mover),
        "left": partial(lobby.leave, room.code, mover),
    }[gone]
    request = Request(mover.pk, "r")
    meanwhile(leave)
    move = missed_ask(state_of(room.game))
    with pytest.raises(Refused, match="not_seated"):
        play.act(room.game_id, move, version=0, request=request)
    assert not Move.objects.exists()


def test_after_three_failed_plans_a_move_is_stale(users, monkeypatch):
    game = dealt(users)
    tries = []
    monkeypatch.setattr(moves, "store", lambda planned: tries.append(planned))
    with pytest.raises(Refused, match="stale"):
        play.act(game.pk, ask(0, "AC", 1), version=0)
    assert len(tries) == moves.MOST_READINGS


def test_a_move_that_the_database_refuses_is_not_answered_as_made(users):
    """A row with the number of this move already exists."""
    game = dealt(users, ANY_TIME)
    Move.objects.create(
        game=game, number=0, kind="pass", seat=0, other=2, mover="person", made_at=game.started_at
    )
    with pytest.raises(Refused, match="stale"):
        play.act(game.pk, ask(0, "AC", 1), version=0)
    assert fresh(game).version == 0


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_pause_and_moves_at_once():
    """During the pause nobody else can move, in whichever order the requests arrive."""
    users = people(4)
    for _ in range(20):
        game = dealt(users, ANY_TIME)
        request = Request(users[0].pk, game.pk)
        asks = [partial(play.act, game.pk, ask(0, "AC", 1), version=0, request=request)] * 2
        pause = partial(play.start_claim_pause, game.pk, users[2].pk, "low-spades")
        *answers, declared = at_once([*asks, pause])
        now = fresh(game)
        assert (declared, now.claim_pause_seat) == (None, 2)
        made = [each for each in answers if isinstance(each, play.MadeMove)]
        assert now.version == len({each.event for each in made}) == game.moves.count()
        assert {str(each) for each in answers if each not in made} <= {"paused"}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_changes_at_once_are_all_counted():
    """Each change locks the game, so it reads the result of the previous change."""
    users = people(4)
    for _ in range(5):
        game = dealt(users, ANY_TIME)
        before = fresh(game).edition
        assert at_once([partial(play.set_pace, game.pk, "fast")] * 5) == [None] * 5
        assert fresh(game).edition == before + 5


# Every other change raises the edition


#: The functions of ``game.play`` that change a game, except those that make moves.
WRITERS = {
    "abandon": lambda game, users: play.abandon(game.pk),
    "after_downtime": lambda game, users: play.after_downtime(),
    "stop_substitute": lambda game, users: play.stop_substitute(game.pk, users[2].pk),
    "cancel_claim_pause": lambda game, users: play.cancel_claim_pause(game.pk, users[0].pk),
    "start_claim_pause": lambda game, users: play.start_claim_pause(
        game.pk, users[0].pk, "low-clubs"
    ),
    "end_claim_pause": lambda game, users: play.end_claim_pause(game.pk),
    "replace_with_bot": lambda game, users: play.replace_with_bot(game.pk, users[0].pk, "easy"),
    "set_bots_mode": lambda game, users: play.set_bots_mode(game.pk, users[0].pk, Mode.PAUSED),
    "set_own_order": lambda game, users: play.set_own_order(game.pk, users[0].pk, ""),
    "set_pace": lambda game, users: play.set_pace(game.pk, "fast"),
    "substitute": lambda game, users: play.substitute(game.pk, users[0].pk),
    "substitute_until_back": lambda game, users: play.substitute_until_back(game.pk, 2),
}
OTHERS = {"act", "read_stored_game", "start"}


def test_every_function_of_play_is_tested_here():
    offered = {name for name, value in vars(play).items() if inspect.isfunction(value)}
    assert WRITERS.keys() | OTHERS == offered


@pytest.mark.parametrize("name", WRITERS)
def test_every_other_change_increases_the_edition(users, clock, name):
    """The edition increases even if the change concerns only a player's row.

    Otherwise a move could be stored that was planned on an old position.
    """
    alone = name == "set_bots_mode"
    game = dealt(
        users[:1] if alone else users,
        ANY_TIME,
        bots=3 if alone else 0,
        dealer=1,
        turn_seconds=0 if name == "substitute" else 60,
    )
    if name in ("cancel_claim_pause", "end_claim_pause"):
        play.start_claim_pause(game.pk, users[0].pk, "low-clubs")
    if name == "stop_substitute":
        play.substitute_until_back(game.pk, 2)
    clock.forward(59)
    before, rows = fresh(game).edition, rows_of(game)
    WRITERS[name](game, users)
    assert rows_of(game) != rows
    assert fresh(game).edition > before


@pytest.fixture
def uncounted():
    """The statements that change a game's row and raise neither the version nor the edition."""
    found = []

    def looked_at(execute, sql, params, many, context):
        columns = re.match(r'UPDATE "?game_game"? SET (.*?) WHERE', sql, re.S)
        if columns and not re.search(r'"?(edition|version)"? = ', columns[1]):
            found.append(columns[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(looked_at):
        yield found


def test_only_leases_are_written_without_a_plan(users, uncounted, settings):
    settings.BOT_THINK_SECONDS = 0
    room = table_of(users)
    lobby.leave(room.code, users[room.game.turn])
    while not fresh(room.game).is_over:
        due_at = fresh(room.game).due_at
        if due_at is None:
            move = missed_ask(state_of(room.game))
            play.act(room.game_id, move, version=fresh(room.game).version)
        else:
            driver.act_if_due(room.game_id, due_at)
        if fresh(room.game).version > 60:
            play.abandon(room.game_id)
    assert uncounted
    assert all(re.fullmatch(r'"due_at" = [^,]+', each) for each in uncounted), set(uncounted)


def test_a_lease_does_not_make_a_plan_invalid(users):
    """A scheduler's lease in ``due_at`` does not raise the edition, because no move depends on
    it.
    """
    game = dealt(users[:3], bots=1)
    made = planned(game, ask(0, "AC", 1))
    Game.objects.filter(pk=game.pk).update(due_at=None)
    assert store(made)
    assert due_times.seats_to_wake(made.state, {3}) == []
