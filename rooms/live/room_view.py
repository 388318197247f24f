"""The parts of a table that do not belong to the game: turn clock, claim pauses, series, chat,
reactions, spectators.

``public`` is the same for everybody; ``own`` is for one viewer.
"""

from datetime import datetime
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from game import play, timing
from game.models import Game
from game.presentation.end import figures, headline
from game.presentation.move_text import set_name
from rooms import house_rules
from rooms.actions import chat
from rooms.actions.substitutes import AWAY_BEFORE_SUBSTITUTE
from rooms.live.snapshot import Snapshot
from rooms.models import Seat
from rooms.series import series_sentence


def public(snapshot: Snapshot) -> dict[str, Any]:
    """The context of the ``#table`` region."""
    game = snapshot.game
    context: dict[str, Any] = {
        "series": series_sentence(snapshot.rules, snapshot.series),
        "spectator_names": snapshot.spectator_names,
        "has_help": snapshot.has_help,
        "reactions": _reactions(snapshot),
        "claim_pause": _claim_pause(snapshot) if game else None,
        "pace": timing.shown_pace(game) if game else "",
    }
    if game is None:
        context["last_change"] = house_rules.last_change(snapshot.room)
    return context


def own(snapshot: Snapshot, user_id: int | None) -> dict[str, Any]:
    """The context of the ``#mine`` region."""
    game, seat = snapshot.game, snapshot.seat_number_of(user_id)
    seat_row = snapshot.room_seat_of(user_id)
    context: dict[str, Any] = {
        "may_chat": seat_row is not None and not seat_row.muted and (game is None or game.is_over),
        "is_banned": seat_row is None and user_id in snapshot.banned,
        "reaction_choices": chat.reaction_choices() if seat_row else (),
        "may_return": user_id in snapshot.may_return,
        "may_sit_down": seat_row is None and snapshot.may_sit_down(user_id),
        "has_room_seat": seat_row is not None,
        "ready": bool(seat_row and seat_row.ready),
        "between_games": snapshot.is_between_games,
        "has_free_seat": snapshot.has_free_seat,
        "my_end": None,
        "has_help": snapshot.has_help,
    }
    if game is None or game.is_over:
        # Shown next to the chat field.
        context["chat"] = snapshot.chat
    if game and game.is_over:
        context |= _end(snapshot, game, user_id)
    if game:
        context |= _clock(game, snapshot.now)
        context["bots_paused"] = not game.is_over and game.bots_mode == Game.BotsMode.PAUSED
    if game is None or seat is None:
        return context
    claims = game.rules.claim_timing != "own_turn" and game.pauses and game.turn != seat
    my_claim_pause = game.claim_pause_until is not None and game.claim_pause_seat == seat
    return context | {
        "my_claim_pause": my_claim_pause,
        "pause_left": _pause_left(game, snapshot.now) if my_claim_pause else None,
        "waits_for_claim": claims,
        # The player whose claim pause this player waits for.
        "claiming": None if my_claim_pause else (_claim_pause(snapshot) or {}).get("name"),
        "absent": _absent(snapshot, game, seat),
        "ending": _ending(snapshot, user_id),
        "bots_mode": _bots_mode(snapshot, game, seat),
    }


def _bots_mode(snapshot: Snapshot, game: Game, seat: int) -> str:
    """The mode of the bots, for a person who plays alone with bots while a bot has the turn;
    otherwise empty.
    """
    bots = [player.seat for player in snapshot.players if player.bot]
    may_change = not game.is_over and game.turn != seat
    return game.bots_mode if may_change and play.is_alone(bots, len(snapshot.players)) else ""


def _end(snapshot: Snapshot, game: Game, user_id: int | None) -> dict[str, Any]:
    """The end of a game as the viewer is told it, and the people who are ready for another game."""
    seat = snapshot.seat_number_of(user_id)
    others = [each for each in snapshot.seats if each.user_id and each.user_id != user_id]
    ready = [each.name for each in others if each.ready]
    return {
        "my_end": {
            "headline": headline(game, None if seat is None else seat % 2),
            "figures": None if seat is None else figures(snapshot.log, snapshot.helped, seat),
            "is_guest": user_id in snapshot.guests,
        },
        "has_other_people": bool(others),
        "others_ready": get_text_list(ready, _("and")),
        "others_ready_count": len(ready),
    }


def _clock(game: Game, now: datetime) -> dict[str, Any]:
    """The seconds left for this move (None without a turn clock), and whether the turn clock is
    stopped.

    ``seconds_once_shown`` is this number while the page shows a claim or the deal. The ``deadline``
    distinguishes a new turn from an old turn of the same length.
    """
    left, once_shown = timing.time_left(game, now), timing.time_once_shown(game, now)
    return {
        "seconds_once_shown": None if once_shown is None else round(once_shown.total_seconds(), 1),
        "seconds_left": None if left is None else round(left.total_seconds(), 1),
        "deadline": game.deadline and game.deadline.isoformat(),
        "clock_stands": game.claim_pause_until is not None,
    }


def _claim_pause(snapshot: Snapshot) -> dict[str, Any] | None:
    game = snapshot.game
    if game is None or game.claim_pause_until is None:
        return None
    left = _pause_left(game, snapshot.now)
    if left <= 0:
        return None
    card_set = game.deck.set_named(game.claim_pause_set)
    return {
        "seat": game.claim_pause_seat,
        "name": snapshot.faces[game.claim_pause_seat].name,
        "set": set_name(game.deck, card_set),
        "seconds_left": left,
    }


def _pause_left(game: Game, now: datetime) -> float:
    """The seconds left in the claim pause."""
    assert game.claim_pause_until is not None
    return round((game.claim_pause_until - now).total_seconds(), 1)


def _absent(snapshot: Snapshot, game: Game, seat: int) -> str:
    """The name of an absent turn-holder; empty if they are present.

    It is also empty in a claim pause, when nobody may call a substitute.
    """
    if game.is_over or game.turn == seat or game.turn_seconds or game.substitute:
        return ""
    if game.claim_pause_until is not None:
        return ""
    holder = snapshot.people[game.turn]
    if holder is None or holder.face.bot:
        return ""
    seat_row = snapshot.room_seat_of(holder.user_id)
    if seat_row is None:
        return holder.face.name
    return holder.face.name if is_long_away(snapshot, seat_row) else ""


def is_long_away(snapshot: Snapshot, seat: Seat) -> bool:
    """Whether a bot may move for the person at a seat of the room."""
    silent = seat.last_seen is None or snapshot.now - seat.last_seen > AWAY_BEFORE_SUBSTITUTE
    return seat.away and silent


def _ending(snapshot: Snapshot, user_id: int | None) -> dict[str, Any] | None:
    """The other players who have agreed to end the game without a result, and whether the viewer
    has agreed.
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


def _reactions(snapshot: Snapshot) -> list[dict[str, Any]]:
    """The reactions to show now."""
    since = snapshot.now - chat.REACTION_SHOWN
    return [
        {
            "seat": seat.number,
            "name": seat.name,
            "sign": chat.REACTIONS[seat.reaction][0],
            "words": chat.REACTIONS[seat.reaction][1],
        }
        for seat in snapshot.seats
        if seat.reacted_at and seat.reacted_at > since
    ]
