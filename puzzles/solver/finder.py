"""Questions about a situation that have exactly one answer, and how hard they are."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from game.rules.cards import cards_in
from game.rules.moves import Holders
from puzzles.solver.argument import shortest
from puzzles.solver.deals import Deals
from puzzles.solver.facts import Facts
from puzzles.solver.situation import YOU, Situation
from puzzles.solver.steps import Is, Known, Not, Step, effort_of, joins

HOLDER: Final = "holder"
CLAIM: Final = "claim"
ASK: Final = "ask"
KINDS: Final = (HOLDER, CLAIM, ASK)

#: Longer logs are not read to the end, and more hidden cards are not kept in mind.
MOST_ASKS: Final = 16
MOST_HIDDEN: Final = 14

#: With fewer seats that hold hidden cards, nothing is to be found out.
FEWEST_UNSURE: Final = 3

#: At least so many of a claim's cards lie with teammates, unseen.
FEWEST_PLACED: Final = 2

#: The efforts at which the second and the third level begin.
LEVELS_BEGIN: Final = (5, 8)


class Reason(NamedTuple):
    """A step of an argument, as it is told.

    ``asks``: the numbers of the asks that it reads. ``excluded``: the cards that others rule out.
    """

    kind: str
    seat: int
    cards: int
    asks: tuple[int, ...]
    excluded: int

    @classmethod
    def of(cls, step: Step) -> "Reason":
        """What is told of a step."""
        out = {each.card for each in step.premises if isinstance(each, Not)}
        excluded = sum(1 << card for card in out) & ~step.cards
        return cls(step.kind, step.seat, step.cards, step.asks, excluded)


class Puzzle(NamedTuple):
    """A question with its answer, and the shortest argument for it.

    ``answer``: the card with its holder; for a claim, each card of the set with its holder.
    """

    kind: str
    situation: Situation
    answer: Holders
    argument: tuple[Reason, ...]

    @property
    def effort(self) -> int:
        """What the steps of the argument count together."""
        return sum(effort_of(reason.kind) for reason in self.argument)

    @property
    def level(self) -> int:
        """From 1, easy, to 3, hard."""
        return 1 + sum(self.effort >= begin for begin in LEVELS_BEGIN)

    @property
    def joins(self) -> int:
        """How many steps follow from others: what makes a puzzle worth its effort."""
        return sum(joins(reason.kind) for reason in self.argument)


def puzzles_of(situation: Situation) -> Iterator[Puzzle]:
    """Every puzzle of a situation, by steps alone; ``has_one_answer`` looks at all deals."""
    if len(situation.asks) > MOST_ASKS or not situation.hand or situation.sets_in_play < 2:
        return
    facts = Facts.of(situation)
    if facts.hidden.bit_count() > MOST_HIDDEN or facts.unsure_seats < FEWEST_UNSURE:
        return
    known = Known(situation, facts)
    for kind, answer in _questions(situation, facts, known):
        goals = [Is(card, seat) for card, seat in answer if facts.hidden >> card & 1]
        argument = shortest(known, goals)
        if argument:
            yield Puzzle(kind, situation, answer, tuple(map(Reason.of, argument)))


def has_one_answer(puzzle: Puzzle) -> bool:
    """Whether its answer is the only one, by all deals that fit the situation."""
    facts = Facts.of(puzzle.situation)
    deals = Deals(puzzle.situation, facts)
    sure = {card: deals.holder(card) for card in cards_in(facts.hidden)}
    if puzzle.kind == HOLDER:
        ((card, seat),) = puzzle.answer
        return sure[card] == seat
    places = _places(puzzle.situation, facts, sure)
    finds = _claims if puzzle.kind == CLAIM else _hits
    return finds(puzzle.situation, places) == [puzzle.answer]


def _questions(situation: Situation, facts: Facts, known: Known) -> Iterator[tuple[str, Holders]]:
    """What follows by steps; ``has_one_answer`` tells whether more follows by counting deals."""
    places = _places(situation, facts, known.holder)
    yield from ((HOLDER, ((card, seat),)) for card, seat in sorted(known.holder.items()))
    claims = _claims(situation, places)
    if len(claims) == 1 and _unseen(facts, claims[0]) >= FEWEST_PLACED:
        yield CLAIM, claims[0]
    if situation.turn == YOU:
        hits = _hits(situation, places)
        if len(hits) == 1 and _unseen(facts, hits[0]):
            yield ASK, hits[0]


def _claims(situation: Situation, places: dict[int, int]) -> list[Holders]:
    """The sets of which every card is known to be with a certain seat of the own team."""
    sets = [each.cards for each in situation.deck.sets if each.mask & situation.live]
    return [
        tuple((card, places[card]) for card in cards)
        for cards in sets
        if all(card in places and places[card] % 2 == 0 for card in cards)
    ]


def _hits(situation: Situation, places: dict[int, int]) -> list[Holders]:
    """The asks that can't miss: cards of own sets that are known to be with a certain opponent."""
    own = sum(each.mask for each in situation.deck.sets if each.mask & situation.hand)
    return [
        ((card, places[card]),)
        for card in cards_in(own & situation.live)
        if card in places and places[card] % 2 == 1
    ]


def _places(situation: Situation, facts: Facts, sure: Mapping[int, int | None]) -> dict[int, int]:
    """The seat of every card that is certain: hidden cards as in ``sure``, and all others."""
    places = {card: seat for card, seat in sure.items() if seat is not None}
    places |= dict.fromkeys(cards_in(situation.hand), YOU)
    for seat, cards in enumerate(facts.open):
        places |= dict.fromkeys(cards_in(cards), seat)
    return places


def _unseen(facts: Facts, answer: Holders) -> int:
    return sum(facts.hidden >> card & 1 for card, _seat in answer)
