"""Absent people: substitutes, left seats, and downtimes."""

from datetime import timedelta

import pytest

from bots import driver, thinking
from game import play
from game.models import Game
from game.timing import GRACE
from tests.game.play.kit import ANY_TIME, dealt, fresh, look, movers, refused
from tests.kit import ask, claim, missed_ask, person, play_on, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(users):
    return dealt(users)


# Substitutes


def test_a_substitute_makes_one_move_only(game, users, clock):
    play.substitute(game.pk, users[1].pk)
    assert look() == [True]
    assert movers(game) == [("substitute", 0)]
    assert fresh(game).substitute is False
    assert fresh(game).due_at is None
    clock.forward(3600)
    assert look() == []


def test_the_seat_stays_the_persons(game, users):
    play.substitute(game.pk, users[1].pk)
    look()
    player = game.players.get(seat=0)
    assert (player.user, player.bot) == (users[0], "")


def test_back_in_time_the_move_is_ones_own(game, users):
    play.substitute(game.pk, users[1].pk)
    play.act(game.pk, missed_ask(state_of(game)), version=0)
    assert fresh(game).substitute is False
    assert look() == []
    assert movers(game) == [("person", 0)]


def test_somebody_elses_claim_does_not_undo_it(users):
    game = dealt(users, ANY_TIME)
    play.substitute(game.pk, users[1].pk)
    play.act(game.pk, claim(state_of(game), 2, "low-spades"), version=0)
    assert look() == [True]
    assert movers(game) == [("person", 2), ("substitute", 0)]


def test_a_pause_comes_first(users, clock):
    game = dealt(users, ANY_TIME)
    play.substitute(game.pk, users[1].pk)
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    assert look() == []
    clock.forward(45)
    assert look() == [False]
    assert look() == [True]
    assert movers(game) == [("substitute", 0)]


def test_not_in_a_claim_pause(users, clock):
    game = dealt(users, ANY_TIME)
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    for user in users[1:]:
        assert refused(play.substitute, game.pk, user.pk) == "paused"
    clock.forward(45)
    play.substitute(game.pk, users[1].pk)
    assert look() == [False]
    assert look() == [True]
    assert movers(game) == [("substitute", 0)]


def test_called_off_when_they_are_back(game, users, clock):
    play.substitute(game.pk, users[1].pk)
    play.stop_substitute(game.pk, users[0].pk)
    assert fresh(game).substitute is False
    assert fresh(game).due_at is None
    clock.forward(3600)
    assert look() == []


def test_called_off_in_a_pause(users, clock):
    game = dealt(users, ANY_TIME)
    play.substitute(game.pk, users[1].pk)
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    play.stop_substitute(game.pk, users[0].pk)
    assert fresh(game).due_at == fresh(game).claim_pause_until
    clock.forward(45)
    assert look() == [False]
    assert look() == []
    assert movers(game) == []


def test_called_off_while_the_bot_thinks(game, users, monkeypatch):
    play.substitute(game.pk, users[1].pk)
    choose = thinking.choose

    def back_meanwhile(*seen):
        play.stop_substitute(game.pk, users[0].pk)
        return choose(*seen)

    monkeypatch.setattr(thinking, "choose", back_meanwhile)
    assert look() == [False]
    assert movers(game) == []
    assert fresh(game).due_at is None


def test_called_off_by_the_turn_holder_alone(game, users):
    play.substitute(game.pk, users[1].pk)
    play.stop_substitute(game.pk, users[2].pk)
    assert look() == [True]


def test_bots_that_may_claim_go_on(users):
    game = dealt(users[:2], ANY_TIME, bots=2)
    play.substitute(game.pk, users[1].pk)
    play.stop_substitute(game.pk, users[0].pk)
    assert fresh(game).due_at is not None


def test_nothing_to_call_off(game, users):
    due_at = fresh(game).due_at
    play.stop_substitute(game.pk, users[0].pk)
    play_on(game)
    play.stop_substitute(game.pk, users[0].pk)
    assert (due_at, fresh(game).substitute) == (None, False)


def test_who_may_not_call_one(game, users):
    assert refused(play.substitute, game.pk, users[0].pk) == "your_turn"
    assert refused(play.substitute, game.pk, person("Zoe").pk) == "not_seated"
    play_on(game)
    assert refused(play.substitute, game.pk, users[1].pk) == "game_over"


def test_not_for_a_bot_nor_beside_a_clock(users):
    against_bots = dealt(users[:1], bots=3, dealer=1)
    assert refused(play.substitute, against_bots.pk, users[0].pk) == "not_away"
    clocked = dealt(users, turn_seconds=60)
    assert refused(play.substitute, clocked.pk, users[1].pk) == "not_away"


# Left seats


def test_a_bot_takes_the_seat_for_good(game, users):
    assert play.replace_with_bot(game.pk, users[0].pk, "medium") == 0
    player = game.players.get(seat=0)
    assert (player.user, player.left_user, player.bot) == (None, users[0], "medium")
    assert (player.name, player.avatar) == (users[0].name, users[0].avatar)
    assert player.left_at == 0
    assert look() == [True]
    assert movers(game)[0] == ("bot", 0)


