"""Fixtures for tests with sockets of rooms."""

from contextlib import AsyncExitStack

import pytest
from channels.layers import channel_layers

from rooms.live import room_registry


@pytest.fixture
def own_layer(monkeypatch):
    """Use a channel layer that no other test has used."""
    monkeypatch.setattr(channel_layers, "backends", {})


@pytest.fixture
def no_heartbeat(monkeypatch):
    """Switch heartbeats off, so that only notifications cause updates."""
    monkeypatch.setattr(room_registry, "HEARTBEAT_SECONDS", 600)


@pytest.fixture
def quick_heartbeat(monkeypatch):
    monkeypatch.setattr(room_registry, "HEARTBEAT_SECONDS", 0.1)


@pytest.fixture
async def stack():
    async with AsyncExitStack() as stack:
        yield stack
