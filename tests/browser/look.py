"""Looks at the page of a room after each update, in all browser tests.

``look.js`` measures the page as a person sees it. A fault that is not in ``KNOWN`` fails the test.
"""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext

LOOK = Path(__file__).with_name("look.js").read_text()

#: Faults that the design still has: the sizes of the window, the fault, and the reason. Both are
#: regular expressions.
KNOWN: list[tuple[str, str, str]] = [
    (
        "320×640",
        "(face|name) covered by (question|answer|last|note)",
        "A long sentence about the last move, with a note below it, reaches the seats beside it.",
    ),
    (
        ".*",
        "covered by refusal",
        "A refusal lies over the viewer's own seat until the next action.",
    ),
    (
        "(320|390)×.*",
        "face covered by its own label",
        "The label “Ask” lies on the face of an opponent.",
    ),
]


class Looks:
    """The looks that the pages of a context have taken."""

    def __init__(self, context: BrowserContext) -> None:
        self._faults: list[str] = []
        context.expose_binding("reportLook", self._note)
        context.add_init_script(LOOK)

    def _note(self, source: Any, look: dict[str, Any]) -> None:
        self._faults += unknown_faults(look)

    def take_faults(self) -> list[str]:
        """Return the unknown faults since the last call."""
        faults, self._faults = self._faults, []
        return faults


def unknown_faults(look: dict[str, Any]) -> list[str]:
    """Return the faults of a look that the design should not have."""
    where = f"{look['at']} {look['showing']}".strip()
    return [f"{where}: {fault}" for fault in look["faults"] if not _is_known(look["at"], fault)]


def _is_known(size: str, fault: str) -> bool:
    return any(re.match(sizes, size) and re.search(known, fault) for sizes, known, _ in KNOWN)
