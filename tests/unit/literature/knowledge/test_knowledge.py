"""The knowledge of a seat is always true, and in these examples complete."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from literature.knowledge import Knowledge
from literature.rules.cards import parse_card, parse_hand
from literature.rules.decks import DECKS
from literature.rules.information_state import information_state
from literature.rules.moves import CORRECT, MISPLACED, Asked, Claimed, Holders, Passed, holders_of
from literature.rules.options import Rules
from tests.unit.kit.strategies import PROFILE, all_rules
from tests.unit.kit.table import Table

pytestmark = pytest.mark.slow

TENS = DECKS["quartets"].set_index("rank-T")


def knowledge(dealt: str, **options) -> Knowledge:
    """The knowledge of seat 0, by default in a game with quartets at a table of four."""
    rules = Rules(**{"deck": "quartets", "players": 4, "misplaced_claim": "return", **options})
    return Knowledge(rules, seat=0, dealer=3, dealt=parse_hand(dealt.split()))


def asked(known: Knowledge, seat: int, card: str, of: int, hit: bool = False) -> None:
    known.update([Asked(known.number, seat, parse_card(card), of, hit)])


def claimed(known: Knowledge, seat: int, said: str, outcome: str, truth: str | None = None) -> None:
    """A claim of the tens. ``said`` and ``truth`` are the seats of TC, TD, TH, TS."""

    revealed = tens(truth) if truth else None
    known.update([Claimed(known.number, seat, TENS, tens(said), outcome, revealed)])


def tens(seats: str) -> Holders:
    """The holders of TC, TD, TH and TS, from a text with their four seats."""
    return holders_of(zip(DECKS["quartets"].sets[TENS].cards, map(int, seats), strict=True))


def where(known: Knowledge, card: str) -> list[int]:
    return known.possible(parse_card(card))


@PROFILE
@given(rules=all_rules(), rng=st.randoms(use_true_random=False))
def test_all_knowledge_of_all_seats_is_true_after_each_move(rules, rng):
    table = Table(rules, rng)
    for state in table.play_at_random(80):
        for known in table.knowledge:
            assert known.may[known.seat] == state.hands[known.seat]
            assert known.counts == [hand.bit_count() for hand in state.hands]
            assert known.live() == state.live
            assert known.returned == state.returned
            for hand, may, seen, sure in zip(
                state.hands, known.may, known.seen, known.sure(), strict=True
            ):
                assert not hand & ~may, "the true holder is ruled out"
                assert not may & ~seen, "plain sight rules out more than deduction"
                assert not sure & ~hand, "a sure card is elsewhere"


@PROFILE
@given(rules=all_rules(), rng=st.randoms(use_true_random=False))
def test_the_true_deal_agrees_with_the_knowledge(rules, rng):
    table = Table(rules, rng)
    for number, state in enumerate(table.play_at_random(60)):
        # Every fourth position is enough, because knowledge that is wrong once stays wrong.
        for card_set in state.deck.sets if number % 4 == 0 else ():
            if card_set.mask & state.live:
                holders = holders_of(
                    (card, seat)
                    for card in card_set.cards
                    for seat, hand in enumerate(state.hands)
                    if hand >> card & 1
                )
                assert all(known.fits(card_set.index, holders) for known in table.knowledge)


@settings(PROFILE, max_examples=PROFILE.max_examples // 2)
@given(rules=all_rules(), rng=st.randoms(use_true_random=False), at=st.integers(0, 60))
def test_reading_all_events_at_once_or_one_by_one_gives_the_same_knowledge(rules, rng, at):
    table = Table(rules, rng)
    list(table.play_at_random(60))
    for seat, followed in list(enumerate(table.knowledge))[at % 2 :: 2]:
        late = Knowledge(rules, seat, table.dealer, table.dealt[seat])
        late.update(table.log[:at])
        late.update(table.log)
        assert vars(late) == vars(Knowledge.of(table.information_state(seat))) == vars(followed)


def test_a_gap_in_the_events_is_an_error():
    with pytest.raises(ValueError, match="event 1 came where 0 was due"):
        knowledge("2C").update([Passed(1, 0, 2)])


def test_spectators_have_no_knowledge():
    table = Table(Rules(), Random(1))
    seen = information_state(table.state, [], None, dealer=table.dealer)
    with pytest.raises(ValueError, match="spectator"):
        Knowledge.of(seen)


def test_after_a_miss_neither_player_holds_the_card():
    known = knowledge("2C")
    asked(known, 1, "TC", of=2)
    assert where(known, "TC") == [3]
    assert where(known, "TD") == [1, 2, 3]


def test_with_bluffs_the_asker_may_hold_the_card():
    known = knowledge("2C", ask_held_card="bluff")
    asked(known, 1, "TC", of=2)
    assert where(known, "TC") == [1, 3]


def test_after_a_hit_the_asker_is_known_to_hold_the_card():
    known = knowledge("2C")
    asked(known, 1, "TC", of=2, hit=True)
    assert where(known, "TC") == [1]
    assert known.counts == [13, 14, 12, 13]
    assert known.moved[parse_card("TC")] == 0


def test_an_asker_holds_the_only_other_possible_card_of_the_set():
    known = knowledge("TD TH")
    asked(known, 1, "TC", of=2)
    assert where(known, "TS") == [1]


def test_misses_can_leave_one_card_that_an_asker_must_hold():
    known = knowledge("TD")
    asked(known, 1, "TC", of=2)
    assert where(known, "TS") == [1, 2, 3]
    asked(known, 3, "TH", of=1)
    assert where(known, "TS") == [1], "of TH and TS it holds one, and not TH"


def test_with_bluffs_an_asker_may_hold_only_the_requested_card():
    known = knowledge("TD TH", ask_held_card="bluff")
    asked(known, 1, "TC", of=2)
    asked(known, 3, "TS", of=1)
    assert where(known, "TC") == [1]


def test_a_card_received_later_does_not_explain_an_ask():
    known = knowledge("TD")
    asked(known, 1, "TC", of=2, hit=True)
    asked(known, 1, "TS", of=2)
    assert where(known, "TH") == [1], "it asked for TC, so it held TH or TS, and TS it does not"


def test_a_card_given_away_later_explains_an_ask():
    known = knowledge("TD")
    asked(known, 1, "TC", of=2)
    asked(known, 3, "TH", of=1, hit=True)
    assert where(known, "TS") == [1, 2, 3]


def test_a_returned_claim_shows_the_team_of_the_set():
    known = knowledge("2C")
    claimed(known, 1, "1133", MISPLACED)
    assert where(known, "TC") == [1, 3]


def test_a_returned_claim_does_not_fit_again_even_when_it_may_be_repeated():
    known = knowledge("TC TD", players=6)
    claimed(known, 2, "0024", MISPLACED)
    asked(known, 1, "KC", of=0, hit=True)
    assert not known.returned, "the hit lifts it"
    assert not known.fits(TENS, tens("0024"))
    assert known.fits(TENS, tens("0042"))


def test_a_claim_must_agree_with_the_asks():
    known = knowledge("TC TD", players=6)
    asked(known, 2, "KC", of=1)
    claimed(known, 4, "0442", MISPLACED)
    kings = DECKS["quartets"].set_index("rank-K")
    cards = DECKS["quartets"].sets[kings].cards
    assert not known.fits(kings, holders_of((card, 4) for card in cards))
    assert known.fits(kings, holders_of(zip(cards, (4, 2, 4, 4), strict=True)))


def test_resolving_a_set_removes_its_cards_and_reduces_hand_sizes():
    known = knowledge("2C")
    claimed(known, 1, "1133", CORRECT, truth="1133")
    assert where(known, "TC") == []
    assert known.counts == [13, 11, 13, 11]
    assert known.returned == set()
