"""The examples of the library's README and of its docstrings."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import literature

FOLDER = Path(literature.__file__).parent
MODULES = [
    ".".join(path.relative_to(FOLDER.parent).with_suffix("").parts)
    for path in sorted(FOLDER.rglob("*.py"))
    if ">>>" in path.read_text()
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    tried = doctest.testmod(import_module(name))
    assert tried.attempted
    assert not tried.failed


def test_the_readme_has_ten_examples_or_more():
    readme = FOLDER / "README.md"
    assert readme.read_text().split("## Ten examples")[1].count("\n\n>>>") >= 10
    flags = doctest.IGNORE_EXCEPTION_DETAIL
    tried = doctest.testfile(str(readme), module_relative=False, optionflags=flags)
    assert tried.attempted
    assert not tried.failed
