"""A room and who sits in it. Rows, so that they survive everything."""

from .message import Message
from .muted import Muted
from .posted import Posted
from .removed import Removed
from .retention import Retention
from .room import Room
from .round import Round
from .saved_rules import SavedRules
from .seat import Seat
from .settings_change import SettingsChange
from .watcher import Watcher

__all__ = [
    "Message",
    "Muted",
    "Posted",
    "Removed",
    "Retention",
    "Room",
    "Round",
    "SavedRules",
    "Seat",
    "SettingsChange",
    "Watcher",
]
