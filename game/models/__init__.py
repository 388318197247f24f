"""A game that lasts: its row, who plays it, their hands, and the log of moves."""

from .beat import Beat
from .game import Game
from .hand import Hand
from .move import Move
from .player import Player
from .share import Share

__all__ = ["Beat", "Game", "Hand", "Move", "Player", "Share"]
