"""The subjects of the staff pages: one file for each."""

from . import audit_log, games, imports, people, rooms

__all__ = ["audit_log", "games", "imports", "people", "rooms"]
