"""The knowledge of bots between their moves, by game and seat, so that only new events are read.

It is a cache of this process. Lost, it is made again from the log.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from bots.ai.knowledge import Knowledge
from game import storage
from game.models import Game
from game.rules.view import InformationState

MOST = 2000

_kept: OrderedDict[tuple[str, int], Knowledge] = OrderedDict()
_lock = Lock()


@contextmanager
def cached_knowledge(game: Game, seen: InformationState) -> Iterator[Knowledge]:
    """The knowledge of the seat that has ``seen`` this game, brought up to ``game.version``."""
    assert seen.seat is not None
    key = (game.id, seen.seat)
    # Taken out while it is in use: two threads never share one.
    with _lock:
        knowledge = _kept.pop(key, None)
    if knowledge is None or knowledge.number > game.version:
        knowledge = Knowledge.of(seen)
    knowledge.update(storage.load_log(game, since=knowledge.number))
    yield knowledge
    with _lock:
        _kept[key] = knowledge
        while len(_kept) > MOST:
            _kept.popitem(last=False)
