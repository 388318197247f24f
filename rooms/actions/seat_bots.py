"""Gives empty seats to bots. The caller holds the room's lock."""

from game.refusals import Refused
from rooms.actions.seating import free_seats, next_bot_face, players_after_filling
from rooms.models import Room, Seat


def seat_bot(room: Room, level: str) -> int:
    """Add a bot. Return the number of its seat. Raise ``Refused`` with ``room_full``."""
    seats = list(room.seats.all())
    empty = free_seats((seat.number for seat in seats), room.seat_count)
    if not empty:
        raise Refused("room_full")
    avatar, name = next_bot_face(seats)
    Seat.objects.create(room=room, number=empty[0], name=name, avatar=avatar, bot=level)
    return empty[0]


def fill(room: Room, level: str) -> None:
    """Add bots until the number of players in the rules is reached. Add more bots if the teams need
    them (``players_after_filling``).
    """
    seats = list(room.seats.all())
    wanted = players_after_filling(seats, room.rules.players, room.seat_count)
    for _ in range(wanted - len(seats)):
        seat_bot(room, level)
