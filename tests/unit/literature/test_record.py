"""docs/record.md: each verdict with an example, in order; writing and reading."""

import copy
import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from literature.record import BadRecord, document, read, replay, result_of, verdict
from literature.rules.moves import Ask, Claimed, Passed
from literature.rules.options import OPTIONS, RECORD_OPTIONS
from literature.rules.state import FINISHED
from tests.unit.kit.strategies import PROFILE

RECORDS = Path(__file__).parent / "records"
VERDICTS = json.loads((RECORDS / "verdicts.json").read_text())

#: A short whole game. Team 0 has seats 0 and 2.
HANDS = [
    "2C 3C 4C 5C 6C 7C 9C TC JC QC KC AD",
    "AC 2D 3D 4D 5D 6D 7D 9D TD JD QD KD",
    "2H 3H 4H 5H 6H 7H 9H TH JH QH KH AH",
    "2S 3S 4S 5S 6S 7S 9S TS JS QS KS AS",
]


def said(cards, *seats):
    """Holders: one seat for all cards, or one seat for each card."""
    cards = cards.split()
    return dict(zip(cards, seats if len(seats) > 1 else seats * len(cards), strict=True))


GAME = {
    "format": "literature-record/1",
    "rules": {
        "deck": "8s-out", "players": 4, "ask_held_card": "illegal", "claim_timing": "own_turn",
        "misplaced_claim": "void", "opponent_held_claim": "opponents",
        "turn_after_wrong_claim": "keep", "pass_after_claim": True, "high_sets_double": False,
        "game_end": "all_sets",
    },
    "seats": [{"name": "Asha"}, {"name": "Bot Ben", "bot": "hard"}, {"name": "Cai", "bot": None},
              {"name": ""}],
    "dealer": 0,
    "hands": [hand.split() for hand in HANDS],
    "moves": [
        {"seat": 0, "ask": "AC", "of": 1, "hit": True},
        {"seat": 0, "claim": "low-clubs", "holders": said("2C 3C 4C 5C 6C 7C", 0),
         "outcome": "correct"},
        {"seat": 0, "claim": "high-clubs", "holders": said("9C TC JC QC KC AC", 0),
         "outcome": "correct"},
        {"seat": 0, "ask": "9D", "of": 3, "hit": False},
        {"seat": 3, "claim": "low-spades", "holders": said("2S 3S 4S 5S 6S 7S", 3),
         "outcome": "correct"},
        {"seat": 3, "pass": 1},
        {"seat": 1, "ask": "AD", "of": 0, "hit": True},
        {"seat": 1, "claim": "low-diamonds", "holders": said("2D 3D 4D 5D 6D 7D", 1),
         "outcome": "correct"},
        {"seat": 1, "claim": "high-diamonds", "holders": said("9D TD JD QD KD AD", 1),
         "outcome": "correct"},
        {"seat": 1, "pass": 3},
        {"seat": 3, "claim": "high-spades", "holders": said("9S TS JS QS KS AS", 3),
         "outcome": "correct"},
        {"seat": 3, "pass": 2},
        {"seat": 2, "claim": "low-hearts", "holders": said("2H 3H 4H 5H 6H 7H", 0, 2, 2, 2, 2, 2),
         "outcome": "misplaced"},
        {"seat": 2, "claim": "high-hearts", "holders": said("9H TH JH QH KH AH", 2),
         "outcome": "correct"},
    ],
    "result": {
        "scores": [3, 4], "winner": 1,
        "sets": {"low-clubs": 0, "high-clubs": 0, "low-spades": 1, "low-diamonds": 1,
                 "high-diamonds": 1, "high-spades": 1, "low-hearts": None, "high-hearts": 0},
    },
}  # fmt: skip
MOVES = len(GAME["moves"])
GONE = object()


def judged(record):
    """The verdict on a record: only a code, or (move, code), or None."""
    data = record if isinstance(record, bytes) else json.dumps(record).encode()
    found = verdict(data)
    return found if found is None or found.move is not None else found.code


