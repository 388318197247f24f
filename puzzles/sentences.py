"""A puzzle in words: its question, its log, its argument and its answer."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.inference import card_of_set
from game.presentation.move_text import article_card, set_name
from game.rules.cards import cards_in
from game.rules.decks import CardSet
from game.rules.moves import Asked
from puzzles.solver.facts import Facts
from puzzles.solver.finder import ASK, CLAIM, HOLDER, Puzzle, Reason
from puzzles.solver.situation import YOU, Situation
from puzzles.solver.steps import ASKED, FULL, LAST, MISSED, MUST, ONLY, SPOKEN_FOR


def level_name(level: int) -> str:
    """The name of a level."""
    return {1: _("Easy"), 2: _("Medium"), 3: _("Hard")}[level]


def question(puzzle: Puzzle) -> str:
    """The question of a puzzle."""
    if puzzle.kind == HOLDER:
        return _("Who holds %(card)s?") % {"card": article_card(puzzle.answer[0][0])}
    if puzzle.kind == ASK:
        return _("Which ask can't miss?")
    return _("Which set can your team claim, and how?")


def task(puzzle: Puzzle) -> str:
    """The task of the reader, in a sentence or two."""
    if puzzle.kind == HOLDER:
        return _("One player has it for certain. Find out who.")
    if puzzle.kind == ASK:
        return _("It is your turn. For one card you can know for certain which opponent has it.")
    return _("Your team holds one set for certain. Say who has each of its cards.")


def ask_line(ask: Asked, names: Sequence[str]) -> str:
    """A line of the log."""
    said = {"who": names[ask.seat], "whom": names[ask.of], "card": article_card(ask.card)}
    if ask.seat == YOU and ask.hit:
        return _("You asked %(whom)s for %(card)s and got it.") % said
    if ask.seat == YOU:
        return _("You asked %(whom)s for %(card)s. %(whom)s didn't have it.") % said
    if ask.of == YOU and ask.hit:
        return _("%(who)s asked you for %(card)s and got it.") % said
    if ask.of == YOU:
        return _("%(who)s asked you for %(card)s. You didn't have it.") % said
    if ask.hit:
        return _("%(who)s asked %(whom)s for %(card)s and got it.") % said
    return _("%(who)s asked %(whom)s for %(card)s. %(whom)s didn't have it.") % said


def argument(puzzle: Puzzle, names: Sequence[str]) -> list[tuple[str, list[int]]]:
    """The argument step by step: a sentence, and the numbers of the asks that it needs."""
    told = _Told(puzzle.situation, names)
    steps = [
        (told.step(reason), list(reason.asks))
        for reason in puzzle.argument
        # If an ask left only one card, an earlier step has said so.
        if reason.kind != LAST or reason.excluded
    ]
    if puzzle.kind == ASK:
        ((card, seat),) = puzzle.answer
        said = {"who": names[seat], "card": article_card(card)}
        steps.append((_("So ask %(who)s for %(card)s: it can't miss.") % said, []))
    elif puzzle.kind == CLAIM:
        steps.append((solution(puzzle, names), []))
    return steps


def solution(puzzle: Puzzle, names: Sequence[str]) -> str:
    """The answer in one sentence."""
    if puzzle.kind == CLAIM:
        return _claim_sentence(puzzle, names)
    ((card, seat),) = puzzle.answer
    said = {"who": names[seat], "card": article_card(card)}
    if puzzle.kind == ASK:
        return _("Ask %(who)s for %(card)s.") % said
    return _("%(who)s holds %(card)s.") % said


def _claim_sentence(puzzle: Puzzle, names: Sequence[str]) -> str:
    deck = puzzle.situation.deck
    card_set = deck.sets[deck.set_indexes[puzzle.answer[0][0]]]
    parts = []
    for seat in dict.fromkeys(sorted(seat for _card, seat in puzzle.answer)):
        cards = _and([article_card(card) for card, holder in puzzle.answer if holder == seat])
        if seat == YOU:
            parts.append(_("you hold %(cards)s") % {"cards": cards})
        else:
            parts.append(_("%(who)s holds %(cards)s") % {"who": names[seat], "cards": cards})
    return _("Your team can claim %(set)s: %(parts)s.") % {
        "set": set_name(deck, card_set),
        "parts": _("; ").join(parts),
    }


class _Told:
    """Tells the steps of an argument about one situation."""

    def __init__(self, situation: Situation, names: Sequence[str]) -> None:
        self.situation, self.names, self.facts = situation, names, Facts.of(situation)

    def step(self, reason: Reason) -> str:
        """The sentences of one step."""
        tell = {
            MISSED: self._missed,
            ASKED: self._asked,
            ONLY: self._only,
            LAST: self._last,
            FULL: self._full,
            MUST: self._must,
            SPOKEN_FOR: self._spoken_for,
        }
        return tell[reason.kind](reason)

    def _missed(self, reason: Reason) -> str:
        ask = self.situation.asks[reason.asks[0]]
        said = {"card": article_card(ask.card)}
        said |= {"who": self.names[ask.seat], "whom": self.names[ask.of]}
        if ask.seat == YOU:
            return (
                _("You asked %(whom)s for %(card)s and missed, so %(whom)s doesn't hold it.") % said
            )
        if ask.of == YOU:
            return _("%(who)s asked you for %(card)s, so %(who)s doesn't hold it.") % said
        return _("%(who)s asked %(whom)s for %(card)s and missed, so neither holds it.") % said

    def _asked(self, reason: Reason) -> str:
        ask = self.situation.asks[reason.asks[0]]
        card_set = _set_of(self.situation, ask.card)
        elsewhere = cards_in(card_set.mask & ~reason.cards & ~(1 << ask.card))
        said = {
            "who": self.names[ask.seat],
            "card": article_card(ask.card),
            "set_card": card_of_set(self.situation.deck, card_set),
            "elsewhere": _or([article_card(card) for card in elsewhere]),
        }
        sentences = [_("%(who)s asked for %(card)s, so %(who)s held another %(set_card)s.") % said]
        if elsewhere:
            sentences.append(
                ngettext(
                    "It wasn't %(elsewhere)s: that was in another hand.",
                    "It wasn't %(elsewhere)s: those were in other hands.",
                    len(elsewhere),
                )
                % said
            )
        return " ".join([*sentences, self._still_holds(reason)])

    def _still_holds(self, reason: Reason) -> str:
        cards = cards_in(reason.cards)
        listed = ", ".join(article_card(card) for card in cards)
        said = {"who": self.names[reason.seat], "cards": listed}
        if len(cards) == 1:
            return _("So it was %(cards)s, and %(who)s still holds it.") % said
        return _("So %(who)s still holds at least one of these: %(cards)s.") % said

    def _only(self, reason: Reason) -> str:
        (card,) = cards_in(reason.cards)
        others = [name for seat, name in enumerate(self.names) if seat not in (YOU, reason.seat)]
        said = {"others": _and(others), "card": article_card(card), "who": self.names[reason.seat]}
        return (
            _("%(others)s don't hold %(card)s, and neither do you. So %(who)s holds %(card)s.")
            % said
        )

    def _last(self, reason: Reason) -> str:
        may = cards_in(reason.cards | reason.excluded)
        (card,) = cards_in(reason.cards)
        said = {
            "who": self.names[reason.seat],
            "card": article_card(card),
            "may": _or([article_card(each) for each in may]),
            "excluded": _or([article_card(each) for each in cards_in(reason.excluded)]),
        }
        return _("%(who)s holds %(may)s, but not %(excluded)s. So %(who)s holds %(card)s.") % said

    def _full(self, reason: Reason) -> str:
        known = cards_in(self.facts.open[reason.seat] | reason.cards)
        said = {
            "who": self.names[reason.seat],
            "count": len(known),
            "cards": _and([article_card(card) for card in known]),
        }
        if not known:
            return _("%(who)s has no cards.") % said
        return (
            ngettext(
                "%(who)s has one card, and it is known: %(cards)s. So %(who)s holds nothing else.",
                "%(who)s has %(count)d cards, and they are known: %(cards)s. "
                "So %(who)s holds nothing else.",
                len(known),
            )
            % said
        )

    def _must(self, reason: Reason) -> str:
        cards = cards_in(reason.cards)
        said = {
            "who": self.names[reason.seat],
            "count": len(cards),
            "cards": _and([article_card(card) for card in cards]),
            "excluded": _or([article_card(card) for card in cards_in(reason.excluded)]),
        }
        return (
            ngettext(
                "%(who)s holds one unseen card, but not %(excluded)s. "
                "That leaves only %(cards)s: %(who)s holds it.",
                "%(who)s holds %(count)d unseen cards, but not %(excluded)s. "
                "That leaves only %(cards)s: %(who)s holds them all.",
                len(cards),
            )
            % said
        )

    def _spoken_for(self, reason: Reason) -> str:
        deck = self.situation.deck
        held = [article_card(card) for card in cards_in(reason.cards)]
        for number in reason.asks:
            card_set = _set_of(self.situation, self.situation.asks[number].card)
            held.append(_("a %(set_card)s") % {"set_card": card_of_set(deck, card_set)})
        said = {
            "who": self.names[reason.seat],
            "count": len(held),
            "held": _and(held),
        }
        return (
            ngettext(
                "%(who)s holds only one unseen card, and it is %(held)s. "
                "So %(who)s holds no unseen card of another set.",
                "%(who)s holds only %(count)d unseen cards, and they are %(held)s. "
                "So %(who)s has no room for any other unseen card.",
                len(held),
            )
            % said
        )


def _set_of(situation: Situation, card: int) -> CardSet:
    return situation.deck.sets[situation.deck.set_indexes[card]]


def _and(items: Sequence[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    return _("%(some)s and %(last)s") % {"some": ", ".join(items[:-1]), "last": items[-1]}


def _or(items: Sequence[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    return _("%(some)s or %(last)s") % {"some": ", ".join(items[:-1]), "last": items[-1]}
