"""The argument of a puzzle in words: what it shows, and its steps."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finished.review import reasons_text
from finished.review.wording import Words, all_of, any_of, cards_text
from game.presentation.move_text import article_card
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
    said = {"set": words.set_of(puzzle.answer[0][0]), "cards": all_of(cards_text(sought))}
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
    on_the_way = sum(step.found for step in puzzle.argument if not step.found & sought)
    if not 0 < on_the_way.bit_count() <= MOST_ON_THE_WAY:
        return sentence % said
    also = _("On the way, the steps also show who holds %(cards)s.") % {
        "cards": all_of(cards_text(on_the_way))
    }
    return f"{sentence % said} {also}"


def explain(puzzle: Puzzle, names: Sequence[str]) -> list[StepText]:
    """The steps of the argument in words."""
    return _Explanation(puzzle, names).steps()


class _Explanation:
    """Makes the sentences for the steps of one argument. A step that only repeats an ask has no
    sentence of its own.
    """

    def __init__(self, puzzle: Puzzle, names: Sequence[str]) -> None:
        self.facts, self.argument = puzzle.situation.facts, puzzle.argument
        self.words, self.sought = _words(puzzle, names), _sought(puzzle)
        #: The number of each step as a reader sees it. A step that repeats an ask has no number of
        #: its own.
        self.numbers: list[int] = []
        for step in self.argument:
            before = self.numbers[-1] if self.numbers else 0
            self.numbers.append(before if step.repeats else before + 1)

    def steps(self) -> list[StepText]:
        """The steps that have a sentence."""
        aims = [self._aim(index) for index in range(len(self.argument))]
        told, before = list[StepText](), ""
        for step, aim in zip(self.argument, aims, strict=True):
            if step.repeats:
                told[-1] = told[-1]._replace(found=told[-1].found | step.found)
                continue
            new = aim if aim != before and len(set(aims)) > 1 else ""
            told.append(StepText(self._sentence(step), self._asks(step), new, step.found))
            before = aim
        return told

    def _sentence(self, step: ArgumentStep) -> str:
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

    def _asks(self, step: ArgumentStep) -> tuple[int, ...]:
        """The asks to look at for a step. Later steps that use this step do not repeat them."""
        match step.reason:
            case OneOf(number) as reason:
                movers = self._movers(reason).values()
                return number, *sorted({move.number for move in movers if move})
            case Missed(number):
                return (number,)
        return ()

    def _aim(self, index: int) -> str:
        """The question that a step helps to answer.

        A step that finds a card has its own question. Other steps have the question of the first
        step that uses them.
        """
        step = self.argument[index]
        if not step.found or step.repeats:
            later = enumerate(self.argument[index + 1 :], index + 1)
            user = next((number for number, each in later if index in each.uses), None)
            if user is not None:
                return self._aim(user)
        question = _("Who holds %(cards)s?") % {"cards": all_of(cards_text(step.found))}
        if step.found & self.sought:
            return question
        found = sum(each.found for each in self.argument[:index])
        said = {"sought": all_of(cards_text(self.sought & ~found)), "question": question}
        return _("To find %(sought)s, first answer another question: %(question)s") % said

    def _one_of(self, step: ArgumentStep, reason: OneOf) -> str:
        said = {
            "who": self.words.names[reason.seat],
            "set": self.words.set_of(reason.asked),
            "cards": any_of(cards_text(reason.cards)),
        }
        sentences = [
            reasons_text.asked(reason.move, reason.seat, reason.asked, self.words),
            *self._elsewhere(reason),
        ]
        index = self.argument.index(step)
        users = [each.reason for each in self.argument if index in each.uses]
        if reason.cards.bit_count() == 1 or any(isinstance(each, LastCard) for each in users):
            sentences.append(_("So %(who)s held %(cards)s.") % said)
        else:
            sentences.append(_("So %(who)s held an unseen card of %(set)s.") % said)
        sentences.append(_("Nobody has taken that card since, so %(who)s still holds it.") % said)
        return " ".join(sentences)

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
            said = {"cards": all_of(cards_text(hand_of(cards)))}
            if not lines:
                sentences.append(_("You hold %(cards)s.") % said)
                continue
            said |= {"who": self.words.names[holder], "numbers": _numbers(lines)}
            sentence = ngettext(
                "%(who)s held %(cards)s then (line %(numbers)s).",
                "%(who)s held %(cards)s then (lines %(numbers)s).",
                len(lines),
            )
            sentences.append(sentence % said)
        return sentences

    def _only(self, step: ArgumentStep, reason: OnlyHolder) -> str:
        others = [
            seat
            for seat in range(len(self.words.names))
            if seat not in (YOU, reason.seat, *self.facts.empty)
        ]
        said = {
            "card": article_card(reason.card),
            "others": self.words.all_of(others),
            "steps": self._cited(step.uses),
        }
        sentences = [_("You don’t hold %(card)s.") % said]
        if self.facts.empty:
            sentences.append(reasons_text.no_cards(self.facts.empty, self.words))
        if others:
            sentences.append(_("%(others)s can’t hold %(card)s either%(steps)s.") % said)
        return " ".join([*sentences, reasons_text.only_holder(reason, self.words)])

    def _last(self, step: ArgumentStep, reason: LastCard) -> str:
        asks = [index for index in step.uses if isinstance(self.argument[index].reason, OneOf)]
        others = [index for index in step.uses if index not in asks]
        said = {
            "who": self.words.names[reason.seat],
            "card": article_card(reason.card),
            "set": self.words.set_of(reason.card),
            "step": self._steps(asks),
        }
        end = _("So the card of %(set)s in %(step)s is %(card)s, and %(who)s holds it.") % said
        return " ".join([*self._excluded(step, others), end])

    def _excluded(self, step: ArgumentStep, uses: Sequence[int]) -> list[str]:
        """A sentence about the cards that the seat can't hold because of other steps."""
        if not step.excluded:
            return []
        said = {
            "who": self.words.names[step.reason.seat],
            "cards": any_of(cards_text(step.excluded)),
            "steps": self._cited(uses),
        }
        return [_("%(who)s doesn’t hold %(cards)s%(steps)s.") % said]

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
    first, last = min(numbers), max(numbers)
    if len(numbers) > 2 and last - first == len(numbers) - 1:
        return _("%(first)d to %(last)d") % {"first": first, "last": last}
    return all_of([str(number) for number in sorted(numbers)])
