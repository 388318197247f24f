"""After a clock was set back by an hour, nobody waits for an hour."""

from datetime import timedelta

import pytest

from bots import scheduler_heartbeat
from game.models import Game
from tests.database.kit.times import dealt, fresh
from tests.kit import people

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)


def test_a_person_gets_no_extra_hour(clock):
    game = dealt(people(4), turn_seconds=30)
    scheduler_heartbeat.write_heartbeat()
    clock.now -= HOUR
    scheduler_heartbeat.write_heartbeat()
    assert fresh(game).deadline == fresh(game).due_at == clock.now + timedelta(seconds=30)


def test_a_bot_does_not_wait_for_an_hour(clock):
    game = dealt(people(4))
    Game.objects.filter(pk=game.pk).update(due_at=clock.now)
    scheduler_heartbeat.write_heartbeat()
    clock.now -= HOUR
    scheduler_heartbeat.write_heartbeat()
    assert fresh(game).due_at == clock.now
