"""The content of a puzzle's page. It has the solution only if the viewer may see it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.avatars import BOT_AVATARS
from finished.review.wording import Words
from game.presentation.hand import hand_groups
from game.presentation.table import set_views
from game.presentation.view_models import Card, SetView
from literature.puzzles.finder import CLAIM, HOLDER, Puzzle
from literature.puzzles.situation import YOU
from literature.rules.cards import cards_in
from puzzles import sentences
from puzzles.candidates import candidates
from puzzles.explanation import StepText, explain, plan
from puzzles.puzzle_file import puzzle_at

#: The reader's picture. The other players have the pictures of bots.
YOUR_AVATAR = "owl"


class PuzzleSeat(NamedTuple):
    """A seat.

    ``open``: the cards that everybody knows this seat to hold; empty for the reader's seat.
    ``found``: the hidden cards that the solution finds in its hand, each with the number of the
    step that finds it.
    """

    number: int
    name: str
    avatar: str
    team: int
    cards: int
    has_turn: bool
    open: list[Card]
    found: list[tuple[Card, int]]


@lru_cache(maxsize=256)
def puzzle_view(number: int, *, solved: bool, language: str) -> dict[str, object]:
    """The values of puzzle ``number`` on its page. ``solved``: the puzzle is done, so they have the
    solution. Otherwise ``solution``, ``plan`` and ``steps`` are empty.

    They are the same for everybody, so they are cached for each ``language``.
    """
    puzzle = puzzle_at(number - 1)
    situation, facts = puzzle.situation, puzzle.situation.facts
    people = faces(number, situation.players)
    names = [name for name, _avatar in people]
    words = Words(situation.deck, names, you=YOU)
    steps = explain(puzzle, names) if solved else []
    seats = _seats(puzzle, people, steps)
    needed_by = {ask: n for n, step in reversed([*enumerate(steps, 1)]) for ask in step.asks}
    lines = [
        {
            "number": ask.number + 1,
            "asked": sentences.asked(ask, words),
            "answered": sentences.answered(ask, words),
            "hit": ask.hit,
            "card": Card.of(ask.card),
            "step": needed_by.get(ask.number, 0),
        }
        for ask in situation.asks
    ]
    found = sum(step.found for step in steps)
    views = set_views(situation.deck_name, situation.scorers)
    # The sets that have left play, grouped by the team that scored them.
    shelves = [
        (label, [each for each in views if each.team == team and not each.in_play])
        for team, label in (
            (0, _("Scored by your team")),
            (1, _("Scored by the other team")),
            (None, _("Scored by nobody")),
        )
    ]
    return {
        "kind": puzzle.kind,
        "level": sentences.level_name(puzzle.level),
        "question": sentences.question(puzzle),
        "task": sentences.task(puzzle),
        "sought": Card.of(puzzle.answer[0][0]) if puzzle.kind == HOLDER else None,
        "seats": seats,
        "hand": hand_groups(situation.deck, situation.hand),
        "unseen": hand_groups(situation.deck, facts.hidden & ~found),
        "lines": lines,
        "won": [(label, books) for label, books in shelves if books],
        "choices": _choices(puzzle, names),
        "candidates": [seats[seat] for seat in candidates(puzzle)],
        "solution": sentences.solution(puzzle, names) if solved else "",
        "plan": plan(puzzle) if solved else "",
        "steps": [(step, [lines[ask] for ask in step.asks]) for step in steps],
    }


def _seats(
    puzzle: Puzzle, people: Sequence[tuple[str, str]], steps: Sequence[StepText]
) -> list[PuzzleSeat]:
    situation = puzzle.situation
    found: list[list[tuple[Card, int]]] = [[] for _ in people]
    holders = {c: step.reason.seat for step in puzzle.argument for c in cards_in(step.found)}
    for number, step in enumerate(steps, 1):
        for card in cards_in(step.found):
            found[holders[card]].append((Card.of(card), number))
    return [
        PuzzleSeat(
            seat, name, avatar, seat % 2, situation.counts[seat], seat == situation.turn,
            [Card.of(card) for card in cards_in(situation.facts.open[seat]) if seat != YOU],
            found[seat],
        )
        for seat, (name, avatar) in enumerate(people)
    ]  # fmt: skip


def faces(number: int, players: int) -> list[tuple[str, str]]:
    """The name and picture of each seat: "You", and bots that differ from day to day."""
    bots = [
        BOT_AVATARS[(number * (players - 1) + place) % len(BOT_AVATARS)]
        for place in range(players - 1)
    ]
    return [(_("You"), YOUR_AVATAR), *((name, slug) for slug, name in bots)]


def _choices(puzzle: Puzzle, names: Sequence[str]) -> list[tuple[SetView, list[tuple[Card, str]]]]:
    """The sets to choose from, each with its cards: for a claim all sets in play, for an ask the
    sets of the reader's cards.

    A card has its holder's name, or an empty name if the reader can choose. For a claim, the reader
    chooses a holder if the page shows none. For an ask, the reader chooses one of the cards that
    they do not hold.
    """
    situation = puzzle.situation
    if puzzle.kind == HOLDER:
        return []
    mine = dict.fromkeys(cards_in(situation.hand), YOU)
    known = situation.facts.known_holders() if puzzle.kind == CLAIM else mine
    holder = {card: names[seat] for card, seat in known.items()}
    views = set_views(situation.deck_name, situation.scorers)
    return [
        (view, [(Card.of(card), holder.get(card, "")) for card in each.cards])
        for each, view in zip(situation.deck.sets, views, strict=True)
        if view.in_play and (puzzle.kind == CLAIM or each.mask & situation.hand)
    ]
