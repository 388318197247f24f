"""Substitutes, left seats, downtimes, and clocks that were set back."""

from datetime import timedelta

import pytest

from bots import driver, thinking
from game import play
from game.due_times import GRACE
from game.models import Game
from game.row_values import read_stored_game
from tests.database.kit.times import ANY_TIME, dealt, fresh, look, movers, refused
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


def test_the_person_keeps_the_seat(game, users):
    play.substitute(game.pk, users[1].pk)
    look()
    player = game.players.get(seat=0)
    assert (player.user, player.bot) == (users[0], "")


def test_a_person_who_returns_in_time_moves_themselves(game, users):
    play.substitute(game.pk, users[1].pk)
    play.act(game.pk, missed_ask(state_of(game)), version=0)
    assert fresh(game).substitute is False
    assert look() == []
    assert movers(game) == [("person", 0)]


def test_a_claim_of_another_player_keeps_the_substitute(users):
    game = dealt(users, ANY_TIME)
    play.substitute(game.pk, users[1].pk)
    play.act(game.pk, claim(state_of(game), 2, "low-spades"), version=0)
    assert look() == [True]
    assert movers(game) == [("person", 2), ("substitute", 0)]


def test_a_substitute_waits_for_the_end_of_a_claim_pause(users, clock):
    game = dealt(users, ANY_TIME)
    play.substitute(game.pk, users[1].pk)
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    assert look() == []
    clock.forward(45)
    assert look() == [False]
    assert look() == [True]
    assert movers(game) == [("substitute", 0)]


def test_no_substitute_during_a_claim_pause(users, clock):
    game = dealt(users, ANY_TIME)
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    for user in users[1:]:
        assert refused(play.substitute, game.pk, user.pk) == "paused"
    clock.forward(45)
    play.substitute(game.pk, users[1].pk)
    assert look() == [False]
    assert look() == [True]
    assert movers(game) == [("substitute", 0)]


def test_a_returning_person_stops_the_substitute(game, users, clock):
    play.substitute(game.pk, users[1].pk)
    play.stop_substitute(game.pk, users[0].pk)
    assert fresh(game).substitute is False
    assert fresh(game).due_at is None
    clock.forward(3600)
    assert look() == []


def test_a_substitute_is_stopped_during_a_pause(users, clock):
    game = dealt(users, ANY_TIME)
    play.substitute(game.pk, users[1].pk)
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    play.stop_substitute(game.pk, users[0].pk)
    assert fresh(game).due_at == fresh(game).claim_pause_until
    clock.forward(45)
    assert look() == [False]
    assert look() == []
    assert movers(game) == []


def test_a_substitute_is_stopped_while_the_bot_thinks(game, users, monkeypatch):
    play.substitute(game.pk, users[1].pk)
    choose = thinking.choose

    def back_meanwhile(*seen):
        play.stop_substitute(game.pk, users[0].pk)
        return choose(*seen)

    monkeypatch.setattr(thinking, "choose", back_meanwhile)
    assert look() == [False]
    assert movers(game) == []
    assert fresh(game).due_at is None


def test_only_the_turn_holder_stops_the_substitute(game, users):
    play.substitute(game.pk, users[1].pk)
    play.stop_substitute(game.pk, users[2].pk)
    assert look() == [True]


def test_bots_that_may_claim_continue_after_a_stopped_substitute(users):
    game = dealt(users[:2], ANY_TIME, bots=2)
    play.substitute(game.pk, users[1].pk)
    play.stop_substitute(game.pk, users[0].pk)
    assert fresh(game).due_at is not None


def test_stopping_without_a_substitute_does_nothing(game, users):
    due_at = fresh(game).due_at
    play.stop_substitute(game.pk, users[0].pk)
    play_on(game)
    play.stop_substitute(game.pk, users[0].pk)
    assert (due_at, fresh(game).substitute) == (None, False)


def test_people_who_may_not_request_a_substitute(game, users):
    assert refused(play.substitute, game.pk, users[0].pk) == "your_turn"
    assert refused(play.substitute, game.pk, person("Zoe").pk) == "not_seated"
    play_on(game)
    assert refused(play.substitute, game.pk, users[1].pk) == "game_over"


def test_no_substitute_for_a_bot_or_with_a_turn_clock(users):
    against_bots = dealt(users[:1], bots=3, dealer=1)
    assert refused(play.substitute, against_bots.pk, users[0].pk) == "not_away"
    clocked = dealt(users, turn_seconds=60)
    assert refused(play.substitute, clocked.pk, users[1].pk) == "not_away"


# Left seats


def test_a_bot_replaces_a_person_who_leaves(game, users):
    assert play.replace_with_bot(game.pk, users[0].pk, "medium") == 0
    player = game.players.get(seat=0)
    assert (player.user, player.left_user, player.bot) == (None, users[0], "medium")
    assert (player.name, player.avatar) == (users[0].name, users[0].avatar)
    assert player.left_at == 0
    assert look() == [True]
    assert movers(game)[0] == ("bot", 0)


def test_a_person_who_left_cannot_move(game, users):
    play.replace_with_bot(game.pk, users[0].pk, "easy")
    request = play.Request(users[0].pk, "r")
    assert refused(play.act, game.pk, ask(0, "AC", 1), version=0, request=request) == "not_seated"
    assert refused(play.replace_with_bot, game.pk, users[0].pk, "easy") == "not_seated"
    assert refused(play.substitute, game.pk, users[0].pk) == "not_seated"


