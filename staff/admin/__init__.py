"""The staff pages, with a file for each subject."""

from . import audit_log, games, imports, measures, people, reports, rooms

__all__ = ["audit_log", "games", "imports", "measures", "people", "reports", "rooms"]
