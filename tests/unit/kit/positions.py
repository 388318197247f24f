"""Helpers for tests of the rules: positions made from readable text, and refusals.

A hand is text: cards and names of sets, ``"2C 3C low-hearts"``. A set without holders has left
play. All cards of a set must be in hands, or none, so that no test uses an impossible table.
"""

from collections.abc import Mapping
from random import Random

import pytest

from literature.rules.apply import apply
from literature.rules.cards import parse_hand
from literature.rules.deal import deal
from literature.rules.decks import DECKS, Deck
from literature.rules.legality import IllegalMove
from literature.rules.move_text import parse_move
from literature.rules.moves import Claim, Event, Move, holders_of
from literature.rules.options import Rules
from literature.rules.state import (
    ENDGAME,
    FINISHED,
    MUST_PASS,
    NOBODY,
    PLAYING,
    UNRESOLVED,
    State,
    new_game,
    set_value,
)

#: The default options of a position: the simplest rules
PLAIN = {
    "deck": "8s-out",
    "players": 6,
    "misplaced_claim": "void",
    "pass_after_claim": False,
    "game_end": "all_sets",
}


def rules(**options) -> Rules:
    """The simplest rules, with some options changed."""
    return Rules(**(PLAIN | options))


def position(
    hands: Mapping[int, str],
    *,
    turn: int = 0,
    scored: Mapping[str, int] | None = None,
    lost: tuple[int, int] = (0, 0),
    may_pass: bool = False,
    **options,
) -> State:
    """The state in which these seats hold these cards, and other seats hold nothing.

    ``scored`` says which team scored a set that has left play (by default no team). ``lost`` are
    the points that each team paid for claims of opponents' cards.
    """
    table_rules = rules(**options)
    deck = DECKS[table_rules.deck]
    held = [_hand(deck, hands.get(seat, "")) for seat in range(table_rules.players)]
    assert set(hands) <= set(range(table_rules.players)), "a seat outside the table"
    live = 0
    for hand in held:
        assert not live & hand, "a card in two hands"
        live |= hand
    scorers, scores = [], [-points for points in lost]
    for card_set in deck.sets:
        assert live & card_set.mask in (0, card_set.mask), f"{card_set.name} is not whole"
        scorer = UNRESOLVED if live & card_set.mask else (scored or {}).get(card_set.name, NOBODY)
        if scorer >= 0:
            scores[scorer] += set_value(table_rules, card_set)
        scorers.append(scorer)
    assert not live & ~deck.mask, "a card that is not in the deck"
    return new_game(table_rules, held, turn)._replace(
        live=live,
        phase=_phase(table_rules, held, turn, scores),
        may_pass=may_pass,
        scores=(scores[0], scores[1]),
        scorers=tuple(scorers),
    )


def dealt(seed: int = 0, dealer: int = 0, **options) -> State:
    """A new game by ``rules(**options)``. Its cards are dealt from ``seed``."""
    table_rules = rules(**options)
    return new_game(table_rules, deal(table_rules, Random(seed).randbytes(32), dealer), dealer)


def claim(state: State, seat: int, name: str, said: Mapping[int, str] | None = None) -> Claim:
    """A claim with these holders, such as ``{0: "2C 3C", 2: "rest"}``; by default the true
    holders.
    """
    card_set = state.deck.set_named(name)
    assert card_set is not None
    if said is None:
        pairs = [(c, s) for c in card_set.cards for s, h in enumerate(state.hands) if h >> c & 1]
        return Claim(seat, card_set.index, holders_of(pairs))
    named: dict[int, int] = {}
    for holder, text in said.items():
        if text != "rest":
            named |= dict.fromkeys(
                (c for c in range(54) if parse_hand(text.split()) >> c & 1), holder
            )
    for holder, text in said.items():
        if text == "rest":
            named |= dict.fromkeys((c for c in card_set.cards if c not in named), holder)
    return Claim(seat, card_set.index, holders_of(named.items()))


def play(state: State, *moves: Move | str) -> State:
    """The state after some legal moves."""
    return played(state, *moves)[0]


def played(state: State, *moves: Move | str) -> tuple[State, list[Event]]:
    """The state after some legal moves, and their events."""
    log = []
    for move in moves:
        state, event = apply(state, _move(state, move))
        log.append(event)
    return state, log


def refused(state: State, move: Move | str) -> str:
    """The code with which a move is refused. Fails if the move is accepted."""
    with pytest.raises(IllegalMove) as refusal:
        apply(state, _move(state, move))
    return refusal.value.code


def hand(text: str) -> int:
    """The bit set of cards that are given as one text."""
    return parse_hand(text.split())


def _move(state: State, move: Move | str) -> Move:
    return parse_move(state.deck, move) if isinstance(move, str) else move


def _hand(deck: Deck, text: str) -> int:
    cards = 0
    for word in text.split():
        card_set = deck.set_named(word)
        more = card_set.mask if card_set else parse_hand([word])
        assert not cards & more, f"{word} twice in a hand"
        cards |= more
    return cards


def _phase(table_rules: Rules, hands: list[int], turn: int, scores: list[int]) -> str:
    """The phase, computed as docs/rules.md describes it ("After every move")."""
    values = [set_value(table_rules, each) for each in DECKS[table_rules.deck].sets]
    won = table_rules.game_end == "majority" and max(scores) > sum(values) / 2
    if won or not any(hands):
        return FINISHED
    if not hands[turn]:
        return MUST_PASS
    return PLAYING if any(hands[1 - turn % 2 :: 2]) else ENDGAME