def test_leaving_out_of_turn_lets_no_bot_act(game, users):
    play.replace_with_bot(game.pk, users[1].pk, "easy")
    assert fresh(game).due_at is None


def test_leaving_ends_the_turn_clock(users):
    game = dealt(users, turn_seconds=60)
    play.replace_with_bot(game.pk, users[0].pk, "easy")
    assert fresh(game).deadline is None
    assert fresh(game).due_at is not None


def test_leaving_out_of_turn_does_not_extend_the_turn(users, clock):
    game = dealt(users, turn_seconds=60)
    deadline = fresh(game).deadline
    clock.forward(30)
    play.replace_with_bot(game.pk, users[1].pk, "easy")
    assert fresh(game).deadline == fresh(game).due_at == deadline


def test_a_person_with_a_substitute_may_leave(game, users):
    play.substitute(game.pk, users[1].pk)
    play.replace_with_bot(game.pk, users[0].pk, "easy")
    assert fresh(game).substitute is False
    look()
    assert movers(game)[0] == ("bot", 0)


def test_bots_finish_a_game_that_all_people_left(game, users):
    for user in users:
        play.replace_with_bot(game.pk, user.pk, "medium")
    while due := driver.deserted_game_due():
        driver.act_if_due(*due)
    assert fresh(game).status == Game.Status.FINISHED
    assert {mover for mover, _seat in movers(game)} == {"bot"}


def test_nobody_leaves_a_finished_game(game, users):
    play_on(game)
    assert refused(play.replace_with_bot, game.pk, users[0].pk, "easy") == "game_over"


# Downtimes


@pytest.mark.parametrize("left", [-1000, 0, 5, 19.9])
def test_everybody_has_at_least_20_seconds_after_a_downtime(users, clock, left):
    game = dealt(users, turn_seconds=60)
    clock.forward(60 - left)
    assert len(play.after_downtime()) == 1
    assert fresh(game).deadline == fresh(game).due_at == clock.now + GRACE
    assert look() == []


@pytest.mark.parametrize("left", [20, 21, 60])
def test_more_than_20_seconds_are_kept_after_a_downtime(users, clock, left):
    game = dealt(users, turn_seconds=60)
    deadline = fresh(game).deadline
    clock.forward(60 - left)
    assert len(play.after_downtime()) == 0
    assert fresh(game).deadline == deadline


def test_a_downtime_extends_only_running_games_with_a_clock(users, clock):
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


def test_a_downtime_does_not_extend_a_claim_pause(users, clock):
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


def test_a_clock_set_back_gives_no_extra_hour(users, clock):
    game = dealt(users, turn_seconds=60)
    clock.forward(-3600)
    assert len(play.after_downtime()) == 1
    assert fresh(game).deadline == fresh(game).due_at == clock.now + timedelta(seconds=60)


def test_a_clock_set_back_does_not_delay_bots(users, clock, settings):
    settings.BOT_THINK_SECONDS = 1
    game = dealt(users[:1], bots=3, dealer=1)
    clock.forward(-3600)
    assert look() == []
    assert len(play.after_downtime()) == 1
    assert look() == [True]
    assert movers(game) == [("bot", 1)]


def test_a_clock_set_back_does_not_interrupt_a_thinking_bot(users, clock, settings):
    settings.BOT_THINK_SECONDS = 30
    game = dealt(users[:1], bots=3, dealer=1)
    due_at = fresh(game).due_at
    assert len(play.after_downtime()) == 0
    assert fresh(game).due_at == due_at


def test_a_clock_set_back_does_not_extend_a_claim_pause(users, clock):
    game = dealt(users, ANY_TIME, turn_seconds=60)
    play.start_claim_pause(game.pk, users[2].pk, "low-spades")
    clock.forward(-3600)
    assert len(play.after_downtime()) == 1
    now = fresh(game)
    assert now.claim_pause_until == now.due_at == clock.now + timedelta(seconds=45)
    assert now.deadline == clock.now + timedelta(seconds=60)


def test_a_clock_set_back_does_not_extend_a_lease(users, clock):
    game = dealt(users[:1], bots=3, dealer=1)
    taken_until = clock.now + timedelta(hours=1, seconds=5)
    Game.objects.filter(pk=game.pk).update(due_at=taken_until)
    assert len(play.after_downtime()) == 1
    assert look() == [True]


# A clock that was set while a move was planned


def test_a_move_on_an_older_reading_gets_the_time_of_the_new_clock(users, clock):
    """A bot has the turn, so there was no deadline to correct."""
    game = dealt(users[:3], ANY_TIME, bots=1, dealer=3, turn_seconds=30)
    stored = read_stored_game(game.pk)
    clock.set_by(3600)
    play.after_downtime()
    of_seat_0 = claim(state_of(game), 0, "low-clubs")
    answer = play.act(game.pk, of_seat_0, version=0, stored=stored)
    assert answer.game.moves.get().made_at == clock.now


def test_a_bot_without_a_turn_clock_does_not_wait_for_an_hour(users, clock, settings):
    settings.BOT_THINK_SECONDS = 1
    game = dealt(users[:1], bots=3)
    stored = read_stored_game(game.pk)
    clock.set_by(-3600)
    play.after_downtime()
    play.act(game.pk, missed_ask(state_of(game)), version=0, stored=stored)
    assert fresh(game).due_at < clock.now + timedelta(minutes=1)
