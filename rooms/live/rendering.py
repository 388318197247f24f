"""Renders the regions of a page. The page replaces each region by its id.

In updates, ``#table`` is the same for everybody, and ``#mine`` is the same for one ``audience``. A
page ignores an update that is older than the page itself (``#versions``).
"""

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

from game.presentation.end import end_view
from game.presentation.lessons import lesson
from game.presentation.rendering import render_part
from game.presentation.result import every_hand
from game.presentation.rules_text import house_rules
from game.presentation.table import NOBODY_HELPED, event_lines, mine_view, table_view
from game.presentation.view_models import Card
from literature.rules.cards import CARDS
from literature.rules.moves import Event
from rooms.actions import chat
from rooms.live import beside_game, lobby
from rooms.live.document import document
from rooms.live.snapshot import Snapshot
from rooms.room_event_text import notes_of


def audience(snapshot: Snapshot, user_id: int | None) -> int | None:
    """Return the audience of a viewer. All viewers in one audience see the same private part.

    A person is an audience of their own if they have a seat, may take their seat back, or may see
    the replay; the audience is then their user id. All other viewers share the audience None.
    """
    if snapshot.room_seat_of(user_id) or snapshot.seat_number_of(user_id) is not None:
        return user_id
    is_known = user_id in snapshot.may_return or snapshot.may_replay(user_id)
    return user_id if is_known else None


def public_html(snapshot: Snapshot) -> str:
    """Render the ``#table`` region."""
    return render_part("table.html", public_context(snapshot))


def frame(snapshot: Snapshot, user_id: int | None) -> str:
    """Render all regions for one viewer, for the answer to a POST or to a page that polls."""
    public = versions_html(snapshot) + public_html(snapshot) + rules_html(snapshot)
    return public + mine_html(snapshot, user_id) + moves_html(snapshot)


def versions_html(snapshot: Snapshot) -> str:
    """Render the first part of an update: the versions."""
    return render_part("versions.html", {"versions": snapshot.versions, "game": snapshot.game})


def rules_html(snapshot: Snapshot) -> str:
    """Render the commitment and the rules of the game. In a lobby these are the rules of the next
    game. Moves do not change this region.
    """
    return render_part("rules.html", _rules(snapshot) | {"oob": True})


def mine_html(snapshot: Snapshot, user_id: int | None) -> str:
    """Render the ``#mine`` region."""
    return render_part("mine.html", mine_context(snapshot, user_id))


def moves_html(
    snapshot: Snapshot,
    news: Sequence[Event] = (),
    helped: Mapping[int, str] = NOBODY_HELPED,
    you: int | None = None,
) -> str:
    """Render the moves since the last update, which the page animates. ``you`` is the viewer's seat
    if some of these moves concern it: their sentences then say "you". Otherwise it is None.
    """
    lines = (
        event_lines(snapshot.observation(None), news, snapshot.faces, helped, you) if news else []
    )
    return render_part("moves.html", {"moves": [line.data for line in lines]})


def heartbeat_html(versions: tuple[int, int]) -> str:
    """Render a heartbeat: the newest versions. A heartbeat also shows the page that the connection
    works.
    """
    return render_part("heartbeat.html", {"versions": versions})


def document_text(snapshot: Snapshot, user_id: int | None) -> str:
    """Return ``state.json`` as text, for sockets that want JSON."""
    return json.dumps(document(snapshot, user_id))


def page_context(snapshot: Snapshot, user_id: int | None) -> dict[str, Any]:
    """Return the context of a room's whole page."""
    return (
        public_context(snapshot, snapshot.seat_number_of(user_id))
        | mine_context(snapshot, user_id)
        | {
            "versions": snapshot.versions,
            **_rules(snapshot),
            "all_reactions": chat.reaction_choices(),
            "all_cards": [Card.of(card) for card in range(len(CARDS))],
        }
    )


def public_context(snapshot: Snapshot, you: int | None = None) -> dict[str, Any]:
    """Return the context of the ``#table`` region.

    ``you`` is the viewer's seat, if the region is rendered for one viewer only.
    """
    game, teaches = snapshot.game, snapshot.teaches
    context = {"room": snapshot.room, "game": game, "teaches": teaches, "oob": True}
    context |= beside_game.public(snapshot)
    if game is None:
        return context | lobby.public(snapshot)
    seen, faces = snapshot.observation(None), snapshot.faces
    table = table_view(seen, faces, snapshot.helped, notes_of(snapshot.events), you)
    return context | {
        "table": table,
        "end": end_view(game, table) if game.is_over else None,
        "follows": lesson(snapshot.rules, seen.log, faces) if teaches else "",
        "dealt": every_hand(game, table, snapshot.dealt) if game.is_over else (),
    }


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
        context |= lobby.own(snapshot, user_id)
    elif seat is not None:
        context["mine"] = mine_view(snapshot.observation(seat), snapshot.faces, snapshot.helped)
        context["turn_name"] = context["mine"].turn.face.name
        context["version"] = snapshot.game.version
    return context | beside_game.own(snapshot, user_id)


def _rules(snapshot: Snapshot) -> dict[str, Any]:
    """Return the context of ``rules.html``."""
    house = house_rules(snapshot.preset, snapshot.rules)
    return {"house": house, "game": snapshot.game, "has_help": snapshot.has_help}
