"""Runs one site for all browser tests of a worker. A test that needs other settings starts its own
site.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.live import Site, live_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with default settings. Each test uses its own rooms and names."""
    with live_site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Make browsers ask for reduced motion, so that tests need not wait for animations. Tests of
    animations have a mark that changes this.
    """
    return browser_context_args | {"reduced_motion": "reduce"}
