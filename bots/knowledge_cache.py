"""A cache of bots' knowledge by game and seat, so that a bot reads only new events.

The cache belongs to this process. Knowledge that is not in it is computed from the log.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from game import row_values
from game.models import Game
from literature.knowledge.knowledge import Knowledge
from literature.rules.information_state import InformationState

MOST = 2000

_cache: OrderedDict[tuple[str, int], Knowledge] = OrderedDict()
_lock = Lock()


@contextmanager
def cached_knowledge(game: Game, seen: InformationState) -> Iterator[Knowledge]:
    """The knowledge of a seat at ``game.version``; ``seen`` is its information state."""
    assert seen.seat is not None
    key = (game.id, seen.seat)
    # The knowledge is removed from the cache during use, so that two threads never share it.
    with _lock:
        knowledge = _cache.pop(key, None)
    if knowledge is None or knowledge.number > game.version:
        knowledge = Knowledge.of(seen)
    knowledge.update(row_values.load_log(game, since=knowledge.number))
    yield knowledge
    with _lock:
        _cache[key] = knowledge
        while len(_cache) > MOST:
            _cache.popitem(last=False)
