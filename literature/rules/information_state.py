"""The knowledge of a seat or a spectator.

Until a game ends, pages, documents and bots get the game's state only through this module.

``information_state`` lists everything that a viewer was allowed to see; bots decide by it.
``observation`` is the part that may be shown now under the ``history`` and ``hand_counts`` options.
Pages and documents of a running game are made from observations only. Replays also show all hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

from literature.rules.cards import cards_in
from literature.rules.legality import OfferedMoves, of_any_claim, of_ask, recipients, turn_may_pass
from literature.rules.moves import Asked, Event
from literature.rules.options import Rules
from literature.rules.state import FINISHED, State, table_for

#: For each value of ``history``: how many asks a viewer may look up. None means all asks.
ASKS_SHOWN = {"last_ask": 1, "last_two": 2, "full": None}


@dataclass(frozen=True, slots=True)
class _View:
    """The fields that an information state and its observation share."""

    rules: Rules
    dealer: int
    hand: int | None
    number: int
    turn: int
    phase: str
    may_pass: bool
    live: int
    scores: tuple[int, int]
    scorers: tuple[int, ...]
    out: tuple[bool, ...]
    counts: tuple[int, ...] | None


_SHARED: Final = tuple(field.name for field in fields(_View))


@dataclass(frozen=True, slots=True)
class InformationState(_View):
    """All that ``seat`` was allowed to see; ``seat`` is None for a spectator.

    ``dealt`` and ``hand`` are the viewer's own cards as bit sets; None for a spectator. ``out``
    tells which seats have no cards. ``counts`` has the sizes of all hands; it is None if they are
    secret (although a viewer who has seen every event can compute them). ``log`` has the public
    events, oldest first.
    """

    seat: int | None
    dealt: int | None
    log: Sequence[Event]

    @property
    def legal(self) -> OfferedMoves:
        """The moves that a page or a bot may offer to this viewer; none to a spectator. They are
        made only from the viewer's own cards and from public facts, so they reveal nothing.
        """
        seat, hand = self.seat, self.hand or 0
        if seat is None or self.phase == FINISHED:
            return OfferedMoves()
        table, turn, phase, live, out = (
            table_for(self.rules),
            self.turn,
            self.phase,
            self.live,
            self.out,
        )
        claims: tuple[int, ...] = ()
        if not of_any_claim(self.rules.claim_timing, phase, turn, seat):
            claims = tuple(each.index for each in table.deck.sets if each.mask & live)
        if seat != turn:
            return OfferedMoves({}, claims)

        def may_ask(card: int, of: int) -> bool:
            return not of_ask(table, phase, turn, live, seat, card, of, hand, out[of])

        asks: dict[int, tuple[int, ...]] = {}
        for target in table.opponents[seat]:
            cards = [card for card in cards_in(table.deck.mask) if may_ask(card, target)]
            if cards:
                # The cards to ask for are the same for every opponent who has cards.
                targets = tuple(of for of in table.opponents[seat] if may_ask(cards[0], of))
                asks = dict.fromkeys(cards, targets)
                break
        may_pass = turn_may_pass(seat, phase, self.may_pass, out)
        return OfferedMoves(asks, claims, tuple(recipients(out, seat)) if may_pass else ())


@dataclass(frozen=True, slots=True)
class Observation(_View):
    """The part of an information state that may be shown now.

    ``may_pass``: whether the turn-holder may pass.
    """

    you: int | None
    log: tuple[Event, ...]
    legal: OfferedMoves


def information_state(
    state: State,
    log: Sequence[Event],
    seat: int | None,
    *,
    dealer: int,
    dealt: int | None = None,
) -> InformationState:
    """The information state of ``seat``, or of a spectator if ``seat`` is None.

    ``dealt`` is the dealt hand of this seat. If the caller needs only the observation, ``log`` need
    not contain hidden asks.
    """
    counted = state.rules.hand_counts == "public" or state.phase == FINISHED
    return InformationState(
        rules=state.rules,
        dealer=dealer,
        seat=seat,
        dealt=None if seat is None else dealt,
        hand=None if seat is None else state.hands[seat],
        number=state.number,
        turn=state.turn,
        phase=state.phase,
        may_pass=state.may_pass,
        live=state.live,
        scores=state.scores,
        scorers=state.scorers,
        out=tuple(not hand for hand in state.hands),
        counts=tuple(hand.bit_count() for hand in state.hands) if counted else None,
        log=log,
    )


def observation(seen: InformationState) -> Observation:
    """The observation of an information state. After the end of a game it has the whole log."""
    history = "full" if seen.phase == FINISHED else seen.rules.history
    shared = {name: getattr(seen, name) for name in _SHARED}
    shared["may_pass"] = turn_may_pass(seen.turn, seen.phase, seen.may_pass, seen.out)
    return Observation(
        **shared,
        you=seen.seat,
        log=shown_log(seen.log, history),
        legal=seen.legal,
    )


def shown_log(log: Sequence[Event], history: str) -> tuple[Event, ...]:
    """The events that ``history`` allows to show: all claims and passes, and the latest asks."""
    shown = ASKS_SHOWN[history]
    if shown is None:
        return tuple(log)
    latest = [event.number for event in log if isinstance(event, Asked)][-shown:]
    return tuple(event for event in log if not isinstance(event, Asked) or event.number in latest)
