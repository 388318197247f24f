"""A snapshot of a room. Updates, pages and ``state.json`` are made from it.

They get the hands of a running game only through ``observation``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import F

from accounts.models import User
from game import database_time, due_times, row_values
from game.models import Game, Hand, Move, Player
from game.play import Answer, Position
from game.presentation.document import face_document, observation_document, seats_document
from game.presentation.table import ASKS_ON_PAGE
from game.presentation.view_models import Face
from game.refusals import Refused
from game.rules.apply import apply
from game.rules.information_state import Observation, information_state, observation
from game.rules.moves import Event, move_of
from game.rules.options import FIRST_GAME, Rules
from game.rules.series import Standing
from game.rules.state import FINISHED, State
from rooms.actions import chat, events, moderation
from rooms.actions.moderation import Visitor
from rooms.actions.seating import is_deserted
from rooms.live.room_people import Person, RoomPeople, at_seats
from rooms.models import ChatMessage, Room, RoomEvent, Seat
from rooms.series import latest_seats, series_standing

LOBBY = "lobby"


@dataclass(frozen=True)
class Snapshot:
    """A room, its seats, and its game. The game's row, its hands and its log belong to one moment.

    If moves were added to an older snapshot, ``latest`` has these moves, and ``since`` is the
    number of the first.
    """

    room: Room
    room_people: RoomPeople
    game: Game | None
    players: tuple[Player, ...]
    #: The hands as they were dealt.
    dealt: tuple[int, ...]
    #: The complete state of the game, with hidden hands. Nothing may show it. It is the source of
    #: information states and positions.
    state: State | None
    log: tuple[Event, ...]
    helped: dict[int, str]
    series: Standing
    #: The present spectators, in the order in which they came.
    spectators: tuple[Visitor, ...]
    #: The room events of the present game or lobby.
    events: tuple[RoomEvent, ...]
    time: database_time.Reading
    has_whole_log: bool = False
    #: The people who watched the game to its end; empty before the end.
    spectators_to_the_end: frozenset[int] = frozenset()
    latest: tuple[Event, ...] = ()
    since: int | None = None

    @property
    def now(self) -> datetime:
        """The database's time now, not the time of the reading."""
        return self.time.now

    @property
    def position(self) -> Position | None:
        """The position of the game, on which moves are planned; None in a lobby."""
        if self.game is None or self.state is None:
            return None
        return Position(self.game, self.players, self.dealt, self.state, self.time)

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
        return self.game.help if self.game else self.room.help

    @property
    def phase(self) -> str:
        """``lobby``, or the phase of the game."""
        return self.game.phase if self.game else LOBBY

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the room."""
        return self.room_people.seats

    @property
    def banned(self) -> frozenset[int]:
        """The people who may not come back."""
        return self.room_people.banned

    @property
    def spectator_names(self) -> tuple[str, ...]:
        """The names of the present spectators."""
        return tuple(each.name for each in self.spectators)

    @cached_property
    def bans(self) -> list[Visitor]:
        """The people whom the host has banned."""
        return moderation.bans_of_host(self.room)

    @property
    def people(self) -> tuple[Person | None, ...]:
        """The person at each seat of the game or the lobby (None: empty)."""
        return self.room_people.people

    @property
    def faces(self) -> list[Face]:
        """The players of the present game, in the order of their seats."""
        return self.room_people.faces

    def seat_number_of(self, user_id: int | None) -> int | None:
        """The person's seat in the game or the lobby."""
        return None if user_id is None else self.room_people.numbers.get(user_id)

    def may_replay(self, user_id: int | None) -> bool:
        """Whether the game is over, and this person played in it or watched its end."""
        if not (self.game and self.game.is_over):
            return False
        played = {each for player in self.players for each in (player.user_id, player.left_user_id)}
        return user_id is not None and user_id in played | self.spectators_to_the_end

    def room_seat_of(self, user_id: int | None) -> Seat | None:
        """Return the person's ``Seat`` in the room; None for a person without one."""
        return None if user_id is None else self.room_people.room_seats.get(user_id)

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

    @cached_property
    def guests(self) -> frozenset[int]:
        """The seated people without an account."""
        people = User.objects.filter(pk__in=list(self.room_people.room_seats), is_guest=True)
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
        return frozenset(had - self.banned - self.room_people.room_seats.keys())

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

    def document(self, user_id: int | None) -> dict[str, Any]:
        """Return ``state.json`` for a person."""
        seat = self.seat_number_of(user_id)
        document: dict[str, Any] = {
            "room": self.room.code,
            "room_version": self.room.version,
            "game": self.game.id if self.game else None,
            "commitment": self.game.commitment if self.game else None,
            "deadline": _moment(self.game.deadline if self.game else None),
            "declaring": self._claim_pause_document(),
            "pace": due_times.chosen_pace(self.game) if self.game else self.room.pace,
            "bots": self.game.bots_mode if self.game else Game.BotsMode.NORMAL,
            "help": self.has_help,
            "series": self._series_document(),
            "watchers": list(self.spectator_names),
            "ending": [seat.number for seat in self.seats if seat.user_id and seat.wants_end],
        }
        if self.game is None:
            return document | self._lobby_document(seat)
        shown = self.observation(seat)
        return document | observation_document(shown) | {"seats": seats_document(shown, self.faces)}

    def _claim_pause_document(self) -> dict[str, Any] | None:
        game = self.game
        if game is None or game.claim_pause_until is None:
            return None
        return {
            "seat": game.claim_pause_seat,
            "set": game.claim_pause_set,
            "until": _moment(game.claim_pause_until),
        }

    def _series_document(self) -> dict[str, Any]:
        return {
            "games": self.series.games,
            "won": list(self.series.won),
            "points": list(self.series.points),
            "over": self.series.over,
            "winner": self.series.winner,
            "ready": [seat.number for seat in self.seats if seat.ready],
        }

    def _lobby_document(self, seat: int | None) -> dict[str, Any]:
        return {
            "version": 0,
            "phase": LOBBY,
            "you": seat,
            "turn": None,
            "may_pass": False,
            "rules": self.rules.to_json(),
            "scores": [0, 0],
            "sets": {},
            "seats": [
                face_document(person.face, number) | {"cards": None, "out": False}
                if person
                else None
                for number, person in enumerate(self.people)
            ],
            "hand": None,
            "log": [],
            "legal": {"asks": {}, "claims": [], "passes": []},
            "dealer": None,
        }


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def read(code: str, *, whole_log: bool = False) -> Snapshot:
    """Read a room once. With ``whole_log`` the snapshot has the whole log of the game, which JSON
    documents need.

    Raise ``Refused`` with ``no_room`` or ``newer_rules``. One statement reads the game and its
    hands, and the log is cut at that game's version, so that the three belong to one moment.
    """
    room = (
        Room.objects.select_related("host")
        .annotate(now=database_time.expression())
        .filter(code=code)
        .first()
    )
    if room is None:
        raise Refused("no_room")
    beside = {
        "series": series_standing(room),
        "spectators": tuple(moderation.visitors_of(room)),
        "events": events.events_of(room),
        "time": database_time.Reading(room.now),
        "has_whole_log": whole_log,
    }
    if room.game_id is None:
        people = _read_people(room, None, ())
        return Snapshot(room, people, None, (), (), None, (), helped={}, **beside)
    hands = list(Hand.objects.filter(game_id=room.game_id).select_related("game"))
    game = hands[0].game
    players = tuple(game.players.all())
    most_asks = None if whole_log or game.phase == FINISHED else ASKS_ON_PAGE
    log = tuple(row_values.load_shown_log(game, most_asks))
    return Snapshot(
        room,
        _read_people(room, game, players),
        game,
        players,
        tuple(hand.dealt for hand in hands),
        row_values.load_state(game, hands),
        log,
        helped=row_values.load_helped(game, log),
        spectators_to_the_end=frozenset(game.spectators.values_list("user_id", flat=True))
        if game.is_over
        else frozenset(),
        **beside,
    )


