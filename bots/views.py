"""Help at the table: a hint and the deduction grid for the viewer's own seat.

Both are made from this seat's information state, only for this viewer, and only at a table with
help.
"""

import json

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from django_htmx.middleware import HtmxDetails

from accounts.view_helpers import wants_json
from bots.knowledge_cache import cached_knowledge
from finished.review.hint_text import hint_text
from finished.review.panel import grid_sets
from game import computing
from game.presentation.table import table_view
from game.refusal_responses import check_rate, refusal
from game.refusals import Refused
from literature.judge import ENGINE, worker
from literature.judge.grid import by_card
from literature.rules.information_state import information_state
from rooms.live.snapshot import Snapshot
from rooms.views.read_room import read_room

#: An open panel requests help again after each move.
HELP_PER_MINUTE = 60

#: The result is cached, because a player may open the panel again in the same position.
CACHE_SECONDS = 300


@never_cache
@require_GET
def seat_help(request: HttpRequest, code: str) -> HttpResponse:
    """The help for the viewer's own seat, as an HTML fragment.

    Otherwise a refusal: that of ``read_room``, or a refusal with the code ``not_playing``,
    ``game_over``, ``not_seated``, ``no_help``, ``rate_limited`` or ``help_late``.
    """
    try:
        now = read_room(request, code)
        seat = _seat_with_help(now, request.user.id)
        check_rate(request, "help", HELP_PER_MINUTE)
        return render(request, "rooms/table_help.html", _context(now, seat))
    except Refused as refused:
        if wants_json(request) or not HtmxDetails(request):
            return refusal(request, refused)
        context = {"refusal": refused.message}
        return render(request, "rooms/table_help.html", context, status=refused.status)


def _seat_with_help(now: Snapshot, user_id: int | None) -> int:
    """The seat for which this person may get help. Raise ``Refused`` if there is none."""
    if now.game is None:
        raise Refused("not_playing")
    seat = now.seat_number_of(user_id)
    if seat is None:
        raise Refused("not_seated")
    if now.game.is_over:
        raise Refused("game_over")
    if not now.has_help:
        raise Refused("no_help")
    return seat


def _context(now: Snapshot, seat: int) -> dict[str, object]:
    """The context of ``templates/rooms/table_help.html``."""
    assert now.game
    found, deck = _help_for(now, seat), now.game.deck
    hint = hint_text(now.rules, found.hint, [face.name for face in now.faces], seat)
    table = table_view(now.observation(seat), now.faces, now.helped, you=seat)
    sets = grid_sets(deck, by_card(found.grid, deck, now.rules.players))
    mine = [each for each in sets if any(row.cells[seat][0] == 100 for row in each[1])]
    return {
        "version": now.game.version,
        "hint": hint,
        "hint_fields": json.dumps(hint.fields),
        "grid_seat": seat,
        "grid_you": seat,
        "grid_seats": table.seats,
        "grid_sets": mine,
        "other_sets": [each for each in sets if each not in mine],
    }


def _help_for(now: Snapshot, seat: int) -> worker.Help:
    """The help for a seat at the game's version.

    Raise ``Refused`` (``help_late``) if it takes too long.
    """
    stored = now.stored_game
    assert stored
    game, key = stored.game, f"help.{ENGINE}.{stored.game.id}.{stored.game.version}.{seat}"
    found = cache.get(key)
    if found is None:
        seen = information_state(
            stored.state, (), seat, dealer=game.dealer, dealt=stored.dealt[seat]
        )
        try:
            with cached_knowledge(game, seen) as knowledge:
                found = computing.for_page(worker.seat_help, seen, knowledge)
        except TimeoutError as late:
            raise Refused("help_late", retry_after=2) from late
        cache.set(key, found, CACHE_SECONDS)
    return found
