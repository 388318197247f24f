"""The view model of a puzzle's page. It has the solution only if the viewer may see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from accounts.avatars import BOT_AVATARS
from finished.review.wording import Words
from game.presentation.table import hand_groups, set_views
from game.presentation.view_models import Card, Group, SetView
from literature.puzzles.finder import CLAIM, HOLDER, Puzzle
from literature.puzzles.situation import YOU, Situation
from literature.rules.cards import cards_in
from puzzles import sentences
from puzzles.choices import candidates
from puzzles.explanation import explain, plan
from puzzles.puzzle_file import puzzle_at

#: The reader's picture. The other players have the pictures of bots.
YOUR_AVATAR = "owl"


@dataclass(frozen=True, slots=True)
class PuzzleSeat:
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
    open: tuple[Card, ...]
    found: tuple[tuple[Card, int], ...] = ()


@dataclass(frozen=True, slots=True)
class AskLine:
    """A line of the log. ``step``: the number of the first step that needs this line, or 0."""

    number: int
    asked: str
    answered: str
    hit: bool
    card: Card
    step: int


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the argument, and the lines of the log that it needs.

    ``aim``: the question that this step and the next steps answer; empty if the step before has the
    same aim, or if all steps have one aim.
    """

    number: int
    aim: str
    sentence: str
    lines: tuple[AskLine, ...]


@dataclass(frozen=True, slots=True)
class SetChoice:
    """A set to ask from or to claim.

    A card has its holder's name, or an empty name if the reader can choose. For a claim, the reader
    chooses a holder if the page shows none. For an ask, the reader chooses one of the cards that
    they do not hold.
    """

    set: SetView
    cards: tuple[tuple[Card, str], ...]


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """The content of a puzzle's page.

    ``solution``, ``plan`` and ``steps`` are empty until the viewer may see the solution.
    """

    kind: str
    level: str
    question: str
    task: str
    sought: Card | None
    seats: tuple[PuzzleSeat, ...]
    hand: tuple[Group, ...]
    hand_size: int
    unseen: tuple[Group, ...]
    lines: tuple[AskLine, ...]
    won: tuple[tuple[str, tuple[SetView, ...]], ...]
    choices: tuple[SetChoice, ...]
    candidates: tuple[PuzzleSeat, ...]
    solution: str
    plan: str
    steps: tuple[Step, ...]

    @property
    def others(self) -> tuple[PuzzleSeat, ...]:
        """All players except the reader."""
        return self.seats[1:]

    @property
    def teammates(self) -> tuple[PuzzleSeat, ...]:
        """The reader's teammates."""
        return tuple(seat for seat in self.others if not seat.team)


@lru_cache(maxsize=256)
def puzzle_view(number: int, *, solved: bool, language: str) -> PuzzleView:
    """The view of puzzle ``number``. ``solved``: the puzzle is done, so the view has the solution.

    The view is the same for everybody, so it is cached for each ``language``.
    """
    puzzle = puzzle_at(number - 1)
    situation, facts = puzzle.situation, puzzle.situation.facts
    people = faces(number, situation.players)
    names = [name for name, _avatar in people]
    words = Words(situation.deck, names, you=YOU)
    argument = explain(puzzle, names) if solved else []
    first = {ask: n for n, told in reversed([*enumerate(argument, 1)]) for ask in told.asks}
    steps = puzzle.argument if solved else ()
    placed = {card: step.reason.seat for step in steps for card in cards_in(step.found)}
    found_at = {
        card: n for n, told in reversed([*enumerate(argument, 1)]) for card in cards_in(told.found)
    }
    seats = tuple(
        PuzzleSeat(
            number=seat,
            name=name,
            avatar=avatar,
            team=seat % 2,
            cards=situation.counts[seat],
            has_turn=seat == situation.turn,
            open=tuple(map(Card.of, cards_in(0 if seat == YOU else facts.open[seat]))),
            found=tuple(
                (Card.of(card), found_at[card])
                for card in sorted(placed, key=lambda each: (found_at[each], each))
                if placed[card] == seat
            ),
        )
        for seat, (name, avatar) in enumerate(people)
    )
    lines = tuple(
        AskLine(
            number=ask.number + 1,
            asked=sentences.asked(ask, words),
            answered=sentences.answered(ask, words),
            hit=ask.hit,
            card=Card.of(ask.card),
            step=first.get(ask.number, 0),
        )
        for ask in situation.asks
    )
    return PuzzleView(
        kind=puzzle.kind,
        level=sentences.level_name(puzzle.level),
        question=sentences.question(puzzle),
        task=sentences.task(puzzle),
        sought=Card.of(puzzle.answer[0][0]) if puzzle.kind == HOLDER else None,
        seats=seats,
        hand=hand_groups(situation.deck, situation.hand),
        hand_size=situation.hand.bit_count(),
        unseen=hand_groups(situation.deck, facts.hidden & ~sum(1 << card for card in placed)),
        lines=lines,
        won=_won(situation),
        choices=_choices(puzzle, names),
        candidates=tuple(seats[seat] for seat in candidates(puzzle)),
        solution=sentences.solution(puzzle, names) if solved else "",
        plan=plan(puzzle) if solved else "",
        steps=tuple(
            Step(number, told.aim, told.sentence, tuple(lines[ask] for ask in told.asks))
            for number, told in enumerate(argument, 1)
        ),
    )


def faces(number: int, players: int) -> list[tuple[str, str]]:
    """The name and picture of each seat: "You", and bots that differ from day to day."""
    bots = [
        BOT_AVATARS[(number * (players - 1) + place) % len(BOT_AVATARS)]
        for place in range(players - 1)
    ]
    return [(_("You"), YOUR_AVATAR), *((name, slug) for slug, name in bots)]


def _won(situation: Situation) -> tuple[tuple[str, tuple[SetView, ...]], ...]:
    """The sets that have left play, grouped by the team that scored them; sets that nobody scored
    come last.
    """
    views = set_views(situation.deck_name, situation.scorers)
    whose = (
        (0, _("Scored by your team")),
        (1, _("Scored by the other team")),
        (None, _("Scored by nobody")),
    )
    shelves = (
        (label, tuple(each for each in views if each.team == team and not each.in_play))
        for team, label in whose
    )
    return tuple((label, books) for label, books in shelves if books)


def _choices(puzzle: Puzzle, names: Sequence[str]) -> tuple[SetChoice, ...]:
    """The sets to choose from: for a claim all sets in play, for an ask the sets of the reader's
    cards.
    """
    situation = puzzle.situation
    if puzzle.kind == HOLDER:
        return ()
    mine = dict.fromkeys(cards_in(situation.hand), YOU)
    known = puzzle.situation.facts.known_holders() if puzzle.kind == CLAIM else mine
    holder = {card: names[seat] for card, seat in known.items()}
    return tuple(
        SetChoice(view, tuple((Card.of(card), holder.get(card, "")) for card in each.cards))
        for each, view in zip(
            situation.deck.sets, set_views(situation.deck_name, situation.scorers), strict=True
        )
        if view.in_play and (puzzle.kind == CLAIM or each.mask & situation.hand)
    )
