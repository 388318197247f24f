"""Features: a position as numbers, with a feature vector for each set in play.

"Ours" and "theirs" are the parts of a set that each team holds, as the posterior's seat sees them.
"""

from functools import cached_property
from typing import Final

import numpy as np

from literature.knowledge.arrangements import Floats
from literature.knowledge.posterior import Posterior
from literature.rules.decks import CardSet

FEATURES: Final = (
    "ours",  # the expected part of the set
    "own",  # the part in this seat's hand
    "known_theirs",  # the part that opponents hold and whose holder this seat knows
    "open_ours",  # the part whose holder everybody knows
    "open_theirs",
    "placed_ours",  # how concentrated the probabilities of the holders are
    "placed_theirs",
    "whole_ours",  # the probability that the team holds the whole set
    "whole_theirs",
    "reach_ours",  # the expected share of the team's seats that hold a card of the set
    "reach_theirs",
    "my_turn",
    "our_turn",  # a teammate has the turn
    "reach",  # the probability that the turn-holder holds a card of the set
    "takes",  # the expected part that the turn-holder can take from known holders
    "takes_all",  # the expected number of such cards in all sets, divided by six
    "best",  # the highest probability of a hit with a hidden card, if our team has the turn
    "best_all",  # the highest of these probabilities over all sets
    "left",  # the share of the deck's sets that are in play
    "cards",  # the team's share of the cards in play
    "seats",
    "small",  # 1 for a set of four cards
)
#: The least number to divide by, in place of smaller probabilities.
NEVER: Final = 1e-9
#: The index of each feature in a feature vector.
AT: Final = {name: place for place, name in enumerate(FEATURES)}

# The columns of a summary of arrangements. One column for each seat follows: whether it holds a
# card.
OURS, NONE_OURS, NONE_THEIRS, ONE_THEIRS, SOME = range(5)


