"""Reads a snapshot of a room, as a whole or after an earlier snapshot."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import F

from game import database_time, row_values
from game.models import Game, Hand, Move, Player
from game.play import MadeMove
from game.presentation.table import ASKS_ON_PAGE
from game.presentation.view_models import Face
from game.refusals import Refused
from literature.rules.apply import apply
from literature.rules.moves import Event, move_of
from literature.rules.state import FINISHED
from rooms.actions import events, kick_votes, moderation
from rooms.live.snapshot import SeatedPlayer, Snapshot
from rooms.models import Room, Seat
from rooms.room_event_text import notes_of
from rooms.series import latest_seats, series_sentence, series_standing


def read(code: str, *, whole_log: bool = False) -> Snapshot:
    """Read a room once. With ``whole_log`` the snapshot has the whole log of the game, which JSON
    documents need.

    Raise ``Refused`` with ``no_room``, ``room_closed`` or ``newer_rules``. One statement reads the
    game and its hands, and the log is cut at that game's version, so that the three belong to one
    moment.
    """
    room = (
        Room.objects.select_related("host")
        .annotate(now=database_time.expression())
        .filter(code=code)
        .first()
    )
    if room is None:
        raise Refused("no_room")
    if room.closed_at:
        raise Refused("room_closed")
    seats = tuple(room.seats.annotate(name_is_invented=F("user__name_is_invented")))
    series = series_standing(room)
    of_game = _read_game(room, whole_log=whole_log) if room.game_id else {}
    game, players = of_game.get("game"), of_game.get("players", ())
    return Snapshot(
        room=room,
        seats=seats,
        people=_at_game(game, seats, players) if game else _at_lobby(room, seats),
        banned=frozenset(room.bans.values_list("user_id", flat=True)),
        of_series=frozenset() if room.table["spectators"] else frozenset(latest_seats(room)),
        series=series,
        series_sentence=series_sentence(game.rules if game else room.rules, series),
        spectators=tuple(moderation.visitors_of(room, seats)),
        notes=notes_of(events.events_of(room, room.now)),
        time=database_time.Reading(room.now),
        has_whole_log=whole_log,
        kick_vote=kick_votes.latest_vote(room, room.now) if room.open_since and game else None,
        **of_game,
    )


def _read_game(room: Room, *, whole_log: bool) -> dict[str, Any]:
    """Return the fields of a snapshot that belong to the game."""
    hands = list(Hand.objects.filter(game_id=room.game_id).select_related("game"))
    game = hands[0].game
    most_asks = None if whole_log or game.phase == FINISHED else ASKS_ON_PAGE
    log, helped = row_values.load_shown_log(game, most_asks)
    watched = game.spectators.values_list("user_id", flat=True) if game.is_over else ()
    return {
        "game": game,
        "players": row_values.players_of(game),
        "dealt": tuple(hand.dealt for hand in hands),
        "own_orders": tuple(hand.own_order for hand in hands),
        "state": row_values.load_state(game, hands),
        "log": tuple(log),
        "helped": helped,
        "spectators_to_the_end": frozenset(watched),
    }


def _at_lobby(room: Room, seats: Sequence[Seat]) -> tuple[SeatedPlayer | None, ...]:
    """Return the person at each seat of the lobby (None: empty)."""
    people = {
        seat.number: SeatedPlayer(Face(seat.name, seat.avatar, seat.bot, seat.away), seat.user_id)
        for seat in seats
    }
    return tuple(people.get(number) for number in range(room.seat_count))


def _at_game(
    game: Game, seats: Sequence[Seat], players: Sequence[Player]
) -> tuple[SeatedPlayer, ...]:
    """Return the person at each seat of the game. A player who has left the room counts as
    away.
    """
    away = {seat.user_id: seat.away for seat in seats}
    return tuple(
        SeatedPlayer(
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


def read_again(
    code: str, before: Snapshot | None, made: MadeMove | None = None, *, whole_log: bool = False
) -> Snapshot:
    """Read a room after the earlier snapshot ``before`` of it, and after the move ``made``.

    If a running game has only got new moves since then, these moves are added to ``before``. Every
    other change raises the room's version, or only the game's edition if it does not show, or shows
    only to one player. Then the whole room is read.
    """
    now = None
    if before and before.game and not before.game.is_over and before.has_whole_log == whole_log:
        if made is None:
            now = _with_new_moves(before)
        else:
            version, edition = made.event.number, made.game.edition
            is_next = (version, edition) == (before.game.version, before.game.edition)
            if is_next and made.game.version == made.version and not made.game.is_over:
                now = _moved_on(before, made.game, [made.event], {})
    return now or read(code, whole_log=whole_log)


def _with_new_moves(before: Snapshot) -> Snapshot | None:
    """Read the moves since ``before``. Return None if the game is over or more has changed.

    One statement reads the moves and the game, so that they belong to one moment.
    """
    assert before.game
    rows = Move.objects.filter(game_id=before.game.id, game__rooms=before.room.pk)
    rows = rows.filter(number__gte=before.game.version).select_related("game")
    rows = rows.annotate(room_version=F("game__rooms__version"), read_at=database_time.expression())
    moves = list(rows.order_by("number"))
    if not moves:
        present = Room.objects.filter(pk=before.room.pk, game_id=before.game.id)
        versions = present.values_list("version", "game__version", "game__edition")
        is_present = (*before.versions, before.game.edition) in versions
        return before if is_present else None
    game = moves[0].game
    game.rules = before.game.rules  # A game keeps its rules, and parsing them takes time.
    is_known = moves[0].room_version == before.room.version and game.edition == before.game.edition
    if not is_known or game.is_over:
        return None
    now = _moved_on(before, game, *row_values.events_of_rows(game, moves))
    return replace(now, time=database_time.Reading(moves[0].read_at))


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
        helped={**before.helped, **helped},
        latest=tuple(latest),
        since=latest[0].number,
    )


def read_for(code: str, user_id: int | None, *, whole_log: bool = False) -> Snapshot:
    """Read a room for one viewer, and check that the viewer may see it. Raise ``Refused`` as
    ``read`` does, or with ``removed``, ``everybody_gone`` or ``no_spectators``.
    """
    now = read(code, whole_log=whole_log)
    if now.may_see(user_id):
        return now
    if user_id in now.banned:
        raise Refused("removed")
    if now.is_deserted:
        raise Refused("everybody_gone", room=code)
    raise Refused("no_spectators")
