"""Opening a room, and the seats of people and bots."""

import secrets

from django.db import transaction

from accounts.models import User
from game import database_time
from game.refusals import Refused
from literature.policy import LEVELS
from literature.rules.options import PRESETS, Rules
from rooms.actions import kick_votes, open_tables, playing, seat_bots
from rooms.actions.events import Kind, record_event
from rooms.actions.locked import (
    check_no_game,
    checked_level,
    locked_lobby_as_host,
    locked_room,
    locked_room_as_host,
    replace_missing_host,
    seat_of,
)
from rooms.actions.seating import (
    bot_that_makes_room,
    free_seats,
    is_deserted,
    is_empty,
    move_to,
    shown_seats,
    suggested_name,
)
from rooms.models import Room, Seat
from rooms.models.room import new_code


@transaction.atomic
def open_room(host: User, preset: str, rules: Rules | None = None, *, opened_from: str = "") -> str:
    """Make a room whose host has the first seat. Return the room's code. ``rules`` replace the
    rules of the preset. ``opened_from`` is the host's hidden address.
    """
    if preset not in PRESETS:
        raise Refused("unknown_preset")
    room = Room(host=host, opened_from=opened_from)
    while Room.objects.filter(code=room.code).exists():
        room.code = new_code()
    room.use_preset(preset)
    if rules:
        room.use_rules(rules)
    room.save()
    _seat_person(room, [], host, 0)
    return room.code


@transaction.atomic
def open_game_with_bots(
    host: User, preset: str, *, practice: bool = False, opened_from: str = ""
) -> str:
    """Make a room with easy bots for a newcomer, and deal a game in which this person has the first
    turn, or a ``practice`` game with an easy deal. Return the room's code.
    """
    code = open_room(host, preset, opened_from=opened_from)
    fill_with_bots(code, host, LEVELS[0])
    playing.start(code, host, is_newcomer=True, practice=practice)
    return code


def join(code: str, user: User, number: int | None = None) -> int:
    """Sit down or change seats. Return the number of the seat.

    Between the games of a series, players who left get their seats back, unless other people
    have them. If everybody has left after a game, the room becomes a lobby.
    """
    with locked_room(code) as room:
        seats = list(room.seats.all())
        if is_deserted(room.game, seats):
            playing.back_to_lobby(room)
        had = playing.former_seat(room, user)
        holder = next((seat for seat in seats if seat.number == had), None)
        if holder and holder.bot:
            _check_not_banned(room, user)
            holder.delete()
            seats.remove(holder)
            _seat_person(room, seats, user, holder.number)
            record_event(room, Kind.BACK, user.id)
            return holder.number
        _check_may_sit_down(room, seats)
        mine = next((seat for seat in seats if seat.user_id == user.id), None)
        if mine is None:
            if room.closed_at:
                raise Refused("room_closed")
            # The lock does not apply to an empty room, because nobody could unlock it.
            if room.locked and not is_empty(seats):
                raise Refused("room_locked")
            _check_not_banned(room, user)
        if number is None:
            if mine:
                return mine.number
            number = _any_seat(room, seats) if had is None or holder else had
        if not 0 <= number < room.seat_count:
            raise Refused("bad_request")
        if any(seat.number == number and seat is not mine for seat in seats):
            raise Refused("seat_taken")
        if mine:
            mine.number = number
            mine.save(update_fields=["number"])
        else:
            _seat_person(room, seats, user, number)
            if room.game:
                record_event(room, Kind.SAT_DOWN, user.id)
    return number


def leave(code: str, user: User) -> None:
    """Leave the seat. In a running game a bot takes the seat for the rest of the game.

    If the host leaves, another person becomes the host, if there is one (``replace_missing_host``).
    """
    with locked_room(code) as room:
        playing.leave_seat(room, seat_of(room, user))
        replace_missing_host(room)
        open_tables.start_if_agreed(room)


def add_bot(code: str, host: User, level: str | None = None) -> int:
    """Add a bot in a lobby, or between two games at a seat that a player has left. Return the
    number of the bot's seat.

    If no ``level`` is given, use the room's level for new bots.
    """
    with locked_room_as_host(code, host) as room:
        _check_may_sit_down(room, list(room.seats.all()))
        number = seat_bots.seat_bot(
            room, room.table["bot_level"] if level is None else checked_level(level)
        )
        playing.deal_if_all_ready(room)
        return number


def fill_with_bots(code: str, host: User, level: str | None = None) -> None:
    """Add bots as ``seat_bots.fill`` does."""
    with locked_lobby_as_host(code, host) as room:
        seat_bots.fill(room, room.table["bot_level"] if level is None else checked_level(level))