class PositionFeatures:
    """The feature vectors of the position of one posterior."""

    def __init__(self, posterior: Posterior) -> None:
        knowledge = posterior.knowledge
        self.posterior, self.knowledge = posterior, knowledge
        self.seat, self.team = knowledge.seat, knowledge.seat & 1
        self.sets = [each for each in knowledge.deck.sets if each.mask & posterior.live]
        self.place = {each.index: place for place, each in enumerate(self.sets)}
        self._open = knowledge.public().sure()
        self._sizes = np.array([len(each.cards) for each in self.sets], dtype=np.float64)
        self._reach = np.zeros((len(self.sets), len(knowledge.may)))
        self._best = np.array([self._best_chance(each.index) for each in self.sets])
        self._summaries = {index: self._summary(index) for index in posterior.sets}
        self._means = {
            index: posterior.odds[index] @ found for index, found in self._summaries.items()
        }
        self._taken: dict[tuple[int, int], Floats] = {}
        self._base = np.zeros((len(self.sets), len(FEATURES)))
        for place, card_set in enumerate(self.sets):
            self._fill(self._base[place], self._reach[place], card_set)
        self._base[:, AT["left"]] = len(self.sets) / len(knowledge.deck.sets)
        self._base[:, AT["cards"]] = sum(knowledge.counts[self.team :: 2]) / self._cards
        self._base[:, AT["seats"]] = len(knowledge.may) / 12

    def rows(self, turn: int) -> Floats:
        """The feature vector of each set if the seat ``turn`` has the turn."""
        rows, ours = self._base.copy(), not (turn ^ self.seat) & 1
        rows[:, AT["my_turn"]] = turn == self.seat
        rows[:, AT["our_turn"]] = ours and turn != self.seat
        rows[:, AT["reach"]] = self._reach[:, turn]
        known = "open_theirs" if ours else "open_ours"
        if turn == self.seat:
            known = "known_theirs"
        rows[:, AT["takes"]] = rows[:, AT[known]] * self._reach[:, turn]
        rows[:, AT["takes_all"]] = rows[:, AT["takes"]] @ self._sizes / 6
        if ours:
            rows[:, AT["best"]] = self._best * self._reach[:, turn]
            rows[:, AT["best_all"]] = rows[:, AT["best"]].max(initial=0.0)
        return rows

    def hit(self, card: int, of: int, rows: Floats) -> Floats:
        """The feature vector of a hidden card's set after a hit.

        In ``rows`` this seat has the turn.
        """
        index = self.knowledge.deck.set_indexes[card]
        row: Floats = rows[self.place[index]].copy()
        part = 1 / len(self.knowledge.deck.sets[index].cards)
        chances = self.posterior.row(card)
        left = self._with(card, of) / max(chances[of], NEVER)
        before = self._known_ours[index]
        row[AT["ours"]] = (before + left[OURS] + 1) * part
        row[AT["whole_ours"]] = left[ONE_THEIRS] if not row[AT["known_theirs"]] else 0.0
        row[AT["own"]] += part
        row[AT["open_ours"]] += part
        row[AT["placed_theirs"]] -= _squares(chances[1 - self.team :: 2]) * part
        row[AT["placed_ours"]] += (1 - _squares(chances[self.team :: 2])) * part
        row[AT["cards"]] += 1 / self._cards
        row[AT["takes"]] = row[AT["known_theirs"]]
        row[AT["best"]] = self._best_chance(index, card)
        return row

    def miss(self, card: int, of: int, rows: Floats) -> Floats:
        """The feature vector of a hidden card's set after a miss.

        In ``rows`` the target has the turn.
        """
        index = self.knowledge.deck.set_indexes[card]
        row: Floats = rows[self.place[index]].copy()
        part = 1 / len(self.knowledge.deck.sets[index].cards)
        before = self.posterior.row(card)
        rest = max(1 - before[of], NEVER)
        left = (self._means[index] - self._with(card, of)) / rest
        after = [0.0 if seat == of else each / rest for seat, each in enumerate(before)]
        row[AT["ours"]] = (self._known_ours[index] + left[OURS]) * part
        row[AT["whole_ours"]] = left[NONE_THEIRS] if not row[AT["known_theirs"]] else 0.0
        for name, side in (("placed_ours", self.team), ("placed_theirs", 1 - self.team)):
            row[AT[name]] += (_squares(after[side::2]) - _squares(before[side::2])) * part
        if max(after[1 - self.team :: 2]) > 1 - 1e-9:
            row[AT["known_theirs"]] += part
        some, reach = left[SOME + self.posterior.seats.index(of)], row[AT["reach"]]
        if not self.posterior.known[of] & self.knowledge.deck.sets[index].mask:
            row[AT["reach_theirs"]] += (some - reach) / (len(before) / 2)
            row[AT["takes"]] *= some / max(reach, 1e-9)
            row[AT["reach"]] = some
        return row

    @cached_property
    def _cards(self) -> int:
        return sum(self.knowledge.counts)

    def _best_chance(self, index: int, but: int = -1) -> float:
        """The highest probability that an opponent holds a hidden card of a set, except the card
        ``but``.
        """
        theirs = slice(1 - self.team, None, 2)
        return max(
            (
                max(self.posterior.row(cards[0])[theirs])
                for cards in self.posterior.classes.get(index, ())
                if cards != [but]
            ),
            default=0.0,
        )

    @cached_property
    def _known_ours(self) -> dict[int, int]:
        """For each set, the number of its cards that the seat's team is known to hold."""
        ours = sum(self.posterior.known[self.team :: 2])
        return {each.index: (ours & each.mask).bit_count() for each in self.sets}

    def _summary(self, index: int) -> Floats:
        """For each arrangement of a set, the values that the features need."""
        counts, seats = self.posterior.sets[index].counts, self.posterior.seats
        mine = [place for place, seat in enumerate(seats) if (seat & 1) == self.team]
        ours = counts[:, mine].sum(axis=1)
        theirs = counts.sum(axis=1) - ours
        return np.column_stack((ours, ours == 0, theirs == 0, theirs == 1, counts > 0))

    def _with(self, card: int, of: int) -> Floats:
        """The mean of the summary over the arrangements in which a seat holds a card, times their
        probability.
        """
        index = self.knowledge.deck.set_indexes[card]
        classes = self.posterior.classes[index]
        number = next(number for number, cards in enumerate(classes) if card in cards)
        if (index, number) not in self._taken:
            placed = self.posterior.sets[index].placed[:, number] / len(classes[number])
            weighed = placed * self.posterior.odds[index][:, None]
            self._taken[index, number] = weighed.T @ self._summaries[index]
        taken: Floats = self._taken[index, number][self.posterior.seats.index(of)]
        return taken

    def _fill(self, row: Floats, reach: Floats, card_set: CardSet) -> None:
        posterior, team, index = self.posterior, self.team, card_set.index
        known = [(cards & card_set.mask).bit_count() for cards in posterior.known]
        opened = [(cards & card_set.mask).bit_count() for cards in self._open]
        ours, theirs = sum(known[team::2]), sum(known[1 - team :: 2])
        some = [float(cards > 0) for cards in known]
        means: list[float] = [0.0, 1.0, 1.0, 0.0]
        placed_ours, placed_theirs = float(ours), float(theirs)
        if index in posterior.sets:
            means = self._means[index].tolist()
            for seat, chance in zip(posterior.seats, means[SOME:], strict=True):
                some[seat] = max(some[seat], chance)
            for cards in posterior.classes[index]:
                chances = posterior.row(cards[0])
                placed_ours += _squares(chances[team::2]) * len(cards)
                placed_theirs += _squares(chances[1 - team :: 2]) * len(cards)
        size, side = len(card_set.cards), len(known) / 2
        reach[:] = some
        found = {
            "ours": (ours + means[OURS]) / size,
            "own": known[self.seat] / size,
            "known_theirs": theirs / size,
            "open_ours": sum(opened[team::2]) / size,
            "open_theirs": sum(opened[1 - team :: 2]) / size,
            "placed_ours": placed_ours / size,
            "placed_theirs": placed_theirs / size,
            "whole_ours": 0.0 if theirs else means[NONE_THEIRS],
            "whole_theirs": 0.0 if ours else means[NONE_OURS],
            "reach_ours": sum(some[team::2]) / side,
            "reach_theirs": sum(some[1 - team :: 2]) / side,
            "small": float(size == 4),
        }
        row[[AT[name] for name in found]] = list(found.values())


def _squares(chances: list[float]) -> float:
    return sum(each * each for each in chances)
