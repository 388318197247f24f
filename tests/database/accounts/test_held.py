"""A table that a process reads only every few seconds."""

from accounts import held


def test_a_value_is_read_again_after_some_seconds(clock, monkeypatch):
    monkeypatch.setattr("accounts.held.time.monotonic", clock.monotonic)
    values = iter("abc")
    now = held.Held(lambda: next(values))
    assert now() == now() == "a"
    clock.forward(held.HELD_SECONDS - 0.1)
    assert now() == "a"
    clock.forward(0.2)
    assert now() == "b"
    now.forget()
    assert now() == "c"