def test_the_leaver_plays_no_more(game, users):
    play.replace_with_bot(game.pk, users[0].pk, "easy")
    request = play.Request(users[0].pk, "r")
    assert refused(play.act, game.pk, ask(0, "AC", 1), version=0, request=request) == "not_seated"
    assert refused(play.replace_with_bot, game.pk, users[0].pk, "easy") == "not_seated"
    assert refused(play.substitute, game.pk, users[0].pk) == "not_seated"


def test_leaving_out_of_turn_wakes_nobody(game, users):
    play.replace_with_bot(game.pk, users[1].pk, "easy")
    assert fresh(game).due_at is None


def test_leaving_takes_the_clock_off(users):
    game = dealt(users, turn_seconds=60)
    play.replace_with_bot(game.pk, users[0].pk, "easy")
    assert fresh(game).deadline is None
    assert fresh(game).due_at is not None


def test_leaving_elsewhere_gives_the_turn_no_more_time(users, clock):
    game = dealt(users, turn_seconds=60)
    deadline = fresh(game).deadline
    clock.forward(30)
    play.replace_with_bot(game.pk, users[1].pk, "easy")
    assert fresh(game).deadline == fresh(game).due_at == deadline


def test_a_leaver_for_whom_a_substitute_was_called(game, users):
    play.substitute(game.pk, users[1].pk)
    play.replace_with_bot(game.pk, users[0].pk, "easy")
    assert fresh(game).substitute is False
    look()
    assert movers(game)[0] == ("bot", 0)


def test_when_all_have_left_the_bots_finish_it(game, users):
    for user in users:
        play.replace_with_bot(game.pk, user.pk, "medium")
    for _ in range(2000):
        if fresh(game).is_over:
            break
        driver.act_in_deserted_game()
    assert fresh(game).status == Game.Status.FINISHED
    assert {mover for mover, _seat in movers(game)} == {"bot"}


def test_not_when_it_is_over(game, users):
    play_on(game)
    assert refused(play.replace_with_bot, game.pk, users[0].pk, "easy") == "game_over"


# Downtimes


@pytest.mark.parametrize("left", [-1000, 0, 5, 19.9])
def test_nobody_has_less_than_20_seconds(users, clock, left):
    game = dealt(users, turn_seconds=60)
    clock.forward(60 - left)
    assert len(play.after_downtime()) == 1
    assert fresh(game).deadline == fresh(game).due_at == clock.now + GRACE
    assert look() == []


@pytest.mark.parametrize("left", [20, 21, 60])
def test_who_has_more_keeps_it(users, clock, left):
    game = dealt(users, turn_seconds=60)
    deadline = fresh(game).deadline
    clock.forward(60 - left)
    assert len(play.after_downtime()) == 0
    assert fresh(game).deadline == deadline


def test_only_running_games_with_a_clock(users, clock):
    over = dealt(users, turn_seconds=30)
    play_on(over)
    dealt(users)
    clock.forward(1000)
    assert len(play.after_downtime()) == 0
    assert fresh(over).deadline is None


def test_a_bot_that_is_due_stays_due(users, clock, settings):
    game = dealt(users[:2], ANY_TIME, bots=2, turn_seconds=30)
    clock.forward(25)
    due_at = fresh(game).due_at
    assert due_at < clock.now
    assert len(play.after_downtime()) == 1
    assert fresh(game).due_at == due_at


def test_a_claim_pause_ends_on_time(users, clock):
    game = dealt(users, ANY_TIME, turn_seconds=30)
    clock.forward(20)
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    until = fresh(game).claim_pause_until
    play.after_downtime()
    assert fresh(game).due_at == until
    clock.forward(45)
    look()
    assert fresh(game).deadline == clock.now + timedelta(seconds=20)


# A clock that was set back


def test_nobody_gets_an_hour(users, clock):
    game = dealt(users, turn_seconds=60)
    clock.forward(-3600)
    assert len(play.after_downtime()) == 1
    assert fresh(game).deadline == fresh(game).due_at == clock.now + timedelta(seconds=60)


def test_bots_do_not_wait_for_an_hour(users, clock, settings):
    settings.BOT_THINK_SECONDS = 1
    game = dealt(users[:1], bots=3, dealer=1)
    clock.forward(-3600)
    assert look() == []
    assert len(play.after_downtime()) == 1
    assert look() == [True]
    assert movers(game) == [("bot", 1)]


def test_a_bot_that_thinks_goes_on_thinking(users, clock, settings):
    settings.BOT_THINK_SECONDS = 30
    game = dealt(users[:1], bots=3, dealer=1)
    due_at = fresh(game).due_at
    assert len(play.after_downtime()) == 0
    assert fresh(game).due_at == due_at


def test_a_claim_pause_does_not_last_for_an_hour(users, clock):
    game = dealt(users, ANY_TIME, turn_seconds=60)
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    clock.forward(-3600)
    assert len(play.after_downtime()) == 1
    now = fresh(game)
    assert now.claim_pause_until == now.due_at == clock.now + timedelta(seconds=45)
    assert now.deadline == clock.now + timedelta(seconds=60)


def test_a_lease_does_not_last_for_an_hour(users, clock):
    game = dealt(users[:1], bots=3, dealer=1)
    taken_until = clock.now + timedelta(hours=1, seconds=5)
    Game.objects.filter(pk=game.pk).update(due_at=taken_until)
    assert len(play.after_downtime()) == 1
    assert look() == [True]
