"""Settings by the host: house rules, table options, the host's role, and the room's lock against
newcomers.
"""

from collections.abc import Mapping
from types import MappingProxyType

from accounts.models import User
from accounts.rate_limits import cap
from accounts.view_helpers import whole_number
from game import play
from game.presentation.rule_options import RULE_OPTIONS
from game.refusals import Refused
from game.table_options import TABLE_OPTIONS
from literature.rules.options import PRESETS, Rules, Value
from rooms.actions import open_tables
from rooms.actions.events import Kind, record_setting
from rooms.actions.locked import locked_room_as_host, make_host
from rooms.models import Room, SavedRules

#: A form names saved rules by this prefix and their number. No preset's name begins with it.
SAVED_PREFIX = "kept-"

NO_OPTIONS: Mapping[str, Value] = MappingProxyType({})


def set_options(
    code: str, host: User, options: Mapping[str, Value], preset: str | None = None
) -> None:
    """Set some options of the rules or of the table. If ``preset`` is given, first set all rules
    as in the preset, which may also name saved rules of the host.

    Raise ``Refused`` with ``unknown_preset``, ``seats_taken``, ``too_few_seats`` or
    ``help_needs_log``. The pace of a running game changes at once, but its rules do not change.
    """
    with locked_room_as_host(code, host) as room:
        before, began_as = values_of(room), room.preset
        compared, changed = before, []
        if preset is not None:
            begun = _start_from(room, host, preset)
            # The name of the preset announces its rules and help, and the seats if only the preset
            # was sent. Changes of other table options are announced one by one.
            seats = before["seat_count"] if options else room.seat_count
            with_preset = {"help": room.table["help"], "seat_count": seats}
            started = before | room.rules.to_json() | with_preset
            is_other = room.preset != began_as or (begun[0] == "saved" and started != before)
            if is_other or not options:
                compared, changed = started, [begun]
        _change_options(room, options, before)
        other = {name: each for name, each in values_of(room).items() if each != compared[name]}
        points = other.pop("series_points", None)
        # The points are announced only for a series that ends at a number of points.
        if room.rules.series == "first_to" and (points or "series" in other):
            other["series_points"] = room.rules.series_points
        changed += [[name, value] for name, value in other.items()]
        if changed:
            record_setting(room, Kind.CHANGED, host, changed=changed)
            if room.is_open_lobby:
                room.seats.update(ready=False)  # People agreed to other rules.
        room.save(update_fields=["preset", "options", "table", "seat_count"])
        if "pace" in options and room.game is not None and not room.game.is_over:
            play.set_pace(room.game.pk, str(options["pace"]))


#: A person can save at most this many sets of rules, because the lobby and the settings list all of
#: them.
MOST_SAVED = 20


def save_rules(code: str, host: User, name: str, options: Mapping[str, Value] = NO_OPTIONS) -> str:
    """Save the room's rules under a name. They replace saved rules with the same name. Return the
    name.

    ``options`` change only the saved copy, not the room. Raise ``Refused`` with ``unnamed_rules``
    or ``many_rules``, or as ``set_options`` does.
    """
    name = "".join(char if char.isprintable() else " " for char in name)
    name = " ".join(name.split())[:40]
    if not name:
        raise Refused("unnamed_rules")
    with locked_room_as_host(code, host) as room:
        _change_options(room, options, values_of(room))
        others = SavedRules.objects.filter(user=host).exclude(name=name)
        if others.count() >= cap(MOST_SAVED):
            raise Refused("many_rules", most=cap(MOST_SAVED))
        SavedRules.objects.update_or_create(
            user=host, name=name, defaults={"preset": room.preset, "options": room.options}
        )
    return name


def _start_from(room: Room, host: User, preset: str) -> list[Value]:
    """Set all rules as in ``preset``, which may also name saved rules of the host. Return the
    change to announce.

    The caller saves the room.
    """
    if preset.startswith(SAVED_PREFIX):
        saved = _saved_rules(host, preset)
        open_tables.check_words(room, saved.name, "unkind_message")
        room.preset = saved.preset
        room.use_rules(Rules.from_json(saved.options))
        return ["saved", saved.name]
    if preset not in PRESETS:
        raise Refused("unknown_preset")
    room.use_preset(preset)
    room.seat_count = max(room.seat_count, least_seats(room))
    return ["preset", preset]


