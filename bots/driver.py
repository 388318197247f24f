"""Bots at the table: finds the games in which one is to act, lets it think, and makes its move.

A bot is a player like others: it gets the information state of its seat, and moves through
``play.act`` with the version that it thought about. A game is taken by a lease: one conditional
UPDATE moves ``due_at`` on. So one of several schedulers acts, and if it dies the game is due again
soon.
"""

from datetime import datetime, timedelta

from django.db.models import F

from bots import thinking
from bots.knowledge_cache import cached_knowledge
from game import database_time, play, timing
from game.models import Game
from game.models import Move as MoveRow
from game.refusals import Refused
from game.rules.moves import Move
from game.rules.refusals import IllegalMove
from game.rules.versions import VERSIONS
from game.rules.view import InformationState, information_state
from rooms.actions import claim_pause

LEASE = timedelta(seconds=5)
AT_ONCE = 50


def look() -> tuple[list[tuple[str, datetime]], float]:
    """The games that are due, and the seconds until the next one is. Takes no lock."""
    # A game of rules that only newer clocks know is theirs.
    waiting = Game.objects.filter(due_at__isnull=False, rules_version__in=VERSIONS)
    waiting = waiting.order_by("due_at")
    games = list(waiting.values_list("id", "due_at", database_time.told())[:AT_ONCE])
    due = [(game_id, due_at) for game_id, due_at, now in games if due_at <= now]
    waits = [(due_at - now).total_seconds() for _game_id, due_at, now in games]
    return due, min(waits, default=float("inf"))


def act_if_due(game_id: str, due_at: datetime) -> bool:
    """Take the game, think, and act; whether a move was made. Safe to be called by many at once."""
    leased_until = database_time.now() + LEASE
    taken = Game.objects.filter(pk=game_id, due_at=due_at).update(due_at=leased_until)
    if not taken:
        return False
    table = _Table(game_id)
    if table.waits():
        claim_pause.end_if_over(game_id)
        # Still on: to be looked at when it is over, not when the lease is.
        taken = Game.objects.filter(pk=game_id, due_at=leased_until)
        taken.filter(claim_pause_until__isnull=False).update(due_at=F("claim_pause_until"))
        return False
    thought = table.thought()
    if thought is None:
        # Nobody has anything to do before somebody else moves, or before a person's time is up.
        Game.objects.filter(pk=game_id, due_at=leased_until).update(due_at=F("deadline"))
        return False
    move, mover = thought
    try:
        play.act(
            game_id,
            move,
            version=table.game.version,
            mover=mover,
            position=table.position,
        )
    except Refused:
        # Somebody moved while the bot was thinking, and that made the game due again.
        return False
    except IllegalMove:
        current = Game.objects.values_list("version", flat=True).get(pk=game_id)
        if current == table.game.version:
            raise
        return False
    return True


class _Table:
    """A game as it stood when it was taken, for bots to think about."""

    def __init__(self, game_id: str) -> None:
        self.position = play.read_position(pk=game_id)
        self.game, self.state = self.position.game, self.position.state
        self.levels = {each.seat: each.bot for each in self.position.players if each.bot}

    def waits(self) -> bool:
        """Whether the table waits for somebody who claims out of turn."""
        return self.game.claim_pause_until is not None

    def thought(self) -> tuple[Move, str] | None:
        """A move to make now, and on whose behalf; None if there is none."""
        game = self.game
        if game.substitute:
            return self._choice(game.substitute_level), MoveRow.Mover.SUBSTITUTE
        for seat in timing.seats_to_wake(self.state, self.levels):
            if seat == self.state.turn:
                return self._choice(self.levels[seat]), MoveRow.Mover.BOT
            claim = self._claim(seat)
            if claim:
                return claim, MoveRow.Mover.BOT
        if game.deadline is not None and game.deadline <= self.position.time.now:
            return self._choice(game.substitute_level), MoveRow.Mover.CLOCK
        return None

    def _choice(self, level: str) -> Move:
        """What a bot of ``level`` would do in the place of whoever has the turn."""
        seen = self._information_state(self.state.turn)
        with cached_knowledge(self.game, seen) as knowledge:
            return thinking.choose(seen, knowledge, level)

    def _claim(self, seat: int) -> Move | None:
        seen = self._information_state(seat)
        with cached_knowledge(self.game, seen) as knowledge:
            return thinking.wants_to_claim(seen, knowledge, self.levels[seat])

    def _information_state(self, seat: int) -> InformationState:
        dealt = self.position.dealt[seat]
        return information_state(self.state, (), seat, dealer=self.game.dealer, dealt=dealt)
