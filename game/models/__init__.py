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
from .lease import Lease
from .move import Move
from .review import Review, ReviewPart

__all__ = [
    "Companion",
    "Game",
    "Hand",
    "Import",
    "IntegrityCheck",
    "Lease",
    "Move",
    "Player",
    "PlayerResult",
    "ReplayViewer",
    "Review",
    "ReviewPart",
    "SchedulerHeartbeat",
    "Share",
    "Spectator",
]
