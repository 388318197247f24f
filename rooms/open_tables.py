"""The list of open tables, and the best table for a person who wants to play with people."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Count, IntegerField, Q, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils.translation import get_language

from accounts import blocks
from accounts.models import User
from game.presentation.rules_text import house_rules
from game.table_options import DAY, TABLE_OPTIONS
from literature.rules.options import DEFAULT_PRESET, OPTIONS, PRESETS
from rooms.models import Room, Seat
from rooms.models.room import Wished

#: The labels of the turn clocks, by their seconds.
CLOCKS = {value: label for value, (label, _about) in TABLE_OPTIONS["turn_seconds"].words.items()}

#: A list has at most this many tables.
MOST_LISTED = 50

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
    filters are ``preset``, ``seats`` and ``pace``. An impossible value counts as none.
    """
    chosen = {
        name: filters[name] for name, values in FILTERS.items() if filters.get(name) in values
    }
    conditions = [FILTERS[name][value] for name, value in chosen.items()]
    key = f"open-tables:{get_language()}:{sorted(chosen.items())}".replace(" ", "")
    found: Sequence[OpenTable] | None = cache.get(key)
    if found is None:
        found = _read(_open(*conditions))
        cache.set(key, found, LIST_SECONDS)
    return found


def usual_tables(user: User) -> Sequence[OpenTable]:
    """Return the open tables with the usual rules at which this person may sit, in the order of
    ``listed``. They are read anew.
    """
    usual = Q(preset=DEFAULT_PRESET, options=PRESETS[DEFAULT_PRESET].to_json())
    return for_viewer(_read(_open(usual, ~FILTERS["pace"]["days"])), user)


def for_viewer(tables: Sequence[OpenTable], user: User) -> Sequence[OpenTable]:
    """Leave out the tables of people from whom a block separates the viewer."""
    separated = blocks.separated_from(user) if tables else ()
    return [table for table in tables if table.user_ids.isdisjoint(separated)]


def _open(*chosen: Q) -> QuerySet[Room]:
    person = Q(seats__user__isnull=False)
    return (
        Room.objects.filter(*chosen, open_since__isnull=False, game=None, locked=False)
        .annotate(
            free=Cast(KT("options__players"), IntegerField()) - Count("seats", filter=person),
            here=Count("seats", filter=person & Q(seats__away=False)),
        )
        .filter(free__gt=0, here__gt=0, closed_at=None)
        .order_by("free", "-open_since")
    )


def _read(rooms: QuerySet[Room]) -> list[OpenTable]:
    best = rooms.values("pk")[:MOST_LISTED]
    seats = Seat.objects.filter(room__in=best, user__isnull=False).select_related("room")
    by_room: dict[Room, list[Seat]] = defaultdict(list)
    for seat in seats.order_by("number"):
        by_room[seat.room].append(seat)
    tables = [_table(room, people) for room, people in by_room.items()]
    return sorted(tables, key=lambda table: (table.free, -table.since.timestamp()))


def _table(room: Room, people: Sequence[Seat]) -> OpenTable:
    assert room.open_since
    house = house_rules(room.preset, room.rules)
    return OpenTable(
        code=room.code,
        rules=house.title,
        about=" ".join(house.changed[:2]) or house.about,
        wished=str(Wished(room.wished).label),
        clock=str(CLOCKS[room.table["turn_seconds"]]) if room.table["turn_seconds"] else "",
        free=room.rules.players - len(people),
        seats=room.rules.players,
        people=tuple((seat.name, seat.avatar) for seat in people),
        user_ids=frozenset(seat.user_id for seat in people if seat.user_id),
        since=room.open_since,
    )
