"""A game that lasts: its row, who plays it, their hands, and the log of moves."""

from .game import Game
from .hand import Hand
from .move import Move
from .player import Player

__all__ = ["Game", "Hand", "Move", "Player"]
