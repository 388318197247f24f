"""One running site for all browser tests of a worker, unless a test needs its own settings."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.live import Site, live_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with default settings; each test uses its own rooms and names."""
    with live_site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """People with reduced motion, so that tests wait for nothing. Tests of motion are marked."""
    return browser_context_args | {"reduced_motion": "reduce"}
