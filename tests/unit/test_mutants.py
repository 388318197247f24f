"""The planted faults (``make mutants``) fit the source files."""

from functools import cache

import pytest

from tests import ROOT
from tests.mutants.copies import outcome_of
from tests.mutants.faults import ON_POSTGRESQL, all_faults

FAULTS = all_faults()


def test_there_are_forty_faults_with_different_names():
    names = [fault.name for fault in FAULTS]
    assert len(names) == len(set(names)) >= 40


@pytest.mark.parametrize("file", sorted({fault.file for fault in FAULTS}))
def test_the_faults_of_a_file_can_be_planted(file: str):
    text = (ROOT / file).read_text()
    for fault in FAULTS:
        if fault.file == file:
            planted = fault.planted_in(text)
            assert planted != text, fault.name
            if file.endswith(".py"):
                compile(planted, fault.name, "exec")


def test_the_tests_of_all_faults_exist():
    wrong = [
        (fault.name, test) for fault in FAULTS for test in fault.tests or [""] if not exists(test)
    ]
    assert not wrong


def exists(test: str) -> bool:
    path, _, name = test.removeprefix(ON_POSTGRESQL).partition("::")
    return (
        (ROOT / path).is_file()
        and f"def {name.partition('[')[0]}" in source(path)
        and ("pytest.mark.postgres" in source(path) or not test.startswith(ON_POSTGRESQL))
    )


@cache
def source(path: str) -> str:
    return (ROOT / path).read_text()


@pytest.mark.parametrize(
    ("code", "said", "how", "test"),
    [
        (0, "3 passed", "", ""),
        (1, "FAILED tests/a.py::test_b[c] - assert 1 == 2", "failed", "tests/a.py::test_b[c]"),
        (1, "x\nFAILED tests/a.py::test_b\n", "failed", "tests/a.py::test_b"),
        (1, "ERROR tests/a.py::test_b - OSError", "could not be set up", "tests/a.py::test_b"),
        (2, "ERROR tests/a.py - SyntaxError: invalid", "broken", ""),
        (2, "ERROR tests/a.py::test_b - KeyboardInterrupt", "broken", ""),
        (5, "no tests ran", "broken", ""),
    ],
)
def test_outcomes_that_find_a_fault(code: int, said: str, how: str, test: str):
    """A failed test finds a fault. An error during collection does not."""
    outcome = outcome_of(code, said)
    assert (outcome.how, outcome.test) == (how, test)
