"""docs/rules.md, "ask": hits, misses, and each refusal in its order."""

import pytest

from literature.rules.cards import parse_card
from literature.rules.moves import Asked
from literature.rules.state import ENDGAME, FINISHED, MUST_PASS, PLAYING
from tests.unit.kit.positions import dealt, hand, play, played, position, refused

#: Seat 0 has the turn. Seat 5 has no cards. The high diamonds, hearts and spades have left play.
HANDS = {
    0: "2C 3C high-clubs",
    1: "4C 5C 2D 3D",
    2: "6C 4D low-hearts",
    3: "7C 5D 6D 7D",
    4: "low-spades",
}
#: Only seat 0's team has cards, so there is nobody to ask.
ENDGAME_HANDS = {0: "2C 3C", 2: "4C 5C 6C 7C"}


def middle(**options):
    return position(HANDS, **options)


def test_a_hit_moves_the_card_and_the_asker_keeps_the_turn():
    before = middle()
    after, [event] = played(before, "0 ask 4C 1")
    assert event == Asked(0, seat=0, card=parse_card("4C"), of=1, hit=True)
    assert after.hands[0] == before.hands[0] | hand("4C")
    assert after.hands[1] == hand("5C 2D 3D")
    assert after.hands[2:] == before.hands[2:]
    assert (after.turn, after.phase, after.number) == (0, PLAYING, 1)
    assert (after.scores, after.scorers, after.live) == (before.scores, before.scorers, before.live)


def test_a_miss_moves_no_card_and_the_turn_goes_to_the_target():
    before = middle()
    after, [event] = played(before, "0 ask 4C 3")
    assert event == Asked(0, seat=0, card=parse_card("4C"), of=3, hit=False)
    assert after.hands == before.hands
    assert (after.turn, after.phase, after.number) == (3, PLAYING, 1)


def test_a_player_with_a_hit_may_be_asked_again_until_their_cards_are_gone():
    state, log = played(middle(), "0 ask 4C 1", "0 ask 5C 1", "0 ask 7C 3")
    assert [event.number for event in log] == [0, 1, 2]
    assert state.hands[0] == hand("2C 3C 4C 5C 7C") | middle().hands[0]
    assert state.turn == 0


def test_an_opponent_may_be_asked_for_a_card_of_a_teammate():
    after, [event] = played(middle(), "0 ask 6C 1")
    assert not event.hit
    assert after.turn == 1


def test_each_joker_is_asked_for_separately():
    state = position(
        {0: "8C 8D", 1: "RJ 8H", 3: "BJ 8S"}, deck="8s-and-jokers", game_end="all_sets"
    )
    assert not played(state, "0 ask BJ 1")[1][0].hit
    after, [event] = played(state, "0 ask RJ 1")
    assert event.hit
    assert after.hands[1] == hand("8H")


def test_a_quartet_is_asked_for_by_rank():
    state = position({0: "7C", 1: "7D 7H", 3: "7S"}, deck="quartets")
    assert played(state, "0 ask 7H 1")[1][0].hit
    assert refused(position({0: "7C", 1: "7D 7H 9C", 3: "7S 9D 9H 9S"}, deck="quartets"),
                   "0 ask 9C 1") == "no_card_of_set"  # fmt: skip


@pytest.mark.parametrize("held_by_asker_alone", ["2C", "3C"])
def test_a_held_card_may_be_asked_for_as_a_bluff_and_is_a_miss(held_by_asker_alone):
    before = middle(ask_held_card="bluff")
    after, [event] = played(before, f"0 ask {held_by_asker_alone} 1")
    assert not event.hit
    assert after.hands == before.hands
    assert after.turn == 1


def test_a_bluff_still_needs_an_opponent_with_cards_and_a_set_in_play():
    state = middle(ask_held_card="bluff")
    assert refused(state, "0 ask 2C 2") == "target_teammate"
    assert refused(state, "0 ask 2C 5") == "target_empty"
    assert refused(state, "0 ask 2S 1") == "no_card_of_set"
    assert played(state, "0 ask 4C 1")[1][0].hit


