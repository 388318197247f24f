"""The pace of a game's bots. A person alone among bots can pause them or skip their thinking."""

from django.db import transaction

from game import due_times
from game.models import Game
from game.play.locked import locked_running
from game.refusals import Refused


@transaction.atomic
def set_pace(game_id: str, pace: str) -> None:
    """Set the pace of the bots (``due_times.THINK_SECONDS``).

    Raise ``Refused`` (``game_over``) if the game has ended.
    """
    lock = locked_running(game_id)
    lock.game.table = lock.game.table | {"pace": pace}
    lock.game.slow_turns = 0
    lock.schedule_again()
    lock.save("table", "slow_turns", *due_times.SCHEDULE)


@transaction.atomic
def set_bots_mode(game_id: str, user_id: int, mode: Game.BotsMode) -> None:
    """Pause the bots for the only person among them, let them continue, or let them move without
    thinking time until the person's turn. In the last case there is nothing to do if it is this
    person's turn already.

    Raise ``Refused`` with ``game_over``, ``not_seated``, ``not_alone`` or ``your_turn``.
    """
    lock = locked_running(game_id)
    game = lock.game
    seat = lock.seat_of(user_id).seat
    if not lock.is_alone:
        raise Refused("not_alone")
    if game.turn == seat and mode == Game.BotsMode.PAUSED:
        raise Refused("your_turn")
    if game.turn == seat and mode == Game.BotsMode.TO_TURN:
        return
    game.bots_mode = mode
    if mode == Game.BotsMode.TO_TURN:
        # The bots need not wait until pages have shown the last claim.
        game.shown_until = None
    lock.schedule_again()
    lock.save("bots_mode", *due_times.SCHEDULE)
