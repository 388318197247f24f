"""The one door: everything that changes a game goes through here.

Views, bots, the clock and imports call ``start`` and ``act``. Each is one transaction; what it
returns has been committed when the outermost transaction has.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from game import doorbell, storage, timing
from game.models import Game, Hand, Move, Player
from game.refusals import Refused
from game.rules.apply import apply
from game.rules.deal import SEED_BYTES, commitment, deal
from game.rules.dials import Rules
from game.rules.moves import Ask, Claim, Event, Pass, move_of
from game.rules.moves import Move as RulesMove
from game.rules.refusals import IllegalMove
from game.rules.state import FINISHED, State, new_game


@dataclass(frozen=True, slots=True)
class Request:
    """A person's name for what they sent: the same id again gets the first answer again."""

    user_id: int
    id: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a move came to. ``version`` is the game's version just after it."""

    game_id: str
    event: Event

    @property
    def version(self) -> int:
        return self.event.number + 1


@transaction.atomic
def start(rules: Rules, roster: Sequence[Player], *, dealer: int, preset: str = "") -> Game:
    """Deal a game to ``roster``: unsaved players, one for each seat in order.

    The seats are fixed before the seed is drawn, and the seed's SHA-256 is stored with the deal.
    """
    seed = secrets.token_bytes(SEED_BYTES)
    dealt = deal(rules, seed, dealer)
    now = timezone.now()
    game = Game(
        preset=preset,
        dials=rules.to_json(),
        dealer=dealer,
        seed=seed.hex(),
        commitment=commitment(seed),
        started_at=now,
    )
    state = new_game(rules, dealt, dealer)
    storage.set_position(game, state)
    bots = {player.seat: player.bot for player in roster if player.bot}
    game.due_at = timing.next_due(state, bots, now)
    game.save(force_insert=True)
    for player in roster:
        player.game = game
    Player.objects.bulk_create(roster)
    Hand.objects.bulk_create(
        Hand(game=game, seat=seat, dealt=hand, live=hand) for seat, hand in enumerate(dealt)
    )
    doorbell.ring_game(game.id, game.version)
    return game


@transaction.atomic
def act(
    game_id: str,
    move: RulesMove,
    *,
    version: int,
    mover: str = Move.Mover.PERSON,
    request: Request | None = None,
) -> Answer:
    """Make ``move``, which was chosen when the game was at ``version``.

    With a ``request`` the mover is that person, who must sit at the move's seat; without one it is
    a bot's or the clock's. Raises ``IllegalMove`` with a code of RULES.md, or ``Refused`` with
    ``stale``, ``not_seated`` or ``request_reused``; then nothing has changed.
    """
    # Locks the game row, and with it everything that belongs to the game, until the commit.
    game = Game.objects.select_for_update().get(pk=game_id)
    players = list(game.players.all())
    if request:
        _check_seated(players, request.user_id, move.seat)
        answered = game.moves.filter(user_id=request.user_id, request_id=request.id).first()
        if answered:
            return _answer_again(game, answered, move)
    _check_fresh(game, move, version)
    hands = list(game.hands.all())
    before = storage.load_state(game, hands)
    if game.status == Game.Status.ABANDONED:
        raise IllegalMove("game_over")
    after, event = apply(before, move)
    now = timezone.now()
    Move.objects.create(
        game=game,
        mover=mover,
        user_id=request.user_id if request else None,
        request_id=request.id if request else "",
        made_at=now,
        **storage.event_columns(game.rules, event),
    )
    _save_hands(hands, after)
    _save_game(game, before, after, move, players, now)
    doorbell.ring_game(game.id, game.version)
    return Answer(game.id, event)


def _check_seated(players: Sequence[Player], user_id: int, seat: int) -> None:
    if not any(player.seat == seat and player.user_id == user_id for player in players):
        raise Refused("not_seated")


def _answer_again(game: Game, answered: Move, move: RulesMove) -> Answer:
    event = storage.load_event(game.rules, answered)
    if move_of(event) != move:
        raise Refused("request_reused")
    return Answer(game.id, event)


def _check_fresh(game: Game, move: RulesMove, version: int) -> None:
    # A claim is judged on the state it meets; an ask or a pass only means what it was meant to
    # while the turn has not been used.
    current = game.turn_version <= version <= game.version
    if isinstance(move, Ask | Pass) and not current:
        raise Refused("stale")


def _save_hands(hands: Sequence[Hand], after: State) -> None:
    for hand, live in zip(hands, after.hands, strict=True):
        if hand.live != live:
            hand.live = live
            hand.save(update_fields=["live"])


def _save_game(
    game: Game,
    before: State,
    after: State,
    move: RulesMove,
    players: Sequence[Player],
    now: datetime,
) -> None:
    storage.set_position(game, after)
    if not isinstance(move, Claim) or move.seat == before.turn:
        game.turn_version = after.number
    if after.phase == FINISHED:
        game.status = Game.Status.FINISHED
        game.finished_at = now
    bots = {player.seat: player.bot for player in players if player.bot}
    game.due_at = timing.next_due(after, bots, now)
    game.save(update_fields=[*storage.POSITION, "turn_version", "status", "finished_at", "due_at"])
