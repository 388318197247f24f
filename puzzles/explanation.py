"""The argument of a puzzle in words: what it shows, and its steps."""

from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finished.review import reasons_text
from finished.review.wording import Words, all_of, any_of, cards_text
from literature.knowledge.facts import holder_by
from literature.knowledge.reasons import (
    FullHand,
    LastCard,
    Missed,
    OneOf,
    OnlyHolder,
    WholeHand,
)
from literature.puzzles.argument import ArgumentStep
from literature.puzzles.finder import ASK, CLAIM, Puzzle
from literature.puzzles.situation import YOU
from literature.rules.cards import cards_in, hand_of
from literature.rules.moves import Asked

#: The plan also names the cards that are found on the way, unless there are more than this.
MOST_ON_THE_WAY: Final = 2


class StepText(NamedTuple):
    """A step in words.

    ``asks``: the numbers of the asks that it needs. ``aim``: the question that this step and the
    next steps answer; empty if the step before has the same aim, or if all steps have one aim.
    ``found``: the cards whose holder it finds.
    """

    sentence: str
    asks: tuple[int, ...]
    aim: str
    found: int


def plan(puzzle: Puzzle) -> str:
    """Sentences that say what the steps of the argument show."""
    words, sought = _words(puzzle, ()), _sought(puzzle)
    if puzzle.kind == CLAIM:
        sentence = ngettext(
            "All cards of %(set)s are known except %(cards)s. The steps show who holds that card.",
            "All cards of %(set)s are known except %(cards)s. The steps show who holds those "
            "cards.",
            sought.bit_count(),
        )
    elif puzzle.kind == ASK:
        sentence = _(
            "You may ask for %(cards)s, because you hold another card of %(set)s. "
            "The steps show who holds %(cards)s."
        )
    else:
        sentence = _("The steps show who holds %(cards)s.")
    said = words.say(sentence, set=puzzle.answer[0][0], cards=sought)
    on_the_way = sum(step.found for step in puzzle.argument if not step.found & sought)
    if not 0 < on_the_way.bit_count() <= MOST_ON_THE_WAY:
        return said
    also = _("On the way, the steps also show who holds %(cards)s.")
    return f"{said} {words.say(also, cards=on_the_way)}"


def explain(puzzle: Puzzle, names: Sequence[str]) -> list[StepText]:
    """The steps of the argument in words. A step that only repeats an ask has no sentence of its
    own.
    """
    explanation, argument = _Explanation(puzzle, names), puzzle.argument
    aims = [explanation.aim(index) for index in range(len(argument))]
    told, before = list[StepText](), ""
    for step, aim in zip(argument, aims, strict=True):
        if step.repeats:
            told[-1] = told[-1]._replace(found=told[-1].found | step.found)
            continue
        new = aim if aim != before and len(set(aims)) > 1 else ""
        told.append(StepText(explanation.sentence(step), explanation.asks(step), new, step.found))
        before = aim
    return told


