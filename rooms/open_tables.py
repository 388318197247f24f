"""The list of open tables, and the best table for a person who wants to play with people."""

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.core.cache import cache
from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.utils.translation import get_language

from accounts import blocks
from accounts.models import User
from game.presentation.rules_text import house_rules
from game.table_options import DAY, TABLE_OPTIONS
from literature.rules.options import DEFAULT_PRESET, OPTIONS, PRESETS, Rules
from rooms.models import Room, Seat
from rooms.models.room import Wished

#: The labels of the turn clocks, by their seconds.
CLOCKS = {value: label for value, (label, _about) in TABLE_OPTIONS["turn_seconds"].words.items()}

#: A list has at most this many tables.
MOST_LISTED = 20

#: A list is read again after this number of seconds.
LIST_SECONDS = 2

#: The filters of the list, and for each value the tables that it chooses.
FILTERS = {
    "preset": {preset: Q(preset=preset) for preset in PRESETS},
    "seats": {str(number): Q(options__players=number) for number in OPTIONS["players"]},
    "pace": {
        "no-clock": Q(table__turn_seconds=0),
        "clock": Q(table__turn_seconds__gt=0, table__turn_seconds__lt=DAY),
        "days": Q(table__turn_seconds=DAY),
    },
}


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An open table with ``free`` seats that no person has. ``clock`` is the turn clock, or empty.
    ``people`` has the name and the picture of each person.
    """

    code: str
    rules: str
    about: str
    wished: str
    clock: str
    free: int
    seats: int
    people: tuple[tuple[str, str], ...]
    user_ids: frozenset[int]
    since: datetime

    @property
    def empty_seats(self) -> range:
        """A picture for each of the ``free`` seats."""
        return range(self.free)


def listed(filters: Mapping[str, str]) -> Sequence[OpenTable]:
    """Return the open tables: those with the fewest empty seats first, and of these the newest. The
    filters are ``preset``, ``seats`` and ``pace``. An impossible value counts as none. Tables with
    a day for each move, where perhaps nobody is present, are listed only if they are chosen.
    """
    chosen = {
        name: filters[name] for name, values in FILTERS.items() if filters.get(name) in values
    }
    conditions = [FILTERS[name][value] for name, value in chosen.items()]
    if "pace" not in chosen:
        conditions.append(~FILTERS["pace"]["days"])
    key = f"open-tables:{get_language()}:{sorted(chosen.items())}".replace(" ", "")
    found: Sequence[OpenTable] | None = cache.get(key)
    if found is None:
        found = _read(*conditions)
        cache.set(key, found, LIST_SECONDS)
    return found


def usual_tables(user: User) -> Sequence[OpenTable]:
    """Return the open tables with the usual rules at which this person may sit, in the order of
    ``listed``. They are read anew.
    """
    usual = Q(preset=DEFAULT_PRESET, options=PRESETS[DEFAULT_PRESET].to_json(), wished=None)
    return for_viewer(_read(usual, ~FILTERS["pace"]["days"]), user)


def for_viewer(tables: Sequence[OpenTable], user: User) -> Sequence[OpenTable]:
    """Leave out the tables of people from whom a block separates the viewer."""
    separated = blocks.separated_from(user) if tables else ()
    return [table for table in tables if table.user_ids.isdisjoint(separated)]


def _read(*chosen: Q) -> list[OpenTable]:
    listed_rooms = Room.objects.filter(*chosen, free_seats__gt=0)
    best = listed_rooms.order_by("free_seats", "-open_since").values("pk")[:MOST_LISTED]
    seats = Seat.objects.filter(room__in=best, user__isnull=False).order_by("room", "number")
    # Only the columns that the list needs. The options are parsed once for each room.
    columns = seats.annotate(
        options=Cast("room__options", TextField()), table=Cast("room__table", TextField())
    ).values_list(
        *("room__code", "room__preset", "options", "table", "room__wished", "room__open_since"),
        *("name", "avatar", "user"),
    )
    words = functools.cache(_rules_in_words)  # Many tables have the same rules.
    tables = [
        _table(room, list(rows), words) for room, rows in groupby(columns, lambda row: row[:6])
    ]
    return sorted(tables, key=lambda table: (table.free, -table.since.timestamp()))


def _rules_in_words(preset: str, options: str) -> tuple[str, str, int]:
    """Return the title, the first sentences and the number of players of rules."""
    rules = Rules.from_json(json.loads(options))
    house = house_rules(preset, rules)
    return house.title, " ".join(house.changed[:2]) or house.about, rules.players


def _table(
    room: tuple[Any, ...],
    people: Sequence[tuple[Any, ...]],
    words: Callable[[str, str], tuple[str, str, int]],
) -> OpenTable:
    code, preset, options, table, wished, since = room
    title, about, players = words(preset, options)
    clock = json.loads(table).get("turn_seconds")
    return OpenTable(
        code=code,
        rules=title,
        about=about,
        wished=str(dict(Wished.choices)[wished]),
        clock=str(CLOCKS.get(clock, clock)) if clock else "",
        free=players - len(people),
        seats=players,
        people=tuple((name, avatar) for *_room, name, avatar, _user in people),
        user_ids=frozenset(row[-1] for row in people),
        since=since,
    )
