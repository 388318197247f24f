"""The one door: everything that changes a game goes through here.

Views, bots, the clock and the lobby call these functions and no others. Each is one transaction;
what it returns has been committed when the outermost transaction has.
"""

from .absence import after_standstill, call_off_stand_in, hand_to_bot, stand_in
from .claim_pause import cancel_declaration, declare, end_declaration
from .dealing import TableDials, start
from .ending import abandon
from .moves import Answer, Request, act, act_as

__all__ = [
    "Answer",
    "Request",
    "TableDials",
    "abandon",
    "act",
    "act_as",
    "after_standstill",
    "call_off_stand_in",
    "cancel_declaration",
    "declare",
    "end_declaration",
    "hand_to_bot",
    "stand_in",
    "start",
]