class _Explanation:
    """Makes the sentences for the steps of one argument."""

    def __init__(self, puzzle: Puzzle, names: Sequence[str]) -> None:
        self.facts, self.argument = puzzle.situation.facts, puzzle.argument
        self.words, self.sought = _words(puzzle, names), _sought(puzzle)
        #: The number of each step as a reader sees it. A step that repeats an ask has no number of
        #: its own.
        self.numbers = list(accumulate(int(not step.repeats) for step in self.argument))

    def sentence(self, step: ArgumentStep) -> str:
        """The sentences about a step."""
        match step.reason:
            case Missed() as reason:
                return reasons_text.missed(reason, self.words)
            case OneOf() as reason:
                return self._one_of(step, reason)
            case OnlyHolder() as reason:
                return self._only(step, reason)
            case LastCard() as reason:
                return self._last(step, reason)
            case WholeHand() as reason:
                whole = reasons_text.whole_hand(reason, self.words)
                unseen = _("There are %(count)d unseen cards.")
                unseen %= {"count": self.facts.hidden.bit_count()}
                return " ".join([unseen, *self._excluded(step, step.uses), whole])
            case FullHand() as reason:
                out, known = any_of(cards_text(step.out)), self._cited(step.uses)
                return reasons_text.full_hand(reason, out, self.words, known)

    def asks(self, step: ArgumentStep) -> tuple[int, ...]:
        """The asks to look at for a step. Later steps that use this step do not repeat them."""
        match step.reason:
            case OneOf(number) as reason:
                movers = self._movers(reason).values()
                return number, *sorted({move.number for move in movers if move})
            case Missed(number):
                return (number,)
        return ()

    def aim(self, index: int) -> str:
        """The question that a step helps to answer.

        A step that finds a card has its own question. Other steps have the question of the first
        step that uses them.
        """
        step = self.argument[index]
        if not step.found or step.repeats:
            later = enumerate(self.argument[index + 1 :], index + 1)
            user = next((number for number, each in later if index in each.uses), None)
            if user is not None:
                return self.aim(user)
        question = self.words.say(_("Who holds %(cards)s?"), cards=step.found)
        if step.found & self.sought:
            return question
        found = sum(each.found for each in self.argument[:index])
        first = _("To find %(cards)s, first answer another question: %(question)s")
        return self.words.say(first, cards=self.sought & ~found, question=question)

    def _one_of(self, step: ArgumentStep, reason: OneOf) -> str:
        index = self.argument.index(step)
        users = [each.reason for each in self.argument if index in each.uses]
        held = _("So %(who)s held an unseen card of %(set)s.")
        if reason.cards.bit_count() == 1 or any(isinstance(each, LastCard) for each in users):
            held = _("So %(who)s held %(cards)s.")
        still = _("Nobody has taken that card since, so %(who)s still holds it.")
        cards = any_of(cards_text(reason.cards))
        return " ".join(
            [
                reasons_text.asked(reason.move, reason.seat, reason.asked, self.words),
                *self._elsewhere(reason),
                self.words.say(held, who=reason.seat, set=reason.asked, cards=cards),
                self.words.say(still, who=reason.seat),
            ]
        )

    def _movers(self, reason: OneOf) -> dict[int, Asked | None]:
        """The cards that did not make an ask legal, each with the ask that shows its holder at that
        time; None if the reader has always held it.
        """
        whole = self.words.deck.set_masks[reason.asked]
        others = cards_in(whole & ~reason.cards & ~(1 << reason.asked))
        return {card: self.facts.mover(card, reason.move) for card in others}

    def _elsewhere(self, reason: OneOf) -> list[str]:
        """Sentences that say who held the cards that did not make an ask legal, and which lines
        show it.
        """
        movers = self._movers(reason)
        holders: dict[int, list[int]] = {}
        for card, move in movers.items():
            holder = holder_by(move, reason.move) if move else -1
            holders.setdefault(holder, []).append(card)
        sentences = []
        for holder, cards in holders.items():
            lines = {move.number + 1 for card in cards if (move := movers[card])}
            sentence = ngettext(
                "%(who)s held %(cards)s then (line %(numbers)s).",
                "%(who)s held %(cards)s then (lines %(numbers)s).",
                len(lines),
            )
            if not lines:
                sentence = _("You hold %(cards)s.")
            numbers, held = _numbers(lines), hand_of(cards)
            sentences.append(self.words.say(sentence, who=holder, cards=held, numbers=numbers))
        return sentences

    def _only(self, step: ArgumentStep, reason: OnlyHolder) -> str:
        card, empty, seats = reason.card, self.facts.empty, range(len(self.words.names))
        others = [seat for seat in seats if seat not in (YOU, reason.seat, *empty)]
        sentences = [self.words.say(_("You don’t hold %(card)s."), card=card)]
        if empty:
            sentences.append(reasons_text.no_cards(empty, self.words))
        if others:
            either = _("%(who)s can’t hold %(card)s either%(steps)s.")
            steps = self._cited(step.uses)
            sentences.append(self.words.say(either, who=others, card=card, steps=steps))
        return " ".join([*sentences, reasons_text.only_holder(reason, self.words)])

    def _last(self, step: ArgumentStep, reason: LastCard) -> str:
        asks = [index for index in step.uses if isinstance(self.argument[index].reason, OneOf)]
        others = [index for index in step.uses if index not in asks]
        end = _("So the card of %(set)s in %(step)s is %(card)s, and %(who)s holds it.")
        card = reason.card
        said = self.words.say(end, who=reason.seat, card=card, set=card, step=self._steps(asks))
        return " ".join([*self._excluded(step, others), said])

    def _excluded(self, step: ArgumentStep, uses: Sequence[int]) -> list[str]:
        """A sentence about the cards that the seat can't hold because of other steps."""
        if not step.excluded:
            return []
        cards, steps = any_of(cards_text(step.excluded)), self._cited(uses)
        sentence = _("%(who)s doesn’t hold %(cards)s%(steps)s.")
        return [self.words.say(sentence, who=step.reason.seat, cards=cards, steps=steps)]

    def _cited(self, indices: Collection[int]) -> str:
        """The steps that prove the words before them; empty if no step is needed."""
        return _(" (%(steps)s)") % {"steps": self._steps(indices)} if indices else ""

    def _steps(self, indices: Iterable[int]) -> str:
        """Steps in words: ``step 2``, ``steps 2 and 4`` or ``steps 2 to 4``."""
        numbers = {self.numbers[index] for index in indices}
        said = {"numbers": _numbers(numbers)}
        return ngettext("step %(numbers)s", "steps %(numbers)s", len(numbers)) % said


def _words(puzzle: Puzzle, names: Sequence[str]) -> Words:
    return Words(puzzle.situation.deck, names, you=YOU, has_lines=True)


def _sought(puzzle: Puzzle) -> int:
    """The cards that the argument looks for."""
    return hand_of(card for card, _seat in puzzle.answer) & puzzle.situation.facts.hidden


def _numbers(numbers: Collection[int]) -> str:
    if len(numbers) > 2 and max(numbers) - min(numbers) == len(numbers) - 1:
        return _("%(first)d to %(last)d") % {"first": min(numbers), "last": max(numbers)}
    return all_of([str(number) for number in sorted(numbers)])
