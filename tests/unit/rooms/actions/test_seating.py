"""Rules for seats and names. The tests need no database."""

from random import Random

import pytest

from accounts.avatars import BOT_AVATARS
from accounts.names import MAX_VISIBLE, clean_name, fold
from rooms.actions.seating import evened, free_seats, next_bot_face, suggested_name, why_not_start
from rooms.models import Seat


def seats(text):
    """Make seats from a text. For example, ``"pb.p"`` has a person at seat 0, a bot at seat 1,
    nobody at seat 2, and a person at seat 3.
    """
    return [
        Seat(number=number, bot="easy" if kind == "b" else "", name=f"{kind}{number}")
        for number, kind in enumerate(text)
        if kind != "."
    ]


def named(*names):
    return [Seat(number=at, name=name, folded_name=fold(name)) for at, name in enumerate(names)]


@pytest.mark.parametrize(
    ("taken", "seats", "free"),
    [
        ([], 4, [0, 1, 2, 3]),
        ([0], 4, [1, 3, 2]),
        ([0, 1], 6, [2, 3, 4, 5]),
        ([1, 3], 6, [0, 2, 4, 5]),
        ([0, 1, 2, 3], 4, []),
        ([0, 2], 3, [1]),
    ],
)
def test_the_smaller_team_fills_first(taken, seats, free):
    assert free_seats(taken, seats) == free


@pytest.mark.parametrize(
    ("name", "there", "suggested"),
    [
        ("Asha", [], "Asha"),
        ("Asha", ["Ben"], "Asha"),
        ("Asha", ["Asha"], "Asha 2"),
        ("asha", ["ASHA", "Asha 2"], "asha 3"),
        ("Ａsha", ["Asha"], "Ａsha 2"),
        ("STRASSE", ["straße"], "STRASSE 2"),
        ("x" * 20, ["x" * 20], "x" * 18 + " 2"),
        ("x" * 17 + "  y", ["x" * 17 + "  y"], "x" * 17 + " 2"),
    ],
)
def test_a_name_that_is_taken_gets_a_number(name, there, suggested):
    assert suggested_name(name, named(*there)) == suggested


def test_a_suggested_name_may_be_taken_too():
    there = named(*["y" * MAX_VISIBLE, *(f"{'y' * 18} {n}" for n in range(2, 10))])
    suggestion = suggested_name("y" * MAX_VISIBLE, there)
    assert suggestion == "y" * 17 + " 10"
    assert clean_name(suggestion) == suggestion


def test_bots_have_different_faces_and_names():
    there = []
    for number in range(12):
        avatar, name = next_bot_face(there)
        there.append(Seat(number=number, avatar=avatar, name=name, folded_name=fold(name)))
    assert {(seat.avatar, seat.name) for seat in there} == set(BOT_AVATARS)
    avatar, name = next_bot_face(there)
    assert (avatar, name) == (BOT_AVATARS[0][0], f"{BOT_AVATARS[0][1]} 2")


def test_a_bot_avoids_the_names_of_people():
    assert next_bot_face(named("ada"))[1] != "Ada"
    everyone = named(*(name for _slug, name in BOT_AVATARS))
    assert next_bot_face(everyone)[1] == f"{BOT_AVATARS[0][1]} 2"


@pytest.mark.parametrize(
    ("there", "reason"),
    [
        ("", "too_few"),
        ("p", "too_few"),
        ("pp", "too_few"),
        ("ppp", "too_few"),
        ("pppp", None),
        ("ppppp", "odd_players"),
        ("p.p.p.p.", "uneven_teams"),
        ("p.p.ppp", "odd_players"),
        ("p.p.b.b", None),
        ("p.b.b.b", None),
        ("p.p.p.b", "uneven_teams"),
        (".p.b.p.b", None),
        ("pb..pb", None),
        ("pppppppppppp", None),
    ],
)
def test_why_a_game_cannot_start(there, reason):
    assert why_not_start(seats(there)) == reason


@pytest.mark.parametrize(
    ("there", "order"),
    [
        ("pppp", [0, 1, 2, 3]),
        ("p..pp..p", [0, 3, 4, 7]),
        ("p.p.b.b", [0, 6, 2, 4]),
        ("b.p.p.b", [2, 6, 4, 0]),
        (".p.b.p.b", [7, 1, 3, 5]),
    ],
)
def test_only_bots_change_teams_to_even_them(there, order):
    playing = evened(seats(there))
    assert [seat.number for seat in playing] == order


def test_people_never_change_teams():
    chance = Random(1)
    for _ in range(500):
        there = seats([chance.choice("pb..") for _ in range(12)])
        playing = evened(there) if len(there) % 2 == 0 else None
        if playing is None:
            continue
        assert sorted(seat.number for seat in playing) == [seat.number for seat in there]
        assert all(at % 2 == seat.team for at, seat in enumerate(playing) if not seat.bot)
