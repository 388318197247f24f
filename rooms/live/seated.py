"""The people and bots at the seats of a room, and how everybody sees them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from game.models import Game, Player
from game.presentation.view_models import Face
from rooms.models import Room, Seat


@dataclass(frozen=True, slots=True)
class Person:
    """The player at a seat, with their user id (None for a bot or a deleted account)."""

    face: Face
    user_id: int | None


@dataclass(frozen=True)
class Seated:
    """The seats of a room, and the person at each seat of its game or lobby (None: empty).

    Moves do not change it, so the snapshots of a game share it until something else changes.
    """

    seats: tuple[Seat, ...]
    people: tuple[Person | None, ...]

    @cached_property
    def faces(self) -> list[Face]:
        """The players of the present game, in the order of their seats."""
        return [person.face for person in self.people if person]

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The number of each person's seat in the game or the lobby, by user id."""
        return {
            person.user_id: number
            for number, person in enumerate(self.people)
            if person and person.user_id is not None
        }

    @cached_property
    def room_seats(self) -> dict[int, Seat]:
        """The ``Seat`` of each person who has one, by user id."""
        return {seat.user_id: seat for seat in self.seats if seat.user_id is not None}


def seated(
    room: Room, seats: Sequence[Seat], game: Game | None, players: Sequence[Player]
) -> Seated:
    """Return the people at the seats of the game; without a game, of the lobby."""
    people = _in_lobby(room, seats) if game is None else _in_game(game, players, seats)
    return Seated(tuple(seats), people)


def _in_lobby(room: Room, seats: Sequence[Seat]) -> tuple[Person | None, ...]:
    people = {
        seat.number: Person(Face(seat.name, seat.avatar, seat.bot, seat.away), seat.user_id)
        for seat in seats
    }
    return tuple(people.get(number) for number in range(room.seat_count))


def _in_game(game: Game, players: Sequence[Player], seats: Sequence[Seat]) -> tuple[Person, ...]:
    away = {seat.user_id: seat.away for seat in seats if seat.user_id}
    return tuple(
        Person(
            # A player who has left the room counts as away.
            Face(
                player.name,
                player.avatar,
                player.bot,
                not player.bot and away.get(player.user_id, True),
                player.has_substitute and not game.is_over,
            ),
            player.user_id,
        )
        for player in players
    )
