"""Moves of hard bots, and help, are computed in another process. A dead process is replaced."""

import os
import signal
from concurrent.futures import BrokenExecutor
from multiprocessing import active_children
from random import Random

import pytest

from bots import thinking
from game import computing
from literature.judge.findings import AskHint
from literature.judge.worker import seat_help
from literature.knowledge import Knowledge
from literature.rules.options import PRESETS
from tests.unit.kit.table import Table
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow


@pytest.fixture
def started():
    """A function that returns the processes that the test has started."""
    others = set(active_children())
    return lambda: [*set(active_children()) - others]


@pytest.fixture
def table(settings, started):
    """A game whose hard bots run in another process."""
    settings.BOT_PROCESSES = 1
    computing.pool.cache_clear()
    yield Table(PRESETS["nine-sets-anytime"], Random(1), dealer=0)
    computing.pool().shutdown()
    computing.pool.cache_clear()


def test_a_hard_bot_thinks_in_another_process(table, started):
    seen = table.information_state(0)
    move = thinking.choose(seen, table.knowledge[0], "hard")
    assert move.seat == 0
    assert table.play(move).number == 0
    assert thinking.wants_to_claim(table.information_state(1), table.knowledge[1], "hard") is None
    (process,) = started()
    assert process.pid != os.getpid()


def test_a_dead_process_is_replaced(table, started):
    seen, knowledge = table.information_state(0), table.knowledge[0]
    thinking.choose(seen, knowledge, "hard")
    (process,) = started()
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    with pytest.raises(BrokenExecutor):
        while True:  # The pool soon notices that the process is dead.
            thinking.choose(seen, knowledge, "hard")
    assert thinking.choose(seen, knowledge, "hard").seat == 0


def test_quick_decisions_are_made_in_the_same_process(table, started):
    knowledge = Knowledge(table.rules, 0, table.dealer, table.dealt[0])
    for level in ("easy", "medium"):
        assert thinking.choose(table.information_state(0), knowledge, level).seat == 0
    assert not started()


def test_help_is_computed_in_the_process_of_the_bots(table, started):
    seen, knowledge = table.information_state(0), table.knowledge[0]
    assert computing.for_page(seat_help, seen, knowledge) == seat_help(seen, knowledge)
    (process,) = started()
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    with pytest.raises(BrokenExecutor):
        while True:
            computing.for_page(seat_help, seen, knowledge)
    assert isinstance(computing.for_page(seat_help, seen, knowledge).hint, AskHint)


def test_bots_wait_for_at_most_one_help_request(table, monkeypatch, started):
    monkeypatch.setattr(computing, "PATIENCE", 0.01)
    with computing.page_slot, pytest.raises(TimeoutError):
        computing.for_page(seat_help, table.information_state(0), table.knowledge[0])
    assert not started()


def test_a_prepared_process_has_loaded_what_it_needs(table, started):
    thinking.prepare()
    assert started()
    loaded = "'numpy' in __import__('sys').modules"
    assert computing.pool().submit(eval, loaded).result(PATIENCE)


def test_without_processes_nothing_is_prepared(settings, monkeypatch):
    settings.BOT_PROCESSES = 0
    monkeypatch.setattr(thinking, "pool", lambda: pytest.fail("a process would start"))
    thinking.prepare()
