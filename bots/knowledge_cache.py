"""What bots remember between their moves: kept per game and seat, so that only news is read.

A memory is a convenience of this process. Lost, it is made again from the log.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from bots.ai.knowledge import Memory
from game import storage
from game.models import Game
from game.rules.view import Witness

MOST = 2000

_kept: OrderedDict[tuple[str, int], Memory] = OrderedDict()
_lock = Lock()


@contextmanager
def remembered(game: Game, seen: Witness) -> Iterator[Memory]:
    """The memory of the seat that has ``seen`` this game, brought up to ``game.version``."""
    assert seen.seat is not None
    key = (game.id, seen.seat)
    # Taken out while it is in use: two threads never share one.
    with _lock:
        memory = _kept.pop(key, None)
    if memory is None or memory.number > game.version:
        memory = Memory.of(seen)
    memory.update(storage.load_log(game, since=memory.number))
    yield memory
    with _lock:
        _kept[key] = memory
        while len(_kept) > MOST:
            _kept.popitem(last=False)
