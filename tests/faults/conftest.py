"""Fixtures of all tests of faults."""

import pytest


@pytest.fixture
def say(capsys):
    """Print figures although pytest captures output, because long runs are made for the figures."""

    def printed(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}")  # noqa: T201

    return printed
