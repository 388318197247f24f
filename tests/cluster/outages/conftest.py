"""A fixture for the tests of outages."""

import pytest


@pytest.fixture
def say(capsys):
    """Print figures even though pytest captures the output, because long runs are made for their
    figures.
    """

    def printed(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}")  # noqa: T201

    return printed