def with_(*changes, moves=None, **options):
    """The game with some values changed: ``with_("moves.0.hit", False)``."""
    record = copy.deepcopy(GAME)
    record["rules"] |= options
    if moves is not None:
        record["moves"] = moves
        del record["result"]
    for path, value in zip(changes[::2], changes[1::2], strict=True):
        *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        place = record
        for step in way:
            place = place[step]
        if value is GONE:
            del place[last]
        else:
            place[last] = value
    return record


def begun(count, *more, **options):
    """The first moves of the game, then other moves, and no result."""
    return with_(moves=[*GAME["moves"][:count], *more], **options)


def raw(old, new):
    """The game's text with one part replaced."""
    text = json.dumps(GAME)
    assert text.count(old) >= 1
    return text.replace(old, new, 1).encode()


# Valid


def test_the_example_record_is_valid():
    assert judged(GAME) is None


@pytest.mark.parametrize("count", range(MOVES + 1))
def test_every_beginning_of_a_record_without_a_result_is_valid(count):
    assert judged(begun(count)) is None


@pytest.mark.parametrize(
    "record",
    [
        with_("history", 1), with_("rules.history", "none"), with_("rules.hand_counts", [None]),
        with_("rules.house", {"rule": True}), with_("seats.0.age", 7.5), with_("result.note", "!"),
        with_("played_at", "2026-11-20T15:00:00Z"), with_("site", None), with_("seed", 5),
        with_("moves.0.number", 7), with_("shuffle", []), with_("commitment", {}),
        # A key that belongs to another kind of move is an unknown key, whatever its value.
        with_("moves.0.holders", "?"), with_("moves.0.outcome", 3), with_("moves.1.hit", "?"),
        with_("moves.1.of", 99), with_("moves.5.of", None), with_("moves.5.outcome", "?"),
        with_("moves.5.holders", 1), with_("moves.5.hit", 0),
        # The order of cards within a hand has no meaning.
        with_("hands.0", list(reversed(HANDS[0].split()))),
        with_("seats.1.bot", GONE), with_("seats.0.bot", ""), with_("seats.0.name", "\ud800"),
        with_("result", GONE), with_("big", 10**60), with_("small", -1e-300),
        with_("x", [1, 2, {"x": [], "y": {"x": 1}}]),
    ],
    ids=str,
)  # fmt: skip
def test_changes_that_keep_a_record_valid(record):
    assert judged(record) is None


def test_white_space_and_the_order_of_keys_change_nothing():
    turned = {key: GAME[key] for key in reversed(GAME)}
    assert judged(json.dumps(turned, indent=3).encode() + b" \n\t\r ") is None
    assert judged(json.dumps(GAME, ensure_ascii=False, separators=(",", ":")).encode()) is None


@pytest.mark.parametrize("digits", [4301, 100_000])
def test_a_very_long_number_is_a_number(digits):
    long = "1" + "0" * digits
    assert (
        judged(raw('{"format"', f'{{"x": [{long}, -{long}, {long}.5, 1e{long}], "format"')) is None
    )


# Malformed

LONG = "9" * 5000

