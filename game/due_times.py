"""The times of a game: for bots, the turn clock, claim pauses and the scheduler."""

import random
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings

from game.models import Game
from game.presence import away_after
from literature.rules.legality import of_any_claim
from literature.rules.moves import Asked, Claimed, Event
from literature.rules.state import FINISHED, State

#: The length of a claim pause.
CLAIM_PAUSE = timedelta(seconds=45)
CLAIM_PAUSE_COLUMNS = ["claim_pause_seat", "claim_pause_set", "claim_pause_until"]

#: A bot's average thinking time in seconds, by the table's pace.
THINK_SECONDS = {"slow": 4.0, "normal": 2.5, "fast": 1.0}

#: For how many seconds pages show a claim that resolved its set (by the table's pace), and for how
#: many they show the deal. Bots and turn clocks wait meanwhile.
REVEAL_SECONDS = {"slow": 6.0, "normal": 6.0, "fast": 3.0}
DEAL_SECONDS = 1.0

#: While one person waits among bots, the first moves of the bots take their usual time. Each
#: further move takes a shorter time than the one before, until the average is so many seconds.
USUAL_MOVES, FASTER, LEAST_THINK_SECONDS = 2, 0.6, 0.3
#: For how many seconds pages then show an ask that concerns this person.
BREATH_SECONDS = 1.1

#: After downtime, a person has at least this time for the turn.
GRACE = timedelta(seconds=20)

# A bot's thinking time is between QUICKEST and SLOWEST times the average, and likeliest near USUAL
# times the average. The mean of the three factors is 1.
QUICKEST, SLOWEST, USUAL = 0.5, 1.75, 0.75

#: With a turn clock of this time or more, people need not look at the page all the time. An alert
#: tells them at once that it is their turn.
LONG_CLOCK_SECONDS = 3600
#: At other tables, an alert comes after this time.
ALERT_AFTER = timedelta(minutes=2)

#: The columns of ``Game`` that ``schedule`` and ``show`` set.
SCHEDULE = ["deadline", "due_at", "shown_until"]


def chosen_pace(game: Game) -> str:
    """The pace of a game's bots.

    At a beginner's table it is slow at first, whatever the host chose.
    """
    return "slow" if game.slow_turns else game.table["pace"]


def shown_pace(game: Game) -> str:
    """The pace at which pages show moves.

    ``skim``: the bots moved at once until the person's turn, so pages show each of these moves
    briefly.
    """
    if game.bots_mode == Game.BotsMode.TO_TURN:
        return "skim"
    return "fast" if settings.BOT_THINK_SECONDS is not None else chosen_pace(game)


def chain(game: Game, told_less: int | None) -> int:
    """The number of moves by bots since the latest move of a person; 0 if bots do not hurry."""
    if told_less is None or game.person_version is None:
        return 0
    return game.version - game.person_version


def shown_chain(game: Game, told_less: int | None) -> int | None:
    """The number of the first move of the chain, in which pages show each ask faster than the one
    before; None if pages show every move as usual.
    """
    usual = settings.BOT_THINK_SECONDS is not None or game.bots_mode == Game.BotsMode.TO_TURN
    return None if usual or told_less is None else game.person_version


def shown_seconds(game: Game, event: Event, told_less: int | None) -> float:
    """For how many seconds bots wait until pages have shown the event that led to ``game``.

    If bots hurry for the person at ``told_less``, they also wait after an ask that concerns this
    person. They do not wait so long for an opponent's claim of a set of which this person held no
    card. This depends only on what everybody sees.
    """
    hurries = chain(game, told_less) > USUAL_MOVES
    if isinstance(event, Asked):
        return BREATH_SECONDS if hurries and event.of == told_less else 0
    if not isinstance(event, Claimed) or event.revealed is None:
        return 0
    holders = {seat for _card, seat in event.revealed}
    concerns = told_less is None or event.seat % 2 == told_less % 2 or told_less in holders
    return REVEAL_SECONDS["fast" if hurries and not concerns else chosen_pace(game)]


def show(game: Game, now: datetime, seconds: float) -> None:
    """Let bots and the turn clock wait while pages show the deal, or turn the cards of a claimed
    set. The caller saves the game.
    """
    if settings.BOT_THINK_SECONDS is not None or game.bots_mode == Game.BotsMode.TO_TURN:
        return
    shown = timedelta(seconds=seconds)
    game.shown_until = now + shown
    if game.deadline is not None:
        game.deadline += shown


def seats_to_wake(state: State, bots: Collection[int]) -> list[int]:
    """The seats of bots that may act now: first those that may claim, then the turn-holder.

    Claims come first, because a bot that asks may lose a set that another bot could claim.
    """
    if state.phase == FINISHED:
        return []
    claimers = [
        seat
        for seat in sorted(bots)
        if seat != state.turn
        and not of_any_claim(state.rules.claim_timing, state.phase, state.turn, seat)
    ]
    return claimers + [state.turn] * (state.turn in bots)


