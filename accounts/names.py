"""The names that players show each other."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MAX_VISIBLE = 20
MAX_MARKS = 3  # on one letter; more would reach into the line above
MAX_STORED = 40  # room for scripts that write accents as separate characters

# Control, format (which turns the direction of text around, among others), surrogate, private
# use and unassigned: nothing of it can be seen, and some of it changes what stands beside it.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# Letters by category, but invisible.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def clean_name(text: str) -> str:
    """`text` as a name can be shown, or a ValidationError in the player's words.

    >>> clean_name("  Asha \\t B. ")
    'Asha B.'
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if any(unicodedata.category(char) in _UNSEEN or char in _BLANK for char in name):
        raise ValidationError(_("Use only visible characters."), code="bad_name")
    marks = "".join("m" if unicodedata.category(char)[0] == "M" else " " for char in name)
    if "m" * (MAX_MARKS + 1) in marks:
        raise ValidationError(_("Use fewer accents on one letter."), code="bad_name")
    visible = marks.count(" ")
    if not visible:
        raise ValidationError(_("Enter a name that the others will see."), code="bad_name")
    if visible > MAX_VISIBLE or len(name) > MAX_STORED:
        raise ValidationError(
            _("A name has at most %(count)d characters.") % {"count": MAX_VISIBLE},
            code="bad_name",
        )
    return name


def check_name(name: str) -> None:
    """Raise a ValidationError unless `name` is as `clean_name` gives it."""
    if clean_name(name) != name:
        raise ValidationError(_("This name has spaces or letters of an unusual form."), "bad_name")


def fold(name: str) -> str:
    """The same text for names that look the same to people.

    >>> fold("ASHA") == fold("asha")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
