"""The examples of the library's README and of its docstrings."""

import doctest
import re
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
    examples = (FOLDER / "README.md").read_text().split("## Examples")[1]
    assert examples.count("\n```pycon\n>>> ") >= 10
    # A fence would be a part of the expected output.
    unfenced = re.sub("^```.*$", "", examples, flags=re.M)
    test = doctest.DocTestParser().get_doctest(unfenced, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test)
    assert runner.tries > 0
    assert not runner.failures
