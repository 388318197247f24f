"""Parts of a table besides the cards and the moves, for example the turn clock, chat and
spectators.

``public`` is the same for everybody; ``own`` is for one viewer.
"""

from datetime import datetime

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from game import due_times
from game.models import Game
from game.presentation.deciding_text import deciding_sentence
from game.presentation.end import figures, headline
from game.presentation.move_text import set_name
from rooms import house_rules
from rooms.actions import chat
from rooms.actions.events import NEWS_SHOWN
from rooms.actions.kick_votes import has_failed
from rooms.actions.substitutes import AWAY_BEFORE_SUBSTITUTE
from rooms.live.snapshot import Snapshot
from rooms.models import Seat
from rooms.series import series_headline


def public(snapshot: Snapshot) -> dict[str, object]:
    """Return this module's part of the context of the ``#table`` region."""
    game, position = snapshot.game, snapshot.stored_game
    context: dict[str, object] = {
        "series": snapshot.series_sentence,
        "spectator_names": snapshot.spectator_names,
        "has_help": snapshot.has_help,
        "reactions": [
            {
                "seat": seat.number,
                "name": seat.name,
                "reaction": seat.reaction,
                "words": chat.REACTIONS[seat.reaction],
            }
            for seat in snapshot.reacting
        ],
        "claim_pause": _claim_pause(snapshot),
        "pace": due_times.shown_pace(game) if game else "",
        "chain": position and due_times.shown_chain(position.game, position.told_less),
    }
    if game is None:
        since = snapshot.now - NEWS_SHOWN
        context["last_change"] = house_rules.last_change(snapshot.room, since)
    return context


def own(snapshot: Snapshot, user_id: int | None) -> dict[str, object]:
    """Return this module's part of the context of the ``#mine`` region."""
    game, seat = snapshot.game, snapshot.seat_number_of(user_id)
    seat_row = snapshot.room_seat_of(user_id)
    context: dict[str, object] = {
        "has_room_seat": seat_row is not None,
        "has_help": snapshot.has_help,
        "unseen_seats": snapshot.unseen_seats(user_id),
        "my_end": None,
    }
    if game is None or game.is_over:
        context |= _outside_game(snapshot, user_id, seat_row)
    if game is None:
        return context
    context |= _turn_clock(game, snapshot.now)
    context["bots_paused"] = not game.is_over and game.bots_mode == Game.BotsMode.PAUSED
    if game.is_over:
        context |= _end(snapshot, game, user_id)
    return context if seat is None else context | _in_game(snapshot, game, seat, user_id)


def _outside_game(snapshot: Snapshot, user_id: int | None, seat: Seat | None) -> dict[str, object]:
    """Return the context in a lobby and after a game: the chat, and whether the viewer may sit
    down or go on.
    """
    return {
        "chat": snapshot.chat_for(user_id),
        "viewer_id": user_id,
        "is_muted": bool(seat and seat.muted),
        "may_return": user_id in snapshot.may_return,
        "may_sit_down": seat is None and snapshot.may_sit_down(user_id),
        "ready": bool(seat and seat.ready),
        "between_games": snapshot.is_between_games,
        "has_free_seat": snapshot.has_free_seat,
    }


def _in_game(snapshot: Snapshot, game: Game, seat: int, user_id: int | None) -> dict[str, object]:
    """Return the context of a player."""
    my_claim_pause = game.claim_pause_until is not None and game.claim_pause_seat == seat
    stored = snapshot.stored_game
    chooses_mode = stored and stored.is_alone and not game.is_over and game.turn != seat
    return {
        "my_claim_pause": my_claim_pause,
        "pause_left": _pause_left(game, snapshot.now) if my_claim_pause else None,
        "waits_for_claim": game.rules.claim_timing != "own_turn"
        and game.table["pauses"]
        and game.turn != seat,
        # The name of the player whose claim the viewer waits for.
        "claiming": None if my_claim_pause else (_claim_pause(snapshot) or {}).get("name"),
        "absent": _absent(snapshot, game, seat),
        "ending": _ending(snapshot, user_id),
        "kick_vote": kick_vote(snapshot, user_id),
        # Only a person alone with bots may change their mode, while a bot has the turn.
        "bots_mode": game.bots_mode if chooses_mode else "",
    }


