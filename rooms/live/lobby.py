"""The lobby in the regions of a page: the seats, the reason to wait, and the host's panel.

``public`` is the same for everybody; ``own`` is for one viewer.
"""

from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.bot_levels import all_levels, level
from game.presentation.rules_text import house_rules
from literature.rules.options import OPTIONS
from rooms.actions import open_tables
from rooms.actions.seating import (
    is_empty,
    players_after_filling,
    shown_seats,
    why_not_start,
)
from rooms.live.snapshot import Snapshot
from rooms.models.room import Wished


def public(snapshot: Snapshot) -> dict[str, object]:
    """Return the lobby's part of the context of the ``#table`` region: the seats around the table,
    and its middle.
    """
    seats, host_id = snapshot.seats, snapshot.room.host_id
    people = snapshot.people[: _shown_seats(snapshot)]
    return {
        "lobby_seats": [
            {
                "number": number,
                "team": number % 2,
                "face": person and person.face,
                "is_host": bool(person and person.user_id and person.user_id == host_id),
                "level": level(person.face.bot) if person and person.face.bot else None,
            }
            for number, person in enumerate(people)
        ],
        "seated_count": len(seats),
        "team_counts": [sum(seat.team == team for seat in seats) for team in (0, 1)],
        "needs": _reason_to_wait(snapshot),
        "house": house_rules(snapshot.preset, snapshot.rules),
        "note": snapshot.notes[-1].sentence if snapshot.notes else "",
    }


def own(snapshot: Snapshot, user_id: int | None) -> dict[str, object]:
    """Return the lobby's part of the context of the ``#mine`` region."""
    room, mine, seated = snapshot.room, snapshot.room_seat_of(user_id), len(snapshot.seats)
    host = snapshot.room_seat_of(room.host_id)
    wanted = players_after_filling(snapshot.seats, snapshot.rules.players, room.seat_count)
    bots = sum(bool(each.bot) for each in snapshot.seats)
    context: dict[str, object] = {
        "is_full": seated >= room.seat_count and not bots,
        # A person can sit down at an empty seat, in place of a bot, or after two seats are added.
        "makes_room": "seat" if seated < _shown_seats(snapshot) else "bot" if bots else "table",
        "is_closed": room.locked and not is_empty(snapshot.seats),
        "to_fill": wanted - seated,
        "my_seat": mine.number if mine else None,
        "my_name": mine.name if mine else "",
        "name_is_invented": bool(mine and cast(Any, mine).name_is_invented),
        "host_name": host.name if host else "",
        "start_code": why_not_start(snapshot.seats) or "",
        "bots": bots,
        "seated_count": seated,
        **_agreement(snapshot),
    }
    is_host = user_id is not None and room.host_id == user_id
    return context | _host_tools(snapshot) if is_host else context


def _agreement(snapshot: Snapshot) -> dict[str, object]:
    """Return the context of the agreement at an open table: the seats that no person has, the
    seconds for which bots may not fill them, the number of present people, and of those who agree;
    and the refusal to start if too many games run.
    """
    room, people = snapshot.room, [seat for seat in snapshot.seats if seat.user_id]
    if not room.open_since:
        return {}
    left = max(0.0, (open_tables.waits_until(room) - snapshot.now).total_seconds())
    seats_left = max(0, snapshot.rules.players - len(people))
    agreed, here = snapshot.agreement
    is_due = agreed == here > 0 and not (seats_left and left)
    return {
        "seats_left": seats_left,
        "wait_left": left,
        "people_here": here,
        "agreed": agreed,
        "awaited": snapshot.awaited,
        "refused": snapshot.too_many_running if is_due else None,
    }


def _host_tools(snapshot: Snapshot) -> dict[str, object]:
    """Return the context of the host's panel in a lobby."""
    names = {seat.number: seat.name for seat in snapshot.seats}
    size, fewer = _shown_seats(snapshot), _other_size(snapshot, -2)
    assert snapshot.room.host
    return {
        "levels": all_levels(),
        "wishes": Wished.choices,
        "may_open": open_tables.may_open(snapshot.room.host, snapshot.now),
        "house": house_rules(snapshot.preset, snapshot.rules),
        "taken_seats": snapshot.seats,
        "spectators": snapshot.spectators,
        "bans": snapshot.bans,
        "seat_names": [(number, names.get(number, "")) for number in range(size)],
        "can_add": len(snapshot.seats) < snapshot.room.seat_count,
        "more_seats": _other_size(snapshot, +2),
        "fewer_seats": fewer,
        # The last two seats, from 1, if the host could remove them, but somebody sits there.
        "last_seats": (size - 1, size) if size - 2 in OPTIONS["players"] and not fewer else None,
    }


def _shown_seats(snapshot: Snapshot) -> int:
    return shown_seats(snapshot.rules.players, snapshot.room.seat_count, snapshot.seats)


def _other_size(snapshot: Snapshot, more: int) -> int | None:
    """Return the number of players after the host adds or removes seats. Return None if no table
    has this number, or if somebody would lose their seat.
    """
    size = _shown_seats(snapshot) + more
    free = all(seat.number < size for seat in snapshot.seats)
    return size if size in OPTIONS["players"] and free else None


def _reason_to_wait(snapshot: Snapshot) -> str:
    """Return a sentence: why no game can be dealt yet, or that the game can start. At an open
    table people may still sit down: at a free seat, or in place of a bot.
    """
    seats, is_open = snapshot.seats, snapshot.room.open_since
    free = _shown_seats(snapshot) - len(seats)
    code = why_not_start(seats)
    if code == "uneven_teams" and not is_open:
        return _("One team has more players than the other.")
    if free and (is_open or code):
        return ngettext("%(n)d seat is free.", "%(n)d seats are free.", free) % {"n": free}
    if is_open and any(seat.bot for seat in seats):
        return _("People can take the seats of bots.")
    return _("The game can start.")
