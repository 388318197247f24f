"""All models of the app ``game``."""

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
from .move import Move
from .review import Review, ReviewPart, ReviewWorker

__all__ = [
    "Companion",
    "Game",
    "Hand",
    "Import",
    "IntegrityCheck",
    "Move",
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
