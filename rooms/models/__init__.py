"""Rooms, their seats and people, and their settings."""

from .people import ChatMessage, RoomBan, RoomEvent, RoomMute, RoomSpectator
from .room import IdempotencyKey, Retention, Room, Seat, SeriesGame
from .settings import SavedRules, SettingsLogEntry

__all__ = [
    "ChatMessage",
    "IdempotencyKey",
    "Retention",
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
