"""Renders the regions of a page. The page replaces each region by its id.

In updates, ``#table`` is the same for everybody, and ``#mine`` is the same for one ``audience``. A
page ignores an update that is older than the page itself (``#versions``).
"""

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.end import end_view
from game.presentation.lessons import lesson
from game.presentation.rendering import render_part
from game.presentation.result import every_hand
from game.presentation.rules_text import HouseRules
from game.presentation.rules_text import house_rules as rules_in_words
from game.presentation.table import NOBODY_HELPED, event_lines, mine_view, table_view
from game.presentation.view_models import Card
from game.rules.cards import CARDS
from game.rules.moves import Event
from game.rules.options import OPTIONS
from rooms.actions import chat
from rooms.actions.seating import (
    FEWEST_PLAYERS,
    is_empty,
    players_after_filling,
    shown_seats,
    why_not_start,
)
from rooms.bot_levels import all_levels, level
from rooms.live import beside_game
from rooms.live.snapshot import Person, Snapshot
from rooms.models import Seat
from rooms.room_event_text import event_sentence, notes_of


def audience(snapshot: Snapshot, user_id: int | None) -> int | None:
    """Return the audience of a viewer. All viewers in one audience see the same private part.

    A person is an audience of their own if they have a seat, are banned, may take their seat
    back, or may see the replay; the audience is then their user id. All other viewers share the
    audience None.
    """
    sits = snapshot.room_seat_of(user_id) or snapshot.seat_number_of(user_id) is not None
    known = user_id in snapshot.banned or user_id in snapshot.may_return
    return user_id if sits or known or snapshot.may_replay(user_id) else None


def public_html(snapshot: Snapshot) -> str:
    """Render the ``#table`` region."""
    return render_part("table.html", public_context(snapshot))


def frame(snapshot: Snapshot, user_id: int | None) -> str:
    """Render all regions for one viewer, for the answer to a POST or to a page that polls."""
    own = mine_html(mine_context(snapshot, user_id))
    public = versions_html(snapshot) + public_html(snapshot) + rules_html(snapshot)
    return public + own + moves_html(snapshot)


def versions_html(snapshot: Snapshot) -> str:
    """Render the first part of an update: the versions."""
    return render_part("versions.html", {"versions": snapshot.versions, "game": snapshot.game})


def rules_html(snapshot: Snapshot) -> str:
    """Render the rules of the game, or in a lobby of the next game, and the commitment. Moves do
    not change this region.
    """
    return render_part("rules.html", _rules(snapshot) | {"oob": True})


def mine_html(context: dict[str, Any]) -> str:
    """Render the ``#mine`` region."""
    return render_part("mine.html", context)


def moves_html(
    snapshot: Snapshot,
    news: Sequence[Event] = (),
    helped: Mapping[int, str] = NOBODY_HELPED,
    you: int | None = None,
) -> str:
    """Render the moves since the last update, which the page animates. ``you`` is the viewer's seat
    if some of these moves concern it: their sentences then say "you". Otherwise it is None.
    """
    return render_part("moves.html", {"moves": _moves(snapshot, news, helped, you)})


def heartbeat_html(versions: tuple[int, int]) -> str:
    """Render a heartbeat: the newest versions. A heartbeat also shows the page that the connection
    works.
    """
    return render_part("heartbeat.html", {"versions": versions})


def document_text(snapshot: Snapshot, user_id: int | None) -> str:
    """Return ``state.json`` as text, for sockets that want JSON."""
    return json.dumps(snapshot.document(user_id))


def page_context(snapshot: Snapshot, user_id: int | None) -> dict[str, Any]:
    """Return the context of a room's whole page."""
    return (
        public_context(snapshot, snapshot.seat_number_of(user_id))
        | mine_context(snapshot, user_id)
        | {
            "versions": snapshot.versions,
            **_rules(snapshot),
            "is_spectator": snapshot.seat_number_of(user_id) is None,
            "all_reactions": chat.reaction_choices(),
            "all_cards": [Card.of(card) for card in range(len(CARDS))],
        }
    )


def public_context(snapshot: Snapshot, you: int | None = None) -> dict[str, Any]:
    """Return the context of the ``#table`` region.

    ``you`` is the viewer's seat, if the region is rendered for one viewer only.
    """
    room = snapshot.room
    context = {"room": room, "game": snapshot.game, "teaches": snapshot.teaches, "oob": True}
    if snapshot.game:
        seen = snapshot.observation(None)
        context["table"] = table_view(
            seen, snapshot.faces, snapshot.helped, notes_of(snapshot.events), you
        )
        context["end"] = (
            end_view(snapshot.game, context["table"]) if snapshot.game.is_over else None
        )
        context["follows"] = (
            lesson(snapshot.rules, seen.log, snapshot.faces) if snapshot.teaches else ""
        )
        context["dealt"] = (
            every_hand(snapshot.game, context["table"], snapshot.dealt)
            if snapshot.game.is_over
            else ()
        )
    else:
        context |= _ring(snapshot)
        context["house"] = _house(snapshot)
        context["note"] = event_sentence(snapshot.events[-1]) if snapshot.events else ""
    return context | beside_game.public(snapshot)


