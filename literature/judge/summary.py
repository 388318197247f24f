"""The summary of a review: figures for each player, turning points, and one fact for each seat.

Moves that a bot or the turn clock made for a person (``helped``) do not count in the person's
figures and fact. Missed claims and turning points include them.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final

from literature.judge.verdicts import BEST, GAVE_AWAY, GOOD, LUCKY, WASTED, is_unlikely
from literature.rules.cards import card_text
from literature.rules.decks import DECKS
from literature.rules.moves import CORRECT, Asked, Claimed, Event, Passed
from literature.rules.options import Rules

Facts = dict[str, Any]

#: A move with its facts.
Move = tuple[Event, Facts]

#: The most turning points of a game, and the least shift of expected points at a turning point.
TURNS: Final = 3
LEAST_TURN: Final = 0.2


def summary(
    rules: Rules, log: Sequence[Event], facts: Sequence[Facts], helped: Collection[int] = ()
) -> Facts:
    """The summary of a game. ``facts`` has the facts of each move."""
    mine: list[list[Move]] = [[] for _ in range(rules.players)]
    for event, fact in zip(log, facts, strict=True):
        if event.number not in helped:
            mine[event.seat].append((event, fact))
    missed = missed_claims(rules, log, facts)
    lost = [each for each in missed if each["lost"] and each["move"] not in helped]
    return {
        "players": [_player(moves) for moves in mine],
        "missed_claims": missed,
        "expected": [each["expected"] for each in facts] + [each["after"] for each in facts[-1:]],
        "turning": turning_points(log, facts),
        "sentences": [
            _sentence(moves, [each for each in lost if each["seat"] == seat])
            for seat, moves in enumerate(mine)
        ],
    }


def missed_claims(rules: Rules, log: Sequence[Event], facts: Sequence[Facts]) -> list[Facts]:
    """The certain claims that a seat could have made on its turn, but did not make.

    - ``move``: the move by which the seat lost the turn.
    - ``since``: the move from which it could claim.
    - ``claimed``: the move that resolved the set later, or None.
    - ``lost``: whether the seat's team did not claim the set correctly later.
    """
    found: dict[tuple[int, str], Facts] = {}
    since: dict[tuple[int, str], int] = {}
    sets = DECKS[rules.deck].sets
    claims = {
        sets[event.card_set].name: event
        for event in log
        if isinstance(event, Claimed) and event.revealed is not None
    }
    for event, fact in zip(log, facts, strict=True):
        certain = {(int(seat), name) for seat, sets in fact["certain"].items() for name in sets}
        since = {each: since.get(each, event.number) for each in certain}
        if isinstance(event, Claimed) or (isinstance(event, Asked) and event.hit):
            continue
        for seat, name in certain:
            if seat == event.seat and (seat, name) not in found:
                claim = claims.get(name)
                right = claim and claim.outcome == CORRECT and claim.seat % 2 == seat % 2
                found[seat, name] = {
                    "seat": seat,
                    "set": name,
                    "since": since[seat, name],
                    "move": event.number,
                    "claimed": claim and claim.number,
                    "lost": not right,
                }
    return sorted(found.values(), key=lambda each: (each["move"], each["seat"]))


def turning_points(log: Sequence[Event], facts: Sequence[Facts]) -> list[Facts]:
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
        each = {number: _shift(facts[number]) for number in turn}
        total = sum(each.values())
        move = max(turn, key=lambda number: each[number] * (1 if total >= 0 else -1))
        shifts.append({"move": move, "team": int(total < 0), "shift": round(abs(total), 3)})
    shifts.sort(key=lambda each: -each["shift"])
    chosen = [each for each in shifts[:TURNS] if each["shift"] >= LEAST_TURN]
    return sorted(chosen, key=lambda each: each["move"])


def _shift(fact: Facts) -> float:
    """The number of expected points that a move shifted towards team 0."""
    (a, b), (c, d) = fact["expected"], fact["after"]
    return float((c - d) - (a - b)) / 2


def _player(moves: Sequence[Move]) -> Facts:
    """A player's figures, from the player's own moves.

    - ``judged``: the moves with a verdict; ``sound``: the best and good moves among them.
    - ``tries``: asks and claims; ``hits``: the successful ones; ``expected``: their expected
      number.
    - ``bold``: asks and claims with less than an even chance.
    """
    judged = sound = bold = tries = hits = 0
    expected = 0.0
    for event, fact in moves:
        if fact["verdict"] is not None:
            judged += 1
            sound += fact["verdict"] in (BEST, GOOD)
        if isinstance(event, Passed):
            continue
        tries += 1
        bold += is_unlikely(fact["chance"])
        expected += fact["chance"]
        hits += event.hit if isinstance(event, Asked) else event.outcome == CORRECT
    return {
        "judged": judged, "sound": sound,
        "tries": tries, "bold": bold, "hits": hits, "expected": round(expected, 2),
    }  # fmt: skip


def _sentence(moves: Sequence[Move], lost: Sequence[Facts]) -> Facts | None:
    """The most important fact for a seat: its greatest mistake, or otherwise praise; or None.

    ``moves`` are the player's own moves, and ``lost`` the missed claims of sets that were lost.
    """
    found: list[tuple[float, Facts]] = [
        (2.5, {"code": "missed_claim", "move": each["since"], "set": each["set"]}) for each in lost
    ]
    for event, fact in moves:
        weighed = _mistake(event, fact)
        if weighed:
            weight, said = weighed
            found.append((weight * (1 + abs(_shift(fact))), said | {"move": event.number}))
    if found:
        return max(found, key=lambda each: each[0])[1]
    return _praise(moves)


def _mistake(
    event: Event, fact: Facts, verdicts: Collection[str] = (GAVE_AWAY, WASTED)
) -> tuple[float, Facts] | None:
    """The weight of a mistake, and the facts about it; None if the verdict is not in ``verdicts``,
    or if there is no sentence for this mistake.
    """
    verdict, better = fact["verdict"], fact.get("better")
    if verdict not in verdicts:
        return None
    if isinstance(event, Claimed):
        sure = fact.get("better_claim", {}).get("chance") == 1
        code = "claim_known" if sure else "gamble"
        return 3.0, {"code": code, "chance": fact["chance"], **_about(fact)}
    if isinstance(event, Asked):
        if better and better.get("sure"):
            return 2.0, {"code": "known_card", "card": better["card"], "of": better["of"]}
        if verdict == WASTED and fact["why"].get("never"):
            return 1.5, {"code": "could_not_hit"}
        if better:
            gap = better["chance"] - fact["chance"]
            return 1.0 + gap, {
                "code": "better_odds", "card": better["card"], "of": better["of"],
                "chance": better["chance"], "instead": fact["chance"], **_about(better),
            }  # fmt: skip
    return None


def _about(fact: Facts) -> Facts:
    """``{"about": True}`` if the chances in ``fact`` are approximate, otherwise ``{}``."""
    return {"about": True} if fact.get("about") else {}


def _praise(moves: Sequence[Move]) -> Facts | None:
    """The boldest of the seat's best asks that hit with less than an even chance; otherwise a risk
    that was not necessary but succeeded; otherwise the fact that each of the seat's judged moves
    was good. None if there is no such fact.
    """
    bold = [
        (fact["chance"], event, _about(fact["why"]))
        for event, fact in moves
        if isinstance(event, Asked) and event.hit and fact["verdict"] == BEST
        and is_unlikely(fact["chance"])
    ]  # fmt: skip
    if bold:
        chance, event, about = min(bold, key=lambda each: each[0])
        return {
            "code": "bold_hit", "move": event.number, "chance": chance,
            "card": card_text(event.card), "of": event.of, **about,
        }  # fmt: skip
    risks = [
        (weighed[0], weighed[1] | {"move": event.number})
        for event, fact in moves
        if (weighed := _mistake(event, fact, (LUCKY,)))
    ]
    if risks:
        return max(risks, key=lambda each: each[0])[1]
    judged = [fact["verdict"] for _, fact in moves if fact["verdict"] is not None]
    is_good = judged and all(verdict in (BEST, GOOD) for verdict in judged)
    return {"code": "nothing_to_regret", "count": len(judged)} if is_good else None
