"""The staff pages, with a file for each subject."""

from . import addresses, audit_log, games, imports, measures, people, reports, rooms, words
