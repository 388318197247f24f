"""A game that lasts: its row, who plays it, their hands, and the log of moves."""

from .game import Game
from .hand import Hand
from .imported import Import
from .integrity_check import IntegrityCheck
from .move import Move
from .player import Player
from .player_result import Companion, PlayerResult
from .replay_viewer import ReplayViewer
from .review import Review, ReviewPart, ReviewWorker
from .scheduler_heartbeat import SchedulerHeartbeat
from .share import Share
from .spectator import Spectator

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
