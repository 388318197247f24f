"""What is new in a room, read once and rendered for all who have not got it yet."""

from collections.abc import Hashable
from dataclasses import dataclass

from game import storage
from game.rules.moves import Event
from rooms import frames, snapshot

NOTHING_SENT = (-1, -1)

# A page that slept through more than this sees where things are, not how they came there.
MOST_NEWS = 30

#: What a socket wants: whose it is, whether as JSON, and the versions that it was sent last.
Wanted = tuple[int, bool, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class News:
    """What one reading came to.

    ``barred``: the people who may no longer look. ``tabs``: the page at which each person plays.
    """

    versions: tuple[int, int]
    game_id: str | None
    seat_ids: set[int]
    watcher_ids: set[int]
    barred: set[int]
    tabs: dict[int, str]
    texts: dict[Wanted, str]


def read_news(code: str, wanted: set[Wanted]) -> News:
    """Read a room once and render it for those who have not got that version yet."""
    with_documents = any(wants_json for _user, wants_json, _sent in wanted)
    now = snapshot.read(code, whole_log=with_documents)
    users = {user for user, _json, _sent in wanted}
    barred = {user for user in users if not now.may_look(user)}
    behind = [each for each in wanted if each[2] < now.versions and each[0] not in barred]
    chairs = [now.chair_of(user) for user in users]
    return News(
        versions=now.versions,
        game_id=now.game.id if now.game else None,
        seat_ids={seat.pk for seat in chairs if seat},
        watcher_ids=users - barred - {seat.user_id for seat in chairs if seat},
        barred=barred,
        tabs={seat.user_id: seat.tab for seat in chairs if seat and seat.user_id and seat.tab},
        texts=_texts(now, behind),
    )


def _texts(now: snapshot.Snapshot, behind: list[Wanted]) -> dict[Wanted, str]:
    """What each of them is sent. The public part is rendered once, and all who only watch share."""
    public = frames.public_html(now) if not all(as_json for _user, as_json, _sent in behind) else ""
    news = _moves_since(now, [sent for _user, _json, sent in behind])
    texts: dict[Wanted, str] = {}
    rendered: dict[Hashable, str] = {}
    for user, as_json, sent in behind:
        since = None if as_json else sent[1]
        key = (frames.audience(now, user), as_json, since)
        if key not in rendered:
            rendered[key] = (
                frames.document_text(now, user)
                if as_json
                else frames.frame(now, user, public, _newer(news, sent))
            )
        texts[user, as_json, sent] = rendered[key]
    return texts


def _moves_since(now: snapshot.Snapshot, sent: list[tuple[int, int]]) -> list[Event]:
    """The moves that some socket was not sent yet; a new socket gets the present, nothing old."""
    known = [game_version for _room, game_version in sent if game_version >= 0]
    if now.game is None or not known:
        return []
    oldest = max(min(known), now.game.version - MOST_NEWS)
    return storage.load_log(now.game, since=oldest)


def _newer(news: list[Event], sent: tuple[int, int]) -> list[Event]:
    return [event for event in news if event.number >= sent[1]] if sent != NOTHING_SENT else []
