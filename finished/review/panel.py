"""The parts of a review on the page of a replay: the summary, the verdicts, the review of a move,
and the grid.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from typing import NamedTuple

from django.core.cache import cache
from django.utils.translation import gettext as _

from finished.replay.replay import Place, Replay
from finished.review.reviews import StoredReview
from finished.review.summary_text import (
    Noted,
    missed_claim,
    own_sentence,
    player_review,
    tenths,
    turning_point,
)
from finished.review.text import review_of, verdict_words
from finished.review.wording import Names
from game import computing
from game.models import Game
from game.play.review_request import may_review
from game.presentation.move_text import card_name, card_short, set_name, team_name
from literature.judge import ENGINE
from literature.judge.findings import MissedClaim, OwnFact, Summary, TurningPoint
from literature.judge.grid import OUT, by_card
from literature.judge.summary import MOST_LESSONS, beaten, lessons
from literature.judge.worker import seat_grid
from literature.rules.cards import card_text
from literature.rules.decks import Deck
from literature.rules.moves import Event

#: A person may look at this number of deduction grids per minute. Each takes up to 80 ms of a
#: process that also makes help.
GRIDS_A_MINUTE = 120


def names_of(replay: Replay, you: int | None = None) -> list[str]:
    """The names of all players, by seat. The name of the viewer's seat ``you`` is marked: many
    guests did not choose their names.
    """
    names = [face.name for face in replay.faces(replay.last)]
    if you is not None:
        names[you] = _("%(name)s (you)") % {"name": names[you]}
    return names


def verdicts(review: StoredReview | None) -> dict[int, tuple[str, str]]:
    """For each position after a move with a verdict: the verdict and its label.

    Position 0 is the deal, so it has no verdict.
    """
    moves, words = review.moves if review else (), verdict_words()
    return {
        number + 1: (verdict, words[verdict][0])
        for number, move in enumerate(moves)
        if (verdict := move["finding"]["verdict"])
    }


def panel_context(
    replay: Replay, review: StoredReview | None, place: Place, seat: int | None
) -> dict[str, object]:
    """The context of ``templates/table/replay_review.html``: the review of the move before a
    position, if there is such a move and it is reviewed. ``seat`` is the viewer's.
    """
    names, event = names_of(replay, seat), replay.log[place.move - 1] if place.move else None
    reviewed = None
    if event and review and event.number < len(review.moves):
        reviewed = review_of(replay.game.rules, event, review.move(event.number), names)
    return {
        "has_review": review is not None and bool(review.moves),
        "reviewed": reviewed,
        "review_move": place.move,
        "review_who": names[event.seat] if event else "",
        "grid_query": f"{place.query}&grid=1#grid",
    }


def summary_context(
    replay: Replay, review: StoredReview | None, seat: int | None
) -> dict[str, object]:
    """The context of ``templates/finished/replay_review.html``."""
    context: dict[str, object] = {
        "review": review,
        "may_review": may_review(replay.game) and replay.whole,
        "review_done": len(review.moves) if review else 0,
        "is_making": review is not None and review.summary is None and not review.failed,
        "own_lessons": (),
    }
    if review is None or review.summary is None:
        return context
    rules, names, summary = replay.game.rules, names_of(replay), review.summary
    scorers, marked = replay.states[-1].scorers, names_of(replay, seat)
    players = [player_review(each, said, marked) for each, said in enumerate(summary.players)]
    return context | {
        "own_lessons": viewer_lessons(replay, review, seat),
        "players": sorted(
            (each for each in players if each), key=lambda each: (each.seat % 2, each.seat)
        ),
        "turning": [
            turning_point(rules, replay.log[each.move], each, names, scorers)
            for each in summary.turning
        ],
        "missed": [
            (title, [missed_claim(rules, each, names, scorers) for each in group])
            for title, group in _missed_groups(summary.missed_claims, seat)
            if group
        ],
        "graph": _graph(summary.expected),
        "verdict_words": verdict_words(),
    }


def _missed_groups(
    missed: Sequence[MissedClaim], seat: int | None
) -> Iterator[tuple[str, list[MissedClaim]]]:
    """The missed claims with a title: first the viewer's, if the viewer had a seat."""
    yield _("Your missed claims without risk"), [each for each in missed if each.seat == seat]
    others = [each for each in missed if each.seat != seat]
    yield _("Missed claims without risk") if seat is None else _("Missed claims of others"), others


def viewer_fact(summary: Summary, seat: int | None) -> OwnFact | TurningPoint | None:
    """The most important fact for a seat.

    Without such a fact, or without a seat, the greatest turning point of the game; None if there is
    no turning point.
    """
    own = None if seat is None else summary.sentences[seat]
    return own or max(summary.turning, key=lambda each: each.shift, default=None)


def viewer_sentence(
    game: Game, fact: OwnFact | TurningPoint, event: Event | None, names: Names
) -> Noted:
    """The sentence about a fact. ``event`` is the move of the fact, if it has one."""
    if isinstance(fact, OwnFact):
        sentence = own_sentence(game.rules, event, fact, names)
        return Noted(game.version - 1 if fact.move is None else fact.move, sentence)
    assert event is not None
    noted = turning_point(game.rules, event, fact, names, game.scorers)
    said = {"move": noted.number + 1, "what": noted.sentence}
    return Noted(noted.number, _("The turning point was move %(move)d: %(what)s") % said)


