"""Bots at the table: finds the games in which one is to act, lets it think, and makes its move.

A bot is a player like others: it gets its seat's witness, and moves through ``play.act`` with the
version that it thought about. A game is taken by a lease: ``due_at`` is moved on by one conditional
UPDATE, so of several clocks one acts, and if that one dies the game is due again soon.
"""

import random
from datetime import datetime, timedelta

from django.utils import timezone

from bots.memories import remembered
from bots.mind import choose, wants_to_claim
from game import play, storage, timing
from game.models import Game, Hand
from game.models import Move as MoveRow
from game.refusals import Refused
from game.rules.moves import Move
from game.rules.refusals import IllegalMove
from game.rules.view import witness

LEASE = timedelta(seconds=5)
AT_ONCE = 50

# The same deal must not always be played in the same way.
_chance = random.Random()


def look() -> tuple[list[tuple[str, datetime]], float]:
    """The games that are due, and the seconds until the next one is. Takes no lock."""
    now = timezone.now()
    waiting = Game.objects.filter(due_at__isnull=False).order_by("due_at")
    games = list(waiting.values_list("id", "due_at")[:AT_ONCE])
    due = [(game_id, due_at) for game_id, due_at in games if due_at <= now]
    soonest = (games[0][1] - now).total_seconds() if games else float("inf")
    return due, soonest


def act_if_due(game_id: str, due_at: datetime) -> bool:
    """Take the game, think, and act; whether a move was made. Safe to be called by many at once."""
    leased_until = timezone.now() + LEASE
    taken = Game.objects.filter(pk=game_id, due_at=due_at).update(due_at=leased_until)
    if not taken:
        return False
    thought = think(game_id)
    if thought is None:
        # Nobody has anything to do before somebody else moves, which makes the game due anew.
        Game.objects.filter(pk=game_id, due_at=leased_until).update(due_at=None)
        return False
    version, move = thought
    try:
        play.act(game_id, move, version=version, mover=MoveRow.Mover.BOT)
    except Refused:
        # Somebody moved while the bot was thinking, and that made the game due again.
        return False
    except IllegalMove:
        current = Game.objects.values_list("version", flat=True).get(pk=game_id)
        if current == version:
            raise
        return False
    return True


def think(game_id: str) -> tuple[int, Move] | None:
    """What a bot of this game does now: the version it thought about, and its move, if any."""
    hands = list(Hand.objects.filter(game_id=game_id).select_related("game"))
    game = hands[0].game
    levels = dict(game.players.exclude(bot="").values_list("seat", "bot"))
    state = storage.load_state(game, hands)
    for seat in timing.seats_to_wake(state, levels):
        seen = witness(state, (), seat, dealer=game.dealer, dealt=hands[seat].dealt)
        with remembered(game, seen) as memory:
            if seat == state.turn:
                move: Move | None = choose(seen, memory, levels[seat], _chance)
            else:
                move = wants_to_claim(seen, memory, levels[seat])
        if move:
            return game.version, move
    return None
