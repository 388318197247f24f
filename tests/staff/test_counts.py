"""Sentences in the staff pages when a count is one."""

from types import SimpleNamespace

import pytest
from django.utils import timezone

from staff.fairness_answers import last_check
from tests.kit import PLAIN, people, play_on, started
from tests.staff.kit import act, boss

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def test_the_sentence_for_one_record():
    game = started(people(4), PLAIN)
    play_on(game)
    text = act(boss(), "game/game", "export_records", game.pk).content.decode()
    assert "the record of 1 finished game" in text


@pytest.mark.parametrize("agrees", [True, False])
def test_the_sentence_for_one_move(agrees):
    last = SimpleNamespace(at=timezone.now(), version=1, agrees=agrees, problems=[])
    assert "after 1 move." in last_check(last, opened=True)
    last.version = 2
    assert "after 2 moves." in last_check(last, opened=True)
