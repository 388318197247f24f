"""The table of UTS #39 of characters that look alike.

``look_alikes.txt`` has one line for each group of characters that look alike. The upper and lower
case of a letter count as alike, too. So "I", "l" and "i" are in one group, because a capital I
looks like an l.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def look_alikes() -> dict[str, str]:
    """For each character that looks like others, what it stands for in a skeleton. A "default
    ignorable" character stands for nothing.
    """
    table: dict[str, str] = {}
    lines = Path(__file__).with_name("look_alikes.txt").read_text().splitlines()
    for line in lines:
        if not line.startswith("#"):
            prototype, _, alike = line.partition(":")
            table |= dict.fromkeys(_characters(alike), "".join(_characters(prototype)))
    return table


def _characters(codes: str) -> Iterator[str]:
    for code in codes.split():
        first, _, last = code.partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))
