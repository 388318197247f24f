"""Rooms, their seats and people, and their events."""

from .people import ChatMessage, RoomBan, RoomEvent, RoomMute, RoomSpectator
from .room import IdempotencyKey, Room, Seat, SeriesGame
from .saved_rules import SavedRules
