"""Makes the requested reviews, a part at a time.

Unless ``BOT_PROCESSES`` is 0, a process with low priority judges the moves. The results are stored
about once a second, so that pages can show them. The work continues after the last stored move.
"""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction

from finished.replay.replay import Replay, read_replay
from game import database_time
from game.models import DueWork, Review
from game.presence import away_after
from game.processes import SeparateProcess
from game.refusals import Refused
from literature.judge import ENGINE
from literature.judge.summary import summary
from literature.judge.worker import review_moves
from literature.stored import from_json, to_json
from rooms.retention import Stopped

#: The length of a part in seconds.
PART_SECONDS: Final = 1.0
#: If a part takes longer than this number of seconds, the processor is busy. Then other work in the
#: background may come first for a while.
PATIENCE: Final = 5.0
BUSY: Final = timedelta(seconds=1)
#: A review fails after this number of tries without a new move, or after this number of seconds of
#: processor time.
MOST_TRIES: Final = 3
MOST_SECONDS: Final = 180.0


#: The process that judges the moves, with the lowest priority. It runs as long as there are reviews
#: to make.
process = SeparateProcess(review_moves, nice=19)


def make_review(work: DueWork, stopped: Stopped) -> datetime | None:
    """Make parts of a review until ``stopped()``.

    Return when to continue, or None if there is no more to do: a review without summary has failed.
    """
    review = Review.objects.filter(pk=work.subject).select_related("game").first()
    if review is None or review.engine != ENGINE:
        return None
    if work.tries > MOST_TRIES or review.seconds > MOST_SECONDS:
        return None
    try:
        replay = read_replay(review.game)
        while replay.whole and not review.summary:
            if stopped() or not _make_part(review, replay):
                return database_time.now()
    except Refused:
        pass  # The game can't be read.
    except TimeoutError:
        return database_time.now() + BUSY
    return None


def end_needless_process() -> None:
    """End the process that judges the moves, if no review is waiting."""
    if process.runs and not DueWork.objects.filter(kind="review").exists():
        process.end()


def _make_part(review: Review, replay: Replay) -> bool:
    """Make and store one part of a review. Return False if the stored review is another by now."""
    rules, log, first = review.game.rules, replay.log, review.moves_done
    game = (rules, review.game.dealer, replay.dealt, log, first, PART_SECONDS)
    made = process.call(PATIENCE, *game) if settings.BOT_PROCESSES else review_moves(*game)
    review.moves_done += len(made.moves)
    review.seconds += made.seconds
    if review.moves_done == len(log):
        found = [each for part in review.parts.defer("grids") for each in part.facts]
        moves = [from_json(each) for each in found + made.moves]
        review.summary = to_json(summary(rules, log, moves, replay.made_for_people))
    # Everything is computed before, because SQLite can't store a move during the transaction.
    with transaction.atomic():
        # A new request may have deleted this review meanwhile.
        row = Review.objects.filter(pk=review.pk, moves_done=first)
        changes = {name: getattr(review, name) for name in ("moves_done", "seconds", "summary")}
        if not row.update(**changes):
            return False
        review.parts.create(first=first, facts=made.moves, grids=b"")
        if review.summary:
            DueWork.put("alert", f"review {review.pk}", database_time.now() + away_after())
    return True
