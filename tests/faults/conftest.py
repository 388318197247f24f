"""Fixtures of all tests of faults."""

import pytest


@pytest.fixture
def say(capsys):
    """Print figures in spite of pytest's capture, since long runs are made for them."""

    def printed(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}")  # noqa: T201

    return printed
