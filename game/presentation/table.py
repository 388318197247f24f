"""Makes the view model of a table: a public part, and a private part for a seat.

All facts about cards come from an ``Observation``, so templates can't show a hidden card.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from game.presentation.hand import BY_SET, hand_groups, sort_of
from game.presentation.lines import (
    NOBODY_HELPED,
    event_lines,
    recap,
    recap_lines,
    since_own_move,
    team_of,
)
from game.presentation.move_text import set_name, set_span, team_name
from game.presentation.rendering import cached
from game.presentation.rule_options import RULE_OPTIONS
from game.presentation.rules_text import claim_risk
from game.presentation.view_models import (
    AskGroup,
    Card,
    ClaimForm,
    Face,
    Line,
    MineView,
    NamedSeat,
    Note,
    SeatView,
    SetView,
    Shelf,
    TableView,
)
from literature.rules.decks import DECKS
from literature.rules.information_state import Observation
from literature.rules.state import ENDGAME, FINISHED, MUST_PASS, UNRESOLVED, winner

#: During a game, a page has at most this number of asks. JSON documents have all asks that the
#: ``history`` option allows.
ASKS_ON_PAGE = 40

#: A note stays in the middle of the table for this number of moves.
NOTE_MOVES = 2


def table_view(
    observation: Observation,
    faces: Sequence[Face],
    helped: Mapping[int, str] = NOBODY_HELPED,
    notes: Sequence[Note] = (),
    you: int | None = None,
) -> TableView:
    """The public table, made from any viewer's observation.

    ``helped`` has the moves that the turn clock or a substitute made, by number
    (``row_values.helped_in``). ``notes`` are lines about events of the room, in order. ``you`` is
    the viewer's seat if there is only one viewer; sentences then address that player.
    """
    deck = DECKS[observation.rules.deck]
    finished = observation.phase == FINISHED
    seats = tuple(
        SeatView(
            number=number,
            face=face,
            team=number % 2,
            cards=observation.counts[number] if observation.counts else None,
            out=observation.out[number],
            has_turn=observation.turn == number and not finished,
        )
        for number, face in enumerate(faces)
    )
    won, lacks = winner(observation.scores) if finished else None, ""
    if len(observation.log) < observation.number:
        lacks = _("Only the last %(count)d asks are listed.") % {"count": ASKS_ON_PAGE}
        if observation.rules.history != "full":
            lacks = RULE_OPTIONS["history"].sentence(observation.rules.history)
    log = event_lines(observation, observation.log, faces, helped, you)
    sets = set_views(deck.name, observation.scorers)
    # A note with the number n comes between the moves with the numbers n - 1 and n: sorting is
    # stable, so for equal numbers a note stays before a move.
    together: list[Line | Note] = sorted([*notes, *log], key=lambda each: each.number)
    return TableView(
        seats=seats,
        turn=seats[observation.turn],
        you=you,
        phase=observation.phase,
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
        last=log[-1] if log else None,
        log=tuple(reversed(together)),
        lacks=lacks,
        note=" ".join(
            note.sentence for note in notes if observation.number - note.number < NOTE_MOVES
        ),
        winner=won,
        winner_name="" if won is None else team_name(won),
    )


def mine_view(
    observation: Observation,
    faces: Sequence[Face],
    helped: Mapping[int, str] = NOBODY_HELPED,
    order: str = BY_SET,
) -> MineView:
    """The private part, made from the observation of a seat. ``helped`` is as in ``table_view``,
    ``order`` as in ``hand_groups``.
    """
    assert observation.you is not None and observation.hand is not None
    deck, legal = DECKS[observation.rules.deck], observation.legal
    you, hand = observation.you, observation.hand
    seats = [NamedSeat(number, face, number % 2) for number, face in enumerate(faces)]
    targets = {seat for asked in legal.asks.values() for seat in asked}
    wanted = sum(1 << card for card in legal.asks)
    clockwise = [(you + step) % len(seats) for step in range(1, len(seats))]
    last = event_lines(observation, observation.log[-1:], faces, helped, you)
    since = since_own_move(observation)
    return MineView(
        seat=seats[you],
        last=last[0] if last and last[0].own else None,
        recap=recap(observation, since),
        recap_lines=recap_lines(observation, since, faces, helped),
        my_turn=observation.turn == you and observation.phase != FINISHED,
        must_pass=observation.turn == you and observation.phase == MUST_PASS,
        must_claim=observation.turn == you and observation.phase == ENDGAME,
        claim_risk=claim_risk(observation.rules),
        hand=hand_groups(deck, hand, order),
        hand_size=hand.bit_count(),
        sort=sort_of(order),
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
        team=team_of(scorer),
    )


@cached
def _ask_group(deck_name: str, index: int, wanted: int, hand: int) -> AskGroup:
    deck = DECKS[deck_name]
    card_set = deck.sets[index]
    cards = ((Card.of(card), bool(wanted >> card & 1), bool(hand >> card & 1))
             for card in card_set.cards)  # fmt: skip
    return AskGroup(set_name(deck, card_set), tuple(cards))


@cached
def _claim_form(deck_name: str, index: int, hand: int) -> ClaimForm:
    card_set = DECKS[deck_name].sets[index]
    cards = tuple((Card.of(card), bool(hand >> card & 1)) for card in card_set.cards)
    return ClaimForm(_set_view(deck_name, index, UNRESOLVED), cards)
