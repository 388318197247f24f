"""Tests wait for conditions, through ``tests/waiting.py``. Only long tests of outages may wait for
a fixed time.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT

TESTS = ROOT / "tests"
HELPER = TESTS / "waiting.py"

#: Functions of ``time``, ``asyncio``, pages and frames that wait.
SLEEPS = {"sleep", "wait_for_timeout"}
#: Functions in a page that wait.
TIMERS = ("setTimeout", "setInterval")
#: A function that waits for a length of time. Only the long tests of outages may use it.
HOLD = "hold_for"
HOLDERS = TESTS / "cluster" / "outages"


def nodes_of(source: str) -> list[ast.AST]:
    """Return all nodes of a source."""
    return list(ast.walk(ast.parse(source)))


def waits_in(source: str) -> list[int]:
    """Return the lines of a source that wait for a fixed time."""
    nodes = nodes_of(source)
    yields = {id(node.func) for node in nodes if is_bare_yield(node)}
    return sorted({node.lineno for node in nodes if waits(node) and id(node) not in yields})


def waits(node: ast.AST) -> bool:
    """Return whether a node is the name of a function that waits, or a script with a timer."""
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in SLEEPS
        case ast.ImportFrom(names=names):
            return any(each.name in SLEEPS for each in names)
        case ast.Constant(value=str(text)):
            return text in SLEEPS or any(timer in text for timer in TIMERS)
    return False


def is_bare_yield(node: ast.AST) -> bool:
    """Return whether a node is ``asyncio.sleep(0)``, which only lets other tasks run."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="asyncio"), attr="sleep"),
            args=[ast.Constant(value=0)],
        ):
            return True
    return False


def holds_in(source: str) -> list[int]:
    """Return the lines of a source that use ``hold_for``."""
    if HOLD not in source:
        return []
    nodes = nodes_of(source)
    return [node.lineno for node in nodes if isinstance(node, ast.Name) and node.id == HOLD]


def sources() -> Iterator[tuple[Path, str]]:
    """Yield path and text of the Python files in ``tests``, except ``waiting.py`` and this file."""
    for path in sorted(TESTS.rglob("*.py")):
        if path not in (HELPER, Path(__file__)):
            yield path, path.read_text()


def test_no_test_waits_for_a_fixed_time():
    found = {str(path.relative_to(ROOT)): waits_in(text) for path, text in sources()}
    assert len(found) > 100
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_only_tests_of_outages_use_hold_for():
    found = {path for path, text in sources() if holds_in(text)}
    assert {path.parent for path in found} == {HOLDERS}


@pytest.mark.parametrize(
    "source",
    [
        "import time\ntime.sleep(1)",
        "import time\ntime.sleep(0)",
        "from time import sleep\nsleep(0.1)",
        "from time import sleep as rest",
        "from asyncio import sleep",
        "import time\nrest = time.sleep",
        "import time as clock\nclock.sleep(3)",
        "import asyncio\nasync def test():\n    await asyncio.sleep(0.01)",
        "import asyncio\nasync def test():\n    await asyncio.sleep(delay=1)",
        "import asyncio\nasync def test(most):\n    await asyncio.sleep(most)",
        "def test(page):\n    page.wait_for_timeout(300)",
        "def test(tab):\n    tab.page.main_frame.wait_for_timeout(1)",
        "def test(page):\n    getattr(page, 'wait_for_timeout')(300)",
        "def test(page):\n    page.evaluate('new Promise((done) => setTimeout(done, 300))')",
        "def test(page, ms):\n    page.evaluate(f'new Promise((r) => setTimeout(r, {ms}))')",
        "LOOK = '''() => { window.setInterval (look, 10) }'''",
    ],
)
def test_waits_are_found(source):
    assert waits_in(source)


@pytest.mark.parametrize(
    "source",
    [
        "import asyncio\nasync def test():\n    await asyncio.sleep(0)",
        "def test(page):\n    page.wait_for_function('() => shown')",
        "def test(clock):\n    clock.forward(60)",
        "def test_timers_in_pages_are_found():\n    sleeper = 'a table that sleeps'",
        "# time.sleep(1)",
    ],
)
def test_harmless_code_is_accepted(source):
    assert waits_in(source) == []


def test_uses_of_hold_for_are_found():
    assert holds_in("from tests.waiting import hold_for\nhold_for(3)") == [2]