MALFORMED_BYTES = {
    "nothing": b"",
    "white space": b"  \n",
    "not UTF-8": raw("Asha", "As@ha").replace(b"@", b"\xff"),
    "latin 1": json.dumps(GAME, ensure_ascii=False).replace("Asha", "Åsa").encode("latin-1"),
    "surrogates in UTF-8": raw("Asha", "@").replace(b"@", b"\xed\xa0\x80"),
    "UTF-16": json.dumps(GAME).encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + json.dumps(GAME).encode(),
    "cut off": json.dumps(GAME).encode()[:-1],
    "two objects": json.dumps(GAME).encode() * 2,
    "something after it": json.dumps(GAME).encode() + b",",
    "a zero byte": json.dumps(GAME).encode() + b"\0",
    "an array": json.dumps([GAME]).encode(),
    "null": b"null",
    "a number": b"1",
    "a long number": LONG.encode(),
    "a string": b'"literature-record/1"',
    "an empty object": b"{}",
    "a comment": b"// a record\n" + json.dumps(GAME).encode(),
    "single quotes": json.dumps(GAME).replace('"', "'").encode(),
    "a trailing comma": raw("}]", "},]"),
    "a control character": raw("Asha", "As\nha"),
    "a key twice": raw('"dealer": 0', '"dealer": 0, "dealer": 0'),
    "a key twice by an escape": raw('"dealer": 0', '"dealer": 0, "\\u0064ealer": 0'),
    "an unknown key twice": raw('"dealer": 0', '"dealer": 0, "x": 1, "x": 1'),
    "a key twice in holders": raw('"2C": 0', '"2C": 0, "2C": 0'),
    "a key twice deep within": raw('"dealer": 0', '"dealer": 0, "x": [[{"y": {}, "y": {}}]]'),
    "NaN": raw('"dealer": 0', '"dealer": 0, "x": NaN'),
    "Infinity": raw('"dealer": 0', '"dealer": 0, "x": [Infinity]'),
    "-Infinity": raw('"dealer": 0', '"dealer": 0, "x": {"y": -Infinity}'),
    "a float for a seat": raw('"dealer": 0', '"dealer": 0.0'),
    "an exponent for a seat": raw('"dealer": 0', '"dealer": 0e0'),
    "an exponent in a move": raw('"of": 1', '"of": 1e0'),
    "a float for a score": raw("[3, 4]", "[3.0, 4]"),
    "a leading zero": raw('"dealer": 0', '"dealer": 00'),
    "a plus sign": raw('"dealer": 0', '"dealer": +0'),
    "a long number for a seat": raw('"dealer": 0', f'"dealer": {LONG}'),
    "a long number for a winner": raw('"winner": 1', f'"winner": {LONG}'),
}


@pytest.mark.parametrize("what", MALFORMED_BYTES)
def test_malformed_bytes(what):
    assert judged(MALFORMED_BYTES[what]) == "malformed"


def nested(depth, mixed=False):
    """The game with one value nested to ``depth``, counting the record itself."""
    pairs = [('{"x": ', "}") if mixed and at % 2 else ("[", "]") for at in range(depth - 1)]
    inner = "".join(start for start, _ in pairs) + "".join(end for _, end in reversed(pairs))
    if mixed and (depth - 1) % 2 == 0:
        inner = inner.replace('{"x": }', "{}")
    return raw('"dealer": 0', f'"dealer": 0, "x": {inner}')


@pytest.mark.parametrize("mixed", [False, True])
@pytest.mark.parametrize(
    ("depth", "code"),
    [(2, None), (49, None), (50, None), (51, "malformed"), (52, "malformed"), (500, "malformed"),
     (100_000, "malformed")],
)  # fmt: skip
def test_values_may_be_nested_at_most_fifty_deep(depth, code, mixed):
    assert judged(nested(depth, mixed)) == code


def test_the_depth_is_that_of_the_deepest_value():
    deep = "[" * 50 + "]" * 50
    assert (
        judged(raw('"dealer": 0', f'"dealer": 0, "x": [1, [], {deep}, 2], "y": []')) == "malformed"
    )
    assert judged(b"[" * 100_000) == "malformed"
    assert judged(b'{"x":' * 100_000) == "malformed"


NOT_A_STRING = [None, 1, True, [], {}]
NOT_A_SEAT = [None, True, False, "0", -1, 4, 2.0, [], {}, 10**30]
NOT_A_LIST = [None, {}, "x", 4, True]
NOT_AN_OBJECT = [None, [], "x", 4, True]

