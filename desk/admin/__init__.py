"""What can be looked at and done at the desk: a file for each subject."""

from . import games, imports, log, people, rooms

__all__ = ["games", "imports", "log", "people", "rooms"]
