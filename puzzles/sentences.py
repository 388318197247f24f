"""A puzzle in words: its level, question, task, log and answers."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finished.review.wording import Words, by_holder
from game.presentation.move_text import article_card
from game.presentation.options import Text
from literature.knowledge.reasons import FullHand, LastCard, OnlyHolder, WholeHand
from literature.puzzles.finder import ASK, CLAIM, HOLDER, Puzzle
from literature.puzzles.situation import YOU
from literature.rules.moves import Asked, Holders

#: The themes of puzzles: for each the word in addresses, the kind of conclusion, and the name.
THEMES: Final[dict[str, tuple[type, Text]]] = {
    "ruling-out": (OnlyHolder, gettext_lazy("Ruling out players")),
    "one-fits": (LastCard, gettext_lazy("Only one card fits")),
    "full-hands": (FullHand, gettext_lazy("Full hands")),
    "whole-hands": (WholeHand, gettext_lazy("Whole hands")),
}


def themes(puzzle: Puzzle) -> dict[str, Text]:
    """The themes of a puzzle: the conclusions of its argument, by their words in addresses."""
    kinds = {kind for kind, _counts_sets in puzzle.trick}
    return {word: name for word, (kind, name) in THEMES.items() if kind in kinds}


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
    who, whom = words.who(ask.seat), words.whom(ask.of)
    return words.say(_("%(who)s asked %(whom)s for %(card)s."), who=who, whom=whom, card=ask.card)


def answered(ask: Asked, words: Words) -> str:
    """The second sentence of a line of the log: whether the ask was a hit or a miss."""
    if ask.hit:
        return words.say(_("%(who)s got the card."), who=words.who(ask.seat))
    return words.say(_("%(who)s didn’t have the card."), who=words.who(ask.of))


def wrong(puzzle: Puzzle, given: Holders, names: Sequence[str]) -> str:
    """A sentence that says what is wrong with an answer, without telling the right answer."""
    (card, seat), (right, _holder) = given[0], puzzle.answer[0]
    if puzzle.kind == HOLDER:
        sentence = _("%(who)s doesn’t hold %(card)s.")
    elif puzzle.kind == ASK and card == right:
        sentence = _("That is the right card, but %(who)s doesn’t hold it.")
    elif puzzle.kind == ASK:
        sentence = _("That is the wrong card.")
    elif card == right:
        sentence = _("That is the right set, but you placed a card with the wrong player.")
    else:
        sentence = _("That is the wrong set.")
    return Words(puzzle.situation.deck, names).say(sentence, who=seat, card=card)


def solution(puzzle: Puzzle, names: Sequence[str]) -> str:
    """The answer in one sentence."""
    words, (card, seat) = Words(puzzle.situation.deck, names), puzzle.answer[0]
    if puzzle.kind != CLAIM:
        ask, holds = _("Ask %(who)s for %(card)s."), _("%(who)s holds %(card)s.")
        return words.say(ask if puzzle.kind == ASK else holds, who=seat, card=card)
    mine, others = _("you hold %(cards)s"), _("%(who)s holds %(cards)s")
    parts = _("; ").join(
        words.say(mine if seat == YOU else others, who=seat, cards=cards)
        for seat, cards in sorted(by_holder(puzzle.answer).items())
    )
    return words.say(_("Your team holds %(set)s: %(parts)s."), set=card, parts=parts)
