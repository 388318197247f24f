"""A room and who sits in it. Rows, so that they survive everything."""

from .message import Message
from .muted import Muted
from .posted import Posted
from .removed import Removed
from .retention import Retention
from .room import Room
from .room_event import RoomEvent
from .room_spectator import RoomSpectator
from .saved_rules import SavedRules
from .seat import Seat
from .series_game import SeriesGame
from .settings_change import SettingsChange

__all__ = [
    "Message",
    "Muted",
    "Posted",
    "Removed",
    "Retention",
    "Room",
    "RoomEvent",
    "RoomSpectator",
    "SavedRules",
    "Seat",
    "SeriesGame",
    "SettingsChange",
]
