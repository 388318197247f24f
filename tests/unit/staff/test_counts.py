"""Sentences in the staff pages when a count is one."""

from types import SimpleNamespace

import pytest
from django.utils import timezone

from staff.fairness_answers import last_check


@pytest.mark.parametrize("agrees", [True, False])
def test_the_sentence_for_one_move(agrees):
    last = SimpleNamespace(at=timezone.now(), version=1, agrees=agrees, problems=[])
    assert "after 1 move." in last_check(last, opened=True)
    last.version = 2
    assert "after 2 moves." in last_check(last, opened=True)
