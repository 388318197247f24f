"""``python -m literature puzzle``: the same seed, the same puzzle, and one right answer."""

import sys

from literature.terminal import puzzle


def test_one_seat_is_the_answer(monkeypatch):
    monkeypatch.setattr(sys, "stdin", [f"{seat}\n" for seat in range(1, 6)])
    *shown, last = list(puzzle.run(seed=1))
    assert shown[0].startswith("You are seat 0, ")
    assert last.startswith("Right. The shortest argument has ")
    assert set(shown[shown.index("No. Try again.") :]) <= {"No. Try again."}
    monkeypatch.setattr(sys, "stdin", [])
    assert list(puzzle.run(seed=1)) == shown[: shown.index("No. Try again.")]