#: For each code, a position to which it applies, and the move. No earlier code applies.
REFUSALS = {
    "game_over": (position({}), "0 ask 4C 1"),
    "not_your_turn": (middle(), "2 ask 4C 1"),
    "must_pass": (middle(turn=5), "5 ask 4C 0"),
    "must_claim": (position(ENDGAME_HANDS), "0 ask 4C 1"),
    "unknown_card": (middle(), "0 ask 8C 1"),
    "target_teammate": (middle(), "0 ask 4C 2"),
    "set_resolved": (middle(), "0 ask 9D 1"),
    "target_empty": (middle(), "0 ask 4C 5"),
    "no_card_of_set": (middle(), "0 ask 2D 1"),
    "asking_held_card": (middle(), "0 ask 2C 1"),
}

#: For each pair of neighbours in the order, a position to which both codes apply. The answer is the
#: first code. no_card_of_set and asking_held_card exclude each other: the holder of the card holds
#: a card of its set.
BOTH_APPLY = [
    ("game_over", "not_your_turn", position({}), "3 ask 4C 0"),
    ("not_your_turn", "must_pass", middle(turn=5), "1 ask 4C 0"),
    ("must_pass", "must_claim", position(ENDGAME_HANDS, turn=4), "4 ask 4C 1"),
    ("must_claim", "unknown_card", position(ENDGAME_HANDS), "0 ask 8C 1"),
    ("unknown_card", "target_teammate", middle(), "0 ask RJ 2"),
    ("target_teammate", "set_resolved", middle(), "0 ask 9D 2"),
    ("set_resolved", "target_empty", middle(), "0 ask 9D 5"),
    ("target_empty", "no_card_of_set", middle(), "0 ask 2D 5"),
    # The codes of these pairs are not neighbours.
    ("game_over", "must_pass", position({}), "0 ask 4C 1"),
    ("target_empty", "asking_held_card", middle(), "0 ask 2C 5"),
    ("target_teammate", "asking_held_card", middle(), "0 ask 2C 2"),
    ("set_resolved", "no_card_of_set", middle(), "0 ask 9H 3"),
    ("must_claim", "target_empty", position(ENDGAME_HANDS), "0 ask 4C 1"),
    ("unknown_card", "target_empty", middle(), "0 ask ?? 5"),
    ("not_your_turn", "asking_held_card", middle(), "1 ask 4C 0"),
]


@pytest.mark.parametrize("code", REFUSALS)
def test_each_refusal_code(code):
    assert refused(*REFUSALS[code]) == code


@pytest.mark.parametrize(
    ("first", "second", "state", "move"),
    BOTH_APPLY,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_if_two_codes_apply_the_first_is_used(first, second, state, move):
    order = list(REFUSALS)
    assert order.index(first) < order.index(second)
    assert refused(state, move) == first


def test_the_order_of_codes_is_that_of_the_rules():
    assert list(REFUSALS) == [
        "game_over", "not_your_turn", "must_pass", "must_claim", "unknown_card", "target_teammate",
        "set_resolved", "target_empty", "no_card_of_set", "asking_held_card",
    ]  # fmt: skip


def test_the_asker_is_not_a_target():
    assert refused(middle(), "0 ask 4C 0") == "target_teammate"


@pytest.mark.parametrize("text", ["8C", "RJ", "BJ", "??", "10C", "4c", ""])
def test_a_text_or_card_that_is_not_in_the_deck(text):
    move = f"0 ask {text or 'x'} 1"
    assert refused(middle(), move) == "unknown_card"


def test_the_test_positions_have_the_phases_of_their_codes():
    assert REFUSALS["game_over"][0].phase == FINISHED
    assert REFUSALS["must_pass"][0].phase == MUST_PASS
    assert REFUSALS["must_claim"][0].phase == ENDGAME
    assert middle().phase == PLAYING


def test_a_refused_ask_leaves_the_state_as_it_was():
    state = middle()
    copy = tuple(state)
    refused(state, "0 ask 2C 1")
    assert tuple(state) == copy


@pytest.mark.parametrize("players", [4, 6, 8, 10, 12])
def test_teams_alternate_at_every_table(players):
    # "Team = seat mod 2": at every size, exactly the seats with the other parity may be asked.
    state = dealt(players=players, ask_held_card="bluff")
    low_clubs = state.deck.sets[0].mask
    asker = next(seat for seat, cards in enumerate(state.hands) if cards & low_clubs)
    state = state._replace(turn=asker)
    for of in range(players):
        if (of - asker) % 2:
            assert play(state, f"{asker} ask 2C {of}").number == 1
        else:
            assert refused(state, f"{asker} ask 2C {of}") == "target_teammate"
