"""The list of moves that a page or a bot may offer to a viewer, from the viewer's own knowledge.

``legality`` defines which moves are legal. The list is made only from the viewer's own cards and
from public facts, so it reveals nothing.
"""

from dataclasses import dataclass, field

from literature.rules import legality
from literature.rules.cards import cards_in
from literature.rules.decks import DECKS
from literature.rules.options import Rules
from literature.rules.state import FINISHED, Table, table_for


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
    """The moves of ``seat`` with ``hand``; none for a spectator (``seat`` is None)."""
    if seat is None or phase == FINISHED:
        return OfferedMoves()
    asks = _asks(table_for(rules), phase, turn, live, seat, hand, out) if seat == turn else {}
    passes: tuple[int, ...] = ()
    if seat == turn and turn_may_pass(turn, phase, may_pass, out):
        passes = tuple(legality.recipients(out, seat))
    claims: tuple[int, ...] = ()
    if not legality.of_any_claim(rules.claim_timing, phase, turn, seat):
        claims = tuple(each.index for each in DECKS[rules.deck].sets if each.mask & live)
    return OfferedMoves(asks, claims, passes)


def turn_may_pass(turn: int, phase: str, may_pass: bool, out: tuple[bool, ...]) -> bool:
    """Whether the turn-holder may pass, and another seat can take the turn."""
    return legality.pass_allowed(phase, may_pass) and bool(legality.recipients(out, turn))


def _asks(
    table: Table,
    phase: str,
    turn: int,
    live: int,
    seat: int,
    hand: int,
    out: tuple[bool, ...],
) -> dict[int, tuple[int, ...]]:
    def legal(card: int, of: int) -> bool:
        return not legality.of_ask(table, phase, turn, live, seat, card, of, hand, out[of])

    for target in table.opponents[seat]:
        cards = [card for card in cards_in(table.deck.mask) if legal(card, target)]
        if cards:
            # The cards to ask for are the same for every opponent who has cards.
            targets = tuple(of for of in table.opponents[seat] if legal(cards[0], of))
            return dict.fromkeys(cards, targets)
    return {}
