"""The regions of a replay that each step replaces: the table, the hands, and the move's review."""

from django.utils.translation import gettext as _

from finished.replay.replay import Place, Replay
from finished.review.panel import panel_context
from finished.review.reviews import StoredReview
from game.presentation.hand import hand_groups
from game.presentation.lessons import lesson
from game.presentation.rendering import render_part
from literature.rules.options import FIRST_GAME

#: Values for the parts of a live table that a replay does not have. Most of them are empty.
EMPTY_PARTS: dict[str, object] = {
    "oob": False,
    "dealt": (),
    "claim_pause": None,
    "end": None,
    "in_replay": True,
    "pace": "normal",
    "reactions": (),
    "series": "",
    "spectator_names": (),
}


def position(
    replay: Replay, place: Place, own_seat: int | None, review: StoredReview | None = None
) -> dict[str, object]:
    """A position for the page's script: its HTML, and the move that led to it, with its
    sentence.
    """
    context = regions_context(replay, place, own_seat)
    led_here = replay.log[place.move - 1 : place.move] if place.move else ()
    move = next(iter(replay.lines_for(own_seat, led_here)), None)
    return {
        "move": place.move,
        "regions": render_part("table.html", context)
        + render_part("replay_mine.html", context)
        + render_part("replay_review.html", panel_context(replay, review, place, own_seat)),
        "shown": move.data if move else None,
        "where": where(replay, place.move),
        "said": move.sentence if move else _("The cards are dealt."),
    }


def regions_context(replay: Replay, place: Place, own_seat: int | None) -> dict[str, object]:
    """The context of the regions.

    ``own_seat`` is the viewer's own seat: it is nearest to the viewer while all hands are open, and
    sentences address its player.
    """
    table = replay.table(place.move, place.eyes, own_seat)
    state, last = replay.states[place.move], table.last if table.last and table.last.hit else None
    # ``came`` is the card that the last move brought to a hand, if it brought one.
    hands = [
        {
            "seat": seat,
            "groups": hand_groups(state.deck, hand),
            "size": hand.bit_count(),
            "came": last.card.text if last and last.card and last.seat == seat.number else "",
        }
        for seat, hand in zip(table.seats, state.hands, strict=True)
    ]
    nearest = own_seat if place.eyes is None else place.eyes
    rules, log = replay.game.rules, replay.log[: place.move]
    teaches = replay.game.began_as == FIRST_GAME
    return {
        "game": replay.game,
        "teaches": teaches,
        "follows": lesson(rules, log, replay.faces(place.move)) if teaches else "",
        "has_help": replay.game.table["help"],
        "table": table,
        "own": own_seat,
        "nearest": None if nearest is None else table.seats[nearest],
        "seen": None if place.eyes is None else hands[place.eyes],
        "hands": hands if place.eyes is None else (),
    } | EMPTY_PARTS


def where(replay: Replay, move: int) -> str:
    """The position as text, such as "Move 3 of 40"."""
    if move == 0:
        return _("The deal")
    return _("Move %(number)d of %(last)d") % {"number": move, "last": replay.last}
