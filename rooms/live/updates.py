"""Updates: the changes of a room. The room is read once, and the changes are rendered for each
connection that does not have them yet.
"""

import functools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from game import row_values
from game.play import Answer
from game.presentation.own_text import concerns
from game.presentation.rendering import one_language
from literature.rules.moves import Event
from rooms.live import rendering
from rooms.live.reading import read_again
from rooms.live.room_people import SocketPeople
from rooms.live.snapshot import Snapshot

NOTHING_SENT = (-1, -1)

# An update has at most this many moves. A page that has missed more moves does not get the oldest
# ones, so it does not animate them.
MOST_UPDATES = 30

#: The needs of a connection: its person, whether it wants JSON, and the versions that it has.
Wanted = tuple[int, bool, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Updates:
    """One snapshot of a room, and the texts for the connections that have older versions.

    ``people`` are the people of all connections.
    """

    snapshot: Snapshot
    people: SocketPeople
    texts: Mapping[Wanted, str]


def read_updates(
    code: str,
    wanted: Collection[Wanted],
    before: Snapshot | None = None,
    made: Answer | None = None,
) -> Updates:
    """Read a room once, as ``read_again`` does. Return the updates for the connections that have
    older versions.
    """
    # Only JSON documents have the whole log.
    as_json = any(wants_json for _user, wants_json, _sent in wanted)
    now = read_again(code, before, made, whole_log=as_json)
    people = now.room_people.with_sockets(frozenset(user for user, _json, _sent in wanted))
    behind = [each for each in wanted if each[2] < now.versions and each[0] not in people.barred]
    with one_language():
        return Updates(now, people, _texts(now, behind))


def _texts(now: Snapshot, behind: Sequence[Wanted]) -> dict[Wanted, str]:
    """Return the text for each connection. Render each part once for all who get the same."""
    events, helped = _moves_since(now, [sent for _user, _json, sent in behind])

    @functools.cache
    def public() -> str:
        return rendering.versions_html(now) + rendering.public_html(now)

    @functools.cache
    def rules(sent_room: int) -> str:
        return rendering.rules_html(now) if sent_room < now.room.version else ""

    @functools.cache
    def mine(audience: int | None) -> str:
        return rendering.mine_html(now, audience)

    @functools.cache
    def moves(sent: tuple[int, int], you: int | None) -> str:
        newer = [each for each in events if each.number >= sent[1]] if sent != NOTHING_SENT else []
        return rendering.moves_html(now, newer, helped, you)

    @functools.cache
    def document(audience: int | None) -> str:
        return rendering.document_text(now, audience)

    texts = {}
    for user, as_json, sent in behind:
        audience, seat = rendering.audience(now, user), now.seat_number_of(user)
        if as_json:
            texts[user, as_json, sent] = document(audience)
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
