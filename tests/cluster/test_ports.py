"""Ports for what tests and measurements start."""

from cluster.ports import FIRST, LAST, free_port


def test_no_port_is_given_twice(monkeypatch):
    """Though nothing listens there yet: of two that are started at once one would not start."""
    first = free_port()
    offered = iter([first, *range(FIRST, LAST)])
    monkeypatch.setattr("random.randrange", lambda *_range: next(offered))
    assert free_port() != first
