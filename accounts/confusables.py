"""The skeletons of UTS #39: names that look the same have the same skeleton.

The look-alikes come from ``confusable_homoglyphs``, which lists them in pairs. Here each group of
characters that look alike has one prototype. The upper and lower case of a letter count as alike,
too. So "I", "l" and "i" are in one group, because a capital I looks like an l.
"""

import unicodedata
from functools import cache

#: After case folding, "i" also stands for a capital I, which looks like an l.
_BY_CASE = {"i": "l"}

_IGNORABLE_RANGES = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)


def is_ignorable(char: str) -> bool:
    """Whether Unicode calls the character "default ignorable": by itself it is not visible."""
    return any(first <= ord(char) <= last for first, last in _IGNORABLE_RANGES)


def skeleton(text: str) -> str:
    """The skeleton of a text. Texts that look the same, apart from case, have the same skeleton."""
    shown = "".join(char for char in text if not is_ignorable(char))
    folded = _prototypes(_prototypes(shown).casefold())
    return "".join(_BY_CASE.get(char, char) for char in folded)


def _prototypes(text: str) -> str:
    table = _table()
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(table.get(char, char) for char in decomposed))


@cache
def _table() -> dict[str, str]:
    """For each character that has look-alikes, the prototype of its group."""
    # Import the library late, because loading it takes some milliseconds and most commands do not
    # need it.
    from confusable_homoglyphs.confusables import confusables_data

    prototypes: dict[str, str] = {}
    for start in sorted(confusables_data):
        if start in prototypes:
            continue
        found = _class_of(start, confusables_data)
        # Some entries contain a left-to-right mark, which does not belong to the look-alike.
        prototype = min((each.replace("\u200e", "") for each in found), key=_rank)
        prototypes |= dict.fromkeys(found, prototype)
    # A prototype can have several characters, like "rn" for "m". Replace each of these characters
    # by its own prototype.
    table = {}
    for text, prototype in prototypes.items():
        # Letters and digits of Hebrew, Arabic and N'Ko are listed between left-to-right marks.
        char = text.replace("\u200e", "")
        if len(char) == 1:
            table[char] = "".join(prototypes.get(each, each) for each in prototype)
    return table


def _class_of(start: str, data: dict[str, list[dict[str, str]]]) -> set[str]:
    found, waiting = {start}, [start]
    while waiting:
        for each in data.get(waiting.pop(), ()):
            if each["c"] not in found:
                found.add(each["c"])
                waiting.append(each["c"])
    return found


def _rank(text: str) -> tuple[bool, bool, bool, bool, str]:
    """The sort key for the choice of a prototype: ASCII first, then sequences of several
    characters, then letters, then lower case.
    """
    return not text.isascii(), len(text) == 1, not text.isalpha(), not text.islower(), text
