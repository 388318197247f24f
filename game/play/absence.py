"""Substitutes, seats that people leave to bots, and the correction of times after downtime."""

import logging

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q

from game import database_time, due_times
from game.models import Game
from game.play.locked import locked, locked_running
from game.refusals import Refused

logger = logging.getLogger(__name__)


@transaction.atomic
def substitute(game_id: str, user_id: int) -> None:
    """Let a bot make the turn-holder's next move, at another player's request.

    The room checks how long the turn-holder has been away. Raise ``Refused`` with ``game_over``,
    ``not_seated``, ``your_turn``, ``paused``, or ``not_away`` (if a bot has the turn, or the game
    has a turn clock).
    """
    lock = locked_running(game_id)
    game, now = lock.game, lock.now
    if lock.seat_of(user_id).seat == game.turn:
        raise Refused("your_turn")
    if game.turn in lock.bots or game.table["turn_seconds"]:
        raise Refused("not_away")
    if due_times.is_paused(game, now):
        raise Refused("paused")
    game.substitute = True
    if game.claim_pause_until is None:
        game.due_at = due_times.earliest(game.due_at, now)
    lock.save("substitute", "due_at")


@transaction.atomic
def substitute_until_back(game_id: str, seat: int) -> bool:
    """Let a bot make every move of the person at ``seat`` until they are back. Return False if a
    bot already does so.

    The room checks how long the person has been away. Raise ``Refused`` with ``game_over``, or with
    ``not_away`` for the seat of a bot.
    """
    lock = locked_running(game_id)
    game, player = lock.game, lock.players[seat]
    if player.bot:
        raise Refused("not_away")
    if player.has_substitute:
        return False
    player.has_substitute = True
    player.save(update_fields=["has_substitute"])
    if game.turn == seat:
        game.substitute = True
        lock.schedule_again()
    lock.save("substitute", *due_times.SCHEDULE)
    return True


@transaction.atomic
def stop_substitute(game_id: str, user_id: int) -> bool:
    """Stop the substitute of a person who is back.

    Return whether the substitute was for all moves of the person.
    """
    lock = locked(pk=game_id)
    game = lock.game
    player = next((each for each in lock.players if each.user_id == user_id), None)
    if game.is_over or player is None:
        return False
    was_on = player.has_substitute
    if was_on:
        player.has_substitute = False
        player.save(update_fields=["has_substitute"])
    if game.substitute and game.turn == player.seat:
        game.substitute = False
        lock.schedule_again()
    lock.save("substitute", *due_times.SCHEDULE)
    return was_on


@transaction.atomic
def replace_with_bot(game_id: str, user_id: int, level: str) -> int:
    """Replace a person with a bot of ``level``, because they leave a running game for good.

    Return the seat.
    """
    lock = locked_running(game_id)
    player, now = lock.seat_of(user_id), lock.now
    player.left_user_id, player.user_id, player.bot = player.user_id, None, level
    game = lock.game
    player.left_at, player.has_substitute = game.version, False
    player.save(update_fields=["left_user", "left_at", "user", "bot", "has_substitute"])
    if game.claim_pause_seat == player.seat:
        due_times.end_pause(game, now)
    if game.turn == player.seat:
        game.substitute = False
    # The bots no longer wait for the person who left.
    game.bots_mode = Game.BotsMode.NORMAL
    due_times.schedule(
        game,
        lock.state,
        lock.bots,
        now,
        turn_used=game.turn == player.seat,
        told_less=lock.told_less,
    )
    lock.save("substitute", "bots_mode", *due_times.CLAIM_PAUSE_COLUMNS, *due_times.SCHEDULE)
    return player.seat


def after_downtime() -> list[str]:
    """Correct the times of running games after downtime or after a jump of the system clock. Return
    the ids of the corrected games.

    All running games get a new edition, so that no move is stored with a time of the old clock.

    Raise the database's errors if the database is unavailable; the caller tries again.
    """
    running = Game.objects.filter(status=Game.Status.RUNNING)
    running.update(edition=F("edition") + 1)
    timed = running.filter(Q(due_at__isnull=False) | Q(deadline__isnull=False))
    now = database_time.now()
    corrected = []
    for listed in list(timed):
        try:
            if not due_times.correct_times(listed, now):
                continue
            with transaction.atomic():
                lock = locked(pk=listed.pk)
                # The game may have changed since the list was read.
                if lock.game.is_over or not due_times.correct_times(lock.game, lock.now):
                    continue
                lock.save("claim_pause_until", *due_times.SCHEDULE)
            corrected.append(listed.pk)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            # An error in one game must not stop the others.
            logger.exception("Game %s could not be given time", listed.pk)
    return corrected
