"""Renders a room: the regions of a page, and the updates of its connections. The page replaces each
region by its id.

In updates, ``#table`` is the same for everybody, and ``#mine`` is the same for one ``audience``. A
page ignores an update that is older than the page itself (``#versions``).
"""

import functools
import json
import random
from collections.abc import Collection, Mapping, Sequence

from game import row_values
from game.models import Game
from game.play import MadeMove
from game.presentation.end import end_lines
from game.presentation.hand import BY_SET
from game.presentation.lessons import certain_moves, lesson
from game.presentation.lines import NOBODY_HELPED, concerns, event_lines
from game.presentation.rendering import one_language, render_part
from game.presentation.result import every_hand
from game.presentation.rules_text import house_rules
from game.presentation.table import mine_view, table_view
from game.presentation.view_models import Card
from literature.rules.cards import CARDS
from literature.rules.information_state import information_state
from literature.rules.moves import Event
from rooms.actions import chat
from rooms.live import beside_game, lobby
from rooms.live.document import document
from rooms.live.reading import read_again
from rooms.live.snapshot import Snapshot

NOTHING_SENT = (-1, -1)

# An update has at most this many moves. A page that has missed more moves does not get the oldest
# ones, so it does not animate them.
MOST_UPDATES = 30

#: The needs of a connection: its person, whether it wants JSON, and the versions that it has.
Wanted = tuple[int | None, bool, tuple[int, int]]


def read_updates(
    code: str,
    wanted: Collection[Wanted],
    before: Snapshot | None = None,
    made: MadeMove | None = None,
) -> tuple[Snapshot, dict[Wanted, str]]:
    """Read a room once, as ``read_again`` does. Return the snapshot, and the texts for the
    connections that have older versions.
    """
    # Only JSON documents have the whole log.
    as_json = any(wants_json for _user, wants_json, _sent in wanted)
    now = read_again(code, before, made, whole_log=as_json)
    behind = [each for each in wanted if each[2] < now.versions and now.may_see(each[0])]
    with one_language():
        return now, _texts(now, behind)


def frame(snapshot: Snapshot, user_id: int | None) -> str:
    """Render all regions for one viewer, for the answer to a POST or to a page that polls."""
    wanted = user_id, False, NOTHING_SENT
    return _texts(snapshot, [wanted])[wanted]


def _texts(now: Snapshot, behind: Sequence[Wanted]) -> dict[Wanted, str]:
    """Return the text for each connection. Render each part once for all who get the same."""
    events, helped = _moves_since(now, [sent for _user, _json, sent in behind])

    @functools.cache
    def public() -> str:
        versions = {"versions": now.versions, "game": now.game}
        table = render_part("table.html", public_context(now))
        return render_part("versions.html", versions) + table

    @functools.cache
    def rules(sent_room: int) -> str:
        # Moves do not change the rules and the commitment.
        is_old = sent_room < now.room.version
        return render_part("rules.html", _rules(now) | {"oob": True}) if is_old else ""

    @functools.cache
    def mine(audience: int | None) -> str:
        return render_part("mine.html", mine_context(now, audience))

    @functools.cache
    def moves(sent: tuple[int, int], you: int | None) -> str:
        newer = [each for each in events if each.number >= sent[1]] if sent != NOTHING_SENT else []
        return moves_html(now, newer, helped, you)

    @functools.cache
    def text(audience: int | None) -> str:
        return json.dumps(document(now, audience))

    texts: dict[Wanted, str] = {}
    for user, as_json, sent in behind:
        audience, seat = audience_of(now, user), now.seat_number_of(user)
        if as_json:
            texts[user, as_json, sent] = text(audience)
            continue
        you = seat if any(concerns(event, seat) for event in events) else None
        parts = public(), rules(sent[0]), mine(audience), moves(sent, you)
        texts[user, as_json, sent] = "".join(parts)
    return texts


