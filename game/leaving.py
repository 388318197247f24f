"""When a seat was left to a bot, also in games of the time before that was noted."""

from collections.abc import Iterable

from game.models import Move, Player

#: Who moves at the seat of a person.
_FOR_PEOPLE = {Move.Mover.PERSON, Move.Mover.CLOCK, Move.Mover.SUBSTITUTE}


def left_at(player: Player, moves: Iterable[Move]) -> int | None:
    """How many of a game's ``moves`` had been made when the person at this seat left it to a bot.

    None where nobody has. Where it was not noted, it is taken to be just before the bot's first
    move; a bot that never moved is taken to have come at the end.
    """
    if not player.bot or player.left_at is not None:
        return player.left_at
    latest, moved, by_bot = 0, False, None
    for move in moves:
        latest = move.number
        if move.seat == player.seat:
            moved = moved or move.mover in _FOR_PEOPLE
            if by_bot is None and move.mover == Move.Mover.BOT:
                by_bot = move.number
    if not moved and player.left_user_id is None:
        return None
    return latest if by_bot is None else by_bot
