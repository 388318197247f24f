"""The players to choose from, and the number of tries."""

from typing import Final

from literature.puzzles.finder import ASK, CLAIM, HOLDER, Puzzle
from literature.puzzles.situation import YOU

#: The greatest number of tries at a puzzle. After the last try the page shows the solution.
MOST_TRIES: Final = 3


def candidates(puzzle: Puzzle) -> list[int]:
    """The seats to choose from: those of other players who hold a hidden card.

    For an ask these are only opponents, and for a claim only teammates.
    """
    places = puzzle.situation.facts.places
    seats = [seat for seat, number in enumerate(places) if seat != YOU and number > 0]
    if puzzle.kind == HOLDER:
        return seats
    return [seat for seat in seats if seat % 2 == (puzzle.kind == ASK)]


def tries(puzzle: Puzzle) -> int:
    """The number of tries at a puzzle: half of the possible answers (given the cards that the page
    shows), so that guessing does not pay. But it is at least 1 and at most ``MOST_TRIES``.
    """
    seats, situation = candidates(puzzle), puzzle.situation
    known = situation.facts.known_holders()
    sets = [each for each in situation.deck.sets if each.mask & situation.live]
    if puzzle.kind == HOLDER:
        possible = len(seats)
    elif puzzle.kind == CLAIM:
        sets = [each for each in sets if all(known.get(card, YOU) % 2 == 0 for card in each.cards)]
        unknown = [sum(card not in known for card in each.cards) for each in sets]
        possible = sum(len(seats) ** cards for cards in unknown)
    else:
        sets = [each for each in sets if each.mask & situation.hand]
        possible = len(seats) * sum(card not in known for each in sets for card in each.cards)
    return max(1, min(MOST_TRIES, possible // 2))
