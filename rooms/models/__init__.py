"""Rooms, their seats and people, and their events."""

from .people import (
    ChatMessage,
    Invitation,
    KickVote,
    RoomBan,
    RoomEvent,
    RoomMute,
    RoomSpectator,
    SavedRules,
)
from .reports import Report
from .room import IdempotencyKey, Room, Seat, SeriesGame
