"""The people of a room: who may see it."""

from types import SimpleNamespace

import pytest

from game.models import Game
from game.presentation.view_models import Face
from rooms.live.snapshot import SeatedPlayer, Snapshot
from rooms.models import Seat

EVERYBODY = ASHA, BEN, LEFT, REMOVED, STRANGER = range(1, 6)


def snapshot_of(*, in_lobby=False, spectators=True, of_series=()):
    """Asha and Ben have seats. A third player has left the room, and a fourth was removed."""
    players = (ASHA, BEN, LEFT, REMOVED)
    about = dict.fromkeys(("series", "series_sentence", "spectators", "notes", "time"))
    return Snapshot(
        room=SimpleNamespace(table={"spectators": spectators}),
        seats=tuple(Seat(user_id=user) for user in (ASHA, BEN)),
        people=tuple(SeatedPlayer(Face("P", "fox", "", away=False), user) for user in players),
        banned=frozenset({REMOVED}),
        of_series=frozenset(of_series),
        game=None if in_lobby else Game(),
        **about,
    )


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
    now = snapshot_of(**options)
    assert {each for each in EVERYBODY if now.may_see(each)} == may
