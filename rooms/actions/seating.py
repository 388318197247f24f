"""Rules for the seats and the names in a room: functions that make no queries, except
``move_to``.
"""

from collections.abc import Iterable, Sequence
from itertools import count

from accounts.avatars import BOT_AVATARS
from accounts.names import MAX_VISIBLE, fold
from game.models import Game
from game.table_options import MOST_SEATS
from rooms.models import Seat


def free_seats(taken: Iterable[int], seat_count: int) -> list[int]:
    """Return the empty seats. The seats of the team with fewer players come first; within a team,
    lower numbers come first.
    """
    taken = set(taken)
    sides = [sum(number % 2 == side for number in taken) for side in (0, 1)]
    empty = [number for number in range(seat_count) if number not in taken]
    return sorted(empty, key=lambda number: (sides[number % 2], number))


def shown_seats(players: int, seat_count: int, seats: Iterable[Seat]) -> int:
    """Return the number of seats that a lobby shows: one for each player in the rules, or more if
    somebody has a seat with a higher number.
    """
    taken = max((seat.number + 1 for seat in seats), default=0)
    return max(min(players, seat_count), taken + taken % 2)


def bot_that_makes_room(seats: Sequence[Seat]) -> Seat | None:
    """Return the bot that gives its seat to a person. Bots of the team with fewer people come
    first; within a team, the lowest seat number. Return None if there is no bot.
    """
    people = [sum(seat.team == team and not seat.bot for seat in seats) for team in (0, 1)]
    bots = (seat for seat in seats if seat.bot)
    return min(bots, key=lambda seat: (people[seat.team], seat.number), default=None)


def is_empty(seats: Iterable[Seat]) -> bool:
    """Whether no person has a seat."""
    return all(seat.user_id is None for seat in seats)


def is_deserted(game: Game | None, seats: Iterable[Seat]) -> bool:
    """Return whether a finished game has no people left: all have left, or bots have finished it
    alone.
    """
    return game is not None and game.is_over and is_empty(seats)


def suggested_name(name: str, seats: Sequence[Seat]) -> str:
    """Return ``name`` if nobody in the room has it; otherwise add the first number that makes it
    free.
    """
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
    """Return the avatar and the name for a new bot. If possible, no other bot in the room
    has them.
    """
    used = {seat.avatar for seat in seats}
    taken = {seat.folded_name for seat in seats}
    unused = [(slug, name) for slug, name in BOT_AVATARS if slug not in used]
    free = [(slug, name) for slug, name in unused if fold(name) not in taken]
    slug, name = (free or unused or list(BOT_AVATARS))[0]
    return slug, suggested_name(name, seats)


def players_after_filling(seats: Sequence[Seat], players: int, seat_count: int) -> int:
    """Return the number of players after bots have filled the seats up to ``players``.

    If more players are needed to make the teams equal, because the people of one team stay
    together, return that number. A game can then be dealt.
    """
    people = [sum(seat.team == team and not seat.bot for seat in seats) for team in (0, 1)]
    return max(min(players, seat_count), len(seats) + len(seats) % 2, 2 * max(people))


FEWEST_PLAYERS = 4


def why_not_start(seats: Sequence[Seat]) -> str | None:
    """Return the code of the refusal to deal a game to ``seats``; None if the game can be dealt.

    With fewer than four players the code is ``too_few``, even if the number is odd.
    """
    if len(seats) < FEWEST_PLAYERS:
        return "too_few"
    if len(seats) % 2:
        return "odd_players"
    return None if evened(seats) else "uneven_teams"


def evened(seats: Sequence[Seat]) -> list[Seat] | None:
    """Return the seats in playing order, in which the teams alternate. Return None if one team has
    too many people.

    Within a team the order does not change. If one team is larger, its last bots change to the
    other team.
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
    # First give the seats high numbers that no other seat can have, because two seats may never
    # have the same number.
    for seat in seats:
        seat.number += MOST_SEATS
        seat.save(update_fields=["number"])
    for seat, number in zip(seats, numbers, strict=True):
        seat.number = number
        seat.save(update_fields=["number"])
