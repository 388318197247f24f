"""The review of a whole game in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.move_text import event_sentence, team_name
from game.review.asks_text import set_text
from game.review.chances_text import chance_text, percent
from game.review.ruled_out_text import Facts, Names, the_card
from literature.rules.cards import card_text
from literature.rules.decks import DECKS
from literature.rules.moves import Asked, Claimed, Event
from literature.rules.options import Rules
from literature.rules.state import NOBODY


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """A player's three figures, each with a sentence that explains it."""

    seat: int
    name: str
    accuracy: str
    accuracy_line: str
    luck: str
    luck_line: str
    boldness: str
    boldness_line: str


@dataclass(frozen=True, slots=True)
class Noted:
    """A sentence about a move, and the move's number (from 0)."""

    number: int
    sentence: str


def player_review(seat: int, figures: Facts, names: Names) -> PlayerReview | None:
    """The figures of a player; None if there is no judged move, or no ask or claim."""
    judged, tries = figures["judged"], figures["tries"]
    if not tries or not judged:
        return None
    luck, luck_line = _luck(figures["hits"], figures["hits"] - round(figures["expected"], 1))
    said = {
        "sound": figures["sound"], "judged": judged, "hits": figures["hits"], "tries": tries,
        "bold": figures["bold"],
    }  # fmt: skip
    return PlayerReview(
        seat,
        names[seat],
        percent(figures["sound"] / judged),
        _("Moves that were best or good: %(sound)d of %(judged)d.") % said,
        luck,
        luck_line,
        percent(figures["bold"] / tries),
        _("Asks and claims with a chance below 50\N{NO-BREAK SPACE}%%: %(bold)d of %(tries)d.")
        % said,
    )


def _luck(hits: int, luck: float) -> tuple[str, str]:
    """The luck as a number with its sign, and a sentence that compares the number of hits and right
    claims with the expected number.
    """
    signed = number = tenths(abs(luck))
    sentence = _("Hits and correct claims: %(count)d, as expected.")
    if round(luck, 1) > 0:
        signed = f"+{number}"
        sentence = _("Hits and correct claims: %(count)d, which is %(number)s more than expected.")
    elif round(luck, 1) < 0:
        signed = f"\N{MINUS SIGN}{number}"
        sentence = _("Hits and correct claims: %(count)d, which is %(number)s fewer than expected.")
    return signed, sentence % {"count": hits, "number": number}


def turning_point(
    rules: Rules, log: Sequence[Event], turning: Facts, names: Names, scorers: Sequence[int]
) -> Noted:
    """A sentence about a turning point: the move, and the expected points that it gave to a
    team.
    """
    event = log[turning["move"]]
    card_set = event.card_set if isinstance(event, Claimed) else None
    scorer = NOBODY if card_set is None else scorers[card_set]
    said = {
        "what": event_sentence(DECKS[rules.deck], event, names, scorer),
        "team": team_name(turning["team"]),
        "points": tenths(turning["shift"]),
    }
    return Noted(
        event.number,
        _("%(what)s This turn raised %(team)s’s expected points by %(points)s.") % said,
    )


def missed_claim(rules: Rules, missed: Facts, names: Names, scorers: Sequence[int]) -> Noted:
    """A sentence about a claim without risk that a player did not make in time.

    ``scorers`` is as in ``State``.
    """
    card_set = DECKS[rules.deck].set_named(missed["set"])
    assert card_set is not None
    scorer = scorers[card_set.index]
    said = {
        "who": names[missed["seat"]],
        "set": set_text(rules, missed["set"]),
        "since": missed["since"] + 1,
        "move": missed["move"] + 1,
        "claimed": (missed["claimed"] or 0) + 1,
    }
    if not missed["lost"]:
        sentence = _(
            "%(who)s could claim %(set)s without risk from move %(since)d on, but gave up the turn "
            "at move %(move)d. This player’s team claimed the set at move %(claimed)d."
        )
    elif missed["claimed"] is None:
        sentence = _(
            "%(who)s could claim %(set)s without risk from move %(since)d on, but gave up the turn "
            "at move %(move)d. The set was never claimed."
        )
    elif scorer == NOBODY:
        sentence = _(
            "%(who)s could claim %(set)s without risk from move %(since)d on, but gave up the turn "
            "at move %(move)d. At move %(claimed)d the set was claimed, but nobody scored it."
        )
    elif scorer == missed["seat"] % 2:
        sentence = _(
            "%(who)s could claim %(set)s without risk from move %(since)d on, but gave up the turn "
            "at move %(move)d. This player’s team scored the set at move %(claimed)d."
        )
    else:
        sentence = _(
            "%(who)s could claim %(set)s without risk from move %(since)d on, but gave up the turn "
            "at move %(move)d. The other team scored the set at move %(claimed)d."
        )
    return Noted(missed["move"], sentence % said)


def own_sentence(rules: Rules, log: Sequence[Event], fact: Facts, names: Names) -> str:
    """The most important sentence for a player. It addresses the player."""
    event = log[fact["move"]] if "move" in fact else None
    said = {
        "move": fact.get("move", 0) + 1,
        "chance": chance_text(fact.get("chance", 0), fact),
        "instead": chance_text(fact.get("instead", 0), fact),
        "count": fact.get("count", 0),
    }
    if "card" in fact:
        said |= {"card": the_card(fact["card"]), "whom": names[fact["of"]]}
    if "set" in fact:
        said["set"] = set_text(rules, fact["set"])
    elif isinstance(event, Claimed):
        said["set"] = set_text(rules, DECKS[rules.deck].sets[event.card_set].name)
    elif isinstance(event, Asked):
        said |= {"asked": the_card(card_text(event.card)), "asked_of": names[event.of]}
    match fact["code"]:
        case "known_card":
            sentence = _("At move %(move)d you could have known that %(whom)s held %(card)s.")
        case "could_not_hit":
            sentence = _(
                "At move %(move)d you could have known that %(asked_of)s didn’t hold %(asked)s."
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
        case "gamble" if not fact["chance"]:
            sentence = _(
                "At move %(move)d you could have known that your claim of %(set)s was wrong."
            )
        case "gamble":
            sentence = _(
                "At move %(move)d your claim of %(set)s was a gamble: from what you could "
                "know, its chance was %(chance)s."
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
                fact["count"],
            )
    return sentence % said


def tenths(number: float) -> str:
    """A number with one decimal.

    It is rounded first, because ``number_format`` only cuts digits off.
    """
    return number_format(round(number, 1), 1)
