"""The review of a whole game in words."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finished.review.wording import Names, Words, percent
from game.presentation.move_text import event_words, team_name
from literature.judge.findings import MissedClaim, OwnFact, PlayerFigures, TurningPoint
from literature.rules.decks import DECKS
from literature.rules.moves import Asked, Claimed, Event
from literature.rules.options import Rules
from literature.rules.state import NOBODY


class PlayerReview(NamedTuple):
    """A player's figures: for each its label, its value, and a sentence that explains it."""

    seat: int
    name: str
    figures: list[tuple[str, str, str]]


class Noted(NamedTuple):
    """A sentence about a move, and the move's number (from 0)."""

    number: int
    sentence: str


def player_review(seat: int, figures: PlayerFigures, names: Names) -> PlayerReview | None:
    """The figures of a player; None if there is no judged move, or no ask or claim."""
    judged, tries = figures.judged, figures.tries
    if not tries or not judged:
        return None
    luck = round(figures.hits - round(figures.expected, 1), 1)
    sign, hits = "", _("Hits and correct claims: %(hits)d, as expected.")
    if luck > 0:
        sign = "+"
        hits = _("Hits and correct claims: %(hits)d, which is %(number)s more than expected.")
    elif luck < 0:
        sign = "\N{MINUS SIGN}"
        hits = _("Hits and correct claims: %(hits)d, which is %(number)s fewer than expected.")
    sound = _("Moves that were best or good: %(sound)d of %(judged)d.")
    bold = _("Asks and claims with a chance below 50\N{NO-BREAK SPACE}%%: %(bold)d of %(tries)d.")
    number = tenths(abs(luck))
    said = asdict(figures) | {"number": number}
    lines = [
        (_("Accuracy"), percent(figures.sound / judged), sound % said),
        (_("Luck"), f"{sign}{number}", hits % said),
        (_("Boldness"), percent(figures.bold / tries), bold % said),
    ]
    return PlayerReview(seat, names[seat], lines)


def turning_point(
    rules: Rules, event: Event, turning: TurningPoint, names: Names, scorers: Sequence[int]
) -> Noted:
    """A sentence about a turning point: its move ``event``, and the expected points that it gave
    to a team.
    """
    card_set = event.card_set if isinstance(event, Claimed) else None
    scorer = NOBODY if card_set is None else scorers[card_set]
    said = {
        "what": event_words(DECKS[rules.deck], event, names, scorer).sentence,
        "team": team_name(turning.team),
        "points": tenths(turning.shift),
    }
    return Noted(
        event.number,
        _("%(what)s This turn raised %(team)s’s expected points by %(points)s.") % said,
    )


def missed_claim(rules: Rules, missed: MissedClaim, names: Names, scorers: Sequence[int]) -> Noted:
    """A sentence about a claim without risk that a player did not make in time.

    ``scorers`` is as in ``State``.
    """
    words = Words(DECKS[rules.deck], names)
    scorer = scorers[words.deck.set_index(missed.set)]
    if not missed.lost:
        end = _("This player’s team claimed the set at move %(claimed)d.")
    elif missed.claimed is None:
        end = _("The set was never claimed.")
    elif scorer == NOBODY:
        end = _("At move %(claimed)d the set was claimed, but nobody scored it.")
    elif scorer == missed.seat % 2:
        end = _("This player’s team scored the set at move %(claimed)d.")
    else:
        end = _("The other team scored the set at move %(claimed)d.")
    sentence = _("%(who)s could claim %(set)s without risk, but gave up the turn at move %(move)d.")
    if missed.since < missed.move:
        sentence = _(
            "%(who)s could claim %(set)s without risk from move %(since)d on, but gave up the turn "
            "at move %(move)d."
        )
    told = words.say(
        f"{sentence} {end}", who=missed.seat, set=missed.set, since=missed.since + 1,
        move=missed.move + 1, claimed=(missed.claimed or 0) + 1,
    )  # fmt: skip
    return Noted(missed.move, told)


def own_sentence(rules: Rules, event: Event | None, fact: OwnFact, names: Names) -> str:
    """The most important sentence for a player. It addresses the player. ``event`` is the move of
    the fact, if it has one.
    """
    words = Words(DECKS[rules.deck], names)
    values: dict[str, Any] = asdict(fact) | {"move": (fact.move or 0) + 1, "whom": fact.of}
    if isinstance(event, Claimed) and not fact.set:
        values["set"] = words.deck.sets[event.card_set].name
    elif isinstance(event, Asked):
        values |= {"asked": event.card, "who": event.of}
    match fact.kind:
        case "known_card":
            sentence = _("At move %(move)d you could have known that %(whom)s held %(card)s.")
        case "could_not_hit":
            sentence = _(
                "At move %(move)d you could have known that %(who)s didn’t hold %(asked)s."
            )
        case "better_odds":
            sentence = _(
                "At move %(move)d, asking %(whom)s for %(card)s had a chance of %(chance)s; "
                "your ask had a chance of %(instead)s."
            )
        case "missed_claim":
            sentence = _("From move %(move)d on, you could have claimed %(set)s without risk.")
        case "claim_known":
            sentence = _("At move %(move)d you could have known who held each card of %(set)s.")
        case "gamble" if not fact.chance:
            sentence = _(
                "At move %(move)d you could have known that your claim of %(set)s was wrong."
            )
        case "gamble":
            sentence = _(
                "At move %(move)d your claim of %(set)s was a gamble: from what you could "
                "know, its chance was %(chance)s."
            )
        case "last_cards":
            sentence = _(
                "At move %(move)d you claimed %(set)s with your last cards. From then on you "
                "couldn’t ask."
            )
        case "bold_hit":
            sentence = _(
                "Your best moment: at move %(move)d you got %(card)s from %(whom)s. The chance "
                "was only %(chance)s, and no ask was better."
            )
        case _other:
            sentence = ngettext(
                "You made no mistake: your judged move was the best or a good one.",
                "You made no mistake: each of your %(count)d judged moves was the best or a good "
                "one.",
                fact.count,
            )
    return words.say(sentence, **values)


def tenths(number: float) -> str:
    """A number with one decimal.

    It is rounded first, because ``number_format`` only cuts digits off.
    """
    return number_format(round(number, 1), 1)
