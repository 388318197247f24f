"""Settings by the host: house rules, table options, the host's role, and the room's lock against
newcomers.

Every function that changes the room makes one change (``rooms.actions.locked``) or raises
``Refused``.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.db.models import Q

from accounts.models import User
from accounts.rate_limits import cap
from bots.ai import LEVELS
from game import play
from game.due_times import PACES
from game.refusals import Refused
from game.rules.options import OPTIONS, PRESETS, BadRules, Rules
from rooms.actions.locked import locked_room_as_host, make_host
from rooms.models import Room, SavedRules, SettingsLogEntry
from rooms.models.room import MOST_SEATS

#: Table options with their possible values. They do not decide which moves are legal.
TABLE_OPTIONS: Mapping[str, tuple[int | bool | str, ...]] = {
    "turn_seconds": (0, 30, 60, 120, 300, 24 * 3600),
    "pace": PACES,
    "pauses": (True, False),
    "spectators": (True, False),
    "help": (True, False),
    "seat_count": tuple(range(4, MOST_SEATS + 1, 2)),
    "bot_level": LEVELS,
    "substitute_level": LEVELS,
}

#: A form names saved rules by this prefix and their number. No preset's name begins with it.
SAVED_PREFIX = "kept-"

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})

MOST_LOGGED_CHANGES = 100


def use_preset(code: str, host: User, preset: str) -> None:
    """Set all rules of the next game as in ``preset``, which may also name saved rules of the
    host.
    """
    with locked_room_as_host(code, host) as room:
        _save(room, host, [_start_from(room, host, preset)])


def set_options(
    code: str, host: User, options: Mapping[str, Any], preset: str | None = None
) -> None:
    """Set some options of the rules or of the table. If ``preset`` is given, first set all rules
    as in the preset.

    Raise ``Refused`` with ``bad_rules`` (with the option), ``unknown_preset``, ``seats_taken``,
    ``too_few_seats`` or ``help_needs_log``. The pace of a running game changes at once, but its
    rules do not change.
    """
    with locked_room_as_host(code, host) as room:
        before, began_as = _values(room), room.preset
        base, begun = before, []
        if preset is not None:
            told = _start_from(room, host, preset)
            # The name of the preset announces its rules and help. Changes of the other table
            # options are announced one by one, so compare these with their values before.
            kept = {option: before[option] for option in TABLE_OPTIONS if option != "help"}
            base = _values(room) | kept
            if room.preset != began_as or (told[0] == "saved" and base != before):
                begun = [told]
        _change_options(room, options, before)
        after = _values(room)
        if after != before or begun:
            _save(
                room,
                host,
                begun + _announced(room.rules, _changes(base if begun else before, after)),
            )
        if "pace" in options and room.game is not None and not room.game.is_over:
            play.set_pace(room.game.pk, room.pace)


#: A person can save at most this many sets of rules, because the lobby and the settings list all of
#: them.
MOST_SAVED = 20


def save_rules(code: str, host: User, name: str, options: Mapping[str, Any] = NO_OPTIONS) -> str:
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
        _change_options(room, options, _values(room))
        others = SavedRules.objects.filter(user=host).exclude(name=name)
        if others.count() >= cap(MOST_SAVED):
            raise Refused("many_rules", most=cap(MOST_SAVED))
        SavedRules.objects.update_or_create(
            user=host, name=name, defaults={"preset": room.preset, "options": room.options}
        )
    return name


def _start_from(room: Room, host: User, preset: str) -> list[str]:
    """Set all rules as in ``preset``, which may also name saved rules of the host. Return the
    change to announce.

    The caller saves the room.
    """
    if preset.startswith(SAVED_PREFIX):
        saved = _saved_rules(host, preset)
        room.preset = saved.preset
        _use_rules(room, Rules.from_json(saved.options))
        return ["saved", saved.name]
    if preset not in PRESETS:
        raise Refused("unknown_preset")
    room.use_preset(preset)
    room.seat_count = max(room.seat_count, least_seats(room))
    return ["preset", preset]


def _saved_rules(user: User, name: str) -> SavedRules:
    number = name.removeprefix(SAVED_PREFIX)
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise Refused("unknown_preset")
    saved = SavedRules.objects.filter(user=user, pk=int(number)).first()
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
        _log_change(room, host, [["host", seat.name]], new_host_id=seat.user_id)


def lock(code: str, host: User, locked: bool) -> None:
    """Lock the room, so that newcomers can't sit down; or unlock the room."""
    with locked_room_as_host(code, host) as room:
        room.locked = locked
        room.save(update_fields=["locked"])
        _log_change(room, host, [["locked", locked]])


def _values(room: Room) -> dict[str, Any]:
    """The values of all options of the rules and of the table."""
    return room.rules.to_json() | {option: getattr(room, option) for option in TABLE_OPTIONS}


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {option: value for option, value in after.items() if value != before[option]}


