"""Updates: the changes of a room. The room is read once, and the changes are rendered for each
connection that does not have them yet.
"""

import functools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from game import row_values
from game.live import tracing
from game.live.consumer import Text
from game.live.deflate import deflated, deflated_after
from game.live.tracing import Trace
from game.play import Plan
from game.presentation.own_text import concerns
from game.presentation.rendering import in_one_language
from game.rules.moves import Event
from rooms.live import rendering, snapshot
from rooms.live.room_people import SocketPeople

NOTHING_SENT = (-1, -1)

# An update has at most this many moves. A page that has missed more moves does not get the oldest
# ones, so it does not animate them.
MOST_UPDATES = 30

#: The needs of a connection: its person, whether it wants JSON, and the versions that it has.
Wanted = tuple[int, bool, tuple[int, int]]

#: The text for each connection that has older versions.
Rendered = dict[Wanted, Text]


@dataclass(frozen=True, slots=True)
class Updates:
    """One snapshot of a room as texts for the connections that have older versions.

    ``people`` are the people of all connections. ``trace`` is the trace of the latest move, if some
    connection lacks moves.
    """

    versions: tuple[int, int]
    game_id: str | None
    people: SocketPeople
    texts: Rendered
    trace: Trace | None


class RenderCache:
    """The render cache of a hub: its last snapshot, and the private parts rendered from it."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Empty the cache, because its snapshot may be outdated."""
        self._before: snapshot.Snapshot | None = None
        self._has_newcomer = False
        self.private_parts = rendering.PrivateParts()
        self._renders_early = True

    def expect_newcomer(self) -> None:
        """Note that a socket has joined. Its person may have another active tab than in the last
        snapshot.
        """
        self._has_newcomer = True

    def read(self, code: str, *, whole_log: bool) -> snapshot.Snapshot:
        """Read the present snapshot of the room."""
        if self._before is None:
            self._before = snapshot.read(code, whole_log=whole_log)
        elif self._has_newcomer:
            self._before = snapshot.read_for_newcomer(self._before, whole_log=whole_log)
        else:
            self._before = snapshot.read_after(self._before, whole_log=whole_log)
        self._has_newcomer = False
        return self._before

    def held(self, wanted: Collection[Wanted]) -> snapshot.Snapshot | None:
        """The last snapshot if a move can be planned on it. None if there is no snapshot, or if it
        has no game, may be wrong about active tabs, or lacks a log that some connection wants.
        """
        before = None if self._has_newcomer else self._before
        if before and before.game and before.has_whole_log >= wants_documents(wanted):
            return before
        return None

    def after(self, plan: Plan) -> snapshot.Snapshot:
        """Return the snapshot after a move that was made in the last snapshot's position."""
        before = self._before
        assert before
        if plan.gives_pause_back:  # The move also changed a row of ``Player``.
            self.clear()
            return self.read(before.room.code, whole_log=before.has_whole_log)
        self._renders_early = True
        after = snapshot.after_last_move if plan.game.is_over else snapshot.after_move
        self._before = after(before, plan)
        return self._before

    def can_render_early(self, plan: Plan, wanted: Collection[Wanted]) -> bool:
        """Whether the updates of a planned move can be rendered before the move is stored."""
        sent = {versions[1] for _user, _json, versions in wanted if versions != NOTHING_SENT}
        needs_reading = plan.game.is_over or plan.gives_pause_back
        is_known = sent <= {plan.before.game.version}
        return self._renders_early and is_known and not needs_reading

    def render_early(self, plan: Plan, wanted: Collection[Wanted]) -> "Rendered":
        """Render the updates of a planned move. The cached snapshot does not change yet."""
        assert self._before
        return rendered(snapshot.after_move(self._before, plan), wanted, self)

    def forget_early(self) -> None:
        """Drop the private parts with a move that was not stored. Render no move early until a move
        is stored, so that refused moves cost less.
        """
        self.private_parts = rendering.PrivateParts()
        self._renders_early = False


@in_one_language()
def read_updates(code: str, wanted: Collection[Wanted], cache: RenderCache) -> Updates:
    """Read a room once. Return the updates for the connections that have older versions."""
    now = cache.read(code, whole_log=wants_documents(wanted))
    return updates_of(now, wanted, rendered(now, wanted, cache))


def wants_documents(wanted: Collection[Wanted]) -> bool:
    """Whether some connection wants JSON documents, which have the whole log."""
    return any(wants_json for _user, wants_json, _sent in wanted)


def rendered(now: snapshot.Snapshot, wanted: Collection[Wanted], cache: RenderCache) -> Rendered:
    """Render this snapshot for the connections that have older versions."""
    barred = _people(now, wanted).barred
    behind = [each for each in wanted if each[2] < now.versions and each[0] not in barred]
    return _texts(now, behind, cache)


def updates_of(now: snapshot.Snapshot, wanted: Collection[Wanted], texts: Rendered) -> Updates:
    """Return the updates from this snapshot, with their rendered texts."""
    trace = None
    if now.game and any(lacks_moves(sent, now.versions) for _user, _json, sent in texts):
        trace = tracing.rendered(now.game.id, now.game.version)
    game_id = now.game.id if now.game else None
    return Updates(now.versions, game_id, _people(now, wanted), texts, trace)


def _people(now: snapshot.Snapshot, wanted: Collection[Wanted]) -> SocketPeople:
    return now.room_people.with_sockets(frozenset(user for user, _json, _sent in wanted))


def lacks_moves(sent: tuple[int, int], versions: tuple[int, int]) -> bool:
    """Whether a connection got an update from this game, but not yet the game's latest move."""
    return NOTHING_SENT[1] < sent[1] < versions[1]


def _texts(now: snapshot.Snapshot, behind: list[Wanted], cache: RenderCache) -> Rendered:
    """Return the text for each connection. The public part is rendered and compressed at most
    once.
    """
    events, helped = _moves_since(now, [sent for _user, _json, sent in behind])
    public = ""
    if not all(as_json for _user, as_json, _sent in behind):
        public = rendering.versions_html(now) + rendering.public_html(now)
    deflated_with_public = deflated_after(public.encode())

    @functools.cache
    def moves(sent: tuple[int, int], you: int | None) -> str:
        return rendering.moves_html(now, _newer(events, sent), helped, you)

    @functools.cache
    def document(audience: int | None) -> Text:
        text = rendering.document_text(now, audience)
        return Text(text, deflated(text.encode()))

    @functools.cache
    def rules(sent_room: int) -> str:
        return rendering.rules_html(now) if sent_room < now.room.version else ""

    @functools.cache
    def page(sent: tuple[int, int], audience: int | None, you: int | None) -> Text:
        mine = cache.private_parts.html(now, audience)
        private = "".join((rules(sent[0]), mine, moves(sent, you)))
        return Text(public + private, deflated_with_public(private.encode()))

    texts: Rendered = {}
    for user, as_json, sent in behind:
        audience, seat = rendering.audience(now, user), now.seat_number_of(user)
        you = seat if any(concerns(event, seat) for event in events) else None
        texts[user, as_json, sent] = document(audience) if as_json else page(sent, audience, you)
    return texts


def _moves_since(
    now: snapshot.Snapshot, sent: list[tuple[int, int]]
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
    return row_values.load_events(now.game, since=oldest)


def _newer(events: Sequence[Event], sent: tuple[int, int]) -> list[Event]:
    return [event for event in events if event.number >= sent[1]] if sent != NOTHING_SENT else []
