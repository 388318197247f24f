"""Rooms, their seats and people, and their settings."""

from .people import ChatMessage, RoomBan, RoomEvent, RoomMute, RoomSpectator
from .room import IdempotencyKey, Room, Seat, SeriesGame
from .saved_rules import SavedRules
from .settings_log import SettingsLogEntry

__all__ = [
    "ChatMessage",
    "IdempotencyKey",
    "Room",
    "RoomBan",
    "RoomEvent",
    "RoomMute",
    "RoomSpectator",
    "SavedRules",
    "Seat",
    "SeriesGame",
    "SettingsLogEntry",
]