def schedule(
    game: Game,
    state: State,
    bots: Collection[int],
    now: datetime,
    *,
    turn_used: bool,
    told_less: int | None = None,
) -> None:
    """Set the deadline of the turn and the time at which the scheduler must act. The caller saves
    the game.

    During a claim pause the scheduler must act at the end of the pause. ``turn_used``: whether the
    turn has passed on, or the turn-holder has moved. Then the time for the turn starts again.
    ``told_less``: as ``StoredGame.told_less``.
    """
    begins = max(now, game.shown_until or now)
    wakes = {*bots, state.turn} if game.substitute else bots
    if state.phase == FINISHED or not game.table["turn_seconds"] or state.turn in wakes:
        game.deadline = None
    elif turn_used or game.deadline is None:
        game.deadline = begins + timedelta(seconds=game.table["turn_seconds"])
    if state.phase == FINISHED:
        game.due_at = None
    elif game.claim_pause_until is not None:
        game.due_at = game.claim_pause_until
    elif game.bots_mode == Game.BotsMode.PAUSED or not seats_to_wake(state, wakes):
        game.due_at = game.deadline
    else:
        at_once = game.bots_mode == Game.BotsMode.TO_TURN
        faster = max(0, chain(game, told_less) - USUAL_MOVES + 1)
        think = 0 if at_once else think_seconds(chosen_pace(game), faster)
        game.due_at = earliest(game.deadline, begins + timedelta(seconds=think))


def alert_delay(game: Game) -> timedelta:
    """How long a turn waits for its player before an alert, if the player does not look.

    It is at least the time after which a silent page counts as closed. The first turn waits no
    longer, because the start of a game is told at once.
    """
    at_once = game.table["turn_seconds"] >= LONG_CLOCK_SECONDS or game.turn_version == 0
    return away_after() if at_once else ALERT_AFTER


def alert_time(
    game: Game, state: State, bots: Collection[int], now: datetime, *, alone: bool
) -> datetime | None:
    """When the player whose turn begins ``now`` may need an alert.

    It is None if a bot moves, if the game is over, or if nobody waits: the person is ``alone`` with
    bots and has no long turn clock.
    """
    waits = not alone or game.table["turn_seconds"] >= LONG_CLOCK_SECONDS
    if state.phase == FINISHED or state.turn in bots or game.substitute or not waits:
        return None
    return now + alert_delay(game)


def is_paused(game: Game, now: datetime) -> bool:
    """Whether the table waits for a claim."""
    return game.claim_pause_until is not None and game.claim_pause_until > now


def end_pause(game: Game, now: datetime) -> None:
    """Clear the claim pause, and add its time to the turn-holder's time.

    The caller saves the game.
    """
    assert game.claim_pause_until is not None
    if game.deadline is not None:
        left = max(game.claim_pause_until - now, timedelta())
        game.deadline += CLAIM_PAUSE - left
    game.claim_pause_seat = game.claim_pause_set = game.claim_pause_until = None


def time_left(game: Game, now: datetime) -> timedelta | None:
    """The turn-holder's time left, at least 0; None if the turn has no deadline.

    The clock stands still during a claim pause: the end of the pause gives the time back.
    """
    if game.deadline is None:
        return None
    stopped = game.claim_pause_until and game.claim_pause_until - CLAIM_PAUSE
    return max(timedelta(), game.deadline - (stopped or now))


def time_once_shown(game: Game, now: datetime) -> timedelta | None:
    """The time that the turn-holder will have after pages have shown a claim or the deal.

    None if the turn has no deadline, or if pages show neither now.
    """
    if game.deadline is None or game.shown_until is None or game.shown_until <= now:
        return None
    return game.deadline - game.shown_until


def correct_times(game: Game, now: datetime) -> bool:
    """Correct impossible times after downtime or a jump of the system clock. Return whether any
    time changed. The caller saves the game.

    Afterwards the deadline of a turn leaves at least ``GRACE``, and no bot waits for hours.
    """
    before = game.deadline, game.claim_pause_until, game.due_at, game.shown_until
    longest_show = timedelta(seconds=max(DEAL_SECONDS, *REVEAL_SECONDS.values()))
    # This is longer than any thinking time of a bot and any lease of a game.
    longest_think = settings.BOT_THINK_SECONDS or max(THINK_SECONDS.values())
    longest_wait = timedelta(seconds=max(10, SLOWEST * longest_think)) + longest_show
    if game.shown_until is not None:
        game.shown_until = min(game.shown_until, now + longest_show)
    if game.deadline is not None:
        longest = max(GRACE, timedelta(seconds=game.table["turn_seconds"]))
        game.deadline = min(max(game.deadline, now + GRACE), now + longest)
    if game.claim_pause_until is not None:
        game.claim_pause_until = min(game.claim_pause_until, now + CLAIM_PAUSE)
        game.due_at = game.claim_pause_until
    elif game.due_at is None or game.due_at == before[0]:
        game.due_at = game.deadline
    elif game.due_at > now + longest_wait:
        game.due_at = now
    return before != (game.deadline, game.claim_pause_until, game.due_at, game.shown_until)


def earliest(*moments: datetime | None) -> datetime | None:
    """The earliest of some times; None if there is none."""
    return min((moment for moment in moments if moment), default=None)


def think_seconds(pace: str, faster: int = 0) -> float:
    """A bot's thinking time in seconds. It is random, so it tells nothing about the bot's hand.

    ``faster``: how many times it has become shorter in a chain of moves.
    """
    average = settings.BOT_THINK_SECONDS
    if average is None:
        average = max(THINK_SECONDS[pace] * FASTER**faster, LEAST_THINK_SECONDS)
    return average * random.triangular(QUICKEST, SLOWEST, USUAL)
