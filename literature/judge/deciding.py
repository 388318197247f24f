"""What decided a finished game: one fact from its record, without a review. It is the first of
these that is true:

- ``MISTAKES``: a wrong claim of the losers (in a draw, of either team). If their team had scored
  the set, the result would be different.
- ``ENDGAME``: sets that the winners needed, and scored while the others had no cards.
- ``MISTAKES``: all wrong claims of the losers together.
- ``LAST``: the last claim of a draw. It made the scores level.
- ``LOST_POINT``: a wrong claim that cost a point, so that the others were ahead for good.
- ``LEAD``: the sets in a row that put the winners ahead for good.
"""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from literature.rules.moves import CORRECT, OPPONENT_HELD, Asked, Claimed, Event
from literature.rules.state import FINISHED, NOBODY, State, winner

MISTAKES: Final = "mistakes"
ENDGAME: Final = "endgame"
LAST: Final = "last"
LOST_POINT: Final = "lost_point"
LEAD: Final = "lead"

Scores = tuple[int, int]


class Deciding(NamedTuple):
    """What decided a game: ``sets`` sets. ``event`` is the claim of the first (of mistakes, of
    the last).

    - ``team``: the team that made these mistakes, lost the point, or scored these sets.
    - ``scores``: the scores before the event; of mistakes, the final scores if the team had scored
      these sets.
    - ``is_last``: whether these were the last sets of the deck.
    """

    kind: str
    event: Claimed
    team: int
    sets: int
    scores: Scores
    is_last: bool = False


class _Counted(NamedTuple):
    """A claim, the scores before it, what it added to them, and the teams without cards."""

    event: Claimed
    before: Scores
    added: Scores
    out: frozenset[int]


def deciding(state: State, dealt: Sequence[int], log: Sequence[Event]) -> Deciding | None:
    """What decided the game that ended in ``state``. None if it was ended early, or if the log is
    not whole.
    """
    claims = _counted(state, dealt, log)
    if state.phase != FINISHED or not claims or _total(claims) != state.scores:
        return None
    won, resolved = winner(state.scores), [each for each in claims if each.event.revealed]
    if won is None:
        return _mistake(state, claims, (0, 1)) or _last(resolved)
    return (
        _mistake(state, claims, (1 - won,))
        or _endgame(state, resolved, won)
        or _all_mistakes(state, claims, 1 - won)
        or _lead(state, resolved, won)
    )


def _counted(state: State, dealt: Sequence[int], log: Sequence[Event]) -> list[_Counted]:
    """The claims of a game, with their effects."""
    hands, found = list(dealt), list[_Counted]()
    for event in log:
        if isinstance(event, Asked) and event.hit:
            hands[event.of] &= ~(1 << event.card)
            hands[event.seat] |= 1 << event.card
        elif isinstance(event, Claimed):
            out = frozenset(team for team in (0, 1) if not any(hands[team::2]))
            found.append(_Counted(event, _total(found), _added(state, event), out))
            if event.revealed is not None:
                mask = state.deck.sets[event.card_set].mask
                hands = [hand & ~mask for hand in hands]
    return found


def _added(state: State, event: Claimed) -> Scores:
    """What a claim added to the scores of the teams."""
    scorer = state.scorers[event.card_set]
    if event.revealed is None:
        return 0, 0
    if scorer >= 0:
        return _points(scorer, state.table.set_values[event.card_set])
    fined = state.rules.opponent_held_claim == "minus_one" and event.outcome == OPPONENT_HELD
    return _points(event.seat % 2, -1) if fined and scorer == NOBODY else (0, 0)


def _points(team: int, points: int) -> Scores:
    return (0, points) if team else (points, 0)


def _total(claims: Sequence[_Counted]) -> Scores:
    return sum(each.added[0] for each in claims), sum(each.added[1] for each in claims)


def _mistake(state: State, claims: Sequence[_Counted], teams: Sequence[int]) -> Deciding | None:
    """The last wrong claim of these teams that changed the result by itself."""
    for event in reversed(_wrong(state, claims)):
        instead = _instead(state, claims, event.seat % 2, {event.card_set})
        if event.seat % 2 in teams and winner(instead) != winner(state.scores):
            return Deciding(MISTAKES, event, event.seat % 2, 1, instead)
    return None


def _all_mistakes(state: State, claims: Sequence[_Counted], team: int) -> Deciding | None:
    """The wrong claims of a team, if they changed the result together."""
    wrong = [event for event in _wrong(state, claims) if event.seat % 2 == team]
    sets = {event.card_set for event in wrong}
    instead = _instead(state, claims, team, sets)
    if winner(instead) == winner(state.scores):
        return None
    return Deciding(MISTAKES, wrong[-1], team, len(sets), instead)


def _wrong(state: State, claims: Sequence[_Counted]) -> list[Claimed]:
    """The wrong claims of sets that the claimer's team did not score later."""
    events = [each.event for each in claims if each.event.outcome != CORRECT]
    return [event for event in events if state.scorers[event.card_set] != event.seat % 2]


def _instead(state: State, claims: Sequence[_Counted], team: int, sets: Collection[int]) -> Scores:
    """The final scores if ``team`` had scored these sets."""
    others = _total([each for each in claims if each.event.card_set not in sets])
    scored = _points(team, sum(state.table.set_values[each] for each in sets))
    return others[0] + scored[0], others[1] + scored[1]


def _endgame(state: State, claims: Sequence[_Counted], won: int) -> Deciding | None:
    """The last sets of the winners, if the others had no cards, and the winners needed them."""
    first = len(claims)
    while first and 1 - won in claims[first - 1].out and claims[first - 1].added[won] > 0:
        first -= 1
    count = len(claims) - first
    if not count or claims[first].before[won] > state.scores[1 - won]:
        return None
    begins = claims[first]
    return Deciding(ENDGAME, begins.event, won, count, begins.before, not state.live)


def _last(claims: Sequence[_Counted]) -> Deciding:
    """The last claim of a draw without wrong claims."""
    event, before, *_effects = claims[-1]
    return Deciding(LAST, event, event.seat % 2, 1, before, is_last=True)


def _lead(state: State, claims: Sequence[_Counted], won: int) -> Deciding:
    """The claims that put the winners ahead for good."""
    first = max(at for at, each in enumerate(claims) if each.before[won] <= each.before[1 - won])
    begins, count = claims[first], 0
    if begins.added[won] <= 0:
        return Deciding(LOST_POINT, begins.event, 1 - won, 1, begins.before)
    while first + count < len(claims) and claims[first + count].added[won] > 0:
        count += 1
    is_last = first + count == len(claims) and not state.live
    return Deciding(LEAD, begins.event, won, count, begins.before, is_last)
