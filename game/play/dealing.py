"""Deals a new game."""

import secrets
from collections.abc import Mapping, Sequence

from django.db import transaction

from game import database_time, due_times, row_values
from game.models import Game, Hand, Player
from game.table_options import default_table
from literature.rules.deal import SEED_BYTES, commitment, deal
from literature.rules.options import Rules, Value
from literature.rules.state import new_game
from live import notifications


@transaction.atomic
def start(
    rules: Rules,
    roster: Sequence[Player],
    *,
    dealer: int,
    preset: str = "",
    changed_from: str = "",
    table: Mapping[str, Value] | None = None,
    slow_turns: int = 0,
    room_code: str = "",
) -> Game:
    """Deal a game to ``roster``: unsaved players in the order of their seats.

    ``table`` has options of the table; the other options have their defaults. The bots are slow
    until people have had ``slow_turns`` turns.

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
        table={**default_table(), **(table or {})},
        slow_turns=slow_turns,
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
    is_due = game.due_at is not None
    notifications.publish_game(game.id, game.version, game.room_code, is_due=is_due)
    return game
