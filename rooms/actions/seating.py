"""Seats and names of a room: pure functions over its seats."""

from collections.abc import Iterable, Sequence
from itertools import count

from accounts.avatars import BOT_AVATARS
from accounts.names import MAX_VISIBLE, fold
from game.models import Game
from rooms.models import Seat
from rooms.models.room import MOST_SEATS


def free_seats(taken: Iterable[int], seat_count: int) -> list[int]:
    """The empty seats: first the seats of the team with fewer people, then by number."""
    taken = set(taken)
    sides = [sum(number % 2 == side for number in taken) for side in (0, 1)]
    empty = [number for number in range(seat_count) if number not in taken]
    return sorted(empty, key=lambda number: (sides[number % 2], number))


def shown_seats(players: int, seat_count: int, seats: Iterable[Seat]) -> int:
    """The number of seats to fill, or more if somebody sits at a later seat."""
    taken = max((seat.number + 1 for seat in seats), default=0)
    return max(min(players, seat_count), taken + taken % 2)


def bot_that_makes_room(seats: Sequence[Seat]) -> Seat | None:
    """The bot that gives up its seat for a person: first in the team with fewer people, then by
    number.
    """
    people = [sum(seat.team == team and not seat.bot for seat in seats) for team in (0, 1)]
    bots = (seat for seat in seats if seat.bot)
    return min(bots, key=lambda seat: (people[seat.team], seat.number), default=None)


def is_empty(seats: Iterable[Seat]) -> bool:
    """Whether no person has a seat."""
    return all(seat.user_id is None for seat in seats)


def is_deserted(game: Game | None, seats: Iterable[Seat]) -> bool:
    """Whether everybody has left after a game, or bots have finished it."""
    return game is not None and game.is_over and is_empty(seats)


def suggested_name(name: str, seats: Sequence[Seat]) -> str:
    """``name`` if it is free in the room, otherwise with the first free number."""
    taken = {seat.folded_name for seat in seats}
    if fold(name) not in taken:
        return name
    for number in count(2):
        ending = f" {number}"
        candidate = name[: MAX_VISIBLE - len(ending)].rstrip() + ending
        if fold(candidate) not in taken:
            return candidate
    raise AssertionError("numbers do not end")


def next_bot_face(seats: Sequence[Seat]) -> tuple[str, str]:
    """The avatar and the name for a new bot, different from those of the bots in the room."""
    used = {seat.avatar for seat in seats}
    taken = {seat.folded_name for seat in seats}
    unused = [(slug, name) for slug, name in BOT_AVATARS if slug not in used]
    free = [(slug, name) for slug, name in unused if fold(name) not in taken]
    slug, name = (free or unused or list(BOT_AVATARS))[0]
    return slug, suggested_name(name, seats)


def filled_up(seated: int, players: int, seat_count: int) -> int:
    """The number of players after filling up with bots to ``players``.

    If there are that many players or more, one bot is added if this makes the number even.
    """
    return min(max(players, seated + seated % 2), seat_count)


FEWEST_PLAYERS = 4


def why_not_start(seats: Sequence[Seat]) -> str | None:
    """The code of the refusal to deal a game to ``seats``, or None.

    Below four players the code is ``too_few``, even if the number is odd.
    """
    if len(seats) < FEWEST_PLAYERS:
        return "too_few"
    if len(seats) % 2:
        return "odd_players"
    return None if evened(seats) else "uneven_teams"


def evened(seats: Sequence[Seat]) -> list[Seat] | None:
    """The seats in playing order, with alternating teams; None if the numbers of people in the
    teams differ too much.

    The order within a team stays. The last bots of a larger team change to the other team.
    """
    sides: tuple[list[Seat], list[Seat]] = ([], [])
    for seat in sorted(seats, key=lambda seat: seat.number):
        sides[seat.team].append(seat)
    larger, smaller = sorted(sides, key=len, reverse=True)
    while len(larger) > len(smaller):
        mover = next((seat for seat in reversed(larger) if seat.bot), None)
        if mover is None:
            return None
        larger.remove(mover)
        smaller.append(mover)
    return [seat for pair in zip(*sides, strict=True) for seat in pair]


def move_to(seats: Sequence[Seat], numbers: Sequence[int]) -> None:
    """Move ``seats`` to new numbers. Other seats of the room must not have these numbers."""
    # First move them to high numbers that no seat can have, because the numbers must differ at
    # every moment.
    for seat in seats:
        seat.number += MOST_SEATS
        seat.save(update_fields=["number"])
    for seat, number in zip(seats, numbers, strict=True):
        seat.number = number
        seat.save(update_fields=["number"])
