"""Deals a new game."""

import secrets
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from django.db import transaction

from game import database_time, due_times, row_values
from game.models import Game, Hand, Player
from game.table_options import default_table
from literature.rules.deal import SEED_BYTES, commitment, deal
from literature.rules.decks import DECKS
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
    beginner: int | None = None,
) -> Game:
    """Deal a game to ``roster``: unsaved players in the order of their seats.

    ``table`` has options of the table; the other options have their defaults. The bots are slow
    until people have had ``slow_turns`` turns.

    The seats are fixed before the seed is drawn. The commitment is stored with the deal. If
    ``beginner`` is a seat, the game is practice: seeds are drawn until the deal is easy for this
    seat, and there is no commitment.
    """
    while True:
        seed = secrets.token_bytes(SEED_BYTES)
        dealt = deal(rules, seed, dealer)
        if beginner is None or is_easy(rules, dealt, beginner):
            break
    now = database_time.now()
    game = Game(
        preset=preset,
        changed_from=changed_from,
        options=rules.to_json(),
        rules_version=rules.version,
        dealer=dealer,
        seed=seed.hex(),
        commitment=commitment(seed) if beginner is None else "",
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
    game.alert_at = due_times.alert_time(game, state, bots, now, alone=len(roster) - len(bots) == 1)
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


def is_easy(rules: Rules, dealt: Sequence[int], seat: int) -> bool:
    """Whether ``seat`` holds half of a set or more, and only opponents hold the rest. Then some
    asks hit early, and a claim is certain after them. One deal in twelve is easy.
    """
    mates = reduce(or_, dealt[seat % 2 :: 2]) & ~dealt[seat]
    return any(
        not each.mask & mates and 1 <= (each.mask & ~dealt[seat]).bit_count() <= 3
        for each in DECKS[rules.deck].sets
    )
