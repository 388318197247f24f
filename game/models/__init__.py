"""The models of games: games, players, hands and moves, and results, shares, reviews and checks of
games.
"""

from .finished import (
    Companion,
    Import,
    IntegrityCheck,
    PlayerResult,
    ReplayViewer,
    Share,
    Spectator,
)
from .game import Game, Hand, Player, SchedulerHeartbeat
from .move import Move, MoveTrace
from .review import Review, ReviewPart, ReviewWorker

__all__ = [
    "Companion",
    "Game",
    "Hand",
    "Import",
    "IntegrityCheck",
    "Move",
    "MoveTrace",
    "Player",
    "PlayerResult",
    "ReplayViewer",
    "Review",
    "ReviewPart",
    "ReviewWorker",
    "SchedulerHeartbeat",
    "Share",
    "Spectator",
]