MALFORMED_PLACES = {
    "format": [GONE, "literature-record/2", "Literature-record/1", "", *NOT_A_STRING],
    "rules": [GONE, {}, *NOT_AN_OBJECT],
    "seats": [GONE, [], [{"name": "x"}] * 3, [{"name": "x"}] * 5, *NOT_A_LIST],
    "seats.0": [{}, {"bot": "easy"}, *NOT_AN_OBJECT],
    "seats.3.name": [GONE, *NOT_A_STRING],
    "seats.1.bot": [1, True, False, [], {}],
    "dealer": [GONE, *NOT_A_SEAT],
    "hands": [GONE, [], [[]] * 3, [[]] * 5, *NOT_A_LIST],
    "hands.3": NOT_A_LIST,
    "hands.0.11": NOT_A_STRING,
    "moves": [GONE, *NOT_A_LIST],
    "moves.13": [{}, {"seat": 2}, *NOT_AN_OBJECT],
    "moves.0.seat": [GONE, *NOT_A_SEAT],
    "moves.0.ask": [GONE, *NOT_A_STRING],
    "moves.0.of": [GONE, *NOT_A_SEAT],
    "moves.0.hit": [GONE, None, 0, 1, "true", [], {}],
    "moves.0.claim": ["low-clubs", None],
    "moves.0.pass": [2, None],
    "moves.1.seat": [GONE, *NOT_A_SEAT],
    "moves.1.claim": [GONE, *NOT_A_STRING],
    "moves.1.holders": [GONE, *NOT_AN_OBJECT],
    "moves.1.holders.2C": NOT_A_SEAT,
    "moves.1.holders.no card": NOT_A_SEAT,
    "moves.1.outcome": [GONE, "wrong", "Correct", "", *NOT_A_STRING],
    "moves.1.ask": ["2C"],
    "moves.1.pass": [2],
    "moves.5.seat": [GONE, *NOT_A_SEAT],
    "moves.5.pass": [GONE, *NOT_A_SEAT],
    "moves.5.ask": ["2C", None],
    "result": NOT_AN_OBJECT,
    "result.scores": [
        GONE,
        [],
        [3],
        [3, 4, 0],
        [3, "4"],
        [3, True],
        [3, 4.0],
        [3, None],
        *NOT_A_LIST,
    ],
    "result.winner": [GONE, 2, -1, "1", True, False, 1.0, [], {}],
    "result.sets": [GONE, *NOT_AN_OBJECT],
    "result.sets.low-clubs": [2, -1, "0", True, False, 0.0, [], {}],
    "result.sets.no set": [2, "0"],
}
MALFORMED_PLACES |= {
    f"rules.{option}": [GONE, None, "?", 1.0, [], {}, 5] for option in RECORD_OPTIONS
}


def test_one_malformed_value():
    """The cases are one test, because there are hundreds of them."""
    accepted = [
        (path, value)
        for path, values in MALFORMED_PLACES.items()
        for value in values
        if judged(with_(path, value)) != "malformed"
    ]
    assert not accepted


def test_booleans_and_numbers_are_not_interchangeable():
    assert judged(with_("rules.pass_after_claim", 1)) == "malformed"
    assert judged(with_("rules.high_sets_double", 0)) == "malformed"
    assert judged(with_("rules.players", True)) == "malformed"
    assert judged(with_("rules.players", 4.0)) == "malformed"
    assert judged(with_("rules.players", "4")) == "malformed"


def test_seats_and_hands_must_agree_with_the_number_of_players():
    for players in OPTIONS["players"]:
        if players != 4:
            assert judged(with_("rules.players", players)) == "malformed"


# The deal


@pytest.mark.parametrize(
    "changes",
    [
        ("hands.0.0", "3C"),  # Twice in the same hand
        ("hands.0.0", "2D"),  # Twice, in two hands
        ("hands.0.0", "8C"),  # Not in this deck
        ("hands.0.0", "RJ"),
        ("hands.0.0", "2c"),  # A string that names no card is well-formed.
        ("hands.0.0", ""),
        ("hands.0.0", "??"),
        ("hands.0", []),
        ("hands.0", HANDS[0].split()[1:]),
        ("hands.0", [*HANDS[0].split(), "8C"]),
        ("hands.0", HANDS[0].split()[1:], "hands.1", [*HANDS[1].split(), "2C"]),
        ("rules.deck", "7s-out"),
        ("rules.deck", "quartets"),
    ],
)
def test_a_bad_deal(changes):
    assert judged(with_(*changes)) == "bad_deal"


def test_the_sizes_of_hands_must_agree_with_the_dealer():
    # 52 cards for six players: the four seats after the dealer's have nine cards.
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    cuts = [0, 8, 17, 26, 35, 44, 52]
    hands = [deck[start:end] for start, end in pairwise(cuts)]
    record = with_("seats", [{"name": "x"}] * 6, "hands", hands, moves=[],
                   deck="quartets", players=6)  # fmt: skip
    for dealer in range(6):
        assert judged(record | {"dealer": dealer}) == (None if dealer == 0 else "bad_deal")