def _saved_rules(user: User, name: str) -> SavedRules:
    number = whole_number(name.removeprefix(SAVED_PREFIX))
    saved = SavedRules.objects.filter(user=user, pk=number or 0).first()
    if saved is None:
        raise Refused("unknown_preset")
    return saved


def rules_for_new_table(user: User, name: str) -> tuple[str, Rules | None]:
    """Return the preset of a new table. If ``name`` refers to saved rules of the host, also return
    these rules; otherwise None.
    """
    if not name.startswith(SAVED_PREFIX):
        return name, None
    saved = _saved_rules(user, name)
    return saved.preset, Rules.from_json(saved.options)


def rules_from_link(text: str) -> tuple[str, Rules]:
    """Read the preset and the rules from the text of a link (made by ``link_text``). Raise
    ``Refused`` with ``unknown_preset``.
    """
    preset, _, options = text.partition(" ")
    if preset not in PRESETS:
        raise Refused("unknown_preset")
    try:
        return preset, Rules.from_text(options) if options else PRESETS[preset]
    except ValueError as bad:  # ``BadRules``, or a number is too long for ``int()``.
        raise Refused("unknown_preset") from bad


def link_text(preset: str, rules: Rules) -> str:
    """Return rules as text for a link: the preset, and all options if any of them differs from the
    preset.
    """
    return preset if rules == PRESETS[preset] else f"{preset} {rules.text()}"


def hand_over(code: str, host: User, number: int) -> None:
    """Make another person the host."""
    with locked_room_as_host(code, host) as room:
        seat = room.seats.filter(number=number, user__isnull=False).first()
        if seat is None:
            raise Refused("bad_request")
        make_host(room, seat)
        record_setting(room, Kind.HANDED_OVER, host, new_host_id=seat.user_id)


def lock(code: str, host: User, locked: bool) -> None:
    """Lock the room, so that newcomers can't sit down; or unlock the room."""
    with locked_room_as_host(code, host) as room:
        room.locked = locked
        room.save(update_fields=["locked"])
        record_setting(room, Kind.LOCKED, host, changed=[["locked", locked]])


def values_of(room: Room) -> dict[str, Value]:
    """Return the values of all options of the rules and of the table."""
    return room.rules.to_json() | room.table | {"seat_count": room.seat_count}


def _change_options(room: Room, options: Mapping[str, Value], before: Mapping[str, Value]) -> None:
    """Change some options of the rules or of the table. The caller saves the room."""
    after = room.rules.to_json() | {
        option: value for option, value in options.items() if option in RULE_OPTIONS
    }
    room.use_rules(Rules.from_json(after))
    seat_count = options.get("seat_count")
    if isinstance(seat_count, int):
        if seat_count < least_seats(room):
            furthest = max(room.seats.all(), key=lambda seat: seat.number)
            raise Refused("seats_taken", name=furthest.name, least=least_seats(room))
        room.seat_count = seat_count
    room.table = room.table | {
        option: value for option, value in options.items() if option in TABLE_OPTIONS
    }
    _fit_together(room, before)


def _fit_together(room: Room, before: Mapping[str, Value]) -> None:
    """Make sure that there is a seat for each player, and that help is off if the rules do not
    allow it.

    If the host changed only one of two options, the other option follows. Raise ``Refused`` with
    ``too_few_seats`` or ``help_needs_log`` if the host has just changed both, because either may be
    the mistake.
    """
    players, seat_count = room.rules.players, room.seat_count
    if players > seat_count:
        if seat_count == before["seat_count"]:
            room.seat_count = players
        elif players == before["players"]:
            room.use_rules(room.rules.with_players(seat_count))
        else:
            raise Refused("too_few_seats", players=players, seats=seat_count)
    if room.table["help"] and not room.rules.allow_help:
        if not before["help"]:
            raise Refused("help_needs_log")
        room.table = room.table | {"help": False}


def least_seats(room: Room) -> int:
    """Return the smallest number of seats with which nobody loses their seat.

    The number is even, because both teams have the same number of seats.
    """
    taken = max((seat.number + 1 for seat in room.seats.all()), default=0)
    return taken + taken % 2
