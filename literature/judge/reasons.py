"""Explains why a seat can or can't hold a card, by plain facts that every player can check.

A reason is a dictionary with a ``code``, and often the ``move`` from which it follows. Moves are
numbered from 0; cards are texts. ``game/review/reasons_text.py`` puts reasons in words.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Any, Final

from literature.knowledge.knowledge import Knowledge
from literature.rules.cards import card_text, cards_in
from literature.rules.decks import DECKS
from literature.rules.moves import Asked, Claimed, Event
from literature.rules.options import Rules

Reason = dict[str, Any]

#: A chance above this counts as certain, because of floating-point errors.
CERTAIN: Final = 1 - 1e-9
#: The smallest chance that is stored for anything possible.
LEAST: Final = 0.0001


def rounded(chance: float) -> float:
    """A chance in the form that is stored.

    It is 0 only for something impossible, and 1 only for something certain.
    """
    if chance >= CERTAIN or chance <= 1 - CERTAIN:
        return float(round(chance))
    return min(1 - LEAST, max(LEAST, round(chance, 4)))


@dataclass
class LogIndex:
    """An index of the public log.

    - ``asked[card, seat]``: the number of the first miss with which the seat asked for the card;
      empty if players may ask for their own cards.
    - ``missed[card, seat]``: the number of the first miss for the card in which the seat was the
      target.
    - ``took[card]``: the last hit for the card.
    - ``asks[seat, set]``: all asks by the seat in the set.
    - ``returned[set]``: the last returned claim of the set.
    """

    rules: Rules
    asked: dict[tuple[int, int], int] = field(default_factory=dict)
    missed: dict[tuple[int, int], int] = field(default_factory=dict)
    took: dict[int, Asked] = field(default_factory=dict)
    asks: dict[tuple[int, int], list[Asked]] = field(default_factory=dict)
    returned: dict[int, Claimed] = field(default_factory=dict)

    def add(self, event: Event) -> None:
        """Add an event. Events must be added in their order."""
        if isinstance(event, Claimed):
            if event.revealed is None:
                self.returned[event.card_set] = event
        elif isinstance(event, Asked):
            index = DECKS[self.rules.deck].set_indexes[event.card]
            self.asks.setdefault((event.seat, index), []).append(event)
            if event.hit:
                self.took[event.card] = event
                return
            self.missed.setdefault((event.card, event.of), event.number)
            if self.rules.ask_held_card == "illegal":
                self.asked.setdefault((event.card, event.seat), event.number)


def why_not(knowledge: Knowledge, log_index: LogIndex, card: int, seat: int) -> Reason:
    """The reason why ``seat`` can't hold a card, according to ``knowledge``."""
    if knowledge.may[knowledge.seat] >> card & 1:
        return {"code": "own"}
    if card in log_index.took:
        asked = log_index.took[card]
        return {"code": "moved", "move": asked.number, "to": asked.seat}
    if not knowledge.counts[seat]:
        return {"code": "out"}
    # A card that never moved is still where it was dealt. So a seat that did not have it earlier
    # does not have it now.
    if (card, seat) in log_index.missed:
        return {"code": "missed", "move": log_index.missed[card, seat]}
    if (card, seat) in log_index.asked:
        return {"code": "asked", "move": log_index.asked[card, seat]}
    back = log_index.returned.get(knowledge.deck.set_indexes[card])
    if back and (back.seat ^ seat) & 1:
        return {"code": "returned", "move": back.number}
    known = knowledge.sure()[seat]
    if known.bit_count() == knowledge.counts[seat]:
        return {"code": "hand_known"}
    index = knowledge.deck.set_indexes[card]
    needs = [asked_in for holder, asked_in in knowledge.holds if holder == seat]
    if index not in needs and known.bit_count() + len(needs) == knowledge.counts[seat]:
        sets = [knowledge.deck.sets[each].name for each in needs]
        return {
            "code": "spoken_for", "cards": _texts(cards_in(known)),
            "deck": knowledge.rules.deck, "sets": sets,
        }  # fmt: skip
    return _taken_by_askers(knowledge, card, seat) or {"code": "counts"}


def _taken_by_askers(knowledge: Knowledge, card: int, seat: int) -> Reason | None:
    """Other seats that must each hold one of a few cards, because of their asks. There are only as
    many of these cards as seats, and ``card`` is one of them. So ``seat`` can't hold ``card``.
    """
    index = knowledge.deck.set_indexes[card]
    groups = [
        (holder, cards)
        for (holder, asked_in), cards in sorted(knowledge.holds.items())
        if asked_in == index and holder != seat
    ]
    for size in range(1, len(groups) + 1):
        for some in combinations(groups, size):
            cards = reduce(or_, (group for _, group in some))
            if cards.bit_count() == size and cards >> card & 1:
                seats = [holder for holder, _ in some]
                return {"code": "askers", "seats": seats, "cards": _texts(cards_in(cards))}
    return None


