"""One running site for all browser tests of a worker, unless a test needs settings of its own."""

from collections.abc import Iterator

import pytest

from tests.live import Site, live_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with its default settings; each test opens rooms and names people of its own."""
    with live_site(tmp_path_factory.mktemp("site")) as running:
        yield running
