"""What all tests of faults use."""

import pytest


@pytest.fixture
def say(capsys):
    """Print figures past pytest's capture, since a long run is made for them."""

    def printed(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}")  # noqa: T201

    return printed
