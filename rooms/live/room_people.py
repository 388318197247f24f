"""The people and bots at the seats of a room, how everybody sees them, and who may see the room."""

from collections.abc import Mapping, Sequence
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


@dataclass(frozen=True, slots=True)
class SocketPeople:
    """The people who have sockets of a room. ``barred`` may no longer see the room. ``tabs`` has
    the active tab of each person who has one. ``player_ids`` has all people at the seats of the
    game or the lobby, also those without a socket.
    """

    barred: frozenset[int]
    seat_ids: frozenset[int]
    spectator_ids: frozenset[int]
    tabs: Mapping[int, str]
    player_ids: frozenset[int]


NOBODY = SocketPeople(frozenset(), frozenset(), frozenset(), {}, frozenset())


@dataclass(frozen=True)
class RoomPeople:
    """The people of a room, and their right to see it.

    Moves do not change them, so the snapshots of a game share them until something else changes.
    """

    seats: tuple[Seat, ...]
    #: The person at each seat of the game or the lobby (None: empty).
    people: tuple[Person | None, ...]
    in_lobby: bool
    #: Whether the room allows spectators.
    spectators: bool
    banned: frozenset[int]
    #: In a room without spectators: the players of the present series, who may watch even after
    #: they leave. Empty in other rooms.
    of_series: frozenset[int]

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

    def may_see_room(self, user_id: int | None) -> bool:
        """Return whether this person may see the room. A banned person may not. People with a seat
        may, and other people may if the room allows spectators.

        A lobby is open to everybody who has the code, so that they can sit down. A person who has
        left a game may watch it and the later games of its series.
        """
        if user_id in self.banned:
            return False
        invited = self.in_lobby or self.spectators or user_id in self.of_series
        return invited or user_id in self.numbers or user_id in self.room_seats

    def with_sockets(self, user_ids: frozenset[int]) -> SocketPeople:
        """Return the people with these ids, who have sockets of the room."""
        if user_ids not in self._with_sockets:
            seats = {each: self.room_seats[each] for each in user_ids & self.room_seats.keys()}
            barred = frozenset(each for each in user_ids if not self.may_see_room(each))
            self._with_sockets[user_ids] = SocketPeople(
                barred,
                frozenset(seat.pk for seat in seats.values()),
                user_ids - barred - self.room_seats.keys(),
                {each: seat.tab for each, seat in seats.items() if seat.tab},
                frozenset(self.numbers),
            )
        return self._with_sockets[user_ids]

    @cached_property
    def _with_sockets(self) -> dict[frozenset[int], SocketPeople]:
        return {}


def at_seats(
    room: Room, seats: Sequence[Seat], game: Game | None, players: Sequence[Player]
) -> tuple[Person | None, ...]:
    """Return the person at each seat of the game; without a game, of the lobby (None: empty)."""
    if game is None:
        people = {
            seat.number: Person(Face(seat.name, seat.avatar, seat.bot, seat.away), seat.user_id)
            for seat in seats
        }
        return tuple(people.get(number) for number in range(room.seat_count))
    away: dict[int | None, bool] = {seat.user_id: seat.away for seat in seats if seat.user_id}
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
