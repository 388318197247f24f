"""Looks at the page of a room after each update, in all browser tests.

``look.js`` measures the page as a person sees it. A fault fails the test.
"""

from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext

LOOK = Path(__file__).with_name("look.js").read_text()


class Looks:
    """The looks that the pages of a context have taken."""

    def __init__(self, context: BrowserContext) -> None:
        self._faults: list[str] = []
        context.expose_binding("reportLook", self._note)
        context.add_init_script(LOOK)

    def _note(self, source: Any, look: dict[str, Any]) -> None:
        where = f"{look['at']} {look['showing']}".strip()
        self._faults += [f"{where}: {fault}" for fault in look["faults"]]

    def take_faults(self) -> list[str]:
        """Return the faults since the last call."""
        faults, self._faults = self._faults, []
        return faults
