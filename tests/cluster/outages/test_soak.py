"""Each test of a fault has a long form, for `make soak`."""

from importlib import import_module
from pathlib import Path

import pytest

MODULES = ["test_cluster", "test_one_process"]


def faults():
    """Return all tests of faults in this folder."""
    modules = [import_module(f"tests.cluster.outages.{name}") for name in MODULES]
    return {
        f"{module.__name__}.{name}": test
        for module in modules
        for name, test in vars(module).items()
        if name.startswith("test_")
    }


def has_long_form(test) -> bool:
    marks = list(getattr(test, "pytestmark", []))
    values = [value for mark in marks if mark.name == "parametrize" for value in mark.args[1]]
    of_values = [mark for value in values for mark in getattr(value, "marks", ())]
    return any(mark.name == "soak" for mark in marks + of_values)


def test_every_file_of_faults_is_included():
    found = {path.stem for path in Path(__file__).parent.glob("test_*.py")}
    assert found == {*MODULES, Path(__file__).stem}


@pytest.mark.parametrize("name", sorted(faults()))
def test_it_has_a_long_form(name):
    assert has_long_form(faults()[name])