def _read_people(room: Room, game: Game | None, players: Sequence[Player]) -> RoomPeople:
    seats = tuple(room.seats.annotate(name_is_invented=F("user__name_is_invented")))
    return RoomPeople(
        seats,
        at_seats(room, seats, game, players),
        in_lobby=game is None,
        spectators=room.spectators,
        banned=frozenset(room.bans.values_list("user_id", flat=True)),
        of_series=frozenset() if room.spectators else frozenset(latest_seats(room)),
    )


def read_again(
    code: str, before: Snapshot | None, made: Answer | None = None, *, whole_log: bool = False
) -> Snapshot:
    """Read a room after the earlier snapshot ``before`` of it, and after the move ``made``.

    If a running game has only got new moves since then, these moves are added to ``before``. Every
    visible change other than a move raises the room's version, and then the whole room is read.
    """
    now = None
    if before and before.game and not before.game.is_over and before.has_whole_log == whole_log:
        now = _with_move(before, made) if made else _with_new_moves(before)
    return now or read(code, whole_log=whole_log)


def _with_move(before: Snapshot, made: Answer) -> Snapshot | None:
    """Return ``before`` with a person's move. Return None if more has changed."""
    assert before.game
    version, edition = made.event.number, made.game.edition
    is_next = (version, edition) == (before.game.version, before.game.edition)
    if not is_next or made.game.version != made.version or made.game.is_over:
        return None
    return _moved_on(before, made.game, [made.event], {})