def _change_options(room: Room, options: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Change some options of the rules or of the table. The caller saves the room."""
    try:
        rules = {option: value for option, value in options.items() if option not in TABLE_OPTIONS}
        _use_rules(room, Rules.from_json(room.rules.to_json() | rules))
    except BadRules as bad:
        raise Refused("bad_rules", option=bad.option) from bad
    for option in TABLE_OPTIONS:
        if option in options:
            _set_table_option(room, option, options[option])
    _fit_players(room, before)
    _fit_help(room, before)


def _use_rules(room: Room, rules: Rules) -> None:
    """Set every option of the rules. If the rules need more seats, add seats."""
    if rules.players != room.rules.players:
        room.seat_count = max(room.seat_count, rules.players)
    room.use_rules(rules)


def _fit_players(room: Room, before: Mapping[str, Any]) -> None:
    """Make the numbers of players and seats fit together: there must be a seat for each player.

    If the host changed only one of the two numbers, the other number follows. Raise ``Refused``
    with ``too_few_seats`` if the host changed both, because either number may be the mistake.
    """
    players, seat_count = room.rules.players, room.seat_count
    if players <= seat_count:
        return
    if seat_count == before["seat_count"]:
        room.seat_count = players
    elif players == before["players"]:
        room.use_rules(room.rules.with_players(seat_count))
    else:
        raise Refused("too_few_seats", players=players, seats=seat_count)


def _fit_help(room: Room, before: Mapping[str, Any]) -> None:
    """Switch help off if the rules do not allow help. Raise ``Refused`` with ``help_needs_log`` if
    the host has just switched help on.
    """
    if not room.help or room.rules.allow_help:
        return
    if not before["help"]:
        raise Refused("help_needs_log")
    room.help = False


def _set_table_option(room: Room, option: str, value: Any) -> None:
    if not any(value == each and type(value) is type(each) for each in TABLE_OPTIONS[option]):
        raise Refused("bad_rules", option=option)
    if option == "seat_count" and value < (least := least_seats(room)):
        furthest = max(room.seats.all(), key=lambda seat: seat.number)
        raise Refused("seats_taken", name=furthest.name, least=least)
    setattr(room, option, value)


def least_seats(room: Room) -> int:
    """Return the smallest number of seats with which nobody loses their seat.

    The number is even, because both teams have the same number of seats.
    """
    taken = max((seat.number + 1 for seat in room.seats.all()), default=0)
    return taken + taken % 2


def _announced(rules: Rules, changed: Mapping[str, Any]) -> list[list[Any]]:
    """Return the changes to announce. ``series_points`` is announced only for a series that ends at
    a number of points.
    """
    told = {option: value for option, value in changed.items() if option != "series_points"}
    if rules.series == "first_to" and changed.keys() & {"series", "series_points"}:
        told["series_points"] = rules.series_points
    return [[option, value] for option, value in told.items()]


def _save(room: Room, host: User, changed: list[list[Any]]) -> None:
    if changed:
        room.last_change = {"by": host.name, "changed": changed}
        _log_change(room, host, changed)
    room.save(update_fields=["preset", "options", "last_change", *TABLE_OPTIONS])


def rename_in_settings(room: Room, user: User, before: str, name: str) -> None:
    """Replace a person's name in the settings log, also in entries that made this person the host.
    The caller holds the room's lock.
    """
    room.settings_log.filter(user=user).update(name=name)
    by_name = Q(new_host=None, changed=[["host", before]])
    room.settings_log.filter(Q(new_host=user) | by_name).update(changed=[["host", name]])
    if room.last_change and _made_last_change(room, user, before):
        room.last_change["by"] = name
        room.save(update_fields=["last_change"])


def _made_last_change(room: Room, user: User, name: str) -> bool:
    """Return whether this person made the change in ``last_change``."""
    for change in room.settings_log.order_by("-pk"):
        if change.changed == room.last_change["changed"]:
            return change.user_id == user.id
    # The log no longer has the entry, because many newer entries have replaced it.
    return room.last_change["by"] == name


def _log_change(
    room: Room, host: User, changed: list[list[Any]], *, new_host_id: int | None = None
) -> None:
    """Add an entry to the settings log. Keep only the newest ``MOST_LOGGED_CHANGES`` entries."""
    SettingsLogEntry.objects.create(
        room=room, user=host, name=host.name, changed=changed, new_host_id=new_host_id
    )
    kept = room.settings_log.order_by("-pk").values_list("pk", flat=True)
    oldest = kept[MOST_LOGGED_CHANGES - 1 : MOST_LOGGED_CHANGES].first()
    if oldest:
        room.settings_log.filter(pk__lt=oldest).delete()


def parse_option(option: str, text: str) -> str | int | bool:
    """Read the value of an option from a form. Raise ``Refused`` with ``bad_rules``."""
    values = TABLE_OPTIONS.get(option) or OPTIONS.get(option)
    if option == "series_points" and text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    for value in values or ():
        if str(value).lower() == text.lower():
            return value
    raise Refused("bad_rules", option=option)
