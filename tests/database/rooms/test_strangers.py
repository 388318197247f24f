"""Strangers come and go at open tables in faked time: 25 in a quarter of an hour; in the long test
100 in an hour.
"""

from dataclasses import dataclass
from random import Random
from statistics import median

import pytest

from accounts.models import User
from bots.background import KINDS
from game import database_time
from game.models import DueWork, Game
from rooms.actions import lobby, open_tables, playing
from rooms.actions.play_with_people import sit_down_among_people
from rooms.live import presence
from rooms.models import Room, Seat
from tests.kit import person

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STEP = 5
#: A person agrees to play with bots after this time.
AGREES_AFTER = 20
GAME_SECONDS = 600


@dataclass
class Stranger:
    """A person who comes, waits, plays, and goes, perhaps without a word."""

    user: User
    comes: int
    #: Closes the page in the lobby without leaving.
    vanishes: bool
    code: str = ""
    sat_at: int = 0
    dealt_at: int | None = None
    others: int = 0
    gone: bool = False


class Evening:
    """The time in which the strangers come, and the time until the last of them go."""

    def __init__(self, clock, strangers, seconds):
        self.clock, self.strangers, self.now = clock, strangers, 0
        self.end = seconds + GAME_SECONDS + 300

    def pass_by(self):
        while self.now < self.end:
            for stranger in self.strangers:
                if not stranger.gone and stranger.comes <= self.now:
                    self.act(stranger)
            self.look_after_the_site()
            self.check_lists()
            self.clock.forward(STEP)
            self.now += STEP

    def act(self, stranger):
        if not stranger.code:
            stranger.code, stranger.sat_at = sit_down_among_people(stranger.user), self.now
            if stranger.vanishes:
                stranger.gone = True
            return
        seat = Seat.objects.filter(room__code=stranger.code, user=stranger.user)
        room = Room.objects.get(code=stranger.code)
        seat.update(last_seen=database_time.now())
        if room.game_id is None:
            if self.now - stranger.sat_at == AGREES_AFTER:
                open_tables.agree(stranger.code, stranger.user, True)
        elif stranger.dealt_at is None:
            stranger.dealt_at = self.now
            people = room.game.players.filter(bot="")
            stranger.others = people.count() - 1
        elif self.now - stranger.dealt_at >= GAME_SECONDS:
            lobby.leave(stranger.code, stranger.user)
            stranger.gone = True

    def look_after_the_site(self):
        presence.expire()
        open_tables.free_seats_of_absent()
        due = DueWork.objects.filter(kind=playing.START, due_at__lte=database_time.now())
        for work in due:
            work.delete()
            KINDS[work.kind](work, lambda: False)

    def check_lists(self):
        """No table is offered without a person who was here a moment ago."""
        for room in Room.objects.filter(free_seats__gt=0):
            here = room.seats.filter(user__isnull=False, away=False)
            assert here.exists() and room.host and room.game is None


def strangers(count, seconds):
    chance = Random(1)
    return [
        Stranger(person(f"P{number}"), chance.randrange(0, seconds, STEP), chance.random() < 0.1)
        for number in range(count)
    ]


@pytest.mark.parametrize(
    ("count", "seconds"), [(25, 900), pytest.param(100, 3600, marks=pytest.mark.soak)]
)
def test_strangers_meet_within_a_minute_and_no_table_is_left_over(clock, count, seconds):
    them = strangers(count, seconds)
    Evening(clock, them, seconds).pass_by()
    stayed = [each for each in them if not each.vanishes]
    waits = sorted(each.dealt_at - each.sat_at for each in stayed)  # Everybody got a game.
    alone = sum(not each.others for each in stayed)
    assert median(waits) <= 65
    assert waits[-1] <= 120
    assert alone <= 0.2 * len(stayed)
    assert not Room.objects.filter(free_seats__gt=0).exists()
    assert not Seat.objects.filter(user__isnull=False, room__game=None).exists()
    assert not DueWork.objects.filter(kind=playing.START).exists()
    assert Game.objects.count() < len(stayed)
