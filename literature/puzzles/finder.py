"""Finds questions about a situation that have exactly one answer, and rates their difficulty."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from literature.knowledge.deduction import Holds, deduce
from literature.knowledge.facts import Facts
from literature.knowledge.fit import Fit
from literature.puzzles.argument import ArgumentStep, shortest, told
from literature.puzzles.rating import level
from literature.puzzles.situation import YOU, Situation
from literature.puzzles.steps import IS, Known, Statement
from literature.rules.cards import cards_in
from literature.rules.moves import Holders

HOLDER: Final = "holder"
CLAIM: Final = "claim"
ASK: Final = "ask"

#: A reader can follow at most this number of asks in the log, and this number of hidden cards.
MOST_ASKS: Final = 16
MOST_HIDDEN: Final = 14

#: The least number of seats with hidden cards. With fewer there is too little to find out.
FEWEST_UNSURE: Final = 3

#: At least this number of a claim's cards are hidden in teammates' hands.
FEWEST_PLACED: Final = 2


class Puzzle(NamedTuple):
    """A question with its answer, and the shortest argument for it.

    ``answer``: the card with its holder; for a claim, each card of the set with its holder.
    """

    kind: str
    situation: Situation
    answer: Holders
    argument: tuple[ArgumentStep, ...]

    @property
    def level(self) -> int:
        """The level: 1 is easy, 2 is medium, 3 is hard."""
        return level(self.situation, self.argument)

    @property
    def conclusions(self) -> int:
        """The number of steps that follow from other steps: they make a puzzle interesting."""
        return sum(step.concludes for step in self.argument)

    @property
    def trick(self) -> frozenset[tuple[type, bool]]:
        """The kinds of conclusions. Puzzles with the same kinds are alike."""
        return frozenset(each.trick for each in self.argument if each.concludes)


def puzzles_of(situation: Situation) -> Iterator[Puzzle]:
    """All puzzles of a situation that can be solved by steps.

    ``has_one_answer`` compares a puzzle with all deals.
    """
    if len(situation.asks) > MOST_ASKS or not situation.hand or situation.sets_in_play < 2:
        return
    facts = situation.facts
    if facts.hidden.bit_count() > MOST_HIDDEN or sum(map(bool, facts.places)) < FEWEST_UNSURE:
        return
    known = Known(situation)
    # The questions that steps can answer. Comparing all deals may find more.
    questions: list[tuple[str, Holders]] = [
        (HOLDER, (found,)) for found in sorted(known.holder.items())
    ]
    places = known.holder | facts.known_holders()
    claims = _claims(situation, places)
    if len(claims) == 1 and _unseen(facts, claims[0]) >= FEWEST_PLACED:
        questions.append((CLAIM, claims[0]))
    hits = _hits(situation, places) if situation.turn == YOU else []
    if len(hits) == 1 and _unseen(facts, hits[0]):
        questions.append((ASK, hits[0]))
    for kind, answer in questions:
        goals = [Statement(IS, *each) for each in answer if facts.hidden >> each[0] & 1]
        argument = shortest(known, goals)
        if argument:
            yield Puzzle(kind, situation, answer, told(argument))


def has_one_answer(puzzle: Puzzle) -> bool:
    """Whether this answer, and no other, is right in every deal that fits the situation."""
    facts, may = puzzle.situation.facts, possible_cards(puzzle.situation)
    holders = {
        card: [seat for seat, cards in enumerate(may) if cards >> card & 1]
        for card in cards_in(facts.hidden)
    }
    sure = {card: seats[0] for card, seats in holders.items() if len(seats) == 1}
    if puzzle.kind == HOLDER:
        ((card, seat),) = puzzle.answer
        return sure.get(card) == seat
    places = sure | facts.known_holders()
    finds = _claims if puzzle.kind == CLAIM else _hits
    return finds(puzzle.situation, places) == [puzzle.answer]


def possible_cards(situation: Situation) -> list[int]:
    """For each seat, the hidden cards that it holds in some deal that fits the situation."""
    facts = situation.facts
    may = [facts.hidden & ~never for never in facts.ruled_out()]
    holds: Holds = {}
    for need in facts.one_of:
        key = need.seat, situation.deck.set_indexes[need.asked]
        holds[key] = holds.get(key, facts.hidden) & need.cards & may[need.seat]
    deduce(may, facts.places, holds, [])
    return Fit(may, facts.places, holds).may()


def _claims(situation: Situation, places: dict[int, int]) -> list[Holders]:
    """The sets that the thinking seat's team holds for certain, with the holder of each card."""
    sets = [each.cards for each in situation.deck.sets if each.mask & situation.live]
    return [
        tuple((card, places[card]) for card in cards)
        for cards in sets
        if all(card in places and places[card] % 2 == 0 for card in cards)
    ]


def _hits(situation: Situation, places: dict[int, int]) -> list[Holders]:
    """The asks that can't miss: for cards that an opponent holds for certain, in sets of which the
    thinking seat holds a card.
    """
    own = sum(each.mask for each in situation.deck.sets if each.mask & situation.hand)
    return [
        ((card, places[card]),)
        for card in cards_in(own & situation.live)
        if card in places and places[card] % 2 == 1
    ]


def _unseen(facts: Facts, answer: Holders) -> int:
    return sum(facts.hidden >> card & 1 for card, _seat in answer)
