"""Each kind of conclusion, tested with hands of a few cards: A, B, C and D."""

from literature.knowledge.deduction import deduce, sure

A, B, C, D = 1, 2, 4, 8


def deduced(may, counts, holds=None, denied=()):
    may = list(may)
    deduce(may, counts, {} if holds is None else holds, list(denied))
    return may


def test_a_card_with_one_possible_holder_is_certain():
    assert sure([A | B, B | C, C | D]) == [A, 0, D]


def test_a_known_hand_has_no_other_cards():
    assert deduced([A | B | C, B | C | D, B | C | D], [1, 2, 1]) == [A, B | C | D, B | C | D]


def test_a_hand_with_as_many_possible_cards_as_its_size_is_known():
    assert deduced([A | B, A | B | C | D, C | D], [2, 1, 1]) == [A | B, C | D, C | D]


def test_a_conclusion_leads_to_the_next():
    assert deduced([A, A | B, A | B | C, A | B | C | D], [1, 1, 1, 1]) == [A, B, C, D]


def test_an_empty_hand_holds_nothing():
    assert deduced([A | B, A | B, A | B], [0, 1, 1]) == [0, A | B, A | B]


def test_an_asker_holds_the_only_possible_card_of_the_set():
    holds = {(0, 5): A | B}
    assert deduced([A | C | D, A | B | C | D], [2, 2], holds) == [A | C | D, B | C | D]
    assert not holds, "it says nothing new any more"


def test_a_hand_that_needs_all_its_cards_for_its_sets_has_no_other_cards():
    holds = {(0, 5): A | B}
    everything = A | B | C | D
    assert deduced([everything, everything, everything], [1, 1, 2], holds)[0] == A | B


def test_the_last_open_pair_of_a_wrong_claim_is_false():
    # Card 0 is A, card 1 is B. A claim of A at seat 0 and B at seat 1 was wrong; seat 0 holds A.
    wrong = ((0, 0), (1, 1))
    assert deduced([A | B | C, B | C | D, B | C | D], [2, 1, 1], denied=[wrong])[1] == C | D


def test_a_wrong_claim_with_two_open_pairs_rules_nothing_out():
    wrong = ((0, 0), (1, 1))
    everything = A | B | C | D
    may = [everything, everything, everything]
    assert deduced(may, [2, 1, 1], denied=[wrong]) == may