def _moves_since(
    now: Snapshot, sent: list[tuple[int, int]]
) -> tuple[Sequence[Event], Mapping[int, str]]:
    """Return the moves that some connection does not have; and by number, the mover of each move
    that the turn clock or a substitute made for a player. A new connection needs no moves, because
    it gets the present state.
    """
    known = [game_version for _room, game_version in sent if game_version >= 0]
    if now.game is None or not known:
        return [], {}
    oldest = max(min(known), now.game.version - MOST_UPDATES)
    if now.since is not None and oldest >= now.since:
        return [event for event in now.latest if event.number >= oldest], now.helped
    return row_values.events_of_rows(now.game, row_values.load_moves(now.game, oldest))


def audience_of(snapshot: Snapshot, user_id: int | None) -> int | None:
    """Return the audience of a viewer. All viewers in one audience see the same private part.

    A person is an audience of their own if they have a seat, may take their seat back, may see
    the replay, or wrote a message, or if a block hides something from them; the audience is then
    their user id. All other viewers share the audience None.
    """
    if snapshot.room_seat_of(user_id) or snapshot.seat_number_of(user_id) is not None:
        return user_id
    is_known = user_id in snapshot.may_return or snapshot.may_replay(user_id)
    is_own = is_known or user_id in snapshot.writers or user_id in snapshot.apart
    return user_id if is_own else None


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


def page_context(snapshot: Snapshot, user_id: int | None) -> dict[str, object]:
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


def public_context(snapshot: Snapshot, you: int | None = None) -> dict[str, object]:
    """Return the context of the ``#table`` region.

    ``you`` is the viewer's seat, if the region is rendered for one viewer only.
    """
    game, teaches = snapshot.game, snapshot.teaches
    context = beside_game.public(snapshot)
    context |= {"room": snapshot.room, "game": game, "teaches": teaches, "oob": True}
    if game is None:
        return context | lobby.public(snapshot)
    seen, faces = snapshot.observation(None), snapshot.faces
    table = table_view(seen, faces, snapshot.helped, snapshot.notes, you)
    return context | {
        "table": table,
        "end": end_lines(game, table) if game.is_over else [],
        "follows": lesson(snapshot.rules, seen.log, faces) if teaches else "",
        "dealt": every_hand(game, table, snapshot.dealt) if game.is_over else (),
    }


def mine_context(snapshot: Snapshot, user_id: int | None) -> dict[str, object]:
    """Return the context of the ``#mine`` region for one viewer."""
    room, seat = snapshot.room, snapshot.seat_number_of(user_id)
    context: dict[str, object] = {
        "room": room,
        "game": snapshot.game,
        "oob": True,
        # The id need not be secret. It only has to differ from the person's other request ids.
        "request_id": f"{random.getrandbits(72):x}",
        "seated": seat is not None,
        "is_host": user_id is not None and room.host_id == user_id,
        "mine": None,
        "plain": False,
        "tips": {},
        "may_replay": snapshot.may_replay(user_id),
    }
    if snapshot.game is None:
        context |= lobby.own(snapshot, user_id)
    elif seat is not None:
        order = snapshot.own_orders[seat] or snapshot.players[seat].hand_sort or BY_SET
        seen, faces = snapshot.observation(seat), snapshot.faces
        context["mine"] = mine_view(seen, faces, snapshot.helped, order)
        context["turn_name"] = snapshot.faces[snapshot.game.turn].name
        context["version"] = snapshot.game.version
        context["tips"] = _tips(snapshot, snapshot.game, seat)
    return context | beside_game.own(snapshot, user_id)


def _tips(snapshot: Snapshot, game: Game, seat: int) -> dict[str, str]:
    """Return the tips about certain moves, in a practice game while its log is short."""
    is_known = len(snapshot.log) == game.version
    if not game.is_practice or not is_known or game.is_over or game.turn != seat:
        return {}
    assert snapshot.state
    dealt = snapshot.dealt[seat]
    return certain_moves(
        information_state(snapshot.state, snapshot.log, seat, dealer=game.dealer, dealt=dealt),
        snapshot.faces,
    )


def _rules(snapshot: Snapshot) -> dict[str, object]:
    """Return the context of ``rules.html``."""
    house = house_rules(snapshot.preset, snapshot.rules)
    return {"house": house, "game": snapshot.game, "has_help": snapshot.has_help}
