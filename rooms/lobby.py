"""What people do in a room before and after a game.

Every function that changes a room locks its row, does one thing, counts the room's version up and
rings its doorbell after the commit. Each raises ``Refused``; then nothing has changed.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.names import fold
from bots.mind import DEFAULT_LEVEL, LEVELS
from game import doorbell, play
from game.models import Player
from game.refusals import Refused
from game.rules.dials import PRESETS
from rooms.models import Posted, Room, Seat
from rooms.models.room import MOST_SEATS, new_code
from rooms.seating import evened, free_chairs, next_bot_face, suggested_name, why_not_start


def once(user: User, request_id: str, action: str, do: Callable[[], Any]) -> Any:
    """``do()``, or its first answer where ``user`` has sent this ``request_id`` before."""
    if not request_id:
        return do()
    with transaction.atomic():
        posted, is_new = Posted.objects.get_or_create(
            user=user, request_id=request_id, defaults={"action": action}
        )
        if posted.action != action:
            raise Refused("request_reused")
        if is_new:
            posted.answer = do()
            posted.save(update_fields=["answer"])
        return posted.answer


@transaction.atomic
def open_room(host: User, preset: str) -> str:
    """A new room with its host on the first chair; its code."""
    if preset not in PRESETS:
        raise Refused("unknown_preset")
    room = Room(host=host)
    while Room.objects.filter(code=room.code).exists():
        room.code = new_code()
    room.use_preset(preset)
    room.save()
    _seat_person(room, [], host, 0)
    return room.code


@transaction.atomic
def open_game_with_bots(host: User, preset: str) -> str:
    """A room full of bots with a game dealt at once; its code."""
    code = open_room(host, preset)
    fill_with_bots(code, host, DEFAULT_LEVEL)
    start(code, host)
    return code


def join(code: str, user: User, chair: int | None = None) -> int:
    """Sit down, or change chairs; the number of the chair."""
    with _changing(code) as room:
        _check_no_game(room)
        seats = list(room.seats.all())
        mine = next((seat for seat in seats if seat.user_id == user.id), None)
        if chair is None:
            if mine:
                return mine.number
            empty = free_chairs((seat.number for seat in seats), room.chairs)
            if not empty:
                raise Refused("room_full")
            chair = empty[0]
        if not 0 <= chair < room.chairs:
            raise Refused("bad_request")
        if any(seat.number == chair and seat is not mine for seat in seats):
            raise Refused("seat_taken")
        if mine:
            mine.number = chair
            mine.save(update_fields=["number"])
        else:
            _seat_person(room, seats, user, chair)
    return chair


def leave(code: str, user: User) -> None:
    """Stand up. The person who sat longest becomes host where it was the host."""
    with _changing(code) as room:
        _check_no_running_game(room)
        _seat_of(room, user).delete()
        _find_host(room)


def add_bot(code: str, host: User, level: str) -> int:
    """One more bot; the number of its chair."""
    with _changing(code) as room:
        _check_host(room, host)
        _check_no_game(room)
        return _seat_bot(room, _checked_level(level))


def fill_with_bots(code: str, host: User, level: str) -> None:
    """Bots up to the preset's number; where more sit there already, one if that makes it even."""
    with _changing(code) as room:
        _check_host(room, host)
        _check_no_game(room)
        level = _checked_level(level)
        seated = room.seats.count()
        wanted = max(room.rules.players, seated + seated % 2)
        for _ in range(wanted - seated):
            _seat_bot(room, level)


def clear_bots(code: str, host: User) -> None:
    """Every bot stands up."""
    with _changing(code) as room:
        _check_host(room, host)
        _check_no_game(room)
        room.seats.exclude(bot="").delete()


def remove(code: str, host: User, chair: int) -> None:
    """The host asks somebody else, or a bot, to leave."""
    with _changing(code) as room:
        _check_host(room, host)
        _check_no_game(room)
        gone, _ = room.seats.filter(number=chair).exclude(user=host).delete()
        if not gone:
            raise Refused("bad_request")


def shuffle(code: str, host: User) -> None:
    """Everybody gets a new chair, drawn at random; sides as even as can be."""
    with _changing(code) as room:
        _check_host(room, host)
        _check_no_game(room)
        seats = list(room.seats.all())
        secrets.SystemRandom().shuffle(seats)
        _move_to(seats, list(range(len(seats))))


