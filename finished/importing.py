"""Imports records. A refusal is stored, too, with a sentence that gives the reason."""

from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.rate_limits import cap
from finished import records
from finished.record_error_text import in_words
from game.models import Import
from literature.record import BadRecord

#: The largest file, in bytes. The record of a long game with every option has 40 kB; the rest is
#: for unknown keys.
LARGEST = 500_000
#: At most this number of bytes of a refused file is stored, so that staff can explain the refusal.
KEPT = 64_000

#: A person's record may have at most this number of moves. Real games have about a hundred moves.
#: Checking and showing a longer game takes processor time that all other people need.
MOST_MOVES = 3000

TOO_LARGE = "too_large"


def import_file(file_name: str, data: bytes, user: User | None = None) -> Import:
    """Store a record as a game, or store the reason for the refusal.

    A person can import the same file only once: a second attempt returns the first. The command
    line (``user`` is None) may import a file again, and a file of any length.
    """
    attempt = _attempt(file_name, len(data), user)
    attempt.digest = sha256(data).hexdigest()
    if user:
        stored = Import.objects.filter(user=user, digest=attempt.digest, game__isnull=False)
        if earlier := stored.first():
            return earlier
    try:
        # Replay the game before the transaction starts, because on SQLite a transaction blocks all
        # other writers.
        played = records.checked(data, cap(MOST_MOVES) if user else None)
        with transaction.atomic():
            attempt.game = records.store(played, data)
            attempt.save()
    except BadRecord as bad:
        move, code = bad.verdict
        sentence = in_words(data, bad, cap(MOST_MOVES))
        return _refuse(attempt, code, sentence, move, b"" if code == records.TOO_LONG else data)
    return attempt


def refuse_large(file_name: str, size: int, user: User) -> Import:
    """Store the refusal of a file that is too large to read."""
    sentence = _("The file is larger than %(most)d kB, so it can’t be imported.")
    attempt = _attempt(file_name, size, user)
    return _refuse(attempt, TOO_LARGE, sentence % {"most": LARGEST // 1000}, None, b"")


def _attempt(file_name: str, size: int, user: User | None) -> Import:
    shown = "".join(char if char.isprintable() else " " for char in file_name)
    return Import(file_name=shown[-200:], size=size, user=user)


def _refuse(attempt: Import, code: str, sentence: str, move: int | None, data: bytes) -> Import:
    attempt.game = None
    attempt.code, attempt.sentence, attempt.move = code, sentence, move
    attempt.refused = data[:KEPT]
    attempt.save()
    return attempt
