"""A snapshot of a room. Updates, pages and ``state.json`` are made from it.

They get the hands of a running game only through ``observation``.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import User
from game import database_time
from game.models import Game, Player
from game.play import StoredGame
from game.presentation.view_models import Face, Note
from game.refusals import Refused
from literature.rules.information_state import Observation, information_state, observation
from literature.rules.moves import Event
from literature.rules.options import FIRST_GAME, Rules
from literature.rules.series import Standing
from literature.rules.state import State
from rooms.actions import chat, moderation, playing
from rooms.actions.moderation import Visitor
from rooms.actions.seating import is_deserted
from rooms.models import ChatMessage, KickVote, Room, Seat
from rooms.series import latest_seats


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """The player at a seat, with their user id (None for a bot or a deleted account)."""

    face: Face
    user_id: int | None


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """A room, its seats, and its game. The game's row, its hands and its log belong to one moment.

    If moves were added to an older snapshot, ``latest`` has these moves, and ``since`` is the
    number of the first.
    """

    room: Room
    seats: tuple[Seat, ...]
    #: The person at each seat of the game or the lobby (None: empty).
    people: tuple[SeatedPlayer | None, ...]
    banned: frozenset[int]
    #: In a room without spectators: the players of the present series, who may watch even after
    #: they leave. Empty in other rooms.
    of_series: frozenset[int]
    game: Game | None = None
    players: tuple[Player, ...] = ()
    #: The hands as they were dealt.
    dealt: tuple[int, ...] = ()
    #: The order that each player gave their hand (``Hand.own_order``). Nobody else may see it.
    own_orders: tuple[str, ...] = ()
    #: The complete state of the game, with hidden hands. Nothing may show it. It is the source of
    #: information states and stored games.
    state: State | None = None
    log: tuple[Event, ...] = ()
    helped: Mapping[int, str] = field(default_factory=dict)
    series: Standing
    series_sentence: str
    #: The present spectators, in the order in which they came.
    spectators: tuple[Visitor, ...]
    #: The room events of the present game or lobby.
    notes: tuple[Note, ...]
    time: database_time.Reading
    has_whole_log: bool = False
    #: The people who watched the game to its end; empty before the end.
    spectators_to_the_end: frozenset[int] = frozenset()
    #: The vote about a ban at an open table.
    kick_vote: KickVote | None = None
    latest: tuple[Event, ...] = ()
    since: int | None = None

    @property
    def now(self) -> datetime:
        """The database's time now, not the time of the reading."""
        return self.time.now

    @property
    def stored_game(self) -> StoredGame | None:
        """The game as a value, on which moves are planned; None in a lobby."""
        if self.game is None or self.state is None:
            return None
        return StoredGame(self.game, self.players, self.dealt, self.state, self.time)

    @property
    def versions(self) -> tuple[int, int]:
        """The versions of the room and the game. In a later reading the room's version is not
        lower. If it is the same, the game's version is not lower.
        """
        return self.room.version, self.game.version if self.game else 0

    @property
    def rules(self) -> Rules:
        """The rules of the game; in a lobby, the rules of the next game."""
        return self.game.rules if self.game else self.room.rules

    @property
    def preset(self) -> str:
        """The preset from which the rules began; empty if there is none."""
        return self.game.began_as if self.game else self.room.preset

    @property
    def teaches(self) -> bool:
        """Whether the table teaches beginners. A first game does so even if the host changed an
        option.
        """
        return self.preset == FIRST_GAME

    @property
    def has_help(self) -> bool:
        """Whether players may have help in the game; in a lobby, in the next game."""
        return bool((self.game or self.room).table["help"])

    @property
    def spectator_names(self) -> tuple[str, ...]:
        """The names of the present spectators."""
        return tuple(each.name for each in self.spectators)

    @cached_property
    def bans(self) -> list[Visitor]:
        """The people whom the host has banned."""
        return moderation.bans_of_host(self.room)

    @cached_property
    def faces(self) -> list[Face]:
        """The players of the present game, in the order of their seats."""
        return [person.face for person in self.people if person]

    @cached_property
    def seat_numbers(self) -> dict[int, int]:
        """The number of each person's seat in the game or the lobby, by user id."""
        people = enumerate(self.people)
        return {each.user_id: number for number, each in people if each and each.user_id}

    def seat_number_of(self, user_id: int | None) -> int | None:
        """The person's seat in the game or the lobby."""
        return None if user_id is None else self.seat_numbers.get(user_id)

    def may_see(self, user_id: int | None) -> bool:
        """Whether this person may see the room. A banned person may not. People with a seat may,
        and other people may if the room allows spectators.

        A lobby is open to everybody who has the code, so that they can sit down. A person who has
        left a game may watch it and the later games of its series.
        """
        if user_id in self.banned:
            return False
        invited = self.game is None or self.room.table["spectators"] or user_id in self.of_series
        return invited or user_id in self.seat_numbers or user_id in self.room_seats

    def may_replay(self, user_id: int | None) -> bool:
        """Whether the game is over, and this person played in it or watched its end."""
        if not (self.game and self.game.is_over):
            return False
        return user_id is not None and user_id in self.played | self.spectators_to_the_end

    @property
    def played(self) -> set[int]:
        """The people who have played in the present game, also those who left it."""
        pairs = ((player.user_id, player.left_user_id) for player in self.players)
        return {user_id for pair in pairs for user_id in pair if user_id}

    @cached_property
    def room_seats(self) -> dict[int, Seat]:
        """The ``Seat`` of each person who has one, by user id."""
        return {seat.user_id: seat for seat in self.seats if seat.user_id}

    def room_seat_of(self, user_id: int | None) -> Seat | None:
        """Return the person's ``Seat`` in the room; None for a person without one."""
        return None if user_id is None else self.room_seats.get(user_id)

    @cached_property
    def present(self) -> list[Seat]:
        """The seats of the people who are present."""
        return [seat for seat in self.seats if seat.user_id and not seat.away]

    @property
    def agreement(self) -> tuple[int, int]:
        """In an open lobby: how many of the present people agree to the start, and how many are
        present.
        """
        return sum(seat.ready for seat in self.present), len(self.present)

    @property
    def awaited(self) -> str:
        """In an open lobby: the names of the present people who have not agreed."""
        return get_text_list([seat.name for seat in self.present if not seat.ready], _("and"))

    @cached_property
    def is_deserted(self) -> bool:
        """Whether the game is over and no person has a seat."""
        return is_deserted(self.game, self.seats)

    def may_sit_down(self, user_id: int | None) -> bool:
        """Whether this person may take a seat while the room shows a finished game."""
        free = self.is_deserted or (self.has_free_seat and not self.room.locked)
        return free and user_id not in self.banned

    @cached_property
    def is_between_games(self) -> bool:
        """Whether the game is finished and its series continues."""
        finished = self.game is not None and self.game.status == Game.Status.FINISHED
        return finished and not self.series.over and not self.is_deserted

    @property
    def has_free_seat(self) -> bool:
        """Whether a player's seat is empty between two games of a series."""
        return self.is_between_games and len(self.seats) < self.rules.players

    @cached_property
    def chat(self) -> list[ChatMessage]:
        """The latest chat messages, oldest first."""
        return chat.latest_messages(self.room)

    def chat_for(self, user_id: int | None) -> list[ChatMessage]:
        """The latest chat messages, without those of people from whom a block separates the
        viewer.
        """
        separated = self._separated.get(user_id, ()) if user_id else ()
        return [line for line in self.chat if line.user_id not in separated]

    @cached_property
    def _separated(self) -> Mapping[int, set[int]]:
        writers = {line.user_id for line in self.chat if line.user_id}
        return blocks.separated_from_each(writers) if writers else {}

    @cached_property
    def reacting(self) -> list[Seat]:
        """The seats with a reaction that is shown now."""
        since = self.now - chat.REACTION_SHOWN
        return [seat for seat in self.seats if seat.reacted_at and seat.reacted_at > since]

    def unseen_seats(self, user_id: int | None) -> list[int]:
        """The seats whose reactions the viewer does not see, because the viewer has blocked the
        person. The page of the blocked person must not tell of it, so they see all reactions.
        """
        blocked = self._blocked.get(user_id, ()) if user_id else ()
        return [seat.number for seat in self.reacting if seat.user_id in blocked]

    @cached_property
    def _blocked(self) -> Mapping[int, set[int]]:
        people = {seat.user_id for seat in self.reacting if seat.user_id}
        return blocks.blocked_by_each(people) if people else {}

    @cached_property
    def too_many_running(self) -> Refused | None:
        """The refusal of another game, if too many games run."""
        return playing.too_many_running(self.room)

    @cached_property
    def writers(self) -> frozenset[int | None]:
        """The people whose messages the page shows: in a lobby and after a game."""
        shown = self.chat if self.game is None or self.game.is_over else ()
        return frozenset(line.user_id for line in shown)

    @cached_property
    def apart(self) -> Collection[int]:
        """The people from whom a block hides messages or reactions that the page shows."""
        return {*self._blocked, *(self._separated if self.writers else ())}

    @cached_property
    def guests(self) -> frozenset[int]:
        """The seated people without an account."""
        people = User.objects.filter(pk__in=list(self.room_seats), is_guest=True)
        return frozenset(people.values_list("pk", flat=True))

    @cached_property
    def may_return(self) -> frozenset[int]:
        """The people who have left in the present series, and may take their seats back
        from bots.
        """
        if not self.is_between_games:
            return frozenset()
        bots = {seat.number for seat in self.seats if seat.bot}
        had = {user_id for user_id, number in latest_seats(self.room).items() if number in bots}
        return frozenset(had - self.banned - self.room_seats.keys())

    def observation(self, seat: int | None) -> Observation:
        """Return the observation of ``seat`` (None for a spectator). There must be a game."""
        if seat not in self._observations:
            assert self.game and self.state
            dealt = None if seat is None else self.dealt[seat]
            self._observations[seat] = observation(
                information_state(self.state, self.log, seat, dealer=self.game.dealer, dealt=dealt)
            )
        return self._observations[seat]

    @cached_property
    def _observations(self) -> dict[int | None, Observation]:
        return {}
