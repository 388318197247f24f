"""A game that lasts: its row, who plays it, their hands, and the log of moves."""

from .beat import Beat
from .checked import Checked
from .game import Game
from .hand import Hand
from .imported import Import
from .move import Move
from .part import Companion, Part
from .player import Player
from .share import Share
from .spectator import Spectator
from .viewing import Viewing

__all__ = [
    "Beat",
    "Checked",
    "Companion",
    "Game",
    "Hand",
    "Import",
    "Move",
    "Part",
    "Player",
    "Share",
    "Spectator",
    "Viewing",
]
