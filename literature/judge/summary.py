"""The summary of a review: figures for each player, turning points, and one fact for each seat.

Moves that a bot or the turn clock made for a person (``helped``) do not count in the person's
figures and fact. Missed claims and turning points include them.
"""

from collections.abc import Collection, Sequence
from typing import Final

from literature.judge.findings import (
    BEST,
    GAVE_AWAY,
    GOOD,
    LUCKY,
    WASTED,
    AskFinding,
    ClaimFinding,
    MissedClaim,
    OwnFact,
    PassFinding,
    PlayerFigures,
    ReviewedMove,
    Summary,
    TurningPoint,
    is_unlikely,
)
from literature.rules.decks import DECKS
from literature.rules.moves import CORRECT, Asked, Claimed, Event, Passed
from literature.rules.options import Rules

#: A move with its review.
Move = tuple[Event, ReviewedMove]

#: The most turning points of a game, and the least shift of expected points at a turning point.
TURNS: Final = 3
LEAST_TURN: Final = 0.2

#: The most lessons of a seat.
MOST_LESSONS: Final = 3


def summary(
    rules: Rules,
    log: Sequence[Event],
    reviewed: Sequence[ReviewedMove],
    helped: Collection[int] = (),
) -> Summary:
    """The summary of a game with all its ``reviewed`` moves."""
    mine: list[list[Move]] = [[] for _ in range(rules.players)]
    for event, move in zip(log, reviewed, strict=True):
        if event.number not in helped:
            mine[event.seat].append((event, move))
    missed = missed_claims(rules, log, reviewed)
    lost = [each for each in missed if each.lost and each.move not in helped]
    end = reviewed[-1].after if reviewed else (0, 0)
    return Summary(
        players=tuple(map(_player, mine)),
        missed_claims=tuple(missed),
        expected=tuple(
            [move.expected for move in reviewed] + [move.after for move in reviewed[-1:]]
        ),
        turning=tuple(turning_points(log, reviewed)),
        sentences=tuple(
            next(iter(lessons(moves, [m for m in lost if m.seat == seat], beaten(end, seat))), None)
            for seat, moves in enumerate(mine)
        ),
    )


def missed_claims(
    rules: Rules, log: Sequence[Event], reviewed: Sequence[ReviewedMove]
) -> list[MissedClaim]:
    """The certain claims that a seat could have made on its turn, but did not make."""
    found: dict[tuple[int, str], MissedClaim] = {}
    since: dict[tuple[int, str], int] = {}
    sets = DECKS[rules.deck].sets
    claims = {
        sets[event.card_set].name: event
        for event in log
        if isinstance(event, Claimed) and event.revealed is not None
    }
    for event, move in zip(log, reviewed, strict=True):
        certain = {(int(seat), name) for seat, sets in move.certain.items() for name in sets}
        since = {each: since.get(each, event.number) for each in certain}
        if isinstance(event, Claimed) or (isinstance(event, Asked) and event.hit):
            continue
        for seat, name in certain:
            if seat == event.seat and (seat, name) not in found:
                claim = claims.get(name)
                right = claim and claim.outcome == CORRECT and claim.seat % 2 == seat % 2
                found[seat, name] = MissedClaim(
                    seat=seat,
                    set=name,
                    since=since[seat, name],
                    move=event.number,
                    claimed=claim.number if claim else None,
                    lost=not right,
                )
    return sorted(found.values(), key=lambda each: (each.move, each.seat, each.set))


def turning_points(log: Sequence[Event], reviewed: Sequence[ReviewedMove]) -> list[TurningPoint]:
    """The moves that shifted the teams' expected points most, in the order of the game.

    All moves of a player during one turn count as one shift. It is noted at the move that
    contributed most.
    """
    turns: list[list[int]] = []
    for event in log:
        if turns and log[turns[-1][-1]].seat == event.seat:
            turns[-1].append(event.number)
        else:
            turns.append([event.number])
    shifts = []
    for turn in turns:
        each = {number: _shift(reviewed[number]) for number in turn}
        total = sum(each.values())
        move = max(turn, key=lambda number: each[number] * (1 if total >= 0 else -1))
        shifts.append(TurningPoint(move, int(total < 0), round(abs(total), 3)))
    shifts.sort(key=lambda each: -each.shift)
    chosen = [each for each in shifts[:TURNS] if each.shift >= LEAST_TURN]
    return sorted(chosen, key=lambda each: each.move)


def _shift(move: ReviewedMove) -> float:
    """The number of expected points that a move shifted towards team 0."""
    (a, b), (c, d) = move.expected, move.after
    return ((c - d) - (a - b)) / 2


