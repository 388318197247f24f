"""A puzzle in words: its level, question, task, log and answers."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from finished.review.wording import Words, by_holder
from game.presentation.move_text import article_card, set_name
from literature.puzzles.finder import ASK, HOLDER, Puzzle
from literature.puzzles.situation import YOU
from literature.rules.moves import Asked, Holders


def level_name(level: int) -> str:
    """The name of a level."""
    return {1: _("Easy"), 2: _("Medium"), 3: _("Hard")}[level]


def question(puzzle: Puzzle) -> str:
    """The question of a puzzle."""
    if puzzle.kind == HOLDER:
        return _("Who holds %(card)s?") % {"card": article_card(puzzle.answer[0][0])}
    if puzzle.kind == ASK:
        return _("Which ask can’t miss?")
    return _("Which set does your team hold?")


def task(puzzle: Puzzle) -> str:
    """The reader's task, in two or three sentences."""
    if puzzle.kind == HOLDER:
        return _("You can know for certain who holds this card. Choose that player.")
    if puzzle.kind == ASK:
        return _(
            "It is your turn. You can know for certain who holds one of the cards that you may ask "
            "for. Choose that card and that opponent."
        )
    return _(
        "You can know for certain that your team holds one of the sets. Choose that set, and say "
        "who holds each of its cards. It does not matter whose turn it is."
    )


def asked(ask: Asked, words: Words) -> str:
    """The first sentence of a line of the log: who asked whom for which card."""
    said = {
        "who": words.who(ask.seat), "whom": words.whom(ask.of), "card": article_card(ask.card),
    }  # fmt: skip
    return _("%(who)s asked %(whom)s for %(card)s.") % said


def answered(ask: Asked, words: Words) -> str:
    """The second sentence of a line of the log: whether the ask was a hit or a miss."""
    if ask.hit:
        return _("%(who)s got the card.") % {"who": words.who(ask.seat)}
    return _("%(whom)s didn’t have the card.") % {"whom": words.who(ask.of)}


def wrong(puzzle: Puzzle, given: Holders, names: Sequence[str]) -> str:
    """A sentence that says what is wrong with an answer, without telling the right answer."""
    (card, seat), (right, _holder) = given[0], puzzle.answer[0]
    said = {"who": names[seat], "card": article_card(card)}
    if puzzle.kind == HOLDER:
        return _("%(who)s doesn’t hold %(card)s.") % said
    if puzzle.kind == ASK and card == right:
        return _("That is the right card, but %(who)s doesn’t hold it.") % said
    if puzzle.kind == ASK:
        return _("That is the wrong card.")
    if card == right:
        return _("That is the right set, but you placed a card with the wrong player.")
    return _("That is the wrong set.")


def solution(puzzle: Puzzle, names: Sequence[str]) -> str:
    """The answer in one sentence."""
    card, seat = puzzle.answer[0]
    said = {"who": names[seat], "card": article_card(card)}
    if puzzle.kind == ASK:
        return _("Ask %(who)s for %(card)s.") % said
    if puzzle.kind == HOLDER:
        return _("%(who)s holds %(card)s.") % said
    deck, parts = puzzle.situation.deck, []
    for seat, cards in sorted(by_holder(puzzle.answer).items()):
        if seat == YOU:
            parts.append(_("you hold %(cards)s") % {"cards": cards})
        else:
            parts.append(_("%(who)s holds %(cards)s") % {"who": names[seat], "cards": cards})
    said = {"set": set_name(deck, deck.sets[deck.set_indexes[card]]), "parts": _("; ").join(parts)}
    return _("Your team holds %(set)s: %(parts)s.") % said
