"""The sentences before the argument of a puzzle. They say what its steps show."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.move_text import set_name
from literature.puzzles.facts import Facts
from literature.puzzles.finder import ASK, CLAIM, Puzzle
from puzzles.wording import all_of, cards_text

#: The plan also names the cards that are found on the way, unless there are more than this.
MOST_ON_THE_WAY: Final = 2


def plan(puzzle: Puzzle) -> str:
    """Sentences that say what the steps of the argument show."""
    facts = Facts.of(puzzle.situation)
    sought = sum(1 << card for card, _seat in puzzle.answer) & facts.hidden
    deck = puzzle.situation.deck
    card_set = deck.sets[deck.set_indexes[puzzle.answer[0][0]]]
    said = {"set": set_name(deck, card_set), "cards": all_of(cards_text(sought))}
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
    others = [reason for reason in puzzle.argument if not reason.found & sought]
    on_the_way = sum(reason.found for reason in others)
    if not 0 < on_the_way.bit_count() <= MOST_ON_THE_WAY:
        return sentence % said
    also = _("On the way, the steps also show who holds %(cards)s.") % {
        "cards": all_of(cards_text(on_the_way))
    }
    return f"{sentence % said} {also}"
