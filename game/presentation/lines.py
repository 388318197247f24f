"""The log in lines: the sentences about each event, which address the player whom it concerns ("You
asked Tom"), and a recap of the moves since a player's last move.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from django.utils.translation import gettext as _

from game.presentation.move_text import (
    answer_sentence,
    article_card,
    card_short,
    claim_answer,
    claim_question,
    claim_result,
    claim_sentence,
    claim_verdict,
    event_sentence,
    misplaced_cards,
    question_sentence,
    scored_sentence,
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
        line = _line(observation.rules.deck, event, names, scorer)
        if concerns(event, you):
            said = _own_words(observation.rules.deck, event, names, scorer, you)
            line = replace(line, sentence=said[0], question=said[1], answer=said[2], own=True)
        if event.number in helped:
            mover, name = helped[event.number], names[event.seat]
            note = helped_sentence(mover, name, is_you=event.seat == you)
            answer = f"{line.answer} {note}".strip()
            line = replace(line, sentence=f"{line.sentence} {note}", answer=answer)
        lines.append(line)
    return tuple(lines)


@cached
def _line(deck_name: str, event: Event, names: tuple[str, ...], scorer: int) -> Line:
    deck = DECKS[deck_name]
    sentence = event_sentence(deck, event, names, scorer)
    if isinstance(event, Asked):
        card = Card.of(event.card)
        return Line(
            event.number,
            "ask",
            event.seat,
            sentence,
            question_sentence(event, names),
            answer_sentence(event, names),
            event.hit,
            card,
            event.of,
        )
    if isinstance(event, Claimed):
        claimed, found = dict(event.holders), dict(event.revealed or ())
        claim = ClaimView(
            label=set_name(deck, deck.sets[event.card_set]),
            cards=tuple((Card.of(card), seat, found.get(card)) for card, seat in event.holders),
            verdict=claim_verdict(event, names),
            result=claim_result(deck, event, scorer),
            right=event.outcome == CORRECT,
        )
        revealed = tuple(
            (Card.of(card), seat, names[seat], claimed.get(card, seat) != seat)
            for card, seat in found.items()
        )
        return Line(
            event.number,
            "claim",
            event.seat,
            sentence,
            claim_question(deck, event, names),
            claim_answer(event, names, scored_sentence(event, scorer)),
            set_name=deck.sets[event.card_set].name,
            team=team_of(scorer) if event.revealed is not None else None,
            revealed=revealed,
            claim=claim,
        )
    return Line(event.number, "pass", event.seat, sentence, other=event.to)


def helped_sentence(mover: str, name: str, *, is_you: bool = False) -> str:
    """The sentence about a move that the turn clock or a bot made for the player.

    ``is_you``: whether the sentence addresses that player.
    """
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


@cached
def _own_words(
    deck_name: str, event: Event, names: tuple[str, ...], scorer: int, you: int
) -> tuple[str, str, str]:
    """The sentence, the question and the answer of a line about an event.

    A pass has an empty question and an empty answer.
    """
    if isinstance(event, Asked):
        said = {"card": article_card(event.card), "who": names[event.seat], "whom": names[event.of]}
        if event.seat == you:
            question = _("You asked %(whom)s for %(card)s.")
            had = _("%(whom)s gave you %(card)s.")
            had_not = _("%(whom)s didn’t have the card. %(whom)s’s turn.")
        else:
            question = _("%(who)s asked you for %(card)s.")
            had, had_not = _("You had the card."), _("You didn’t have the card. Your turn.")
        answer = (had if event.hit else had_not) % said
        return f"{question % said} {answer}", question % said, answer
    if isinstance(event, Claimed):
        return _claim_words(deck_name, event, names, scorer, you)
    if event.seat == you:
        return _("You passed the turn to %(whom)s.") % {"whom": names[event.to]}, "", ""
    return _("%(who)s passed the turn to you.") % {"who": names[event.seat]}, "", ""


def _claim_words(
    deck_name: str, event: Claimed, names: tuple[str, ...], scorer: int, you: int
) -> tuple[str, str, str]:
    deck = DECKS[deck_name]
    misplaced = misplaced_cards(event, names, you)
    if event.seat != you:
        # This player did not claim. The event concerns them only because of a misplaced card.
        said = event_sentence(deck, event, names, scorer)
        sentence = said.removesuffix(misplaced_cards(event, names)) + misplaced
        question, scored = claim_question(deck, event, names), scored_sentence(event, scorer)
    else:
        claimed = {"who": names[you], "set": set_name(deck, deck.sets[event.card_set])}
        question = _("You claimed %(set)s.") % claimed
        scored = scored_sentence(event, scorer, is_you=True)
        sentence = claim_sentence(event, claimed, is_you=True)
        sentence = " ".join(filter(None, (sentence, scored, misplaced)))
    return sentence, question, claim_answer(event, names, scored, you)


def recap(observation: Observation) -> str:
    """A summary of the moves since the last move of a player who has the turn again: asks, hits,
    claims and lost cards.

    It is empty if the player has not moved before, if there are fewer than ``LEAST_IN_RECAP`` such
    moves, or if the ``history`` option hides some of them.
    """
    you, log = observation.you, observation.log
    if observation.turn != you:
        return ""
    own = [event.number for event in log if event.seat == you]
    since = [event for event in log if own and event.number > own[-1]]
    is_whole = own and len(since) == observation.number - own[-1] - 1
    if not is_whole or len(since) < LEAST_IN_RECAP:
        return ""
    deck = DECKS[observation.rules.deck]
    asks = [event for event in since if isinstance(event, Asked)]
    said = {"asks": len(asks), "hits": sum(event.hit for event in asks)}
    asked = _("Asks since your last move: %(asks)d. Hits: %(hits)d.") % said
    results = [
        claim_result(deck, event, observation.scorers[event.card_set])
        for event in since
        if isinstance(event, Claimed)
    ]
    lost = [card_short(each.card) for each in asks if each.hit and each.of == you]
    taken = [_("Cards taken from you: %(cards)s.") % {"cards": ", ".join(lost)}] if lost else []
    return " ".join([*results, *taken, asked])
