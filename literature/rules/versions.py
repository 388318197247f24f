"""Versions of the rules. A game is played, and later read, by the version with which it was dealt.

docs/rules.md is version 1. A change that would alter the result of an old game needs a new
version, and so does an option that older programs can't read. Such a change takes two releases:

1. Add the number to ``VERSIONS``. Where the new rules differ, the code checks ``rules.version``
   (every state and information state has the game's ``Rules``). New games still get the old
   version, until every process knows the new version.
2. Set ``PRESENT`` to the number, so that new games get the new version.

The code for older versions stays, because old games need it.
"""

from typing import Final

#: The versions that this program can play.
VERSIONS: Final = (1,)

#: The version of new games.
PRESENT: Final = 1


class UnknownVersion(ValueError):
    """The rules have a version that this program does not know, perhaps from a later release."""


def check_version(version: int) -> None:
    """Raise ``UnknownVersion`` unless this program knows ``version``."""
    if version not in VERSIONS:
        raise UnknownVersion(f"version {version} of the rules is unknown")
