"""Tests, sorted by what they need. README.md explains the places."""

from pathlib import Path

#: The folder of the project
ROOT = Path(__file__).parent.parent