def swap(code: str, host: User, a: int, b: int) -> None:
    """Whoever sits on two chairs changes places; one of the two may be empty."""
    with _changing(code) as room:
        _check_host(room, host)
        _check_no_game(room)
        if not (0 <= a < room.chairs and 0 <= b < room.chairs):
            raise Refused("bad_request")
        seats = list(room.seats.filter(number__in=[a, b]))
        _move_to(seats, [a + b - seat.number for seat in seats])


def use_preset(code: str, host: User, preset: str) -> None:
    """The rules of the room's next game."""
    with _changing(code) as room:
        _check_host(room, host)
        _check_no_game(room)
        if preset not in PRESETS:
            raise Refused("unknown_preset")
        highest = max((seat.number for seat in room.seats.all()), default=0)
        room.use_preset(preset)
        # As many chairs on each side, or sides could not be filled.
        room.chairs = max(room.chairs, highest + 1 + (highest + 1) % 2)
        room.save(update_fields=["preset", "dials", "chairs"])


def start(code: str, host: User) -> str:
    """Deal a game to those who sit there; its id. Chairs are closed up to seats 0, 1, 2 …"""
    with _changing(code) as room:
        _check_host(room, host)
        _check_no_game(room)
        seats = list(room.seats.all())
        reason = why_not_start(seats)
        if reason:
            raise Refused(reason)
        order = evened(seats) or seats
        _move_to(order, list(range(len(order))))
        roster = [
            Player(seat=at, user_id=seat.user_id, name=seat.name, avatar=seat.avatar, bot=seat.bot)
            for at, seat in enumerate(order)
        ]
        dealer = secrets.randbelow(len(order))
        rules = room.rules.with_players(len(order))
        room.game = play.start(rules, roster, dealer=dealer, preset=room.preset)
        room.save(update_fields=["game"])
    return room.game.id


def again(code: str, user: User) -> None:
    """After a game: back to the lobby, with the same people on their chairs."""
    with _changing(code) as room:
        _seat_of(room, user)
        if room.game is None:
            return
        _check_no_running_game(room)
        room.game = None
        room.save(update_fields=["game"])


@contextmanager
def _changing(code: str) -> Iterator[Room]:
    """One transaction that holds the room's row and counts its version up."""
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(code=code).first()
        if room is None:
            raise Refused("no_room")
        yield room
        room.version += 1
        room.save(update_fields=["version"])
        doorbell.ring_room(room.code, room.version)


def _check_host(room: Room, user: User) -> None:
    if room.host_id != user.id:
        raise Refused("not_host")


def _check_no_game(room: Room) -> None:
    if room.game_id is not None:
        raise Refused("not_ready")


def _check_no_running_game(room: Room) -> None:
    if room.game is not None and not room.game.is_over:
        raise Refused("not_ready")


def _checked_level(level: str) -> str:
    if level not in LEVELS:
        raise Refused("bad_request")
    return level


def _seat_of(room: Room, user: User) -> Seat:
    seat = room.seats.filter(user=user).first()
    if seat is None:
        raise Refused("not_seated")
    return seat


def _seat_person(room: Room, seats: list[Seat], user: User, chair: int) -> None:
    suggestion = suggested_name(user.name, seats)
    if suggestion != user.name:
        raise Refused("name_taken", suggestion=suggestion)
    Seat.objects.create(
        room=room,
        number=chair,
        user=user,
        name=user.name,
        folded_name=fold(user.name),
        avatar=user.avatar,
        last_seen=timezone.now(),
    )
    if room.host_id is None:
        _find_host(room)


def _seat_bot(room: Room, level: str) -> int:
    seats = list(room.seats.all())
    empty = free_chairs((seat.number for seat in seats), room.chairs)
    if not empty:
        raise Refused("room_full")
    avatar, name = next_bot_face(seats)
    Seat.objects.create(
        room=room, number=empty[0], name=name, folded_name=fold(name), avatar=avatar, bot=level
    )
    return empty[0]


def _find_host(room: Room) -> None:
    """Keep the host who sits there, else choose whoever has sat longest; None in an empty room."""
    people = room.seats.filter(user__isnull=False)
    if room.host_id and people.filter(user_id=room.host_id).exists():
        return
    longest = people.order_by("joined_at", "id").first()
    room.host_id = longest.user_id if longest else None
    room.save(update_fields=["host"])


def _move_to(seats: list[Seat], chairs: list[int]) -> None:
    """Put each of ``seats`` on its new chair; the others in the room must not be in the way."""
    # By way of chairs that nobody can take, since the numbers have to differ at every moment.
    for seat in seats:
        seat.number += MOST_SEATS
        seat.save(update_fields=["number"])
    for seat, chair in zip(seats, chairs, strict=True):
        seat.number = chair
        seat.save(update_fields=["number"])
