"""A test is in the folder of the greatest thing that it needs, and imports only from folders that
need no more. tests/README.md lists the folders.
"""

import pytest

from tests import ROOT
from tests.unit.test_layers import imported

#: From the smallest need to the greatest
PLACES = ["unit", "database", "cluster", "browser"]
#: Marks and fixtures that show a need
MARKS = {"django_db": "database", "cluster": "cluster", "browser": "browser", "browsers": "browser"}
FIXTURES = {
    "db": "database",
    "transactional_db": "database",
    **dict.fromkeys(["site", "capped_site", "postgres_url", "redis_url", "live_server"], "cluster"),
    "playwright": "browser",
}


def need_of(item: pytest.Item) -> int:
    """Return the greatest need of a test, as an index of ``PLACES``."""
    needs = [MARKS.get(mark.name, "unit") for mark in item.iter_markers()]
    needs += [FIXTURES.get(name, "unit") for name in item.fixturenames]
    return max(map(PLACES.index, needs), default=0)


def place_of(name: str) -> int:
    """Return the place of a test file or module, or 0 for what every place may use."""
    top = name.replace("/", ".").split(".")[1]
    return PLACES.index(top) if top in PLACES else 0


def test_each_test_is_in_the_place_of_its_need(request):
    """All tests of this run are looked at."""
    wrong = [
        f"{item.nodeid} needs {PLACES[need_of(item)]}"
        for item in request.session.items
        if need_of(item) > place_of(item.nodeid)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("place", PLACES)
def test_a_place_uses_no_helper_of_a_greater_need(place):
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / "tests" / place).rglob("*.py"))
        for name in imported(path)
        if name.startswith("tests.") and place_of(name) > PLACES.index(place)
    ]
    assert not wrong, "\n".join(wrong)
