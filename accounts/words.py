"""Words that are not allowed in names and messages in open places. The staff edit the list.

A text is compared as people see it: with the look-alikes of names (``accounts.names``), without
accents, with digits and signs as letters, and with repeated letters, or with dots or spaces between
letters. An entry of the list means whole words; ``*`` at its beginning or end stands for any
letters there, or none. An entry may be a phrase.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from accounts.held import Held
from accounts.models import Word
from accounts.names import look_alikes

#: No name and no message is longer.
LONGEST_READ = 300

#: Digits and signs in a word with letters, as letters. ``look_alikes`` has 0, 1 and others.
_AS_LETTERS = str.maketrans("@43$5789!ɛ", "aaesstbgle")
#: A pattern that is found nowhere.
NOTHING = "(?!)"
_APOSTROPHES = "'`\u00b4\u02bc\u2019"
#: Accents have these combining classes. Other marks, such as vowel signs, are letters.
_ACCENTS = frozenset([1, *range(200, 241)])


def objectionable(text: str) -> bool:
    """Return whether a name or a message contains an entry of the list. The list may be some
    seconds old (``accounts.held``).
    """
    return matches(text, entries())


entries = Held(lambda: tuple(Word.objects.order_by("text").values_list("text", flat=True)))


def matches(text: str, entries: tuple[str, ...]) -> bool:
    """Return whether the text contains one of these entries.

    >>> matches("B.4.D boy", ("bad",)), matches("badly", ("bad",)), matches("badly", ("bad*",))
    (True, False, True)
    """
    whole, anywhere = _patterns(entries)
    # A capital letter may look like a Latin one although the small letter does not.
    for typed in dict.fromkeys([text, text.casefold()]):
        words, spelled = _readings(typed)
        if whole.search(words) or anywhere.search(spelled):
            return True
    return False


def letters_of(entry: str) -> str:
    """Return the words of an entry as they are compared; empty if it has no letters or digits."""
    return " ".join(_shown("".join(parts)) for parts in _chunks(entry.casefold()))


@lru_cache(maxsize=2)  # A long list takes a second.
def _patterns(entries: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of all entries: for words, and for letters that stand alone."""
    letters = {entry: _repeatable(known) for entry in entries if (known := letters_of(entry))}
    ends = {
        entry: each if entry.endswith("*") else rf"{each}(?!\S)" for entry, each in letters.items()
    }
    first = [each for entry, each in ends.items() if not entry.startswith("*")]
    inside = [each for entry, each in ends.items() if entry.startswith("*")]
    whole = "|".join([rf"(?<!\S)(?:{'|'.join(first or [NOTHING])})", *inside])
    return re.compile(whole), re.compile("|".join(letters.values()) or NOTHING)


def _repeatable(letters: str) -> str:
    runs = ((char, len(list(same))) for char, same in groupby(letters))
    return "".join(char if char == " " else f"{re.escape(char)}{{{n},}}" for char, n in runs)


def _readings(text: str) -> tuple[str, str]:
    """Return the words of a text, and what can be made of letters that stand alone.

    The first line of the words are the words themselves. Then, each in a line, come words without
    signs around them, which need not be letters ("@name"), words with signs in them as one word,
    and letters that stand alone with a word beside them. (Two longer words are never made one:
    "pen is".)
    """
    parts, lines, spelled = [], [], []
    for chunk in _chunks(text):
        parts += chunk
        lines += [bare for part in chunk if (bare := part.strip("@$!")) != part]
        if len(chunk) > 1 and all(map(_has_letter, chunk)):
            lines.append("".join(chunk))
    place = 0
    for alone, group in groupby(parts, lambda part: len(part) == 1):
        run = list(group)
        before, after = parts[place - 1 : place], parts[place + len(run) : place + len(run) + 1]
        place += len(run)
        if not alone:
            continue
        if sum(map(_has_letter, run)) > 1:
            spelled.append("".join(run))
        if all(map(_has_letter, run)):
            lines += ["".join(each) for each in ([*before, *run], [*run, *after])]
    words = [" ".join(map(_shown, parts)), *map(_shown, lines)]
    return "\n".join(words), "\n".join(map(_shown, spelled))


def _chunks(text: str) -> Iterator[list[str]]:
    """Yield the parts of each text between spaces: letters and digits that stand together."""
    text = unicodedata.normalize("NFKC", text[:LONGEST_READ])[:LONGEST_READ]
    for chunk in "".join(_plain(char) for char in text).split():
        parts = "".join(char if _is_of_word(char) else " " for char in chunk).split()
        parts = [part.rstrip("!") for part in parts if re.search(r"[^\W_]|@", part)]
        if parts:
            yield parts


def _plain(char: str) -> str:
    """Return the letter in an emoji such as 🅱 or in a small capital such as ʙ, nothing for what
    can't be seen, or the character.
    """
    if char in _APOSTROPHES or unicodedata.category(char) == "Cf" or look_alikes().get(char) == "":
        return ""
    before, _, letter = unicodedata.name(char, "").rpartition(" ")
    is_drawn = unicodedata.category(char) == "So" and before.endswith(" LETTER")
    return letter if len(letter) == 1 and (is_drawn or before.endswith(" SMALL CAPITAL")) else char


def _is_of_word(char: str) -> bool:
    looks = look_alikes().get(char, char)
    return looks[0].isalnum() or looks[0] in "@$!" or unicodedata.category(char)[0] == "M"


def _has_letter(part: str) -> bool:
    return any(char.isalpha() or char == "@" for char in part)


@lru_cache(maxsize=20_000)
def _shown(part: str) -> str:
    """Return how a part looks. Numbers stay numbers."""
    if not _has_letter(part):
        return part
    # Without accents first: in a skeleton, the tail of "ą" is an "l".
    plain = _without_accents(unicodedata.normalize("NFKD", part))
    looks = (look_alikes().get(char, char.casefold()) for char in plain)
    # The skeleton of "m" is "rn", but "bum" is not "burn".
    m = look_alikes()["m"]
    text = unicodedata.normalize("NFD", "".join("m" if each == m else each for each in looks))
    return _without_accents(text).translate(_AS_LETTERS)


def _without_accents(text: str) -> str:
    return "".join(char for char in text if unicodedata.combining(char) not in _ACCENTS)