def _player(moves: Sequence[Move]) -> PlayerFigures:
    """A player's figures, from the player's own moves."""
    judged = sound = bold = tries = hits = 0
    expected = 0.0
    for event, move in moves:
        finding = move.finding
        if finding.verdict is not None:
            judged += 1
            sound += finding.verdict in (BEST, GOOD)
        if isinstance(event, Passed) or isinstance(finding, PassFinding):
            continue
        tries += 1
        bold += is_unlikely(finding.chance)
        expected += finding.chance
        hits += event.hit if isinstance(event, Asked) else event.outcome == CORRECT
    return PlayerFigures(judged, sound, tries, bold, hits, round(expected, 2))


def beaten(scores: Sequence[float], seat: int) -> bool:
    """Whether the other team of a seat has more points."""
    return scores[seat % 2] < scores[1 - seat % 2]


def lessons(
    moves: Sequence[Move], lost: Sequence[MissedClaim], is_beaten: bool = False
) -> list[OwnFact]:
    """The most important facts for a seat: its greatest mistakes. Without mistakes, the claims that
    took its last cards if its team is ``beaten``; otherwise praise, if any.

    ``moves`` are the player's own moves, and ``lost`` the missed claims of sets that were lost.
    """
    found = [(2.5, OwnFact("missed_claim", each.since, set=each.set)) for each in lost]
    for event, move in moves:
        weighed = _mistake(event, move)
        if weighed:
            weight, fact = weighed
            found.append((weight * (1 + abs(_shift(move))), fact))
    if not found and is_beaten:
        found = [
            (1.0, OwnFact("last_cards", event.number))
            for event, move in moves
            if isinstance(move.finding, ClaimFinding) and move.finding.last_cards
        ]
    if not found:
        praise = _praise(moves)
        return [praise] if praise else []
    found.sort(key=lambda each: -each[0])
    # A mistake that was made again is the same lesson.
    different: dict[object, OwnFact] = {}
    for _weight, fact in found:
        lesson = (fact.card, fact.of) if fact.kind == "known_card" else fact.move
        different.setdefault((fact.kind, fact.set, lesson), fact)
    return [*different.values()][:MOST_LESSONS]


def _mistake(
    event: Event, move: ReviewedMove, verdicts: Collection[str] = (GAVE_AWAY, WASTED)
) -> tuple[float, OwnFact] | None:
    """The weight of a mistake, and the fact about it; None if the verdict is not in ``verdicts``,
    or if there is no sentence for this mistake.
    """
    finding, number = move.finding, event.number
    if finding.verdict not in verdicts or isinstance(finding, PassFinding):
        return None
    if isinstance(finding, ClaimFinding):
        sure = finding.better_claim and finding.better_claim.chance == 1
        kind = "claim_known" if sure else "gamble"
        return 3.0, OwnFact(kind, number, finding.chance, finding.about)
    better = finding.better
    if better and better.sure:
        return 2.0, OwnFact("known_card", number, card=better.card, of=better.of)
    if finding.verdict == WASTED and finding.why.never:
        return 1.5, OwnFact("could_not_hit", number)
    if not better:
        return None
    return 1.0 + better.chance - finding.chance, OwnFact(
        "better_odds",
        number,
        better.chance,
        better.about,
        card=better.card,
        of=better.of,
        instead=finding.chance,
    )


def _praise(moves: Sequence[Move]) -> OwnFact | None:
    """The boldest of the seat's best asks that hit with less than an even chance; otherwise a risk
    that was not necessary but succeeded; otherwise the fact that each of the seat's judged moves
    was good. None if there is no such fact.
    """
    bold = [
        OwnFact(
            "bold_hit", event.number, finding.chance, finding.why.about,
            card=event.card, of=event.of,
        )
        for event, move in moves
        if isinstance(event, Asked) and isinstance(finding := move.finding, AskFinding)
        and event.hit and finding.verdict == BEST and is_unlikely(finding.chance)
    ]  # fmt: skip
    if bold:
        return min(bold, key=lambda each: each.chance)
    risks = [found for each in moves if (found := _mistake(*each, (LUCKY,)))]
    if risks:
        return max(risks, key=lambda each: each[0])[1]
    judged = [move.finding.verdict for _, move in moves if move.finding.verdict is not None]
    is_good = judged and all(verdict in (BEST, GOOD) for verdict in judged)
    return OwnFact("nothing_to_regret", count=len(judged)) if is_good else None
