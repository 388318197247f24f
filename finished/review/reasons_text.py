"""The reasons why a seat holds a card or can't hold it, as reviews, hints and puzzles say them."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finished.review.wording import Words, all_of, cards_text
from game.presentation.move_text import article_card, set_name
from literature.knowledge.reasons import (
    Elsewhere,
    FullHand,
    LastCard,
    Missed,
    Moved,
    NoCards,
    OnlyHolder,
    Own,
    Returned,
    RuledOut,
    Sure,
    TakenByAskers,
    WholeHand,
)


def ruled_out(reason: RuledOut, seats: Sequence[int], card: int, words: Words) -> str:
    """A sentence that says why seats can't hold a card."""
    said = {"who": words.all_of(seats), "card": article_card(card)}
    match reason:
        case Own():
            return _("The asker holds %(card)s.") % said
        case NoCards():
            return no_cards(seats, words)
        case Moved():
            return moved(reason, card, words)
        case Missed():
            return missed(reason, words)
        case Returned(move):
            sentence = _(
                "%(who)s can’t hold %(card)s: the claim %(when)s left the set in play, so the "
                "claimer’s team holds the whole set."
            )
            return sentence % (said | {"when": words.when(move)})
        case FullHand():
            return full_hand(reason, said["card"], words)
        case TakenByAskers():
            return _taken_by_askers(reason, said, words)
        case Elsewhere(to):
            said["who"] = words.names[to]
            return _("It is certain that %(who)s holds %(card)s.") % said
    sentence = _(
        "The asks and the number of cards in each hand show that %(who)s can’t hold %(card)s."
    )
    return sentence % said


def all_ruled_out(
    reasons: Iterable[tuple[int, RuledOut]], card: int, words: Words, most: int | None = None
) -> tuple[list[str], set[int]]:
    """Sentences that say why seats can't hold a card, at most this number; and the seats in them.
    Seats that are ruled out for the same reason share a sentence.
    """
    by_reason: dict[RuledOut, list[int]] = {}
    for seat, reason in reasons:
        by_reason.setdefault(reason, []).append(seat)
    told = list(by_reason.items())[:most]
    sentences = [ruled_out(reason, seats, card, words) for reason, seats in told]
    return sentences, {seat for _reason, seats in told for seat in seats}


def why_sure(reason: Sure, seat: int, card: int, words: Words) -> list[str]:
    """Sentences that say why a seat holds a card for certain."""
    said = {"who": words.names[seat], "card": article_card(card)}
    match reason:
        case Moved():
            return [moved(reason, card, words)]
        case OnlyHolder():
            others, _seats = all_ruled_out(reason.others, card, words)
            return [*others, only_holder(reason, words)]
        case LastCard(move, _seat, asked_card):
            only = _("That card can only be %(card)s.") % said
            return [asked(move, seat, asked_card, words), only]
        case WholeHand():
            return [whole_hand(reason, words)]
    sentence = _("The asks and the number of cards in each hand show that %(who)s holds %(card)s.")
    return [sentence % said]


def missed(reason: Missed, words: Words) -> str:
    """A sentence about a miss: neither the asker nor the target holds the card."""
    said = {
        "who": words.who(reason.seat), "whom": words.whom(reason.of),
        "card": article_card(reason.card), "when": words.when(reason.move),
    }  # fmt: skip
    if reason.of == words.you:
        sentence = _(
            "%(who)s asked you for %(card)s %(when)s and missed. Nobody has got it since, so "
            "%(who)s doesn’t hold it."
        )
    elif reason.may_hold or reason.seat == words.you:
        sentence = _(
            "%(who)s asked %(whom)s for %(card)s %(when)s and missed. Nobody has got it since, so "
            "%(whom)s doesn’t hold it."
        )
    else:
        sentence = _(
            "%(who)s asked %(whom)s for %(card)s %(when)s and missed. Nobody has got it since, so "
            "neither of them holds it."
        )
    return sentence % said


def asked(move: int, seat: int, card: int, words: Words) -> str:
    """A sentence about an ask: the asker held another card of the set."""
    said = {
        "who": words.names[seat], "card": article_card(card), "set": words.set_of(card),
        "when": words.when(move),
    }  # fmt: skip
    sentence = _(
        "%(who)s asked for %(card)s %(when)s, so %(who)s held another card of %(set)s then."
    )
    return sentence % said


def moved(reason: Moved, card: int, words: Words) -> str:
    """A sentence about the last ask that moved a card."""
    said = {
        "who": words.who(reason.to), "whom": words.whom(reason.of), "card": article_card(card),
        "when": words.when(reason.move),
    }  # fmt: skip
    return _("%(who)s got %(card)s from %(whom)s %(when)s, and nobody has got it since.") % said


def no_cards(seats: Sequence[int], words: Words) -> str:
    """A sentence about players without cards."""
    sentence = ngettext("%(who)s has no cards.", "%(who)s have no cards.", len(seats))
    return sentence % {"who": words.all_of(seats)}


def full_hand(reason: FullHand, out: str, words: Words, known: str = "") -> str:
    """A sentence about a hand without room for more cards: for each of its cards, the reader knows
    the card or at least its set.

    ``out``: the cards that are not in the hand. ``known``: how the reader knows the hand.
    """
    held = cards_text(reason.cards)
    for card_set in (words.deck.sets[index] for index in reason.sets):
        has_known = reason.cards & card_set.mask
        one = _("another card of %(set)s") if has_known else _("a card of %(set)s")
        held.append(one % {"set": set_name(words.deck, card_set)})
    said = {
        "who": words.names[reason.seat], "count": len(held), "held": all_of(held) + known,
        "out": out,
    }  # fmt: skip
    sentence = ngettext(
        "%(who)s has %(count)d card: %(held)s. So %(who)s doesn’t hold %(out)s.",
        "%(who)s has %(count)d cards: %(held)s. So %(who)s doesn’t hold %(out)s.",
        len(held),
    )
    return sentence % said


def whole_hand(reason: WholeHand, words: Words) -> str:
    """A sentence about a hand that has only as many possible cards as places."""
    cards = cards_text(reason.cards)
    sentence = ngettext(
        "%(who)s has %(count)d card, and can hold only %(cards)s.",
        "%(who)s has %(count)d cards, and can hold only %(cards)s.",
        len(cards),
    )
    said = {"who": words.names[reason.seat], "count": len(cards), "cards": all_of(cards)}
    return sentence % said


def only_holder(reason: OnlyHolder, words: Words) -> str:
    """The conclusion after the reasons why other players can't hold a card."""
    said = {"who": words.names[reason.seat], "card": article_card(reason.card)}
    return _("So only %(who)s can hold %(card)s.") % said


def _taken_by_askers(reason: TakenByAskers, said: dict[str, str], words: Words) -> str:
    """The sentence for a card that one of the players who asked in its set must hold."""
    said = said | {"askers": words.all_of(reason.seats), "cards": all_of(cards_text(reason.cards))}
    if len(reason.seats) == 1:
        sentence = _(
            "%(who)s can’t hold %(card)s: %(askers)s asked for a card of this set, and %(card)s is "
            "the only card of this set that %(askers)s can hold."
        )
    else:
        sentence = _(
            "%(who)s can’t hold %(card)s: %(askers)s asked for cards of this set, and each of "
            "these players holds one of %(cards)s."
        )
    return sentence % said