def viewer_lessons(replay: Replay, review: StoredReview, seat: int | None) -> list[Noted]:
    """The most important sentences for a seat, of a complete review with its moves. A beaten seat
    also hears of the greatest turning point for the winners, if it has less than three lessons.
    Without such sentences, the sentence about a turning point, if any.
    """
    if review.summary is None:
        return []
    facts = list[OwnFact | TurningPoint]()
    if seat is not None:
        helped = replay.made_for_people
        own = [each for each in replay.log if each.seat == seat and each.number not in helped]
        moves = [(event, review.move(event.number)) for event in own]
        missed = [each for each in review.summary.missed_claims if each.seat == seat]
        lost = [each for each in missed if each.lost and each.move not in helped]
        is_beaten = beaten(replay.states[-1].scores, seat)
        facts += lessons(moves, lost, is_beaten)
        against = [
            each
            for each in review.summary.turning
            if each.team != seat % 2 and replay.log[each.move].seat % 2 == each.team
        ]
        if is_beaten and against and len(facts) < MOST_LESSONS:
            facts.append(max(against, key=lambda each: each.shift))
    if not facts and (turning := viewer_fact(review.summary, None)):
        facts = [turning]
    return [
        viewer_sentence(
            replay.game,
            fact,
            None if fact.move is None else replay.log[fact.move],
            names_of(replay),
        )
        for fact in facts
    ]


def _grid(replay: Replay, number: int, seat: int) -> dict[int, bytes] | None:
    """The knowledge of a seat before move ``number`` (from 0): for each card, the chance that each
    seat holds it. None if the computation takes too long, or if the game can't be reviewed.
    """
    game = replay.game
    if not may_review(game):
        return None
    key = f"grid.{ENGINE}.{game.pk}.{number}.{seat}"
    found: bytes | None = cache.get(key)
    if found is None:
        known = game.rules, seat, game.dealer, replay.dealt[seat], replay.log[:number]
        try:
            found = computing.for_page(seat_grid, *known)
        except (TimeoutError, BrokenExecutor):
            return None
        cache.set(key, found)
    return by_card(found, game.deck, game.rules.players)


def grid_context(replay: Replay, place: Place) -> dict[str, object]:
    """The context of ``replay_grid.html``: the grid before the move, for the chosen seat or, if no
    seat was chosen, for the mover.
    """
    number = max(0, place.move - 1)
    event = replay.log[number] if replay.log else None
    seat = place.eyes if place.eyes is not None else event.seat if event else 0
    table, found = replay.table(number, None), _grid(replay, number, seat)
    faces = [each.face for each in table.seats]
    return {
        "grid_seat": seat,
        "grid_name": faces[seat].name,
        "grid_move": number + 1,
        "grid_seats": table.seats,
        "grid_sets": grid_sets(replay.game.deck, found) if found else (),
        "place": place,
        "last": replay.last,
    }


class GridRow(NamedTuple):
    """A card in a grid, as text in the record, in short and in full, and its suit. Each seat has a
    cell: the chance in percent, and its shade from 0 to 10.
    """

    card: str
    short: str
    name: str
    suit: str
    cells: list[tuple[int, int]]


def grid_sets(deck: Deck, found: dict[int, bytes]) -> list[tuple[str, list[GridRow]]]:
    """The sets of a grid that are in play: the name of each, and its rows."""
    sets = []
    for each in deck.sets:
        if found[each.cards[0]][0] == OUT:
            continue
        rows = []
        for card in each.cards:
            text = card_text(card)
            short, suit = ("★", text[0]) if text in ("RJ", "BJ") else (card_short(card), text[1])
            cells = [(chance, max(int(chance > 0), round(chance / 10))) for chance in found[card]]
            rows.append(GridRow(text, short, card_name(card), suit, cells))
        sets.append((set_name(deck, each), rows))
    return sets


def _graph(expected: Sequence[Sequence[float]]) -> dict[str, object]:
    """The teams' expected points over the game, as the coordinates of two lines in an SVG of
    ``width`` by ``height``, and in words.
    """
    highest = max(1.0, *(points for each in expected for points in each))
    lowest = min(0.0, *(points for each in expected for points in each))
    width, height = 600, 160
    steps = max(1, len(expected) - 1)

    def line(team: int) -> str:
        return " ".join(
            f"{width * move / steps:.1f},"
            f"{height - height * (each[team] - lowest) / (highest - lowest):.1f}"
            for move, each in enumerate(expected)
        )

    went = _("%(team)s’s expected points went from %(first)s to %(last)s.")
    said = " ".join(
        went % {"team": team_name(team), "first": tenths(first), "last": tenths(last)}
        for team, (first, last) in enumerate(zip(expected[0], expected[-1], strict=True))
    )
    return {"width": width, "height": height, "lines": (line(0), line(1)), "said": said}