def set_bot_level(code: str, host: User, number: int, level: str) -> None:
    """Set the level of the bot at a seat."""
    with locked_lobby_as_host(code, host) as room:
        bot = room.seats.filter(number=number).exclude(bot="").first()
        if bot is None:
            raise Refused("bad_request")
        bot.bot = checked_level(level)
        bot.save(update_fields=["bot"])


@transaction.atomic
def fill_and_start(code: str, host: User) -> None:
    """Fill the seats with bots and deal the game. If one of the two fails, neither is done."""
    fill_with_bots(code, host)
    playing.start(code, host)


def clear_bots(code: str, host: User) -> None:
    """Remove all bots."""
    with locked_lobby_as_host(code, host) as room:
        room.seats.exclude(bot="").delete()


def kick(code: str, host: User, number: int, person: str | None = None, reason: str = "") -> None:
    """Ban a person, who is told about it and can't sit down again. In a running game a bot takes
    the seat. In the lobby the host can also remove a bot. At an open table after the deal, the
    other people must agree (``kick_votes``).

    ``person`` is the id of the person whom the host saw at the seat, or empty for a bot.

    Raise ``Refused`` with ``not_host`` or ``bad_request``, or with ``seat_changed`` if ``person``
    is given and is not at the seat, with ``reason_needed`` if a reason is missing, or with
    ``not_ready`` if a bot is to be removed after the deal.
    """
    with locked_room_as_host(code, host) as room:
        seat = room.seats.filter(number=number).exclude(user=host).first()
        if person is not None and (seat is None or person != str(seat.user_id or "")):
            raise Refused("seat_changed")
        if seat is None:
            raise Refused("bad_request")
        if seat.bot:
            check_no_game(room)
            seat.delete()
            return
        if room.open_since and room.game_id:
            kick_votes.ban_with_consent(room, seat, reason)
            return
        kick_votes.ban(room, seat)
        open_tables.start_if_agreed(room)


def shuffle(code: str, host: User) -> None:
    """Give everybody a random seat. The teams become as even as possible."""
    with locked_lobby_as_host(code, host) as room:
        seats = list(room.seats.all())
        secrets.SystemRandom().shuffle(seats)
        move_to(seats, list(range(len(seats))))


def swap(code: str, host: User, a: int, b: int) -> None:
    """Swap the people or bots at two seats. One of the seats may be empty."""
    with locked_lobby_as_host(code, host) as room:
        if not (0 <= a < room.seat_count and 0 <= b < room.seat_count):
            raise Refused("bad_request")
        seats = list(room.seats.filter(number__in=[a, b]))
        move_to(seats, [a + b - seat.number for seat in seats])


def _check_may_sit_down(room: Room, seats: list[Seat]) -> None:
    """Check that a person or bot may sit down: only in a lobby, or between two games of a series if
    a player has left.
    """
    left = room.game is not None and len(seats) < room.game.rules.players
    if not (left and playing.between_games(room)):
        check_no_game(room)


def _any_seat(room: Room, seats: list[Seat]) -> int:
    """Choose a seat for a newcomer: first an empty seat among the shown seats, then the seat of a
    bot, which is removed, then one of the seats that are not shown yet.
    """
    rules = room.game.rules if room.game else room.rules
    taken = [seat.number for seat in seats]
    empty = free_seats(taken, shown_seats(rules.players, room.seat_count, seats))
    leaves = None if empty else bot_that_makes_room(seats)
    if leaves:
        seats.remove(leaves)
        leaves.delete()
        return leaves.number
    empty = empty or free_seats(taken, room.seat_count)
    if not empty:
        raise Refused("room_full")
    return empty[0]


def _check_not_banned(room: Room, user: User) -> None:
    if room.bans.filter(user=user).exists():
        raise Refused("removed")
    # A banned person could come back as a new guest at once.
    if room.open_since and user.is_guest:
        mine = user.addresses.values("address")
        if room.bans.filter(at__lt=user.date_joined, user__addresses__address__in=mine).exists():
            raise Refused("not_here")


def _seat_person(room: Room, seats: list[Seat], user: User, number: int) -> None:
    open_tables.check_may_meet(room, seats, user)
    open_tables.check_words(room, user.name, "unkind_name")
    suggestion = suggested_name(user.name, seats)
    if suggestion != user.name:
        raise Refused("name_taken", suggestion=suggestion)
    Seat.objects.create(
        room=room,
        number=number,
        user=user,
        name=user.name,
        avatar=user.avatar,
        last_seen=database_time.now(),
        muted=room.mutes.filter(user=user).exists(),
    )
    if room.host_id is None:
        replace_missing_host(room)