def test_exchanged_hands_of_equal_size_are_accepted():
    # "only the sizes can be checked"
    assert judged(with_("hands", [hand.split() for hand in reversed(HANDS)], moves=[])) is None


# Moves

CLAIM = GAME["moves"][1]
ASK = {"seat": 0, "ask": "9D", "of": 1, "hit": False}
PASS = {"seat": 0, "pass": 2}
WRONG = {"seat": 0, "claim": "low-clubs", "holders": said("2C 3C 4C 5C 6C 7C", 0, 0, 0, 0, 0, 2),
         "outcome": "misplaced"}  # fmt: skip

ILLEGAL = [
    # asks
    ("game_over", MOVES, ASK, {}),
    ("not_your_turn", 0, ASK | {"seat": 1, "of": 0}, {}),
    ("must_pass", 9, ASK | {"seat": 1, "of": 2}, {}),
    ("must_claim", 12, ASK | {"seat": 2, "of": 1}, {}),
    ("unknown_card", 0, ASK | {"ask": "8C"}, {}),
    ("unknown_card", 0, ASK | {"ask": "hello"}, {}),
    ("target_teammate", 0, ASK | {"of": 2}, {}),
    ("set_resolved", 3, ASK | {"ask": "2C"}, {}),
    ("target_empty", 10, ASK | {"seat": 3, "ask": "9S", "of": 0}, {}),
    ("no_card_of_set", 0, ASK | {"ask": "2D"}, {}),
    ("asking_held_card", 0, ASK | {"ask": "AD"}, {}),
    # claims
    ("game_over", MOVES, CLAIM, {}),
    ("must_pass", 9, CLAIM | {"seat": 1}, {}),
    ("not_your_turn", 0, CLAIM | {"seat": 2}, {}),
    ("not_your_turn", 12, CLAIM | {"seat": 0}, {"claim_timing": "any_time"}),
    ("unknown_set", 0, CLAIM | {"claim": "extra"}, {}),
    ("set_resolved", 2, CLAIM, {}),
    ("bad_holders", 0, CLAIM | {"holders": {}}, {}),
    ("bad_holders", 0, CLAIM | {"holders": said("2C 3C 4C 5C 6C 9C", 0)}, {}),
    ("bad_holders", 0, CLAIM | {"holders": said("2C 3C 4C 5C 6C x", 0)}, {}),
    ("bad_holders", 0, CLAIM | {"holders": said("2C 3C 4C 5C 6C 7C 8C", 0)}, {}),
    ("bad_holders", 0, CLAIM | {"holders": said("2C 3C 4C 5C 6C 7C x y", 0)}, {}),
    ("holder_not_teammate", 0,
     CLAIM | {"holders": said("2C 3C 4C 5C 6C 7C", 0, 0, 0, 0, 0, 1)}, {}),
    # passes
    ("game_over", MOVES, PASS, {}),
    ("not_your_turn", 0, PASS | {"seat": 2}, {}),
    ("may_not_pass", 0, PASS, {}),
    ("may_not_pass", 3, PASS, {"pass_after_claim": False}),
    ("bad_pass", 2, PASS | {"pass": 1}, {}),
    ("bad_pass", 2, PASS | {"pass": 0}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "index", "move", "options"), ILLEGAL)
def test_an_illegal_move_is_named_with_its_index(code, index, move, options):
    assert judged(begun(index, move, **options)) == (index, code)
    # Moves after the error do not matter, and neither does the result.
    late = begun(index, move, move, ASK, **options) | {
        "result": {"scores": [9, 9], "winner": None, "sets": {}}
    }
    assert judged(late) == (index, code)


def test_a_claim_that_is_repeated():
    record = begun(0, WRONG, WRONG, misplaced_claim="return")
    assert judged(record) == (1, "repeated_claim")
    turned = WRONG | {"holders": dict(reversed(WRONG["holders"].items()))}
    assert judged(begun(0, WRONG, turned, misplaced_claim="return")) == (1, "repeated_claim")
    assert judged(begun(0, WRONG, CLAIM, misplaced_claim="return")) is None


