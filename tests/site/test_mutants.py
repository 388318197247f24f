"""The planted faults (``make mutants``) fit the source files."""

import pytest

from tests.mutants.copies import outcome_of
from tests.mutants.faults import ON_POSTGRESQL, Fault, all_faults
from tests.on_postgres import TESTS
from tests.test_layers import ROOT

FAULTS = all_faults()


def test_there_are_forty_faults_with_different_names():
    names = [fault.name for fault in FAULTS]
    assert len(names) == len(set(names)) >= 40


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_can_be_planted(fault: Fault):
    text = (ROOT / fault.file).read_text()
    planted = fault.planted_in(text)
    assert planted != text
    if fault.file.endswith(".py"):
        compile(planted, fault.file, "exec")


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_tests_of_a_fault_exist(fault: Fault):
    assert fault.tests
    for test in fault.tests:
        path, _, name = test.removeprefix(ON_POSTGRESQL).partition("::")
        assert (ROOT / path).exists(), test
        assert f"def {name.partition('[')[0]}" in (ROOT / path).read_text(), test
        if test.startswith(ON_POSTGRESQL):
            assert any(path == module or path.startswith(f"{module}/") for module in TESTS), test


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
