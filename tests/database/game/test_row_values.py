"""Rows and values: the conversion loses nothing in either direction."""

from dataclasses import replace
from random import Random

import pytest

from game import play, row_values
from game.models import Game
from literature.rules.apply import apply
from literature.rules.information_state import shown_log
from literature.rules.legality import IllegalMove
from literature.rules.moves import Asked
from literature.rules.options import OPTIONS, PRESETS
from literature.rules.state import FINISHED
from tests.kit import (
    PLAIN,
    claim,
    missed_ask,
    people,
    play_on,
    random_move,
    random_rules,
    stacked,
    started,
    state_of,
)

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.mark.parametrize("number", range(12))
def test_the_stored_state_equals_the_state_of_the_rules_after_each_move(number):
    chance = Random(number)
    rules = random_rules(chance)
    game = started(people(rules.players), rules, dealer=chance.randrange(rules.players))
    state, log = state_of(game), []
    while state.phase != FINISHED:
        move = random_move(state, chance, 0.2)
        state, event = apply(state, move)
        log.append(event)
        answer = play.act(game.pk, move, version=state.number - 1)
        assert answer.event == event
        # Each move is made on the stored state, so a difference would also show later.
        if state.number % 3 == 0 or state.phase == FINISHED:
            assert state_of(game) == state
    game.refresh_from_db()
    assert row_values.load_log(game) == log
    assert row_values.load_log(game, since=len(log) // 2) == log[len(log) // 2 :]


def test_the_random_rules_vary_every_option():
    """The test above covers all options only if its random rules do."""
    drawn = [random_rules(Random(number)) for number in range(12)]
    for option, values in OPTIONS.items():
        seen = {getattr(rules, option) for rules in drawn}
        assert seen == set(values) or len(seen) > 2, option


def test_returned_claims_are_stored():
    with stacked(
        "low-clubs high-clubs",
        "low-diamonds high-diamonds",
        "low-spades high-spades",
        "low-hearts high-hearts",
    ):
        game = started(people(4), replace(PLAIN, misplaced_claim="return"))
    wrong = [claim(state_of(game), 0, "low-clubs", **{card: 2}) for card in ("2C", "3C")]
    for number, move in enumerate(wrong):
        play.act(game.pk, move, version=number)
    assert state_of(game).returned == {move.holders for move in wrong}
    with pytest.raises(IllegalMove, match="repeated_claim"):
        play.act(game.pk, wrong[0], version=2)
    play.act(game.pk, claim(state_of(game), 0, "low-spades"), version=2)
    assert state_of(game).returned == set()


def test_all_options_of_every_preset_are_stored():
    users = people(12)
    for name, rules in PRESETS.items():
        game = started(users[: rules.players], rules)
        assert Game.objects.get(pk=game.pk).rules == rules, name


@pytest.mark.parametrize("history", OPTIONS["history"])
def test_the_visible_log_agrees_with_the_option(history):
    game = started(people(4), replace(PLAIN, history=history, claim_timing="any_time"))
    for number in range(40):
        play_on(game, 1, seed=number)
        if game.is_over:
            break
        shown = tuple(row_values.load_shown_log(game)[0])
        assert shown == shown_log(row_values.load_log(game), history)
    assert game.moves.exclude(kind="ask").exists()
    asks = [event for event in shown if isinstance(event, Asked)]
    assert len(asks) == {"last_ask": 1, "last_two": 2}.get(
        history, game.moves.filter(kind="ask").count()
    )


@pytest.mark.parametrize("history", OPTIONS["history"])
def test_a_finished_game_shows_its_whole_log(history):
    game = started(people(4), replace(PLAIN, history=history))
    play_on(game)
    assert row_values.load_shown_log(game)[0] == row_values.load_log(game)
    assert len(row_values.load_shown_log(game)[0]) == game.version > 3


def test_a_page_reads_no_more_asks_than_it_requests():
    game = started(people(4), PLAIN)
    for number in range(8):
        play.act(game.pk, missed_ask(state_of(game)), version=number)
    game.refresh_from_db()
    assert [event.number for event in row_values.load_shown_log(game, most_asks=3)[0]] == [5, 6, 7]
    assert len(row_values.load_shown_log(game, most_asks=50)[0]) == 8


def test_the_option_limits_the_asks_of_a_page():
    game = started(people(4), replace(PLAIN, history="last_two"))
    for number in range(8):
        play.act(game.pk, missed_ask(state_of(game)), version=number)
    game.refresh_from_db()
    assert [event.number for event in row_values.load_shown_log(game, most_asks=5)[0]] == [6, 7]


def test_the_log_has_no_moves_newer_than_the_read_game():
    game = started(people(4), PLAIN)
    play.act(game.pk, missed_ask(state_of(game)), version=0)
    game.refresh_from_db()
    as_read = Game.objects.get(pk=game.pk)
    play.act(game.pk, missed_ask(state_of(game)), version=1)
    assert [event.number for event in row_values.load_log(as_read)] == [0]
    assert [event.number for event in row_values.load_shown_log(as_read)[0]] == [0]
    assert [event.number for event in row_values.load_shown_log(as_read, most_asks=1)[0]] == [0]