def mine_context(snapshot: Snapshot, user_id: int | None) -> dict[str, Any]:
    """Return the context of the ``#mine`` region for one viewer."""
    room, seat = snapshot.room, snapshot.seat_number_of(user_id)
    context: dict[str, Any] = {
        "room": room,
        "game": snapshot.game,
        "oob": True,
        # The id need not be secret. It only has to differ from the person's other request ids.
        "request_id": f"{random.getrandbits(72):x}",
        "seated": seat is not None,
        "is_host": user_id is not None and room.host_id == user_id,
        "mine": None,
        "plain": False,
        "may_replay": snapshot.may_replay(user_id),
    }
    if snapshot.game is None:
        mine = snapshot.room_seat_of(user_id)
        seated = len(snapshot.seats)
        context |= {
            "is_full": seated >= room.seat_count and not any(each.bot for each in snapshot.seats),
            "makes_room": _way_to_seat(snapshot),
            "is_closed": room.locked and not is_empty(snapshot.seats),
            "to_fill": players_after_filling(seated, snapshot.rules.players, room.seat_count)
            - seated,
            "can_add": seated < room.seat_count,
            "more_seats": _other_size(snapshot, +2),
            "fewer_seats": _other_size(snapshot, -2),
            "my_seat": seat,
            "my_name": mine.name if mine else "",
            "name_is_invented": bool(mine and mine.name_is_invented),
            "host_name": _host_name(snapshot),
            "start_code": why_not_start(snapshot.seats) or "",
            "bots": sum(bool(each.bot) for each in snapshot.seats),
            "seated_count": seated,
        }
        if context["is_host"]:
            context |= _host_tools(snapshot)
    elif seat is not None:
        context["mine"] = mine_view(snapshot.observation(seat), snapshot.faces, snapshot.helped)
        context["turn_name"] = context["mine"].turn.face.name
        context["version"] = snapshot.game.version
    return context | beside_game.own(snapshot, user_id)


def _host_tools(snapshot: Snapshot) -> dict[str, Any]:
    """Return the context of the host's panel in a lobby."""
    names = {seat.number: seat.name for seat in snapshot.seats}
    return {
        "levels": all_levels(),
        "house": _house(snapshot),
        "taken_seats": snapshot.seats,
        "seat_names": [(number, names.get(number, "")) for number in range(_shown_seats(snapshot))],
    }


def _rules(snapshot: Snapshot) -> dict[str, Any]:
    """Return the context of ``rules.html``."""
    return {"house": _house(snapshot), "game": snapshot.game, "has_help": snapshot.has_help}


def _house(snapshot: Snapshot) -> HouseRules:
    return rules_in_words(snapshot.preset, snapshot.rules)


def _moves(
    snapshot: Snapshot, news: Sequence[Event], helped: Mapping[int, str], you: int | None
) -> list[dict[str, Any]]:
    """Return moves as data for the page's script: seats, card or set, and the sentence."""
    if not news:
        return []
    lines = event_lines(snapshot.observation(None), news, snapshot.faces, helped, you)
    return [line.data for line in lines]


def _shown_seats(snapshot: Snapshot) -> int:
    return shown_seats(snapshot.rules.players, snapshot.room.seat_count, snapshot.seats)


def _way_to_seat(snapshot: Snapshot) -> str:
    """Return how a person can get a seat: in an empty ``seat``, in place of a ``bot``, or in one of
    two seats that are then added to the ``table``.
    """
    if len(snapshot.seats) < _shown_seats(snapshot):
        return "seat"
    return "bot" if any(each.bot for each in snapshot.seats) else "table"


def _other_size(snapshot: Snapshot, more: int) -> int | None:
    """Return the number of players after the host adds or removes seats. Return None if no table
    has this number, or if somebody would lose their seat.
    """
    size = _shown_seats(snapshot) + more
    free = all(seat.number < size for seat in snapshot.seats)
    return size if size in OPTIONS["players"] and free else None


def _ring(snapshot: Snapshot) -> dict[str, Any]:
    """Return the context of the seats around the table in a lobby, and of the table's middle."""
    seats = snapshot.seats
    return {
        "lobby_seats": _lobby_seats(snapshot),
        "seated_count": len(seats),
        "team_counts": [sum(seat.team == team for seat in seats) for team in (0, 1)],
        "needs": _reason_to_wait(seats),
    }


def _reason_to_wait(seats: Sequence[Seat]) -> str:
    """Return a sentence: why no game can be dealt yet, or that the game can start."""
    code = why_not_start(seats)
    if code == "uneven_teams":
        return _("One team has more players than the other.")
    if code is None:
        return _("The game can start.")
    missing = max(FEWEST_PLAYERS - len(seats), 1)
    said = ngettext("%(n)d more player is needed.", "%(n)d more players are needed.", missing)
    return said % {"n": missing}


def _lobby_seats(snapshot: Snapshot) -> list[dict[str, Any]]:
    host_id = snapshot.room.host_id
    return [
        {
            "number": number,
            "team": number % 2,
            "face": person.face if person else None,
            "is_host": _is_host(person, host_id),
            "level": level(person.face.bot) if person and person.face.bot else None,
        }
        for number, person in enumerate(snapshot.people[: _shown_seats(snapshot)])
    ]


def _is_host(person: Person | None, host_id: int | None) -> bool:
    return person is not None and person.user_id is not None and person.user_id == host_id


def _host_name(snapshot: Snapshot) -> str:
    host = snapshot.room_seat_of(snapshot.room.host_id)
    return host.name if host else ""
