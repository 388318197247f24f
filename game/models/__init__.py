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
from .review import DueWork, Review, ReviewPart
