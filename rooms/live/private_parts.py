"""Renders the private part of each audience, and reuses the parts of viewers who only wait.

If others ask, two things in a waiting viewer's part can change: the name of the turn-holder, and
the sentence about the viewer's own last move, which disappears. Both are changed in the rendered
part.
"""

import re
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import mark_safe

from game.models import Game
from game.rules.state import PLAYING
from rooms.live import rendering
from rooms.live.snapshot import Snapshot

#: The place of the turn-holder's name in a rendered part. Names are escaped, so no name
#: contains this text.
TURN_NAME = mark_safe("<turn>")

#: The sentence about the viewer's own last move, which disappears with the next move.
OWN_MOVE = re.compile(r'<template id="own-last".*?</template>', re.DOTALL)


@dataclass(slots=True)
class _Part:
    """A rendered private part.

    ``versions``: those of the last snapshot for which the part was right. ``waits``: the result of
    ``_waits`` for the snapshot from which the part was rendered.
    """

    versions: tuple[int, int]
    html: str
    waits: bool


class PrivateParts:
    """The private parts of a room, by audience."""

    def __init__(self) -> None:
        self._parts: dict[int | None, _Part] = {}

    def html(self, now: Snapshot, audience: int | None) -> str:
        """Return the ``#mine`` region of an audience."""
        part = self._parts.get(audience)
        if part and part.waits and _only_others_asked(part.versions, now, audience):
            part.html = OWN_MOVE.sub("", part.html)
        else:
            part = self._parts[audience] = _rendered(now, audience)
        part.versions = now.versions
        if now.game is None:
            return part.html
        return part.html.replace(TURN_NAME, escape(now.faces[now.game.turn].name))


def _rendered(now: Snapshot, audience: int | None) -> _Part:
    context = rendering.mine_context(now, audience) | {"turn_name": TURN_NAME}
    waits = _waits(now, now.seat_number_of(audience))
    return _Part(now.versions, rendering.mine_html(context), waits)


def _only_others_asked(versions: tuple[int, int], now: Snapshot, audience: int | None) -> bool:
    seat = now.seat_number_of(audience)
    return (
        versions == (now.room.version, now.since)
        and (asking := now.in_latest_asks) is not None
        and seat not in asking
        and _waits(now, seat)
    )


def _waits(now: Snapshot, seat: int | None) -> bool:
    """Whether the private part of this seat shows nothing that depends on the turn or the time,
    except the name of the turn-holder.
    """
    game = now.game
    return (
        game is not None
        and game.phase == PLAYING
        and game.status == Game.Status.RUNNING
        and game.turn != seat
        and not now.faces[game.turn].away  # After some time, a substitute is offered.
        and game.deadline is None
        and game.claim_pause_until is None
        and game.bots_mode == Game.BotsMode.NORMAL
        and game.rules.claim_timing != "team_turn"
    )