def _end(snapshot: Snapshot, game: Game, user_id: int | None) -> dict[str, object]:
    """Return the context of the end of a game: the result from the viewer's side, and the other
    people who are ready for another game.
    """
    seat = snapshot.seat_number_of(user_id)
    team = None if seat is None else seat % 2
    names = [face.name for face in snapshot.faces]
    assert snapshot.state
    of_game = headline(game, team)
    of_series = series_headline(snapshot.rules, snapshot.series, team)
    others = [each for each in snapshot.seats if each.user_id and each.user_id != user_id]
    ready = [each.name for each in others if each.ready]
    return {
        "my_end": {
            "headline": of_series or of_game,
            "last_game": of_game if of_series else "",
            "why": deciding_sentence(snapshot.state, snapshot.dealt, snapshot.log, names, seat),
            "figures": None if seat is None else figures(snapshot.log, snapshot.helped, seat),
            "is_guest": user_id in snapshot.guests,
        },
        "has_other_people": bool(others),
        "somebody_left": bool(snapshot.played - snapshot.room_seats.keys() - {user_id}),
        "others_ready": get_text_list(ready, _("and")),
        "others_ready_count": len(ready),
    }


def _turn_clock(game: Game, now: datetime) -> dict[str, object]:
    """Return the context of the turn clock: the seconds left for this move (None without a turn
    clock), and whether the clock is stopped.

    The page counts down from ``seconds_once_shown`` after it has shown a claim or the deal. By
    ``deadline`` the page can tell a new turn from an old turn of the same length.
    """
    left, once_shown = due_times.time_left(game, now), due_times.time_once_shown(game, now)
    return {
        "seconds_once_shown": None if once_shown is None else round(once_shown.total_seconds(), 1),
        "seconds_left": None if left is None else round(left.total_seconds(), 1),
        "deadline": game.deadline and game.deadline.isoformat(),
        "clock_stands": game.claim_pause_until is not None,
    }


def _claim_pause(snapshot: Snapshot) -> dict[str, object] | None:
    game = snapshot.game
    if game is None or game.claim_pause_until is None:
        return None
    left, seat = _pause_left(game, snapshot.now), game.claim_pause_seat
    card_set = game.deck.set_named(game.claim_pause_set or "")
    if left <= 0 or seat is None or card_set is None:
        return None
    return {
        "seat": seat,
        "name": snapshot.faces[seat].name,
        "set": set_name(game.deck, card_set),
        "seconds_left": left,
    }


def _pause_left(game: Game, now: datetime) -> float:
    """Return the seconds left in the claim pause."""
    assert game.claim_pause_until is not None
    return round((game.claim_pause_until - now).total_seconds(), 1)


def _absent(snapshot: Snapshot, game: Game, seat: int) -> str:
    """Return the name of the player who has the turn, if they are away long enough for a
    substitute; otherwise an empty string.

    The string is also empty if the game has a turn clock, if a substitute was called for this
    turn, and in a claim pause, when nobody can call a substitute.
    """
    holder = snapshot.faces[game.turn]
    if holder.bot or not holder.away or game.is_over or game.turn == seat:
        return ""
    if game.table["turn_seconds"] or game.substitute or game.claim_pause_until is not None:
        return ""
    seat_row = snapshot.room_seat_of(snapshot.players[game.turn].user_id)
    return holder.name if seat_row is None or is_long_away(snapshot, seat_row) else ""


def is_long_away(snapshot: Snapshot, seat: Seat) -> bool:
    """Return whether the person has been away so long that a bot may move for them."""
    silent = seat.last_seen is None or snapshot.now - seat.last_seen > AWAY_BEFORE_SUBSTITUTE
    return seat.away and silent


def _ending(snapshot: Snapshot, user_id: int | None) -> dict[str, object] | None:
    """Return the other players who agree to end the game without a result, and whether the viewer
    agrees.
    """
    wanting = [seat for seat in snapshot.seats if seat.user_id and seat.wants_end]
    if not wanting or (snapshot.game and snapshot.game.is_over):
        return None
    others = [seat.name for seat in wanting if seat.user_id != user_id]
    return {
        "names": get_text_list(others, _("and")),
        "count": len(others),
        "mine": len(others) < len(wanting),
    }


def kick_vote(snapshot: Snapshot, user_id: int | None) -> dict[str, object] | None:
    """Return the vote about a ban, for everybody at the table but the person whom it concerns; only
    for the host, and during the game, if it has failed.
    """
    vote = snapshot.kick_vote
    seat = snapshot.room_seat_of(vote.user_id) if vote else None
    if vote is None or seat is None or vote.user_id == user_id:
        return None
    is_host = user_id == snapshot.room.host_id
    failed = has_failed(vote, snapshot.now)
    if failed and (not is_host or snapshot.game is None or snapshot.game.is_over):
        return None
    return {
        "name": seat.name,
        "seat": seat.number,
        "reason": vote.reason,
        "id": vote.pk,
        "decided": is_host or user_id in (*vote.agreed, *vote.rejected),
        "failed": failed,
    }
