"""The definition of a legal move: all refusal codes of docs/rules.md, in their order.

Each kind of move has one function. It returns the first code that applies, or None for a legal
move. ``apply`` raises ``IllegalMove`` with this code.
"""

from dataclasses import dataclass, field

from literature.rules.cards import UNKNOWN
from literature.rules.moves import Claim, Pass
from literature.rules.state import ENDGAME, FINISHED, MUST_PASS, PLAYING, State, Table


class IllegalMove(Exception):
    """A move breaks the rules. ``code`` is the refusal code of the rule."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def of_ask(
    table: Table,
    phase: str,
    turn: int,
    live: int,
    seat: int,
    card: int,
    of: int,
    hand: int,
    target_is_out: bool,
) -> str | None:
    """The refusal code of an ask, or None.

    The asker knows all of these values: their own ``hand``, the cards in play, and whether the
    target ``of`` has no cards. They are separate arguments for speed.
    """
    if phase == FINISHED:
        return "game_over"
    if seat != turn:
        return "not_your_turn"
    if phase != PLAYING:
        return "must_pass" if phase == MUST_PASS else "must_claim"
    set_mask = table.set_masks[card]
    if not set_mask:
        return "unknown_card"
    if not (seat ^ of) & 1:
        return "target_teammate"
    if not set_mask & live:
        return "set_resolved"
    if target_is_out:
        return "target_empty"
    if not set_mask & hand:
        return "no_card_of_set"
    if hand >> card & 1 and not table.bluff:
        return "asking_held_card"
    return None


def of_claim(state: State, move: Claim) -> str | None:
    """The refusal code of a claim, or None."""
    seat, index, named = move
    _check_seats(state, seat, *(holder for _, holder in named))
    code = of_any_claim(state.rules.claim_timing, state.phase, state.turn, seat)
    if code:
        return code
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
    if not pass_allowed(state.phase, state.may_pass):
        return "may_not_pass"
    out = tuple(not hand for hand in state.hands)
    return None if to in recipients(out, seat) else "bad_pass"


def pass_allowed(phase: str, may_pass: bool) -> bool:
    """Whether the turn-holder may pass: without cards, or as ``State.may_pass`` allows."""
    return phase == MUST_PASS or (may_pass and phase != FINISHED)


def recipients(out: tuple[bool, ...], seat: int) -> list[int]:
    """The seats that can get the turn by a pass: teammates with cards, clockwise from the passer.

    ``out`` tells which seats have no cards. If the whole team has no cards, the seats of opponents
    with cards can get the turn.
    """
    around = [(seat + step) % len(out) for step in range(1, len(out))]
    teammates = [other for other in around if not (other ^ seat) & 1 and not out[other]]
    if teammates or not out[seat]:
        return teammates
    return [other for other in around if not out[other]]


def of_any_claim(claim_timing: str, phase: str, turn: int, seat: int) -> str | None:
    """The code if every claim of ``seat`` is refused now; None if ``seat`` may claim.

    In the endgame only the turn-holder may claim.
    """
    if phase == FINISHED:
        return "game_over"
    if phase == MUST_PASS and seat == turn:
        return "must_pass"
    if seat == turn:
        return None
    if phase == ENDGAME or claim_timing == "own_turn":
        return "not_your_turn"
    if claim_timing == "team_turn" and (seat ^ turn) & 1:
        return "not_your_turn"
    return None


def _check_seats(state: State, *seats: int) -> None:
    if not all(0 <= seat < len(state.hands) for seat in seats):
        raise ValueError("no such seat")


@dataclass(frozen=True, slots=True)
class OfferedMoves:
    """The moves of a viewer: the seats to ask for each card, the sets to claim, and the seats to
    pass to.

    The claim of a set may name any holders in the claimer's team that ``repeated_claim`` does not
    forbid.
    """

    asks: dict[int, tuple[int, ...]] = field(default_factory=dict)
    claims: tuple[int, ...] = ()
    passes: tuple[int, ...] = ()

    @property
    def ask_pairs(self) -> list[tuple[int, int]]:
        """The asks, each as a card and the seat to ask."""
        return [(card, of) for card, targets in self.asks.items() for of in targets]


def turn_may_pass(turn: int, phase: str, may_pass: bool, out: tuple[bool, ...]) -> bool:
    """Whether the turn-holder may pass, and another seat can take the turn."""
    return pass_allowed(phase, may_pass) and bool(recipients(out, turn))
