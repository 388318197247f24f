"""Applies a move: ``apply(state, move)`` returns the new state and the event, or raises
``IllegalMove``.

Each kind of move has one function. ``legality`` checks first whether the move is legal.
"""

from typing import Final

from literature.rules import legality
from literature.rules.legality import IllegalMove
from literature.rules.moves import (
    CORRECT,
    MISPLACED,
    OPPONENT_HELD,
    Ask,
    Asked,
    Claim,
    Claimed,
    Event,
    Holders,
    Move,
    Pass,
    Passed,
)
from literature.rules.state import ENDGAME, FINISHED, MUST_PASS, NOBODY, PLAYING, State

# Making a named tuple with ``tuple.__new__`` saves a Python call, so asks are a fifth faster.
_make: Final = tuple.__new__
_NO_CLAIMS: Final[frozenset[Holders]] = frozenset()


def apply(state: State, move: Move) -> tuple[State, Event]:
    """The state after ``move``, and the event.

    Raise ``IllegalMove`` with the first code of docs/rules.md that applies. Raise ``ValueError``
    for a seat that the table does not have.
    """
    if type(move) is Ask:
        return _ask(state, move)
    if type(move) is Claim:
        return _claim(state, move)
    if type(move) is Pass:
        code = legality.of_pass(state, move)
        if code:
            raise IllegalMove(code)
        after = state._replace(number=state.number + 1, turn=move.to, may_pass=False)
        return _settled(after), Passed(state.number, move.seat, move.to)
    raise TypeError(f"not a move: {move!r}")


def _ask(state: State, move: Ask) -> tuple[State, Event]:
    table, number, hands, turn, phase, live, _, scores, scorers, returned = state
    seat, card, of = move
    if not (0 <= seat < len(hands) and 0 <= of < len(hands)):
        raise ValueError("no such seat")
    mine, theirs = hands[seat], hands[of]
    code = legality.of_ask(table, phase, turn, live, seat, card, of, mine, not theirs)
    if code is not None:
        raise IllegalMove(code)
    if not theirs >> card & 1:
        after = (table, number + 1, hands, of, PLAYING, live, False, scores, scorers, returned)
        return _make(State, after), _make(Asked, (number, seat, card, of, False))
    moved = 1 << card
    changed = list(hands)
    changed[seat] = mine | moved
    changed[of] = theirs ^ moved
    # A hit begins the endgame only when it takes the last card of a team.
    phase = ENDGAME if theirs == moved and not _any(changed, table.opponents[seat]) else PLAYING
    hands = tuple(changed)
    after = (table, number + 1, hands, seat, phase, live, False, scores, scorers, _NO_CLAIMS)
    return _make(State, after), _make(Asked, (number, seat, card, of, True))


def _claim(state: State, move: Claim) -> tuple[State, Event]:
    code = legality.of_claim(state, move)
    if code:
        raise IllegalMove(code)
    seat, index, named = move
    rules, hands = state.table.rules, state.hands
    outcome = _outcome(state, move)
    by_turn_holder = seat == state.turn
    may_pass = state.may_pass
    if by_turn_holder:
        may_pass = outcome == CORRECT and rules.pass_after_claim
    if outcome == MISPLACED and rules.misplaced_claim == "return":
        after = state._replace(
            number=state.number + 1, may_pass=may_pass, returned=state.returned | {named}
        )
        revealed = None
    else:
        revealed = tuple(
            (card, holder)
            for card in sorted(state.deck.sets[index].cards)
            for holder, hand in enumerate(hands)
            if hand >> card & 1
        )
        gone = state.deck.sets[index].mask
        scores, scorer = _score(state, seat, index, outcome)
        after = state._replace(
            number=state.number + 1,
            hands=tuple(hand & ~gone for hand in hands),
            live=state.live & ~gone,
            may_pass=may_pass,
            scores=scores,
            scorers=(*state.scorers[:index], scorer, *state.scorers[index + 1 :]),
            returned=_NO_CLAIMS,
        )
    if by_turn_holder and outcome != CORRECT and rules.turn_after_wrong_claim == "opponent":
        with_cards = (other for other in state.table.opponents[seat] if after.hands[other])
        after = after._replace(turn=next(with_cards, seat))
    return _settled(after), Claimed(state.number, seat, index, named, outcome, revealed)


def _outcome(state: State, claim: Claim) -> str:
    if all(state.hands[seat] >> card & 1 for card, seat in claim.holders):
        return CORRECT
    mask = state.deck.sets[claim.card_set].mask
    if any(state.hands[other] & mask for other in state.table.opponents[claim.seat]):
        return OPPONENT_HELD
    return MISPLACED


def _score(state: State, seat: int, index: int, outcome: str) -> tuple[tuple[int, int], int]:
    """The scores after a set has left play, and the team that scored the set, or ``NOBODY``."""
    rules, team = state.rules, seat & 1
    scores = list(state.scores)
    if outcome == OPPONENT_HELD and rules.opponent_held_claim == "minus_one":
        scores[team] -= 1
        return (scores[0], scores[1]), NOBODY
    if outcome == MISPLACED and rules.misplaced_claim == "void":
        return state.scores, NOBODY
    scorer = team if outcome == CORRECT else 1 - team
    scores[scorer] += state.table.set_values[index]
    return (scores[0], scores[1]), scorer


def _settled(state: State) -> State:
    """The state with its phase set (docs/rules.md, "After every move")."""
    majority = sum(state.table.set_values)
    decided = state.rules.game_end == "majority" and max(state.scores) * 2 > majority
    if decided or not state.live:
        phase = FINISHED
    elif not state.hands[state.turn]:
        phase = MUST_PASS
    elif not _any(state.hands, state.table.opponents[state.turn]):
        phase = ENDGAME
    else:
        phase = PLAYING
    return state._replace(phase=phase)


def _any(hands: tuple[int, ...] | list[int], seats: tuple[int, ...]) -> bool:
    """Whether any of ``seats`` has cards."""
    return any(hands[seat] for seat in seats)
