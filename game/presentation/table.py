"""Makes the view model of a table: a public part, and a private part for a seat.

All facts about cards come from an ``Observation``, so templates can't show a hidden card.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from django.utils.translation import gettext as _

from game.presentation.move_text import (
    answer_sentence,
    claim_answer,
    claim_question,
    claim_result,
    claim_verdict,
    event_sentence,
    helped_sentence,
    question_sentence,
    scored_sentence,
    set_name,
    set_span,
    team_name,
)
from game.presentation.own_text import concerns, own_line, recap
from game.presentation.rendering import cached
from game.presentation.rule_options import RULE_OPTIONS
from game.presentation.view_models import (
    AskGroup,
    Card,
    ClaimForm,
    ClaimView,
    Face,
    Group,
    Last,
    Line,
    MineView,
    NamedSeat,
    Note,
    SeatView,
    SetView,
    Shelf,
    TableView,
)
from literature.rules.decks import DECKS, Deck
from literature.rules.information_state import Observation
from literature.rules.moves import CORRECT, Asked, Claimed, Event
from literature.rules.state import ENDGAME, FINISHED, MUST_PASS, NOBODY, UNRESOLVED, winner

#: During a game, a page has at most this number of asks. JSON documents have all asks that the
#: ``history`` option allows.
ASKS_ON_PAGE = 40

#: A note stays in the middle of the table for this number of moves.
NOTE_MOVES = 2

NOBODY_HELPED: Mapping[int, str] = MappingProxyType({})


def table_view(
    observation: Observation,
    faces: Sequence[Face],
    helped: Mapping[int, str] = NOBODY_HELPED,
    notes: Sequence[Note] = (),
    you: int | None = None,
) -> TableView:
    """The public table, made from any viewer's observation.

    ``helped`` has the moves that the turn clock or a substitute made, by number
    (``row_values.load_helped``). ``notes`` are lines about events of the room, in order. ``you`` is
    the viewer's seat if there is only one viewer; sentences then address that player.
    """
    deck = DECKS[observation.rules.deck]
    seats = tuple(_seat_view(observation, face, number) for number, face in enumerate(faces))
    log = event_lines(observation, observation.log, faces, helped, you)
    finished = observation.phase == FINISHED
    won = winner(observation.scores) if finished else None
    sets = set_views(deck.name, observation.scorers)
    # A note with the number n comes between the moves with the numbers n - 1 and n: sorting is
    # stable, so for equal numbers a note stays before a move.
    together: list[Line | Note] = sorted([*notes, *log], key=lambda each: each.number)
    return TableView(
        seats=seats,
        turn=seats[observation.turn],
        you=you,
        phase=observation.phase,
        scores=tuple((team, team_name(team), observation.scores[team]) for team in (0, 1)),
        sets=sets,
        shelves=tuple(
            Shelf(
                team,
                team_name(team),
                observation.scores[team],
                tuple(each for each in sets if each.team == team),
            )
            for team in (0, 1)
        ),
        lost=tuple(each for each in sets if not each.in_play and each.team is None),
        last=_last(log[-1], seats, sets) if log else None,
        log=tuple(reversed(together)),
        lacks=_lacks(observation),
        note=" ".join(
            note.sentence for note in notes if observation.number - note.number < NOTE_MOVES
        ),
        finished=finished,
        winner=won,
        winner_name="" if won is None else team_name(won),
    )


def _lacks(observation: Observation) -> str:
    """Why the log lacks asks; empty if it has all of them."""
    if len(observation.log) == observation.number:
        return ""
    if observation.rules.history != "full":
        return RULE_OPTIONS["history"].sentence(observation.rules.history)
    return _("Only the last %(count)d asks are listed.") % {"count": ASKS_ON_PAGE}


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
            line = own_line(line, observation.rules.deck, event, names, scorer, you)
        if event.number in helped:
            mover, name = helped[event.number], names[event.seat]
            note = helped_sentence(mover, name, is_you=event.seat == you)
            answer = f"{line.answer} {note}".strip()
            line = replace(line, sentence=f"{line.sentence} {note}", answer=answer)
        lines.append(line)
    return tuple(lines)


def mine_view(
    observation: Observation, faces: Sequence[Face], helped: Mapping[int, str] = NOBODY_HELPED
) -> MineView:
    """The private part, made from the observation of a seat. ``helped`` is as in ``table_view``."""
    assert observation.you is not None and observation.hand is not None
    deck, you, hand, legal = (
        DECKS[observation.rules.deck],
        observation.you,
        observation.hand,
        observation.legal,
    )
    seats = [NamedSeat(number, face, number % 2) for number, face in enumerate(faces)]
    targets = {seat for asked in legal.asks.values() for seat in asked}
    wanted = sum(1 << card for card in legal.asks)
    clockwise = [(you + step) % len(seats) for step in range(1, len(seats))]
    last = event_lines(observation, observation.log[-1:], faces, helped, you)
    return MineView(
        seat=seats[you],
        last=last[0] if last and last[0].own else None,
        begins=observation.number == 0 and observation.turn == you,
        recap=recap(observation),
        turn=seats[observation.turn],
        my_turn=observation.turn == you and observation.phase != FINISHED,
        must_pass=observation.turn == you and observation.phase == MUST_PASS,
        must_claim=observation.turn == you and observation.phase == ENDGAME,
        hand=hand_groups(deck, hand),
        hand_size=hand.bit_count(),
        targets=tuple(seats[seat] for seat in clockwise if seat in targets),
        asks=tuple(
            _ask_group(deck.name, each.index, wanted & each.mask, hand & each.mask)
            for each in deck.sets
            if wanted & each.mask
        ),
        claims=tuple(
            _claim_form(deck.name, index, hand & deck.sets[index].mask) for index in legal.claims
        ),
        others=tuple(seats[seat] for seat in clockwise if seat % 2 == you % 2),
        passes=tuple(seats[seat] for seat in legal.passes),
    )


def hand_groups(deck: Deck, cards: int) -> tuple[Group, ...]:
    """The cards of a hand, grouped by set."""
    return tuple(
        _group(deck.name, each.index, cards & each.mask) for each in deck.sets if cards & each.mask
    )


@cached
def _group(deck_name: str, index: int, cards: int) -> Group:
    deck = DECKS[deck_name]
    card_set = deck.sets[index]
    held = tuple(Card.of(card) for card in card_set.cards if cards >> card & 1)
    return Group(set_name(deck, card_set), held)


def _seat_view(observation: Observation, face: Face, number: int) -> SeatView:
    return SeatView(
        number=number,
        face=face,
        team=number % 2,
        cards=observation.counts[number] if observation.counts else None,
        out=observation.out[number],
        has_turn=observation.turn == number and observation.phase != FINISHED,
    )


@cached
def set_views(deck_name: str, scorers: tuple[int, ...]) -> tuple[SetView, ...]:
    return tuple(_set_view(deck_name, index, scorer) for index, scorer in enumerate(scorers))


@cached
def _set_view(deck_name: str, index: int, scorer: int) -> SetView:
    deck = DECKS[deck_name]
    card_set = deck.sets[index]
    half, _dash, rest = card_set.name.partition("-")
    return SetView(
        name=card_set.name,
        label=set_name(deck, card_set),
        cloth=rest if half in ("low", "high") else half,
        span=set_span(card_set),
        cards=tuple(Card.of(card) for card in card_set.cards),
        in_play=scorer == UNRESOLVED,
        team=_team(scorer),
    )


def _last(line: Line, seats: Sequence[SeatView], sets: Sequence[SetView]) -> Last:
    return Last(
        line,
        seats[line.seat],
        None if line.other is None else seats[line.other],
        next((each for each in sets if each.name == line.set_name), None),
    )


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
        return Line(
            event.number,
            "claim",
            event.seat,
            sentence,
            claim_question(deck, event, names),
            claim_answer(event, names, scored_sentence(event, scorer)),
            set_name=deck.sets[event.card_set].name,
            team=_team(scorer) if event.revealed is not None else None,
            revealed=_revealed(event, names),
            claim=_claim_view(deck, event, names, scorer),
        )
    return Line(event.number, "pass", event.seat, sentence, other=event.to)


def _revealed(event: Claimed, names: Sequence[str]) -> tuple[tuple[Card, int, str, bool], ...]:
    claimed = dict(event.holders)
    return tuple(
        (Card.of(card), seat, names[seat], claimed.get(card, seat) != seat)
        for card, seat in event.revealed or ()
    )


def _claim_view(deck: Deck, event: Claimed, names: Sequence[str], scorer: int) -> ClaimView:
    found = dict(event.revealed or ())
    return ClaimView(
        label=set_name(deck, deck.sets[event.card_set]),
        cards=tuple((Card.of(card), seat, found.get(card)) for card, seat in event.holders),
        verdict=claim_verdict(event, names),
        result=claim_result(deck, event, scorer),
        right=event.outcome == CORRECT,
    )


def _team(scorer: int) -> int | None:
    return None if scorer in (UNRESOLVED, NOBODY) else scorer


@cached
def _ask_group(deck_name: str, index: int, wanted: int, hand: int) -> AskGroup:
    deck = DECKS[deck_name]
    card_set = deck.sets[index]
    cards = ((Card.of(card), bool(wanted >> card & 1), bool(hand >> card & 1))
             for card in card_set.cards)  # fmt: skip
    return AskGroup(set_name(deck, card_set), set_span(card_set), tuple(cards))


@cached
def _claim_form(deck_name: str, index: int, hand: int) -> ClaimForm:
    card_set = DECKS[deck_name].sets[index]
    cards = tuple((Card.of(card), bool(hand >> card & 1)) for card in card_set.cards)
    return ClaimForm(_set_view(deck_name, index, UNRESOLVED), cards)
