"""The list of moves that a page or a bot may offer to a viewer, from the viewer's own knowledge.

``apply`` and ``refusals`` check a move; this list only spares a viewer the illegal ones. It depends
on the viewer's own cards, the sets in play and the seats without cards, all of which the viewer
sees. So the list reveals nothing.
"""

from dataclasses import dataclass, field

from .cards import cards_in
from .decks import DECKS
from .options import Rules
from .refusals import recipients, timing_allows
from .state import ENDGAME, FINISHED, MUST_PASS, PLAYING


@dataclass(frozen=True, slots=True)
class OfferedMoves:
    """The moves of a viewer: the seats to ask for each card, the sets to claim, the seats to pass
    to.

    Any holders in the claimer's team may be claimed, unless ``repeated_claim`` forbids them.
    """

    asks: dict[int, tuple[int, ...]] = field(default_factory=dict)
    claims: tuple[int, ...] = ()
    passes: tuple[int, ...] = ()


def offered_moves(
    rules: Rules,
    seat: int | None,
    hand: int,
    turn: int,
    phase: str,
    may_pass: bool,
    live: int,
    out: tuple[bool, ...],
) -> OfferedMoves:
    """The moves of ``seat`` with ``hand``; none for a spectator (None)."""
    if seat is None or phase == FINISHED:
        return OfferedMoves()
    asks: dict[int, tuple[int, ...]] = {}
    if seat == turn and phase == PLAYING:
        asks = _asks(rules, seat, hand, live, out)
    passes: tuple[int, ...] = ()
    if seat == turn and turn_may_pass(turn, phase, may_pass, out):
        passes = tuple(recipients(out, seat))
    return OfferedMoves(asks, _claims(rules, seat, turn, phase, live), passes)


def turn_may_pass(turn: int, phase: str, may_pass: bool, out: tuple[bool, ...]) -> bool:
    """Whether the turn-holder may pass, and somebody can take the turn."""
    allowed = phase == MUST_PASS or (may_pass and phase in (PLAYING, ENDGAME))
    return allowed and bool(recipients(out, turn))


def _asks(
    rules: Rules, seat: int, hand: int, live: int, out: tuple[bool, ...]
) -> dict[int, tuple[int, ...]]:
    around = ((seat + step) % rules.players for step in range(1, rules.players))
    targets = tuple(other for other in around if (other ^ seat) & 1 and not out[other])
    wanted = 0
    for card_set in DECKS[rules.deck].sets:
        if hand & card_set.mask & live:
            wanted |= card_set.mask
    if rules.ask_held_card == "illegal":
        wanted &= ~hand
    return dict.fromkeys(cards_in(wanted), targets) if targets else {}


def _claims(rules: Rules, seat: int, turn: int, phase: str, live: int) -> tuple[int, ...]:
    if phase == MUST_PASS and seat == turn:
        return ()
    if not timing_allows(rules.claim_timing, phase, turn, seat):
        return ()
    return tuple(each.index for each in DECKS[rules.deck].sets if each.mask & live)