@pytest.mark.parametrize(
    ("index", "hit"), [(at, move["hit"]) for at, move in enumerate(GAME["moves"]) if "ask" in move]
)
def test_a_wrong_hit(index, hit):
    assert judged(with_(f"moves.{index}.hit", not hit)) == (index, "wrong_hit")


@pytest.mark.parametrize("outcome", ["correct", "misplaced", "opponent_held"])
@pytest.mark.parametrize("index", [1, 4, 12])
def test_a_wrong_outcome(index, outcome):
    right = GAME["moves"][index]["outcome"] == outcome
    expected = None if right else (index, "wrong_outcome")
    assert judged(with_(f"moves.{index}.outcome", outcome)) == expected


def test_a_claim_with_cards_of_opponents_has_its_own_outcome():
    high_diamonds = {"seat": 0, "claim": "high-diamonds", "holders": said("9D TD JD QD KD AD", 0)}
    assert judged(begun(0, high_diamonds | {"outcome": "opponent_held"})) is None
    assert judged(begun(0, high_diamonds | {"outcome": "misplaced"})) == (0, "wrong_outcome")


# The result


@pytest.mark.parametrize(
    "changes",
    [
        ("result.scores", [4, 3]),
        ("result.scores", [3, 5]),
        ("result.scores", [-3, 4]),
        ("result.winner", 0),
        ("result.winner", None),
        ("result.sets.low-hearts", 0),
        ("result.sets.low-hearts", GONE),
        ("result.sets.low-clubs", None),
        ("result.sets.low-clubs", 1),
        ("result.sets.extra", None),
        ("result.sets.no set", 1),
        ("result.sets", {}),
        ("moves", GAME["moves"][:-1]),
        ("moves", []),
    ],
)
def test_a_wrong_result(changes):
    assert judged(with_(*changes)) == "wrong_result"


@pytest.mark.parametrize("count", [0, 5, MOVES - 1])
def test_an_unfinished_game_may_not_have_a_result_even_with_the_right_points(count):
    state = replay(read(json.dumps(begun(count)).encode())).state
    assert judged(begun(count)) is None
    assert judged(begun(count) | {"result": result_of(state)}) == "wrong_result"


def test_a_very_long_score_is_wrong_and_not_malformed():
    assert judged(raw("[3, 4]", f"[{LONG}, 4]")) == "wrong_result"
    assert judged(raw("[3, 4]", f"[3, -{LONG}]")) == "wrong_result"


# docs/record.md: malformed parts come first, then the deal, the moves, and the result.


def test_the_verdict_names_the_first_error():
    result, moves = ("result.winner", 0), ("moves.3.seat", 2)
    deal, form = ("hands.0.0", "3C"), ("result.sets.no set", 2)
    assert judged(with_(*result)) == "wrong_result"
    assert judged(with_(*result, *moves)) == (3, "not_your_turn")
    assert judged(with_(*result, *moves, *deal)) == "bad_deal"
    assert judged(with_(*result, *moves, *deal, *form)) == "malformed"


def test_the_verdict_names_the_earlier_of_two_wrong_moves():
    assert judged(with_("moves.6.hit", False, "moves.3.hit", True)) == (3, "wrong_hit")
    assert judged(with_("moves.6.hit", False, "moves.5.pass", 2)) == (5, "bad_pass")


def test_the_answer_to_an_illegal_move_is_not_checked():
    assert judged(with_("moves.0.hit", False, "moves.0.ask", "8C")) == (0, "unknown_card")


# Reading and writing


def test_a_record_is_written_unchanged():
    played = replay(read(json.dumps(GAME).encode()))
    assert (played.state.phase, played.state.scores) == (FINISHED, (3, 4))
    assert [event.number for event in played.log] == list(range(MOVES))
    assert isinstance(played.log[1], Claimed)
    assert isinstance(played.log[5], Passed)
    written = document(played.state, played.dealt, played.record.dealer, played.log, GAME["seats"],
                       {"site": "here", "played_at": "2026-11-20T15:00:00Z"})  # fmt: skip
    assert written.pop("site") == "here"
    assert written.pop("played_at") == "2026-11-20T15:00:00Z"
    assert written["rules"].pop("history") == "last_ask"
    assert written["rules"].pop("hand_counts") == "public"
    assert written == GAME
    assert list(written) == list(GAME)


