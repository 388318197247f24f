"""Deals a new game."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from bots.ai import DEFAULT_LEVEL
from game import database_time, due_times, row_values
from game.live import notifications
from game.models import Game, Hand, Player
from game.rules.deal import SEED_BYTES, commitment, deal
from game.rules.options import Rules
from game.rules.state import new_game


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Options of the table that do not affect which moves are legal.

    - ``turn_seconds``: the turn clock; 0 means no turn clock.
    - ``pace``: the pace of bots (``due_times.PACES``).
    - ``slow_turns``: the bots are slow until people have had this number of turns.
    - ``pauses``: whether there are claim pauses.
    - ``substitute_level``: the level of substitutes.
    - ``help``: whether players may have a hint and their own deduction grid.
    """

    turn_seconds: int = 0
    pace: str = "normal"
    slow_turns: int = 0
    pauses: bool = True
    substitute_level: str = DEFAULT_LEVEL
    help: bool = False


@transaction.atomic
def start(
    rules: Rules,
    roster: Sequence[Player],
    *,
    dealer: int,
    preset: str = "",
    changed_from: str = "",
    table: TableOptions = TableOptions(),
    room_code: str = "",
) -> Game:
    """Deal a game to ``roster``: unsaved players in the order of their seats.

    The seats are fixed before the seed is drawn. The commitment is stored with the deal.
    """
    seed = secrets.token_bytes(SEED_BYTES)
    dealt = deal(rules, seed, dealer)
    now = database_time.now()
    game = Game(
        preset=preset,
        changed_from=changed_from,
        options=rules.to_json(),
        rules_version=rules.version,
        dealer=dealer,
        seed=seed.hex(),
        commitment=commitment(seed),
        started_at=now,
        turn_seconds=table.turn_seconds,
        pace=table.pace,
        slow_turns=table.slow_turns,
        pauses=table.pauses,
        substitute_level=table.substitute_level,
        help=table.help,
        room_code=room_code,
    )
    state = new_game(rules, dealt, dealer)
    row_values.set_position(game, state)
    bots = {player.seat for player in roster if player.bot}
    due_times.show(game, now, due_times.DEAL_SECONDS)
    due_times.schedule(game, state, bots, now, turn_used=True)
    game.save(force_insert=True)
    for player in roster:
        player.game = game
    Player.objects.bulk_create(roster)
    Hand.objects.bulk_create(
        Hand(game=game, seat=seat, dealt=hand, live=hand) for seat, hand in enumerate(dealt)
    )
    notifications.publish_game(game.id, game.version, is_due=game.due_at is not None)
    return game
