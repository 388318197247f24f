"""All models of the app ``game``."""

from .due_work import DueWork
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
from .review import Review, ReviewPart