def test_an_unfinished_game_is_written_without_a_result():
    played = replay(read(json.dumps(begun(5)).encode()))
    written = document(played.state, played.dealt, 0, played.log, GAME["seats"])
    assert "result" not in written
    assert judged(written) is None


def test_the_result_of_a_game():
    assert result_of(replay(read(json.dumps(GAME).encode())).state) == GAME["result"]


@pytest.mark.parametrize("moves", [0, 5, MOVES])
def test_a_record_is_replayed_up_to_a_move(moves):
    whole = replay(read(json.dumps(GAME).encode()))
    part = replay(read(json.dumps(with_("result.winner", 0)).encode()), moves)
    assert (part.state.number, part.log) == (moves, whole.log[:moves])
    assert (part.state == whole.state) == (moves == MOVES)


def test_later_moves_may_be_wrong():
    record = read(json.dumps(with_("moves.3.seat", 2)).encode())
    assert replay(record, 3).state.number == 3
    with pytest.raises(BadRecord):
        replay(record, 4)


def test_unknown_keys_are_kept():
    record = with_("extra", [1, {"x": None}], "seats.0.colour", "red", "moves.0.at", 12)
    assert read(json.dumps(record).encode()).document == record


def test_reading_an_invalid_record_raises_the_verdict():
    with pytest.raises(BadRecord) as bad:
        read(b"{}")
    assert bad.value.verdict == (None, "malformed")
    with pytest.raises(BadRecord) as bad:
        replay(read(json.dumps(with_("moves.0.hit", False)).encode()))
    assert bad.value.verdict == (0, "wrong_hit")


# Every input has a verdict

TEXT = json.dumps(GAME)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-2, 13)
    | st.floats()
    | st.sampled_from(
        ["2C", "8C", "low-clubs", "extra", "correct", "4", "", "\ud800", "any_time", "return"]
    )
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["seat", "ask", "of", "hit", "claim", "holders", "outcome", "pass", "2C"]),
        inner, max_size=5,
    ),
    max_leaves=10,
)  # fmt: skip
CODES = {code for code, *_ in ILLEGAL} | {
    "malformed", "bad_deal", "wrong_hit", "wrong_outcome", "wrong_result", "repeated_claim"
}  # fmt: skip


def has_a_verdict(data):
    found = verdict(data)
    assert found is None or found.code in CODES
    assert found is None or found.move is None or found.move >= 0


@PROFILE
@given(st.binary(max_size=200))
def test_any_bytes_have_a_verdict(data):
    assert verdict(data) == (None, "malformed")


@PROFILE
@given(st.integers(0, len(TEXT)), st.integers(0, 20), st.binary(max_size=20))
def test_any_bytes_inside_a_record_have_a_verdict(at, length, data):
    has_a_verdict(TEXT[:at].encode() + data + TEXT[at + length :].encode())


def paths(value, way=()):
    if way:
        yield way
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from paths(value[key], (*way, str(key)))


PATHS = [".".join(way) for way in paths(GAME)]


@PROFILE
@given(st.sampled_from(PATHS), VALUES)
def test_any_value_at_any_place_in_a_record_has_a_verdict(path, value):
    has_a_verdict(json.dumps(with_(path, value)).encode())


# The sample records


def test_the_sample_records():
    found = {name: verdict((RECORDS / name).read_bytes()) for name in VERDICTS}
    assert {name: each and each._asdict() for name, each in found.items()} == VERDICTS


def test_the_example_contains_all_kinds_of_moves():
    kinds = [key for move in GAME["moves"] for key in ("ask", "claim", "pass") if key in move]
    assert {kind: kinds.count(kind) for kind in kinds} == {"ask": 3, "claim": 8, "pass": 3}
    assert Ask(0, 12, 1) == replay(read(json.dumps(GAME).encode())).log[0][1:4]
