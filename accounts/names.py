"""Display names: which names are allowed, and which names look the same."""

import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MAX_VISIBLE = 20
# The most accents on one letter. More accents would reach into the line above.
MAX_MARKS = 3
# The most characters that are stored. It is larger than MAX_VISIBLE, because some scripts write
# accents as separate characters.
MAX_STORED = 40
# A longer text is refused before anything else reads it: a form may be a megabyte long, NFKC can
# make it eighteen times longer, and names are checked while a room is locked.
LONGEST_SENT = 400

# Unicode categories of invisible characters: control, format, surrogate, private use, unassigned.
# Format characters can reverse the direction of text.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# The empty Braille pattern and the empty note head are invisible, although other characters of
# their category are visible.
_BLANK = frozenset("\u2800\U0001d159")

# Invisible characters that some scripts need in certain places. In other places they are refused,
# because two names could differ only in them.
_JOINERS = frozenset("\u200c\u200d")
_JOINING_SCRIPTS = frozenset(
    "ARABIC SYRIAC MONGOLIAN NKO DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA"
    " MALAYALAM SINHALA KHMER MYANMAR TIBETAN".split()
)
_VARIATIONS = frozenset(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
_SIGNS_WITH_VARIATIONS = frozenset("\u203c\u2049")


def clean_name(text: str) -> str:
    """Return ``text`` in the form in which names are stored and shown.

    Raise ValidationError with a sentence for the player if the name is not allowed.

    >>> clean_name("  Asha \t B. ")
    'Asha B.'
    """
    if len(text) > LONGEST_SENT:
        raise _too_long()
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if any(_is_unseen(name, place) for place in range(len(name))):
        raise ValidationError(_("Use only visible characters."), code="bad_name")
    marks = _marks(name)
    if has_many_marks(name):
        raise ValidationError(
            _("A letter in this name has too many accents. Use fewer accents."), code="bad_name"
        )
    visible = marks.count(" ")
    if not visible:
        raise ValidationError(_("Enter a name. The other players will see it."), code="bad_name")
    if visible > MAX_VISIBLE or len(name) > MAX_STORED:
        raise _too_long()
    return name


def _too_long() -> ValidationError:
    sentence = ngettext(
        "A name has at most %(count)d character.",
        "A name has at most %(count)d characters.",
        MAX_VISIBLE,
    )
    return ValidationError(sentence % {"count": MAX_VISIBLE}, code="bad_name")


def check_name(name: str) -> None:
    """Raise ValidationError unless ``name`` is already in the form that ``clean_name`` returns."""
    if clean_name(name) != name:
        raise ValidationError(
            _("This name has unusual letters or spaces. Use ordinary letters and spaces."),
            "bad_name",
        )


def fold(name: str) -> str:
    """The skeleton of a name (UTS #39). Names that look the same to people, apart from case, have
    the same skeleton.

    >>> fold("ASHA") == fold("asha")
    True
    """
    decomposed = unicodedata.normalize("NFKD", name)
    shown = "".join(look_alikes().get(char, char.casefold()) for char in decomposed)
    return unicodedata.normalize("NFD", shown)


def is_reserved(name: str) -> bool:
    """Whether a name speaks for the site, such as "Site admin". Look-alikes count, and signs and
    spaces do not.

    >>> is_reserved("Adm1n."), is_reserved("M o d"), is_reserved("Hosta")
    (True, True, False)
    """
    words = ["".join(filter(str.isalnum, word)) for word in fold(name).split()]
    return "".join(words) in _reserved() or _reserved().issuperset(words)


@cache
def _reserved() -> frozenset[str]:
    words = "admin administrator host literature mod moderator official site staff support system"
    return frozenset(map(fold, words.split()))


@cache
def look_alikes() -> dict[str, str]:
    """For each character that looks like others, what it stands for in a skeleton. A "default
    ignorable" character stands for nothing.

    ``look_alikes.txt`` has the table of UTS #39: one line for each group of characters that look
    alike. The upper and lower case of a letter count as alike, too. So "I", "l" and "i" are in one
    group, because a capital I looks like an l.
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


def has_many_marks(text: str) -> bool:
    """Whether a letter has more than MAX_MARKS accents."""
    return "m" * (MAX_MARKS + 1) in _marks(text)


def _marks(text: str) -> str:
    return "".join(
        "m" if char in _JOINERS or unicodedata.category(char)[0] == "M" else " " for char in text
    )


def _is_unseen(name: str, place: int) -> bool:
    """Whether the character at index ``place`` is invisible, and not needed there."""
    char, before, after = name[place], name[max(place - 1, 0) : place], name[place + 1 : place + 2]
    if char in _JOINERS:
        between_signs = char == "\u200d" and _takes_variations(before) and _is_sign(after)
        return not (_joins(before) and _joins(after)) and not between_signs
    if char in _VARIATIONS:
        return not _takes_variations(before)
    unseen = unicodedata.category(char) in _UNSEEN or char in _BLANK
    # Unicode calls some characters "default ignorable": by themselves they are not visible.
    return unseen or look_alikes().get(char) == ""


def _joins(char: str) -> bool:
    """Whether joiners can change the form of this letter, as in Arabic and Indian scripts."""
    return bool(char) and unicodedata.name(char, "").partition(" ")[0] in _JOINING_SCRIPTS


def _takes_variations(char: str) -> bool:
    """Whether a variation selector may follow this character: a sign, an emoji, a Chinese character
    or another variation selector.
    """
    chinese = unicodedata.name(char, "").startswith("CJK UNIFIED") if char else False
    return chinese or _is_sign(char) or char in _VARIATIONS


def _is_sign(char: str) -> bool:
    return bool(char) and (unicodedata.category(char)[0] == "S" or char in _SIGNS_WITH_VARIATIONS)
