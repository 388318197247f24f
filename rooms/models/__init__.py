"""Rooms, their seats and people, and their events."""

from .people import ChatMessage, RoomBan, RoomEvent, RoomMute, RoomSpectator, SavedRules
from .room import IdempotencyKey, Room, Seat, SeriesGame
