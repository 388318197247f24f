"""Checks of moves: all refusal codes of RULES.md, in their order.

One function has the checks of each kind of move. It returns the first code that applies, or None
for a legal move.
"""

from .cards import UNKNOWN
from .moves import Ask, Claim, Pass
from .state import ENDGAME, FINISHED, MUST_PASS, State


class IllegalMove(Exception):
    """A move that breaks the rules; ``code`` names the rule."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def of_ask(state: State, move: Ask) -> str:
    """The refusal code of an illegal ask."""
    seat, card, of = move
    _check_seats(state, seat, of)
    set_mask = state.table.set_masks[card]
    if state.phase == FINISHED:
        return "game_over"
    if seat != state.turn:
        return "not_your_turn"
    if state.phase == MUST_PASS:
        return "must_pass"
    if state.phase == ENDGAME:
        return "must_claim"
    if not set_mask:
        return "unknown_card"
    if (seat ^ of) & 1 == 0:
        return "target_teammate"
    if not set_mask & state.live:
        return "set_resolved"
    if not state.hands[of]:
        return "target_empty"
    if not state.hands[seat] & set_mask:
        return "no_card_of_set"
    return "asking_held_card"


def of_claim(state: State, move: Claim) -> str | None:
    """The refusal code of a claim, or None."""
    seat, index, named = move
    _check_seats(state, seat, *(holder for _, holder in named))
    if state.phase == FINISHED:
        return "game_over"
    if state.phase == MUST_PASS and seat == state.turn:
        return "must_pass"
    if not timing_allows(state.rules.claim_timing, state.phase, state.turn, seat):
        return "not_your_turn"
    if index == UNKNOWN:
        return "unknown_set"
    card_set = state.deck.sets[index]
    if not card_set.mask & state.live:
        return "set_resolved"
    if tuple(card for card, _ in named) != tuple(sorted(card_set.cards)):
        return "bad_holders"
    if any((holder ^ seat) & 1 for _, holder in named):
        return "holder_not_teammate"
    if named in state.returned:
        return "repeated_claim"
    return None


def of_pass(state: State, move: Pass) -> str | None:
    """The refusal code of a pass, or None."""
    seat, to = move
    _check_seats(state, seat, to)
    if state.phase == FINISHED:
        return "game_over"
    if seat != state.turn:
        return "not_your_turn"
    if state.phase != MUST_PASS and not state.may_pass:
        return "may_not_pass"
    out = tuple(not hand for hand in state.hands)
    return None if to in recipients(out, seat) else "bad_pass"


def recipients(out: tuple[bool, ...], seat: int) -> list[int]:
    """The seats that can get the turn by a pass: teammates with cards, clockwise from the passer.

    ``out`` tells which seats have no cards. If the whole team has none, the opponents with cards.
    """
    around = [(seat + step) % len(out) for step in range(1, len(out))]
    teammates = [other for other in around if not (other ^ seat) & 1 and not out[other]]
    if teammates or not out[seat]:
        return teammates
    return [other for other in around if not out[other]]


def timing_allows(claim_timing: str, phase: str, turn: int, seat: int) -> bool:
    """Whether ``seat`` may claim now by ``claim_timing``. In the endgame only the
    turn-holder may.
    """
    if phase == ENDGAME or claim_timing == "own_turn":
        return seat == turn
    return claim_timing == "any_time" or not (seat ^ turn) & 1


def _check_seats(state: State, *seats: int) -> None:
    if not all(0 <= seat < len(state.hands) for seat in seats):
        raise ValueError("no such seat")
