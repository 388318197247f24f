"""One running site for all browser tests of a worker, unless a test needs settings of its own."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.live import Site, live_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with its default settings; each test opens rooms and names people of its own."""
    with live_site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """People who want no motion: nothing is waited for. Tests of motion are marked otherwise."""
    return browser_context_args | {"reduced_motion": "reduce"}
