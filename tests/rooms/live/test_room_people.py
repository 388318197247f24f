"""The people of a room: their seats, and their right to see the room."""

import pytest

from game.presentation.view_models import Face
from rooms.live.room_people import Person, RoomPeople
from rooms.models import Seat

EVERYBODY = ASHA, BEN, LEFT, REMOVED, STRANGER = range(1, 6)


def people_of(*, in_lobby=False, spectators=True, of_series=()):
    """Asha and Ben have seats. A third player has left the room, and a fourth was removed."""
    seats = tuple(
        Seat(pk=10 * user, user_id=user, number=number, name=f"P{user}", tab=tab)
        for number, (user, tab) in enumerate([(ASHA, "one"), (BEN, "")])
    )
    players = (ASHA, BEN, LEFT, REMOVED)
    return RoomPeople(
        seats,
        tuple(Person(Face(f"P{user}", "fox", "", away=False), user) for user in players),
        in_lobby=in_lobby,
        spectators=spectators,
        banned=frozenset({REMOVED}),
        of_series=frozenset(of_series),
    )


def test_people_with_sockets():
    found = people_of().with_sockets(frozenset(EVERYBODY))
    assert found.barred == {REMOVED}
    assert found.seat_ids == {10 * ASHA, 10 * BEN}
    assert found.spectator_ids == {LEFT, STRANGER}
    assert found.tabs == {ASHA: "one"}
    assert found.player_ids == {ASHA, BEN, LEFT, REMOVED}


def test_only_people_with_sockets_are_found():
    people = people_of()
    assert people.with_sockets(frozenset({BEN})).seat_ids == {10 * BEN}
    assert people.with_sockets(frozenset({ASHA})).seat_ids == {10 * ASHA}
    assert people.with_sockets(frozenset()).seat_ids == frozenset()


@pytest.mark.parametrize(
    ("options", "may"),
    [
        ({}, {ASHA, BEN, LEFT, STRANGER}),
        ({"spectators": False}, {ASHA, BEN, LEFT}),
        ({"spectators": False, "of_series": [STRANGER]}, {ASHA, BEN, LEFT, STRANGER}),
        ({"in_lobby": True}, {ASHA, BEN, LEFT, STRANGER}),
    ],
)
def test_who_may_see_the_room(options, may):
    people = people_of(**options)
    assert {
        each for each in (ASHA, BEN, LEFT, REMOVED, STRANGER) if people.may_see_room(each)
    } == may
    barred = people.with_sockets(frozenset({ASHA, LEFT, REMOVED, STRANGER})).barred
    assert barred == {ASHA, LEFT, REMOVED, STRANGER} - may