def _with_new_moves(before: Snapshot) -> Snapshot | None:
    """Read the moves since ``before``. Return None if the game is over or more has changed.

    One statement reads the moves and the game, so that they belong to one moment.
    """
    assert before.game
    rows = Move.objects.filter(game_id=before.game.id, game__rooms=before.room.pk)
    rows = rows.filter(number__gte=before.game.version).select_related("game")
    moves = list(rows.annotate(room_version=F("game__rooms__version")).order_by("number"))
    if not moves:
        return before if _is_present(before) else None
    game = moves[0].game
    if moves[0].room_version != before.room.version or game.is_over:
        return None
    return _moved_on(before, game, *row_values.events_of_rows(game, moves))


def _is_present(before: Snapshot) -> bool:
    present = Room.objects.filter(pk=before.room.pk, game_id=before.game and before.game.id)
    return before.versions in present.values_list("version", "game__version")


def _moved_on(
    before: Snapshot, game: Game, latest: Sequence[Event], helped: Mapping[int, str]
) -> Snapshot:
    """Return ``before`` with its next moves. ``game`` is the game's row after them. The rules
    compute the hands.
    """
    state = before.state
    assert state
    for event in latest:
        state, _again = apply(state, move_of(event))
    log = (*before.log, *latest)
    return replace(
        before,
        game=game,
        state=state,
        log=log if before.has_whole_log else row_values.without_old_asks(log, ASKS_ON_PAGE),
        helped=before.helped | helped,
        latest=tuple(latest),
        since=latest[0].number,
    )


def read_for(code: str, user_id: int | None, *, whole_log: bool = False) -> Snapshot:
    """Read a room for one viewer, and check that the viewer may see it. Raise ``Refused`` as
    ``read`` does, or with ``removed``, ``everybody_gone`` or ``no_spectators``.
    """
    now = read(code, whole_log=whole_log)
    if now.room_people.may_see_room(user_id):
        return now
    if user_id in now.banned:
        raise Refused("removed")
    if now.is_deserted:
        raise Refused("everybody_gone", room=code)
    raise Refused("no_spectators")
