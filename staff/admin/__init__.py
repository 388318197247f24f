"""The staff pages, with a file for each subject."""

from . import audit_log, games, imports, people, rooms

__all__ = ["audit_log", "games", "imports", "people", "rooms"]
