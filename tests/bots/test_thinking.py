"""Moves of hard bots, and help, are computed in another process. A dead process is replaced."""

import os
import signal
from concurrent.futures import BrokenExecutor
from random import Random

import pytest

from bots import thinking
from literature.judge.worker import seat_help
from literature.knowledge import Knowledge
from literature.rules.options import PRESETS
from tests.literature.table import Table
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow


@pytest.fixture
def table(settings):
    """A game whose hard bots run in another process."""
    settings.BOT_PROCESSES = 1
    thinking._pool.cache_clear()
    yield Table(PRESETS["nine-sets-anytime"], Random(1), dealer=0)
    thinking._pool().shutdown()
    thinking._pool.cache_clear()


def test_a_hard_bot_thinks_in_another_process(table):
    seen = table.information_state(0)
    move = thinking.choose(seen, table.knowledge[0], "hard")
    assert move.seat == 0
    assert table.play(move).number == 0
    assert thinking.wants_to_claim(table.information_state(1), table.knowledge[1], "hard") is None
    (process,) = thinking._pool()._processes.values()
    assert process.pid != os.getpid()


def test_a_dead_process_is_replaced(table):
    seen, knowledge = table.information_state(0), table.knowledge[0]
    thinking.choose(seen, knowledge, "hard")
    (process,) = thinking._pool()._processes.values()
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    with pytest.raises(BrokenExecutor):
        while True:  # The pool soon notices that the process is dead.
            thinking.choose(seen, knowledge, "hard")
    assert thinking.choose(seen, knowledge, "hard").seat == 0


def test_quick_decisions_are_made_in_the_same_process(table):
    knowledge = Knowledge(table.rules, 0, table.dealer, table.dealt[0])
    for level in ("easy", "medium"):
        assert thinking.choose(table.information_state(0), knowledge, level).seat == 0
    assert not thinking._pool()._processes


def test_help_is_computed_in_the_process_of_the_bots(table):
    seen, knowledge = table.information_state(0), table.knowledge[0]
    assert thinking.help_for(seen, knowledge) == seat_help(seen, knowledge)
    (process,) = thinking._pool()._processes.values()
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    with pytest.raises(BrokenExecutor):
        while True:
            thinking.help_for(seen, knowledge)
    assert thinking.help_for(seen, knowledge).hint["move"] == "ask"


def test_bots_wait_for_at_most_one_help_request(table, monkeypatch):
    monkeypatch.setattr(thinking, "PATIENCE", 0.01)
    with thinking._help_slot, pytest.raises(TimeoutError):
        thinking.help_for(table.information_state(0), table.knowledge[0])
    assert not thinking._pool()._processes


def test_a_prepared_process_has_loaded_what_it_needs(table):
    thinking.prepare()
    assert thinking._pool()._processes
    loaded = "'numpy' in __import__('sys').modules"
    assert thinking._pool().submit(eval, loaded).result(PATIENCE)


def test_without_processes_nothing_is_prepared(settings, monkeypatch):
    settings.BOT_PROCESSES = 0
    monkeypatch.setattr(thinking, "_pool", lambda: pytest.fail("a process would start"))
    thinking.prepare()
