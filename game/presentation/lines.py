"""The log in lines: the sentences about each event, which address the player whom it concerns ("You
asked Tom"), and a recap of the moves since a player's last move.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.move_text import (
    card_short,
    claim_result,
    claim_verdict,
    event_words,
    set_name,
    wrong_pairs,
)
from game.presentation.rendering import cached
from game.presentation.view_models import Card, ClaimView, Face, Line
from literature.rules.decks import DECKS
from literature.rules.information_state import Observation
from literature.rules.moves import CORRECT, Asked, Claimed, Event
from literature.rules.state import NOBODY, UNRESOLVED

#: Fewer moves than this need no recap, because they are still visible on the table.
LEAST_IN_RECAP = 2


#: No move was made by the turn clock or by a substitute.
NOBODY_HELPED: Mapping[int, str] = MappingProxyType({})


def event_lines(
    observation: Observation,
    events: Sequence[Event],
    faces: Sequence[Face],
    helped: Mapping[int, str] = NOBODY_HELPED,
    you: int | None = None,
) -> tuple[Line, ...]:
    """Events as lines. ``observation`` must not be older than the events.

    With ``you``, sentences address the player at that seat.
    """
    names, lines = tuple(face.name for face in faces), []
    for event in events:
        scorer = observation.scorers[event.card_set] if isinstance(event, Claimed) else UNRESOLVED
        concerned = you if concerns(event, you) else None
        help_of = helped.get(event.number, "")
        lines.append(_line(observation.rules.deck, event, names, scorer, concerned, help_of))
    return tuple(lines)


@cached
def _line(
    deck_name: str,
    event: Event,
    names: tuple[str, ...],
    scorer: int,
    you: int | None,
    helper: str,
) -> Line:
    deck = DECKS[deck_name]
    sentence, question, answer = event_words(deck, event, names, scorer, you)
    if helper:
        note = _helped_sentence(helper, names[event.seat], event.seat == you)
        sentence, answer = f"{sentence} {note}", f"{answer} {note}".strip()
    common: dict[str, Any] = {
        "number": event.number,
        "seat": event.seat,
        "sentence": sentence,
        "question": question,
        "answer": answer,
        "own": you is not None,
    }
    if isinstance(event, Asked):
        card = Card.of(event.card)
        asked_set = deck.sets[deck.set_indexes[event.card]].name
        return Line(
            kind="ask", hit=event.hit, card=card, other=event.of, set_name=asked_set, **common
        )
    if not isinstance(event, Claimed):
        return Line(kind="pass", other=event.to, **common)
    claimed, found = dict(event.holders), dict(event.revealed or ())
    claim = ClaimView(
        label=set_name(deck, deck.sets[event.card_set]),
        cards=tuple((Card.of(card), seat, found.get(card)) for card, seat in event.holders),
        verdict=claim_verdict(event),
        result=claim_result(deck, event, scorer),
        right=event.outcome == CORRECT,
    )
    return Line(
        kind="claim",
        set_name=deck.sets[event.card_set].name,
        team=team_of(scorer) if event.revealed is not None else None,
        revealed=tuple(
            (Card.of(card), seat, names[seat], claimed.get(card, seat) != seat)
            for card, seat in found.items()
        ),
        claim=claim,
        **common,
    )


def _helped_sentence(mover: str, name: str, is_you: bool) -> str:
    """The sentence about a move that the turn clock or a bot made for the player."""
    if mover == "clock" and is_you:
        return _("You ran out of time, so a bot made this move.")
    if mover == "clock":
        return _("%(name)s ran out of time, so a bot made this move.") % {"name": name}
    if is_you:
        return _("You were away, so a bot made this move.")
    return _("%(name)s was away, so a bot made this move.") % {"name": name}


def team_of(scorer: int) -> int | None:
    """The team that scored a set; None if the set is in play, or if nobody scored it."""
    return None if scorer in (UNRESOLVED, NOBODY) else scorer


def concerns(event: Event, seat: int | None) -> bool:
    """Whether an event concerns the player at ``seat``: as mover, target, receiver of the turn, or
    true or claimed holder of a misplaced card.
    """
    if isinstance(event, Asked):
        return seat in (event.seat, event.of)
    if isinstance(event, Claimed):
        return seat == event.seat or any(seat in seats for _card, *seats in wrong_pairs(event))
    return seat in (event.seat, event.to)


def since_own_move(observation: Observation) -> tuple[Event, ...]:
    """The moves since the last move of a player who has the turn again.

    There are none if the player has not moved before, if there are fewer than ``LEAST_IN_RECAP``
    such moves, or if the ``history`` option hides some of them.
    """
    you, log = observation.you, observation.log
    if observation.turn != you:
        return ()
    own = [event.number for event in log if event.seat == you]
    if not own:
        return ()
    since = tuple(event for event in log if event.number > own[-1])
    is_whole = len(since) == observation.number - own[-1] - 1
    return since if is_whole and len(since) >= LEAST_IN_RECAP else ()


def recap(observation: Observation, since: Sequence[Event]) -> str:
    """A summary of the moves ``since_own_move``: first the lost cards, then claims, asks and hits.
    It is empty without such moves.
    """
    if not since:
        return ""
    asks = [event for event in since if isinstance(event, Asked)]
    said = {"asks": len(asks), "hits": sum(event.hit for event in asks)}
    asked = _("Asks since your last move: %(asks)d. Hits: %(hits)d.") % said
    return " ".join([*_losses_and_results(observation, since), asked])


def told_since(
    observation: Observation, first: int, helped: Mapping[int, str] = NOBODY_HELPED
) -> str:
    """A summary of the moves from number ``first`` on, for a player who was away: the asks that may
    still be shown with their hits, lost cards, and the results of claims.
    """
    since = [event for event in observation.log if event.number >= first]
    asks = [event for event in since if isinstance(event, Asked)]
    count = observation.number - first
    moves = ngettext("%(n)d move", "%(n)d moves", count) % {"n": count}
    told = [_("While you were away: %(what)s.") % {"what": moves}]
    if asks:
        hits = sum(event.hit for event in asks)
        what = _("%(asks)s, %(hits)s") % {
            "asks": ngettext("%(n)d ask", "%(n)d asks", len(asks)) % {"n": len(asks)},
            "hits": ngettext("%(n)d hit", "%(n)d hits", hits) % {"n": hits},
        }
        if _is_of_own_set(observation, asks[-1]):
            what = _("%(what)s; the last concerns your sets") % {"what": what}
        if len(since) == count:
            told = [_("While you were away: %(what)s.") % {"what": what}]
        else:
            told.append(_("Still shown: %(what)s.") % {"what": what})
    if any(event.seat == observation.you and event.number in helped for event in since):
        told.append(_("A bot moved for you."))
    return " ".join([*told, *_losses_and_results(observation, since)])


def _losses_and_results(observation: Observation, since: Sequence[Event]) -> list[str]:
    """Sentences about the cards that the player lost, and the results of claims."""
    deck = DECKS[observation.rules.deck]
    results = [
        claim_result(deck, event, observation.scorers[event.card_set])
        for event in since
        if isinstance(event, Claimed)
    ]
    asks = [event for event in since if isinstance(event, Asked)]
    lost = [card_short(each.card) for each in asks if each.hit and each.of == observation.you]
    taken = [_("Cards taken from you: %(cards)s.") % {"cards": ", ".join(lost)}] if lost else []
    return [*taken, *results]


def recap_lines(
    observation: Observation,
    since: Sequence[Event],
    faces: Sequence[Face],
    helped: Mapping[int, str] = NOBODY_HELPED,
) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The moves of the recap as lines: first those that matter to the player (their cards, their
    sets and their team's claims), then the others.
    """
    lines = event_lines(observation, since, faces, helped, observation.you)
    own, others = list[Line](), list[Line]()
    for event, line in zip(since, lines, strict=True):
        (own if _matters(observation, event) else others).append(line)
    return tuple(own), tuple(others)


def _matters(observation: Observation, event: Event) -> bool:
    you = observation.you
    assert you is not None
    if concerns(event, you):
        return True
    if isinstance(event, Asked):
        return _is_of_own_set(observation, event)
    return isinstance(event, Claimed) and event.seat % 2 == you % 2


def _is_of_own_set(observation: Observation, event: Asked) -> bool:
    """Whether the player holds a card of the set of an ask."""
    assert observation.hand is not None
    return bool(observation.hand & DECKS[observation.rules.deck].set_masks[event.card])
