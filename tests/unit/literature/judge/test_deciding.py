"""What decided a game, from its record. The facts are true in every game."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from literature.judge.deciding import ENDGAME, LAST, LEAD, LOST_POINT, MISTAKES, deciding
from literature.rules.moves import CORRECT
from literature.rules.options import PRESETS
from literature.rules.state import FINISHED, NOBODY, UNRESOLVED, winner
from tests.unit.kit.claims import game_of_claims
from tests.unit.kit.strategies import FEW, all_rules
from tests.unit.kit.table import Table


@pytest.mark.parametrize(
    ("claims", "kind", "number", "sets", "scores"),
    [
        # If the last wrong claim had been right, the game would have been a draw.
        ("0 1 0 1 0 1 0m1 1", MISTAKES, 6, 1, (4, 4)),
        ("0 1 0 1 0 1 0 1h0", MISTAKES, 7, 1, (4, 4)),
        # In a draw it is the last wrong claim of either team.
        ("0 1h- 1 1 0m- 0", MISTAKES, 4, 1, (3, 2)),
        # No wrong claim changed the result alone.
        ("1m0 1m0 0 0 0 0 1 1", MISTAKES, 1, 2, (4, 4)),
        # Team 1 has no cards left. Team 0 needs its last two sets.
        ("1 0 1 0 1 0 0", ENDGAME, 5, 2, (2, 3)),
        ("0 1 0 1", LAST, 3, 1, (2, 1)),
        ("1f 0 0 0 0 1", LOST_POINT, 0, 1, (0, 0)),
        ("0 1 0 0 0 1", LEAD, 2, 3, (1, 1)),
        ("0 0 0 1", LEAD, 0, 3, (0, 0)),
    ],
)
def test_each_kind(claims, kind, number, sets, scores):
    state, dealt, log = game_of_claims(claims)
    found = deciding(state, dealt, log)
    assert (found.kind, found.event.number, found.sets) == (kind, number, sets)
    assert found.scores == scores


def test_a_returned_claim_that_the_other_team_scored_later():
    state, dealt, log = game_of_claims("0 1 0 1 0r1 1")
    found = deciding(state, dealt, log)
    assert (found.kind, found.event.number, found.scores) == (MISTAKES, 4, (3, 3))


def test_a_game_that_was_ended_early_or_has_a_damaged_log():
    state, dealt, log = game_of_claims("0 1 0")
    assert deciding(state._replace(phase="playing"), dealt, log) is None
    assert deciding(state, dealt, log[:-1]) is None
    assert deciding(state, dealt, ()) is None


@pytest.mark.parametrize("preset", PRESETS)
@FEW
@given(seed=st.integers(0, 2**32))
def test_the_facts_are_true_for_every_preset(preset, seed):
    facts_are_true(PRESETS[preset], seed)


@FEW
@given(rules=all_rules(), seed=st.integers(0, 2**32))
def test_the_facts_are_true_for_all_options(rules, seed):
    facts_are_true(rules, seed)


def test_a_lost_point_ends_a_run_of_sets():
    facts_are_true(PRESETS["silent-hands"], 679)


def facts_are_true(rules, seed):
    table = Table(rules, Random(seed))
    states = list(table.play_at_random(1500))
    state, won = table.state, winner(table.state.scores)
    found = deciding(state, table.dealt, table.log)
    if state.phase != FINISHED:
        assert found is None
        return
    assert deciding(state, table.dealt, tuple(table.log)) == found
    event = table.log[found.event.number]
    assert event == found.event
    before = states_by_number(states)[event.number]
    if found.kind == MISTAKES:
        assert event.outcome != CORRECT
        assert found.team == event.seat % 2 != won
        assert winner(found.scores) != won
        assert state.scorers[event.card_set] != found.team
        return
    assert before.scores == found.scores
    if found.kind == LAST:
        assert won is None
        assert event.outcome == CORRECT
        assert not state.live
    elif found.kind == LOST_POINT:
        assert state.scorers[event.card_set] == NOBODY
        assert found.team == event.seat % 2 != won
    else:
        assert found.team == won
        scored = scored_since(before, state, table.log[event.number :], won)
        assert scored[: found.sets] == [True] * found.sets
        assert not found.is_last or (len(scored) == found.sets and not state.live)
        if found.kind == ENDGAME:
            assert before.scores[won] <= state.scores[1 - won]
            assert not any(before.hands[1 - won :: 2])
        else:
            assert before.scores[won] <= before.scores[1 - won]
            stays_ahead(states, event.number, won)


def states_by_number(states):
    return {each.number: each for each in reversed(states)}


def scored_since(before, state, events, won):
    """For each later claim that resolved a set: whether ``won`` scored it."""
    claims = [event for event in events if hasattr(event, "outcome") and event.revealed]
    assert {event.card_set for event in claims} <= {
        index for index, scorer in enumerate(before.scorers) if scorer == UNRESOLVED
    }
    return [state.scorers[event.card_set] == won for event in claims]


def stays_ahead(states, number, won):
    later = [each for each in states if each.number > number]
    assert all(each.scores[won] > each.scores[1 - won] for each in later)
