"""Substitutes: bots that move for an absent player, once or until the player is back."""

from datetime import timedelta

from accounts.models import User
from game import database_time, play
from game.refusals import Refused
from rooms.actions.events import Kind, record_event
from rooms.actions.locked import locked_room, locked_room_as_host, seat_of
from rooms.models import Room

#: A substitute may move for a player only after the player has been away for this time.
AWAY_BEFORE_SUBSTITUTE = timedelta(seconds=60)


def substitute(code: str, user: User) -> None:
    """Let a bot make the next move of a player who has been away for a minute.

    Raise ``Refused`` with ``not_playing``, ``not_seated``, ``game_over``, ``your_turn``,
    ``not_away`` or ``paused``.
    """
    with locked_room(code) as room:
        if room.game is None:
            raise Refused("not_playing")
        seat_of(room, user)
        if room.game.is_over:
            raise Refused("game_over")
        holder = room.game.players.get(seat=room.game.turn)
        if holder.user_id and holder.user_id != user.id:
            _check_away(room, holder.user_id)
        play.substitute(room.game.id, user.id)


def substitute_until_back(code: str, host: User, number: int) -> None:
    """Let a bot make all moves of the player at seat ``number`` until the player is back. The
    player must have been away for a minute.

    Raise ``Refused`` with ``not_host``, ``not_playing``, ``bad_request``, ``not_away`` or
    ``game_over``.
    """
    with locked_room_as_host(code, host) as room:
        if room.game is None:
            raise Refused("not_playing")
        if room.game.is_over:
            raise Refused("game_over")
        player = room.game.players.filter(seat=number).first()
        if player is None or player.user_id is None:
            raise Refused("bad_request")
        _check_away(room, player.user_id)
        if play.substitute_until_back(room.game.id, number):
            record_event(room, Kind.SUBSTITUTE, player.user_id)


def stop_substitutes(room: Room) -> None:
    """Stop the substitutes of players who are back. The caller holds the room's lock."""
    game = room.game
    if game is None or game.is_over:
        return
    here = room.seats.filter(user__isnull=False, away=False).values_list("user_id", flat=True)
    for player in game.players.filter(user__in=list(here)):
        is_on = player.has_substitute or (game.substitute and player.seat == game.turn)
        if is_on and player.user_id and play.stop_substitute(game.id, player.user_id):
            record_event(room, Kind.BACK, player.user_id)


def _check_away(room: Room, user_id: int) -> None:
    """Raise ``Refused`` with ``not_away`` unless this person has been away long enough."""
    since = database_time.now() - AWAY_BEFORE_SUBSTITUTE
    here = room.seats.filter(user_id=user_id)
    if here.exclude(away=True, last_seen__lt=since).exists():
        raise Refused("not_away")
