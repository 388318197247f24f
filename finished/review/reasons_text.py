"""The reasons why a seat holds a card or can't hold it, as reviews, hints and puzzles say them."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finished.review.wording import Words, all_of, cards_text
from game.presentation.move_text import set_name
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
    match reason:
        case Own():
            return words.say(_("The asker holds %(card)s."), card=card)
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
            return words.say(sentence, who=seats, card=card, when=move)
        case FullHand():
            return full_hand(reason, words.say("%(card)s", card=card), words)
        case TakenByAskers():
            sentence = _(
                "%(who)s can’t hold %(card)s: %(askers)s asked for cards of this set, and each of "
                "these players holds one of %(cards)s."
            )
            if len(reason.seats) == 1:
                sentence = _(
                    "%(who)s can’t hold %(card)s: %(askers)s asked for a card of this set, and "
                    "%(card)s is the only card of this set that %(askers)s can hold."
                )
            return words.say(
                sentence, who=seats, card=card, askers=reason.seats, cards=reason.cards
            )
        case Elsewhere(to):
            return words.say(_("It is certain that %(who)s holds %(card)s."), who=to, card=card)
    sentence = _(
        "The asks and the number of cards in each hand show that %(who)s can’t hold %(card)s."
    )
    return words.say(sentence, who=seats, card=card)


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
    match reason:
        case Moved():
            return [moved(reason, card, words)]
        case OnlyHolder():
            others, _seats = all_ruled_out(reason.others, card, words)
            return [*others, only_holder(reason, words)]
        case LastCard(move, _seat, asked_card):
            only = words.say(_("That card can only be %(card)s."), card=card)
            return [asked(move, seat, asked_card, words), only]
        case WholeHand():
            return [whole_hand(reason, words)]
    sentence = _("The asks and the number of cards in each hand show that %(who)s holds %(card)s.")
    return [words.say(sentence, who=seat, card=card)]


def missed(reason: Missed, words: Words) -> str:
    """A sentence about a miss: neither the asker nor the target holds the card."""
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
    who, whom = words.who(reason.seat), words.whom(reason.of)
    return words.say(sentence, who=who, whom=whom, card=reason.card, when=reason.move)


def asked(move: int, seat: int, card: int, words: Words) -> str:
    """A sentence about an ask: the asker held another card of the set."""
    sentence = _(
        "%(who)s asked for %(card)s %(when)s, so %(who)s held another card of %(set)s then."
    )
    return words.say(sentence, who=seat, card=card, set=card, when=move)


def moved(reason: Moved, card: int, words: Words) -> str:
    """A sentence about the last ask that moved a card."""
    sentence = _("%(who)s got %(card)s from %(whom)s %(when)s, and nobody has got it since.")
    who, whom = words.who(reason.to), words.whom(reason.of)
    return words.say(sentence, who=who, whom=whom, card=card, when=reason.move)


def no_cards(seats: Sequence[int], words: Words) -> str:
    """A sentence about players without cards."""
    sentence = ngettext("%(who)s has no cards.", "%(who)s have no cards.", len(seats))
    return words.say(sentence, who=seats)


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
    sentence = ngettext(
        "%(who)s has %(count)d card: %(held)s. So %(who)s doesn’t hold %(out)s.",
        "%(who)s has %(count)d cards: %(held)s. So %(who)s doesn’t hold %(out)s.",
        len(held),
    )
    return words.say(sentence, who=reason.seat, count=len(held), held=all_of(held) + known, out=out)


def whole_hand(reason: WholeHand, words: Words) -> str:
    """A sentence about a hand that has only as many possible cards as places."""
    count = reason.cards.bit_count()
    sentence = ngettext(
        "%(who)s has %(count)d card, and can hold only %(cards)s.",
        "%(who)s has %(count)d cards, and can hold only %(cards)s.",
        count,
    )
    return words.say(sentence, who=reason.seat, count=count, cards=reason.cards)


def only_holder(reason: OnlyHolder, words: Words) -> str:
    """The conclusion after the reasons why other players can't hold a card."""
    sentence = _("So only %(who)s can hold %(card)s.")
    return words.say(sentence, who=reason.seat, card=reason.card)
