"""The names that players show to each other."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.confusables import is_ignorable, skeleton

MAX_VISIBLE = 20
MAX_MARKS = 3  # The limit for one letter: more accents would reach into the line above.
MAX_STORED = 40  # This leaves room for scripts that write accents as separate characters.

# Categories of invisible characters: control, format (which can reverse the direction of text),
# surrogate, private use and unassigned. Some of them change the text around them.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# Letters by category that are nevertheless invisible.
_BLANK = frozenset("\u2800")

# Invisible characters that some scripts need in certain places. In other places they are not
# allowed, because two names that look the same could differ in them.
_JOINERS = frozenset("\u200c\u200d")
_JOINING_SCRIPTS = frozenset(
    "ARABIC SYRIAC MONGOLIAN NKO DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA"
    " MALAYALAM SINHALA KHMER MYANMAR TIBETAN".split()
)
_VARIATIONS = frozenset(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
_SIGNS_WITH_VARIATIONS = frozenset("\u203c\u2049")


def clean_name(text: str) -> str:
    """`text` as it is shown as a name. Raises a ValidationError with a sentence for the player.

    >>> clean_name("  Asha \t B. ")
    'Asha B.'
    """
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
        raise ValidationError(
            ngettext(
                "A name has at most %(count)d character.",
                "A name has at most %(count)d characters.",
                MAX_VISIBLE,
            )
            % {"count": MAX_VISIBLE},
            code="bad_name",
        )
    return name


def check_name(name: str) -> None:
    """Raise a ValidationError unless `name` is a possible result of `clean_name`."""
    if clean_name(name) != name:
        raise ValidationError(
            _("This name has unusual letters or spaces. Use ordinary letters and spaces."),
            "bad_name",
        )


def fold(name: str) -> str:
    """A text that is equal for names that look the same to people.

    >>> fold("ASHA") == fold("asha")
    True
    """
    return skeleton(unicodedata.normalize("NFKC", name))


def has_many_marks(text: str) -> bool:
    """Whether a letter has more accents than fit on a line."""
    return "m" * (MAX_MARKS + 1) in _marks(text)


def _marks(text: str) -> str:
    return "".join("m" if _is_mark(char) else " " for char in text)


def _is_mark(char: str) -> bool:
    return char in _JOINERS or unicodedata.category(char)[0] == "M"


def _is_unseen(name: str, place: int) -> bool:
    """Whether the character at ``place`` is invisible, and not needed in that place."""
    char, before, after = name[place], name[:place][-1:], name[place + 1 : place + 2]
    if char in _JOINERS:
        between_signs = char == "\u200d" and _takes_variations(before) and _is_sign(after)
        return not (_joins(before) and _joins(after)) and not between_signs
    if char in _VARIATIONS:
        return not _takes_variations(before)
    unseen = unicodedata.category(char) in _UNSEEN or char in _BLANK
    return unseen or is_ignorable(char)


def _joins(char: str) -> bool:
    """Whether a letter's form can depend on an invisible character next to it."""
    return _script(char) in _JOINING_SCRIPTS


def _takes_variations(char: str) -> bool:
    """Whether a character has several forms: signs, emoji, and Chinese characters."""
    chinese = unicodedata.name(char, "").startswith("CJK UNIFIED") if char else False
    return chinese or _is_sign(char) or char in _VARIATIONS


def _is_sign(char: str) -> bool:
    return bool(char) and (unicodedata.category(char)[0] == "S" or char in _SIGNS_WITH_VARIATIONS)


def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0] if char else ""
