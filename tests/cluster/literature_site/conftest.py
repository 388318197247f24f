"""Runs one site for all tests of limits."""

from collections.abc import Iterator

import pytest

from tests.cluster.kit.site_process import Site, live_site


@pytest.fixture(scope="session")
def capped_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with the caps and rate limits of production. Tests that use it run in one worker."""
    folder = tmp_path_factory.mktemp("capped")
    with live_site(folder, RATE_LIMIT_FACTOR="1", CAP_FACTOR="1") as running:
        yield running
