"""A room and who sits in it. Rows, so that they survive everything."""

from .posted import Posted
from .room import Room
from .seat import Seat

__all__ = ["Posted", "Room", "Seat"]
