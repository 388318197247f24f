"""Ports for processes of tests and benchmarks."""

from cluster.ports import FIRST, LAST, free_port


def test_no_port_is_returned_twice(monkeypatch):
    """Two calls never return the same port, even if no server uses the first port yet."""
    first = free_port()
    offered = iter([first, *range(FIRST, LAST)])
    monkeypatch.setattr("random.randrange", lambda *_range: next(offered))
    assert free_port() != first
