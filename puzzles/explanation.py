"""The argument of a puzzle in words, step by step."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.move_text import article_card, set_name
from literature.puzzles.facts import Facts
from literature.puzzles.finder import Puzzle
from literature.puzzles.reasons import Reason
from literature.puzzles.situation import YOU
from literature.puzzles.steps import ASKED, FULL, LAST, MISSED, MUST, ONLY, SEEN, SPOKEN_FOR
from literature.rules.cards import cards_in
from puzzles import ruled_out_cards
from puzzles.wording import all_of, any_of, cards_text, steps_text


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


def explain(puzzle: Puzzle, names: Sequence[str]) -> list[StepText]:
    """The steps of the argument in words."""
    return _Explanation(puzzle, names).steps()


class _Explanation:
    """Makes the sentences for the steps of one argument. A step that only repeats an ask has no
    sentence of its own.
    """

    def __init__(self, puzzle: Puzzle, names: Sequence[str]) -> None:
        self.situation, self.argument, self.names = puzzle.situation, puzzle.argument, names
        self.facts = Facts.of(self.situation)
        self.sought = sum(1 << card for card, _seat in puzzle.answer) & self.facts.hidden
        #: The number of each step as a reader sees it. A step that repeats an ask has no number of
        #: its own.
        self.numbers: list[int] = []
        for reason in self.argument:
            before = self.numbers[-1] if self.numbers else 0
            self.numbers.append(before if reason.repeats else before + 1)

    def steps(self) -> list[StepText]:
        """The steps that have a sentence."""
        tell = {
            MISSED: self._missed,
            ASKED: self._asked,
            ONLY: self._only,
            LAST: self._last,
            SEEN: self._full,
            FULL: self._full,
            SPOKEN_FOR: self._full,
            MUST: self._must,
        }
        aims = [self._aim(index) for index in range(len(self.argument))]
        told, before = list[StepText](), ""
        for reason, aim in zip(self.argument, aims, strict=True):
            if reason.repeats:
                told[-1] = told[-1]._replace(found=told[-1].found | reason.found)
                continue
            new = aim if aim != before and len(set(aims)) > 1 else ""
            sentence = tell[reason.kind](reason)
            told.append(StepText(sentence, self._asks(reason), new, reason.found))
            before = aim
        return told

    def _asks(self, reason: Reason) -> tuple[int, ...]:
        """The asks to look at for a step. Later steps that use this step do not repeat them."""
        if reason.kind == ASKED:
            return (
                *reason.asks,
                *ruled_out_cards.lines(ruled_out_cards.of(self.situation, reason)),
            )
        return reason.asks if reason.kind == MISSED else ()

    def _aim(self, index: int) -> str:
        """The question that a step helps to answer.

        A step that finds a card has its own question. Other steps have the question of the first
        step that uses them.
        """
        reason = self.argument[index]
        if not reason.found or reason.repeats:
            later = enumerate(self.argument[index + 1 :], index + 1)
            user = next((number for number, each in later if index in each.uses), None)
            if user is not None:
                return self._aim(user)
        said = {"who": self.names[reason.seat], "card": any_of(cards_text(reason.cards))}
        if reason.kind == LAST:
            said["set"] = self._set_name(cards_in(reason.cards)[0])
            question = _("Which unseen card of %(set)s does %(who)s hold?") % said
        elif reason.kind == MUST:
            question = _("Which cards does %(who)s hold?") % said
        else:
            question = _("Who holds %(card)s?") % said
        if reason.cards & self.sought:
            return question
        found = sum(each.found for each in self.argument[:index])
        said = {"sought": all_of(cards_text(self.sought & ~found)), "question": question}
        return _("To find %(sought)s, first answer another question: %(question)s") % said

    def _missed(self, reason: Reason) -> str:
        ask = self.situation.asks[reason.asks[0]]
        said = {"card": article_card(ask.card)}
        said |= {"who": self.names[ask.seat], "whom": self.names[ask.of]}
        if ask.seat == YOU:
            sentence = _(
                "You asked %(whom)s for %(card)s and missed. Nobody has got it since, so %(whom)s "
                "doesn’t hold it."
            )
        elif ask.of == YOU:
            sentence = _(
                "%(who)s asked you for %(card)s and missed. Nobody has got it since, so %(who)s "
                "doesn’t hold it."
            )
        else:
            sentence = _(
                "%(who)s asked %(whom)s for %(card)s and missed. Nobody has got it since, so "
                "neither of them holds it."
            )
        return sentence % said

    def _asked(self, reason: Reason) -> str:
        ask = self.situation.asks[reason.asks[0]]
        said = {
            "line": ask.number + 1,
            "who": self.names[ask.seat],
            "card": article_card(ask.card),
            "set": self._set_name(ask.card),
            "cards": any_of(cards_text(reason.cards)),
        }
        asked = _(
            "In line %(line)d, %(who)s asked for %(card)s, so %(who)s held another card of %(set)s."
        )
        sentences = [asked % said]
        elsewhere = ruled_out_cards.of(self.situation, reason)
        sentences += ruled_out_cards.sentences(ask, elsewhere, self.names)
        index = self.argument.index(reason)
        if reason.cards.bit_count() == 1 or any(
            index in each.uses for each in self.argument if each.kind == LAST
        ):
            sentences.append(_("So %(who)s held %(cards)s.") % said)
        else:
            sentences.append(_("So %(who)s held an unseen card of %(set)s.") % said)
        sentences.append(_("Nobody has taken that card since, so %(who)s still holds it.") % said)
        return " ".join(sentences)

    def _only(self, reason: Reason) -> str:
        seats = [seat for seat in range(self.situation.players) if seat not in (YOU, reason.seat)]
        empty = [self.names[seat] for seat in seats if seat in self.facts.empty]
        others = [self.names[seat] for seat in seats if seat not in self.facts.empty]
        said = {
            "who": self.names[reason.seat],
            "card": any_of(cards_text(reason.cards)),
            "others": all_of(others),
            "empty": all_of(empty),
            "steps": self._steps(reason.uses),
        }
        sentences = [_("You don’t hold %(card)s.") % said]
        if empty:
            sentence = ngettext("%(empty)s has no cards.", "%(empty)s have no cards.", len(empty))
            sentences.append(sentence % said)
        if others:
            sentences.append(_("%(others)s can’t hold %(card)s either (%(steps)s).") % said)
        return " ".join([*sentences, _("So %(who)s holds %(card)s.") % said])

    def _last(self, reason: Reason) -> str:
        source = [index for index in reason.uses if self.argument[index].kind == ASKED]
        said = {
            "who": self.names[reason.seat],
            "card": any_of(cards_text(reason.cards)),
            "set": self._set_name(cards_in(reason.cards)[0]),
            "step": self._steps(source),
        }
        end = _("So the card of %(set)s in %(step)s is %(card)s, and %(who)s holds it.") % said
        return " ".join([*self._excluded(reason), end])

    def _full(self, reason: Reason) -> str:
        """The sentence for a hand that has no room for more cards. For each of its cards, the
        reader knows the card or at least its set.
        """
        opened = self.facts.open[reason.seat]
        held = cards_text(opened)
        held += [self._by_step(reason, article_card(c), 1 << c) for c in cards_in(reason.cards)]
        taken = opened | reason.cards
        for number in reason.asks:
            card = self.situation.asks[number].card
            said = {"set": self._set_name(card)}
            more = taken & self.situation.deck.set_masks[card]
            one = _("another card of %(set)s") if more else _("a card of %(set)s")
            held.append(self._by_step(reason, one % said, ask=number))
        count = self.situation.counts[reason.seat]
        said = {
            "who": self.names[reason.seat],
            "count": count,
            "cards": all_of(held),
            "out": any_of(cards_text(reason.out)),
        }
        sentence = ngettext(
            "%(who)s has %(count)d card: %(cards)s. So %(who)s doesn’t hold %(out)s.",
            "%(who)s has %(count)d cards: %(cards)s. So %(who)s doesn’t hold %(out)s.",
            count,
        )
        return sentence % said

    def _by_step(self, reason: Reason, text: str, cards: int = 0, ask: int = -1) -> str:
        """``text``, with the numbers of the steps that found ``cards`` or follow from ask
        ``ask``.
        """
        steps = [
            index
            for index in reason.uses
            if self.argument[index].found & cards
            or (self.argument[index].kind == ASKED and ask in self.argument[index].asks)
        ]
        return _("%(text)s (%(steps)s)") % {"text": text, "steps": self._steps(steps)}

    def _must(self, reason: Reason) -> str:
        opened, count = self.facts.open[reason.seat], self.situation.counts[reason.seat]
        cards = cards_text(reason.cards)
        said = {
            "who": self.names[reason.seat],
            "count": count,
            "known": opened.bit_count(),
            "open": all_of(cards_text(opened)),
            "left": len(cards),
            "unseen": self.facts.hidden.bit_count(),
            "cards": all_of(cards),
        }
        sentences = [
            ngettext("%(who)s has %(count)d card.", "%(who)s has %(count)d cards.", count) % said
        ]
        if opened:
            sentence = ngettext(
                "One of these cards is known: %(open)s.",
                "%(known)d of these cards are known: %(open)s.",
                opened.bit_count(),
            )
            sentences.append(sentence % said)
            sentence = ngettext(
                "The other card is one of the %(unseen)d unseen cards.",
                "The other %(left)d cards are among the %(unseen)d unseen cards.",
                len(cards),
            )
        else:
            sentence = ngettext(
                "This card is one of the %(unseen)d unseen cards.",
                "These cards are among the %(unseen)d unseen cards.",
                len(cards),
            )
        sentences.append(sentence % said)
        sentences += self._excluded(reason)
        sentence = ngettext(
            "That leaves only %(left)d unseen card, so %(who)s holds that card: %(cards)s.",
            "That leaves only %(left)d unseen cards, so %(who)s holds all of them: %(cards)s.",
            len(cards),
        )
        return " ".join([*sentences, sentence % said])

    def _excluded(self, reason: Reason) -> list[str]:
        """Sentences that say why the seat can't hold the excluded cards, grouped by the known
        holder.
        """
        by_holder: dict[int, tuple[int, list[int]]] = {}
        left = reason.excluded
        for index in reason.uses:
            step = self.argument[index]
            holder = step.seat if step.found else reason.seat
            if step.found:
                cards = step.cards
            elif step.kind == MISSED:
                cards = 1 << self.situation.asks[step.asks[0]].card
            else:
                cards = step.out if step.seat == reason.seat else 0
            if cards & left:
                before, steps = by_holder.get(holder, (0, []))
                by_holder[holder] = before | cards & left, [*steps, index]
                left &= ~cards
        sentences = []
        for holder, (cards, steps) in sorted(by_holder.items(), key=lambda each: each[1][1]):
            said = {"who": self.names[holder], "steps": self._steps(steps)}
            if holder == reason.seat:
                said["cards"] = any_of(cards_text(cards))
                sentences.append(_("%(who)s doesn’t hold %(cards)s (%(steps)s).") % said)
            else:
                said["cards"] = all_of(cards_text(cards))
                sentences.append(_("%(who)s holds %(cards)s (%(steps)s).") % said)
        return sentences

    def _steps(self, indices: Iterable[int]) -> str:
        return steps_text(sorted({self.numbers[index] for index in indices}))

    def _set_name(self, card: int) -> str:
        deck = self.situation.deck
        return set_name(deck, deck.sets[deck.set_indexes[card]])
