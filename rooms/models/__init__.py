"""Rooms, their seats and people, and their settings."""

from .people import Message, Muted, Removed, RoomEvent, RoomSpectator
from .room import Posted, Retention, Room, Seat, SeriesGame
from .settings import SavedRules, SettingsLogEntry

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
    "SettingsLogEntry",
]
