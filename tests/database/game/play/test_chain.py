"""A person alone among bots: the bots move faster and faster until it is the person's turn."""

import random
import statistics

import pytest

from accounts.people import change_preferences
from game import due_times, play
from game.due_times import BREATH_SECONDS, LEAST_THINK_SECONDS, REVEAL_SECONDS, THINK_SECONDS
from game.models import Game
from literature.rules.moves import CORRECT, Asked, Claimed
from tests.database.kit.times import dealt, fresh, look
from tests.kit import ask
from tests.unit.game.test_due_times import NOW, at

pytestmark = pytest.mark.django_db

PERSON, TEAMMATE = 0, 2


@pytest.fixture(autouse=True)
def paced(settings):
    settings.BOT_THINK_SECONDS = None


def after(moves, pace="normal", **columns):
    """A game in which bots have made so many moves since the person's move."""
    table = {"pace": pace, "turn_seconds": 0}
    return Game(version=9 + moves, person_version=9, table=table, **columns)


def wait(game, told_less=PERSON):
    """The average number of seconds that the bot with the turn thinks."""
    random.seed(1)
    waits = []
    for _ in range(400):
        due_times.schedule(game, at(1, "own_turn"), {1, 2, 3}, NOW, turn_used=True,
                           told_less=told_less)  # fmt: skip
        waits.append((game.due_at - NOW).total_seconds())
    return statistics.mean(waits)


@pytest.mark.parametrize("pace", THINK_SECONDS)
def test_the_first_two_moves_are_as_usual_and_each_further_one_is_faster(pace):
    waits = [wait(after(moves, pace)) for moves in range(12)]
    usual = pytest.approx(THINK_SECONDS[pace], rel=0.05)
    assert waits[:2] == [usual, usual]
    faster = [each for each in waits[1:] if each > 1.1 * LEAST_THINK_SECONDS]
    assert faster == sorted(faster, reverse=True)
    assert len(set(faster)) == len(faster) > 2
    assert waits[-1] == pytest.approx(LEAST_THINK_SECONDS, rel=0.05)


def test_bots_do_not_hurry_for_several_people_or_before_the_persons_first_move():
    usual = pytest.approx(THINK_SECONDS["normal"], rel=0.05)
    assert wait(after(9), told_less=None) == usual
    game = after(9)
    game.person_version = None
    assert wait(game) == usual


def test_a_fixed_thinking_time_does_not_change(settings):
    settings.BOT_THINK_SECONDS = 1
    assert wait(after(9)) == pytest.approx(1, rel=0.05)
    assert due_times.shown_chain(after(9), PERSON) is None


def asked(seat, of):
    return Asked(8, seat, 0, of, hit=True)


def claimed(seat, *holders):
    return Claimed(8, seat, 0, (), CORRECT, tuple(enumerate(holders)))


@pytest.mark.parametrize(
    ("event", "moves", "seconds"),
    [
        (asked(1, PERSON), 3, BREATH_SECONDS),
        (asked(1, TEAMMATE), 3, 0),
        # The first moves are followed by a whole thinking time.
        (asked(1, PERSON), 2, 0),
        (claimed(1, 1, 3, 3), 3, REVEAL_SECONDS["fast"]),
        (claimed(1, 1, 3, 3), 2, REVEAL_SECONDS["normal"]),
        (claimed(1, 1, PERSON, 3), 3, REVEAL_SECONDS["normal"]),
        (claimed(TEAMMATE, TEAMMATE, TEAMMATE), 3, REVEAL_SECONDS["normal"]),
        (claimed(1)._replace(revealed=None), 3, 0),
    ],
)
def test_bots_wait_until_pages_have_shown_what_concerns_the_person(event, moves, seconds):
    assert due_times.shown_seconds(after(moves), event, PERSON) == seconds


def test_with_other_people_every_claim_is_shown_for_its_whole_time():
    assert due_times.shown_seconds(after(9), claimed(1, 1, 3), None) == REVEAL_SECONDS["normal"]
    assert due_times.shown_seconds(after(9), asked(1, PERSON), None) == 0


def test_only_one_person_without_a_turn_clock_is_told_less(users):
    alone = dealt(users[:1], bots=3)
    assert play.read_stored_game(alone.pk).told_less == 0
    beside_others = dealt(users[:2], bots=2)
    assert play.read_stored_game(beside_others.pk).told_less is None
    with_clock = dealt(users[:1], bots=3, turn_seconds=30)
    assert play.read_stored_game(with_clock.pk).told_less is None


def test_a_person_can_choose_to_be_told_more(users):
    game = dealt(users[:1], bots=3)
    for value, told_less in (("more", None), ("less", 0)):
        change_preferences(users[0], {"telling": value})
        assert play.read_stored_game(game.pk).told_less == told_less


def test_only_a_move_of_a_person_begins_a_new_chain(users, clock):
    game = dealt(users[:1], bots=3)
    assert fresh(game).person_version is None
    play.act(game.pk, ask(0, "TD", 3), version=0)
    assert (fresh(game).version, fresh(game).person_version) == (1, 1)
    clock.now = fresh(game).due_at
    assert look() == [True]
    assert (fresh(game).version, fresh(game).person_version) == (2, 1)
    assert due_times.shown_chain(fresh(game), PERSON) == 1
