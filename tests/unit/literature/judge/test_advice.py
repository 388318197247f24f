"""Help at the table: a hint is a best move, computed only from the information state of its
seat.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from finished.review.hint_text import hint_text
from literature.judge.findings import BEST, AskHint, ClaimHint, Receiver
from literature.judge.judge import judge
from literature.judge.seat_knowledge import View
from literature.judge.worker import seat_help
from literature.knowledge import Knowledge
from literature.rules.apply import apply
from literature.rules.moves import Ask, Claim, Pass
from literature.rules.options import PRESETS
from literature.rules.state import ENDGAME, FINISHED
from tests.kit import move_fields
from tests.unit.kit.strategies import PROFILE, all_rules
from tests.unit.kit.table import Table
from tests.unit.literature.policy.test_honesty import with_other_hands

pytestmark = pytest.mark.slow


def advised(table, seat):
    """The help for a seat, computed from its information state as in a new process."""
    seen = table.information_state(seat)
    return seat_help(seen, Knowledge.of(seen))


def hinted(table, seat):
    """The move of the hint; None if the hint is to wait."""
    fact = advised(table, seat).hint
    match fact:
        case AskHint(why):
            return Ask(seat, why.card, why.of)
        case Receiver(to):
            return Pass(seat, to)
        case ClaimHint(claim):
            return Claim(seat, table.state.deck.set_named(claim.set).index, claim.holders)
    return None


@settings(PROFILE, max_examples=6)
@given(rules=all_rules(), rng=st.randoms(use_true_random=False), moves=st.integers(0, 80))
def test_hidden_hands_change_no_help(rules, rng, moves):
    table = Table(rules, rng)
    list(table.play_at_random(moves))
    if table.state.phase == FINISHED:
        return
    for seat in (table.state.turn, rng.randrange(rules.players)):
        other = with_other_hands(table, seat, rng)
        if other:
            assert advised(other, seat) == advised(table, seat)


def test_the_test_does_exchange_hidden_hands():
    table = Table(PRESETS["first-game"], Random(2))
    for _ in range(12):
        table.play(table.choose("easy"))
    others = [with_other_hands(table, seat, Random(1)) for seat in range(6)]
    assert sum(map(bool, others)) >= 2


@settings(PROFILE, max_examples=6)
@given(rules=all_rules(), rng=st.randoms(use_true_random=False), moves=st.integers(0, 80))
def test_a_hint_is_a_legal_move_and_the_review_calls_it_best(rules, rng, moves):
    table = Table(rules, rng)
    list(table.play_at_random(moves))
    if table.state.phase == FINISHED:
        return
    seat = table.state.turn
    move = hinted(table, seat)
    assert move, "the seat with the turn has something to do"
    seen, view = table.information_state(seat), View.of(table.knowledge[seat])
    event = apply(table.state, move)[1]
    finding = judge(view, seen, event)
    # A guessed claim is also judged by its outcome, unless the player had to claim.
    if not isinstance(move, Claim) or finding.chance == 1:
        assert finding.verdict in (BEST, None)


def test_a_game_of_hints_ends_and_every_hint_has_a_sentence_and_its_form():
    table = Table(PRESETS["first-game"], Random(4))
    names = "Ann Ben Cleo Dorian Eva Finn".split()
    said = []
    while table.state.phase != FINISHED and len(table.log) < 300:
        seat = table.state.turn
        fact = advised(table, seat).hint
        said.append(hint_text(table.rules, fact, names, seat))
        move = hinted(table, seat)
        assert (said[-1].kind, said[-1].fields) == move_fields(move, table.rules)
        table.play(move)
    assert table.state.phase == FINISHED
    assert all(hint.move.endswith(".") and "%(" not in hint.move for hint in said)
    for hint in said:
        assert "?" in hint.question and "%(" not in hint.question
        assert all(each.endswith(".") and "%(" not in each for each in hint.reasons)
        assert len(set(hint.reasons)) == len(hint.reasons)


def test_hint_and_review_say_that_a_claim_takes_the_last_cards():
    table, said = Table(PRESETS["nine-sets"], Random(4)), []
    while table.state.phase != FINISHED:
        seat = table.state.turn
        fact, move = advised(table, seat).hint, hinted(table, seat)
        seen, view = table.information_state(seat), View.of(table.knowledge[seat])
        event = table.play(move)
        if isinstance(fact, ClaimHint) and event.revealed:
            could_ask = seen.hand and seen.phase != ENDGAME
            takes = bool(could_ask and not table.state.hands[seat] and table.state.live)
            assert fact.last_cards == judge(view, seen, event).last_cards == takes
            said.append((takes, hint_text(table.rules, fact, "ABCDEF", seat).reasons[0]))
    last = "These are your last cards. After this claim you can’t ask any more."
    assert {takes for takes, _ in said} == {True, False}
    assert all((sentence == last) == takes for takes, sentence in said)


def test_the_hint_for_a_player_without_a_legal_move_says_so():
    table = Table(PRESETS["first-game"], Random(4))
    waits = (table.state.turn + 1) % 6
    help_now = advised(table, waits)
    assert help_now.hint is None
    assert len(help_now.grid) == 48 * 6