def why_sure(knowledge: Knowledge, log_index: LogIndex, card: int, seat: int) -> Reason:
    """The reason why ``seat`` holds a card, according to ``knowledge``.

    The key ``not``, if present, has the reasons why the other seats do not hold it.
    """
    if card in log_index.took:
        asked = log_index.took[card]
        return {"code": "moved", "move": asked.number, "from": asked.of}
    others = [
        {"seat": other, **why_not(knowledge, log_index, card, other)}
        for other in range(knowledge.rules.players)
        if other not in (seat, knowledge.seat)
    ]
    if all(each["code"] in ("missed", "asked", "out", "returned") for each in others):
        return {"code": "nobody_else", "not": others}
    must = _must(knowledge, log_index, card, seat)
    if must:
        return must
    count = knowledge.counts[seat]
    if knowledge.may[seat].bit_count() == count:
        return {"code": "whole_hand", "cards": _texts(cards_in(knowledge.may[seat]))}
    if any(each["code"] != "counts" for each in others):
        return {"code": "nobody_else", "not": others}
    return {"code": "counts"}


def _must(knowledge: Knowledge, log_index: LogIndex, card: int, seat: int) -> Reason | None:
    """The ask that proves that a seat holds a card: no other card of the set can have made
    the ask legal.
    """
    deck = knowledge.deck
    index = deck.set_indexes[card]
    for asked in log_index.asks.get((seat, index), []):
        could_be = [
            each
            for each in deck.sets[index].cards
            if knowledge.evidence.holder_at(each, asked.number, seat) == seat
            and (each in log_index.took or knowledge.may[seat] >> each & 1)
            and not (each == asked.card and log_index.rules.ask_held_card == "illegal")
        ]
        if could_be == [card]:
            return {"code": "must", "move": asked.number, "asked": card_text(asked.card)}
    return None


def holding(
    knowledge: Knowledge,
    log_index: LogIndex,
    card: int,
    of: int,
    row: Sequence[float],
    possible: Sequence[int],
) -> dict[str, Any]:
    """The chance that ``of`` holds a card, with the reasons for it.

    ``row`` has the chance of each seat, and ``possible`` the seats that may hold the card. The key
    ``share`` has three numbers of unknown cards: those of ``of``, those of all possible holders
    together, and the most that any possible holder except ``of`` has. ``other`` is another possible
    holder who asked in this set.
    """
    said: dict[str, Any] = {"card": card_text(card), "of": of, "chance": rounded(row[of])}
    if list(possible) == [of]:
        return said | {"chance": 1.0, "sure": why_sure(knowledge, log_index, card, of)}
    if of not in possible:
        never = why_not(knowledge, log_index, card, of)
        if never["code"] in ("hand_known", "counts") and len(possible) == 1:
            to = possible[0]
            never = {
                "code": "elsewhere", "to": to, "sure": why_sure(knowledge, log_index, card, to),
            }  # fmt: skip
        return said | {"chance": 0.0, "never": never}
    others = [seat for seat in range(len(row)) if seat not in (*possible, knowledge.seat)]
    # Opponents come first, because a teammate could not be asked.
    others.sort(key=lambda seat: not (seat ^ knowledge.seat) & 1)
    may = sorted(possible, key=lambda seat: -row[seat])
    unknown = knowledge.places(knowledge.sure())
    one_of = {seat: _one_of(knowledge, card, seat) for seat in may}
    asked = [{"seat": seat, "one_of": one_of[seat]} for seat in may if seat != of and one_of[seat]]
    return said | {
        "may": [[seat, rounded(row[seat])] for seat in may],
        "not": [{"seat": seat, **why_not(knowledge, log_index, card, seat)} for seat in others],
        "one_of": one_of[of],
        "share": [
            unknown[of],
            sum(unknown[seat] for seat in possible),
            max(unknown[seat] for seat in possible if seat != of),
        ],
        "other": asked[0] if asked else None,
    }


def _one_of(knowledge: Knowledge, card: int, seat: int) -> list[str]:
    """The cards of which ``seat`` holds at least one, if the given card is among them; otherwise
    none.
    """
    group = knowledge.holds.get((seat, knowledge.deck.set_indexes[card]), 0)
    return _texts(cards_in(group)) if group >> card & 1 else []


def _texts(cards: Iterable[int]) -> list[str]:
    return [card_text(card) for card in cards]
