"""The versions of the rules: a game is played to its end, and ever after read, by its own.

The text of RULES.md is version 1. Whatever would make an old game come out otherwise is a new
version, and so is an option that older programs could not read. It comes in two releases:

1. ``VERSIONS`` gets the number, and where the new rules differ the code asks ``rules.version``
   (every state, every information state and whatever decides something has the game's ``Rules``).
   Games are still dealt by the old one, until no process is left that does not know the new.
2. ``PRESENT`` becomes the number, and new games are dealt by it.

What an older version needs stays in the code, for its games do.
"""

from typing import Final

#: What this program knows how to play.
VERSIONS: Final = (1,)

#: What new games are dealt by.
PRESENT: Final = 1


class UnknownVersion(ValueError):
    """Rules of a version that this program does not know, as of a release that is still to come."""


def check_version(version: int) -> None:
    """Raise ``UnknownVersion`` unless this program knows how to play ``version``."""
    if version not in VERSIONS:
        raise UnknownVersion(f"version {version} of the rules is not known here")
