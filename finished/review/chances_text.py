"""The chance that a seat holds a card, in words: the reasons, the possible holders, and why it is
uneven.
"""

from django.utils.translation import gettext as _

from finished.review.reasons_text import all_ruled_out, ruled_out, why_sure
from finished.review.wording import Words, any_of
from literature.judge.findings import Holding
from literature.knowledge.reasons import Counted, Elsewhere, NoCards

#: At most this number of sentences say why seats can't hold a card. Opponents come first.
MOST_RULED_OUT = 3
#: If a card has more possible holders than this, they are counted instead of named.
MOST_HOLDERS = 4
#: A chance is uneven if it differs from that of equally likely holders by at least this.
UNEVEN = 0.05
#: A seat's share of the unknown cards can explain its chance if they differ by at most this.
NEAR_SHARE = 0.1


def why_sentences(why: Holding, words: Words) -> list[str]:
    """Sentences about the reasons for the chance that a seat holds a card."""
    if why.sure:
        return why_sure(why.sure, why.of, why.card, words)
    if why.never:
        said = [ruled_out(why.never, [why.of], why.card, words)]
        if isinstance(why.never, Elsewhere):
            said += why_sure(why.never.why, why.never.to, why.card, words)
        return said
    # Reasons that are easy to follow come first. Seats without cards are not named.
    others = [(seat, each) for seat, each in why.ruled_out if not isinstance(each, NoCards)]
    plain = [(seat, each) for seat, each in others if not isinstance(each, Counted)]
    said, named = all_ruled_out(plain, why.card, words, MOST_RULED_OUT)
    rest = [seat for seat, _reason in others if seat not in named]
    if rest and said:
        said.append(words.say(_("%(who)s can’t hold %(card)s either."), who=rest, card=why.card))
    elif rest:
        said.append(ruled_out(Counted(), rest, why.card, words))
    asks = same_card_sentences(why, words)
    uneven = why_uneven(why, words, explained=bool(asks))
    if len(why.may) > MOST_HOLDERS:
        sentence = _("Any of %(count)d players can hold %(card)s.")
        holders = words.say(sentence, card=why.card, count=len(why.may))
    else:
        holder = _("%(who)s (%(chance)s)")
        each = [words.say(holder, who=seat, chance=odds, about=why.about) for seat, odds in why.may]
        sentence = _("So %(who)s holds %(card)s.") if said else _("%(who)s holds %(card)s.")
        holders = words.say(sentence, who=any_of(each), card=why.card)
    return [*said, *asks, holders, *uneven]


def same_card_sentences(why: Holding, words: Words) -> list[str]:
    """Sentences about the players' asks in a card's set, if they change the chance of this card."""
    groups = [(why.of, why.one_of)]
    other, cards = why.other
    if dict(why.may).get(other, 0) > why.chance:
        groups.append((other, cards))
    sentence = _(
        "%(who)s asked for a card of this set, so %(who)s holds at least one of %(cards)s."
    )
    return [
        words.say(sentence, who=seat, cards=cards)
        for seat, cards in groups
        if cards.bit_count() > 1
    ]


def why_uneven(why: Holding, words: Words, *, explained: bool) -> list[str]:
    """A sentence that explains an uneven chance: by the number of a seat's unknown cards if this is
    the reason, otherwise in general.

    ``explained``: whether asks in the card's set were named as a reason before.
    """
    (count, total, most), even = why.share, 1 / len(why.may)
    uneven, left = abs(why.chance - even), abs(why.chance - count / total)
    if uneven < UNEVEN:
        return []
    if left <= NEAR_SHARE and left < uneven:
        sentence = _(
            "The players who can hold %(card)s have %(total)d unknown cards in all, and %(who)s "
            "has %(count)d of them."
        )
        # The most likely holder has more unknown cards than any other possible holder.
        if count > most and why.of == why.may[0][0]:
            sentence = _(
                "The players who can hold %(card)s have %(total)d unknown cards in all. %(who)s "
                "has %(count)d of them, so %(who)s is the most likely holder."
            )
    elif explained:
        return []
    elif why.chance > even:
        sentence = _(
            "The asks and the number of cards in each hand make it more likely that %(who)s holds "
            "%(card)s."
        )
    else:
        sentence = _(
            "The asks and the number of cards in each hand make it less likely that %(who)s holds "
            "%(card)s."
        )
    return [words.say(sentence, who=why.of, card=why.card, count=count, total=total)]
