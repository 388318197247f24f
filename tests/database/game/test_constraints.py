"""The database itself refuses impossible rows."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from game.models import Game, Hand, Move, Player
from rooms.models import IdempotencyKey, Room, Seat
from tests.kit import room_of, started

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

NOW = datetime(2026, 11, 1, tzinfo=UTC)
ASK = {"kind": "ask", "seat": 0, "card": "2C", "other": 1, "hit": True}
CLAIM = {"kind": "claim", "seat": 0, "card_set": "low-clubs", "holders": [], "outcome": "correct"}
PASS = {"kind": "pass", "seat": 0, "other": 2}


def refused_by(constraint, change):
    """Whether the constraint with this name makes the database refuse ``change``."""
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        change()
    # SQLite names the columns of a unique constraint instead of the constraint.
    said = str(refused.value)
    return constraint in said or "UNIQUE constraint failed" in said


def test_every_constraint_is_tested_here():
    """The tests in this file must name every constraint of these models."""
    models = (Game, Hand, Move, Player, Room, Seat, IdempotencyKey)
    names = {each.name for model in models for each in model._meta.constraints}
    text = Path(__file__).read_text()
    assert [name for name in sorted(names) if f'"{name}"' not in text] == []


@pytest.fixture
def game(users):
    return started(users)


@pytest.mark.parametrize(
    ("constraint", "columns"),
    [
        ("game_finished_has_phase", {"status": "finished"}),
        ("game_running_is_not_over", {"phase": "finished"}),
        ("game_only_running_is_due", {"status": "abandoned", "due_at": NOW}),
        ("game_turn_version_not_ahead", {"turn_version": 1}),
    ],
)
def test_constraints_of_games(game, constraint, columns):
    assert refused_by(constraint, lambda: Game.objects.filter(pk=game.pk).update(**columns))


@pytest.mark.parametrize(
    "columns", [{"live": -1}, {"live": 2**54}, {"dealt": -1}, {"dealt": 2**54}]
)
def test_constraints_of_hands(game, columns):
    assert refused_by("hand_holds_cards", lambda: game.hands.update(**columns))


def test_each_seat_has_one_hand(game):
    assert refused_by(
        "hand_one_per_seat", lambda: Hand.objects.create(game=game, seat=0, dealt=0, live=0)
    )


def make(game, number, columns, **more):
    return Move.objects.create(
        game=game, number=number, mover="person", made_at=NOW, **columns, **more
    )


def test_each_move_number_occurs_once(game):
    make(game, 0, ASK)
    assert refused_by("move_one_per_number", lambda: make(game, 0, PASS))


def test_a_request_makes_one_move(game, users):
    make(game, 0, ASK, user=users[0], request_id="r")
    assert refused_by(
        "move_one_per_request", lambda: make(game, 1, ASK, user=users[0], request_id="r")
    )
    make(game, 1, ASK, user=users[1], request_id="r")
    # The moves of bots have no request id.
    make(game, 2, ASK)
    make(game, 3, ASK)


@pytest.mark.parametrize("columns", [ASK, CLAIM, PASS])
def test_moves_of_each_kind_can_be_stored(game, columns):
    make(game, 0, columns)


@pytest.mark.parametrize(
    "columns",
    [
        ASK | {"card": None},
        ASK | {"other": None},
        ASK | {"hit": None},
        ASK | {"card_set": "low-clubs"},
        CLAIM | {"card_set": None},
        CLAIM | {"outcome": None},
        CLAIM | {"card": "2C"},
        PASS | {"other": None},
        PASS | {"card": "2C"},
        PASS | {"card_set": "low-clubs"},
        PASS | {"kind": "sing"},
    ],
)
def test_moves_have_the_columns_of_their_kind(game, columns):
    assert refused_by("move_has_columns_of_kind", lambda: make(game, 0, columns))


@pytest.mark.parametrize("columns", [ASK | {"other": 0}, PASS | {"other": 0}])
def test_nobody_asks_or_passes_to_themselves(game, columns):
    assert refused_by("move_not_to_oneself", lambda: make(game, 0, columns))


def test_players_have_a_seat_each(game, users):
    assert refused_by(
        "player_one_per_seat", lambda: Player.objects.create(game=game, seat=0, name="X")
    )
    assert refused_by(
        "player_one_seat_per_user",
        lambda: Player.objects.create(game=game, seat=5, name="X", user=users[0]),
    )


def test_players_sit_at_the_table(game):
    assert refused_by(
        "player_seat_at_table", lambda: Player.objects.create(game=game, seat=12, name="X")
    )


def test_a_bot_has_no_user(game):
    assert refused_by("player_bot_has_no_user", lambda: game.players.update(bot="easy"))


@pytest.fixture
def room(users):
    return Room.objects.get(code=room_of(users[:2]))


def sit(room, number, name, **columns):
    return Seat.objects.create(room=room, number=number, name=name, avatar="fox", **columns)


def test_codes_are_unique(room):
    def another():
        second = Room(code=room.code)
        second.use_preset("classic")
        second.save()

    assert refused_by("rooms_room_code", another)


@pytest.mark.parametrize("seats", [3, 13])
def test_rooms_have_seats(room, seats):
    assert refused_by("room_has_seats", lambda: Room.objects.update(seat_count=seats))


def test_seats_have_one_holder(room):
    assert refused_by("seat_one_holder", lambda: sit(room, 0, "x", bot="easy"))


def test_people_have_one_seat(room, users):
    assert refused_by("seat_one_per_user", lambda: sit(room, 4, "x", user=users[0]))


def test_names_in_a_room_differ(room):
    assert refused_by("seat_names_differ", lambda: sit(room, 4, "asha", bot="easy"))


def test_seat_numbers_fit_the_table(room):
    assert refused_by("seat_at_table", lambda: sit(room, 24, "x", bot="easy"))


def test_a_seat_has_a_person_or_a_bot(room, users):
    assert refused_by("seat_person_or_bot", lambda: sit(room, 4, "x"))
    assert refused_by("seat_person_or_bot", lambda: sit(room, 4, "x", user=users[2], bot="easy"))


def test_requests_count_once(users):
    IdempotencyKey.objects.create(user=users[0], request_id="r", action="a")
    assert refused_by(
        "idempotency_key_once",
        lambda: IdempotencyKey.objects.create(user=users[0], request_id="r", action="b"),
    )
    IdempotencyKey.objects.create(user=users[1], request_id="r", action="a")


def test_deleting_people_keeps_their_games(game, users):
    make(game, 0, ASK, user=users[0], request_id="r")
    User.objects.all().delete()
    assert game.players.filter(user=None).count() == 4
    assert game.moves.get().user is None
