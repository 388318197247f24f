"""Finds the games that are due, and makes the moves of bots, substitutes and turn clocks.

A bot is a player like any other: it gets the information state of its seat, and moves through
``play.act`` with the version that it has seen. A scheduler leases a game by one conditional UPDATE
that sets ``due_at`` to a later time. So only one scheduler acts, and if it dies, the game is soon
due again.
"""

from datetime import datetime, timedelta

from django.db import connection
from django.db.models import F

from bots import thinking
from bots.knowledge_cache import cached_knowledge
from bots.scheduler_heartbeat import clock_has_jumped
from game import database_time, due_times, play
from game.database_time import Reading
from game.models import Game
from game.models import Move as MoveRow
from game.refusals import Refused
from literature.rules.information_state import InformationState, information_state
from literature.rules.legality import IllegalMove
from literature.rules.moves import Move
from literature.rules.versions import VERSIONS
from rooms.actions import playing

LEASE = timedelta(seconds=5)
AT_ONCE = 50


#: The condition for deserted games: all people have left, and only bots play.
IS_DESERTED = (
    "(EXISTS (SELECT 1 FROM game_player WHERE game_id = game.id AND left_at IS NOT NULL)"
    " AND NOT EXISTS (SELECT 1 FROM game_player WHERE game_id = game.id AND user_id IS NOT NULL))"
)


def _waiting(condition: str) -> list[tuple[str, datetime, datetime]]:
    """At most AT_ONCE games with a due time, the earliest first: their ids, their due times, and
    the present time. The query takes no lock.

    It is plain SQL, because a scheduler sends it all the time, and Django takes longer to build it
    than the database takes to answer it.
    """
    now, values = database_time.sql()
    # A scheduler that does not know a game's version of the rules leaves the game to newer
    # schedulers.
    versions = ", ".join(str(version) for version in VERSIONS)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id, due_at, {now} FROM game_game AS game"
            f" WHERE due_at IS NOT NULL AND rules_version IN ({versions}) AND {condition}"
            f" ORDER BY due_at LIMIT {AT_ONCE}",
            values,
        )
        return [(row[0], *map(database_time.from_row, row[1:])) for row in cursor.fetchall()]


def read_due() -> tuple[list[tuple[str, datetime]], float]:
    """The games that are due, and the seconds until the earliest due time.

    The seconds are negative if this time is past. Deserted games are left out.
    """
    games = _waiting(f"NOT {IS_DESERTED}")
    due = [(game_id, due_at) for game_id, due_at, now in games if due_at <= now]
    waits = [(due_at - now).total_seconds() for _game_id, due_at, now in games]
    return due, min(waits, default=float("inf"))


def deserted_game_due() -> tuple[str, datetime] | None:
    """The deserted game that has waited longest, with its due time. None if no deserted game is
    due, or if a game that is not deserted is due.
    """
    due = [(game_id, due_at) for game_id, due_at, now in _waiting(IS_DESERTED) if due_at <= now]
    return None if not due or read_due()[0] else due[0]


def act_if_due(game_id: str, due_at: datetime, heartbeat: Reading | None = None) -> bool:
    """Lease the game. Make the move that is due, or end a claim pause that is over.

    Return whether a move was made. Several threads may call this function at the same time.
    ``heartbeat`` is the scheduler's heartbeat before the game was found to be due. If the clock has
    jumped since then, no turn clock moves: the next heartbeat will extend the turn.
    """
    leased_until = database_time.now() + LEASE
    taken = Game.objects.filter(pk=game_id, due_at=due_at).update(due_at=leased_until)
    if not taken:
        return False
    table = _Table(game_id)
    if table.game.claim_pause_until is not None:
        playing.end_claim_pause_if_over(game_id)
        # If the claim pause is not over, the game becomes due at the end of the pause, not at the
        # end of the lease.
        paused = Game.objects.filter(pk=game_id, claim_pause_until__isnull=False)
        paused.filter(due_at=leased_until).update(due_at=F("claim_pause_until"))
        return False
    decision = table.decision()
    if decision is None:
        # There is nothing to do before another player's move or the end of the turn clock.
        Game.objects.filter(pk=game_id, due_at=leased_until).update(due_at=F("deadline"))
        return False
    move, mover = decision
    if mover == MoveRow.Mover.TURN_CLOCK and heartbeat and clock_has_jumped(heartbeat):
        return False
    try:
        play.act(
            game_id,
            move,
            version=table.game.version,
            mover=mover,
            stored=table.stored,
        )
    except Refused:
        # The game has changed meanwhile, for example by another move.
        return False
    except IllegalMove:
        current = Game.objects.values_list("version", flat=True).get(pk=game_id)
        if current == table.game.version:
            raise
        return False
    return True


class _Table:
    """A game as it was leased."""

    def __init__(self, game_id: str) -> None:
        self.stored = play.read_stored_game(game_id)
        self.game, self.state = self.stored.game, self.stored.state
        self.levels = {each.seat: each.bot for each in self.stored.players if each.bot}

    def decision(self) -> tuple[Move, str] | None:
        """The move to make now, and the kind of mover; None if there is no move to make."""
        game = self.game
        if game.substitute:
            return self._move_of(game.table["substitute_level"]), MoveRow.Mover.SUBSTITUTE
        for seat in due_times.seats_to_wake(self.state, self.levels):
            if seat == self.state.turn:
                return self._move_of(self.levels[seat]), MoveRow.Mover.BOT
            seen = self._information_state(seat)
            with cached_knowledge(game, seen) as knowledge:
                claim = thinking.wants_to_claim(seen, knowledge, self.levels[seat])
            if claim:
                return claim, MoveRow.Mover.BOT
        if game.deadline is not None and game.deadline <= self.stored.time.now:
            return self._move_of(game.table["substitute_level"]), MoveRow.Mover.TURN_CLOCK
        return None

    def _move_of(self, level: str) -> Move:
        """The move that a bot of ``level`` would make for the turn-holder."""
        seen = self._information_state(self.state.turn)
        with cached_knowledge(self.game, seen) as knowledge:
            return thinking.choose(seen, knowledge, level)

    def _information_state(self, seat: int) -> InformationState:
        dealt = self.stored.dealt[seat]
        return information_state(self.state, (), seat, dealer=self.game.dealer, dealt=dealt)
