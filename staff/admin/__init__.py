"""What can be looked at and done in the staff pages: a file for each subject."""

from . import audit_log, games, imports, people, rooms

__all__ = ["audit_log", "games", "imports", "people", "rooms"]
