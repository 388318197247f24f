"""One running site for all browser tests of a worker. Tests that need other settings start their
own.
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
    """Browsers ask for reduced motion, so that tests need not wait for animations. Tests of
    animations are marked.
    """
    return browser_context_args | {"reduced_motion": "reduce"}
