"""Deals, changes and ends games.

Views, bots, the scheduler and the lobby call these functions. Each change is one transaction; only
``after_downtime`` has one for each game. Inside an outer transaction, a change is committed with
the outer transaction.
"""

from game.row_values import StoredGame, read_stored_game

from .absence import (
    after_downtime,
    replace_with_bot,
    stop_substitute,
    substitute,
    substitute_until_back,
)
from .claim_pause import cancel_claim_pause, end_claim_pause, start_claim_pause
from .dealing import start
from .ending import abandon
from .hand_order import set_own_order
from .moves import act
from .pace import set_bots_mode, set_pace
from .planning import Choose, MadeMove, Request
