"""docs/rules.md, options and presets: every value of every option, and each preset exactly."""

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given

from literature.rules.options import (
    DEFAULT_PRESET,
    OPTIONS,
    PRESETS,
    RECORD_OPTIONS,
    BadRules,
    Rules,
    preset_of,
)
from tests import ROOT
from tests.unit.kit.strategies import PROFILE, all_rules

#: The values of the options in docs/rules.md
VALUES = {
    "deck": "8s-out 7s-out 2s-out 8s-and-jokers 7s-and-jokers 2s-and-jokers quartets".split(),
    "players": [4, 6, 8, 10, 12],
    "ask_held_card": ["illegal", "bluff"],
    "claim_timing": ["own_turn", "team_turn", "any_time"],
    "misplaced_claim": ["opponents", "void", "return"],
    "opponent_held_claim": ["opponents", "minus_one"],
    "turn_after_wrong_claim": ["keep", "opponent"],
    "pass_after_claim": [True, False],
    "high_sets_double": [False, True],
    "game_end": ["majority", "all_sets"],
    "series": ["single", "tie_break", "best_of_three", "first_to"],
    "history": ["last_ask", "last_two", "full"],
    "hand_counts": ["public", "secret"],
}

DOCUMENT = (ROOT / "docs" / "rules.md").read_text()

#: The table of presets in docs/rules.md: the cells of each preset, by its key
PRESET_TABLE = {
    row.split("`")[1]: [re.sub(r" \(.*\)|`", "", cell) for cell in row.strip("| ").split(" | ")]
    for row in DOCUMENT.split("\n## Presets\n")[1].splitlines()
    if row.startswith("| **")
}


def test_the_options_and_their_values():
    assert {option: list(values) for option, values in OPTIONS.items()} == VALUES
    assert [type(value) for values in OPTIONS.values() for value in values] == [
        type(value) for values in VALUES.values() for value in values
    ]


def test_the_ten_options_of_a_record():
    assert list(RECORD_OPTIONS) == list(VALUES)[:10]


@pytest.mark.parametrize(
    ("option", "value"), [(option, value) for option, values in VALUES.items() for value in values]
)
def test_every_value_of_every_option_can_be_set(option, value):
    assert getattr(Rules(**{option: value}), option) == value


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("deck", "9s-out"), ("deck", "8S-OUT"), ("deck", ""), ("deck", None), ("deck", ["8s-out"]),
        ("players", 2), ("players", 5), ("players", 14), ("players", 0), ("players", -4),
        ("players", 6.0), ("players", "6"), ("players", True), ("players", None),
        ("ask_held_card", "legal"), ("ask_held_card", False),
        ("claim_timing", "anytime"), ("claim_timing", "own turn"),
        ("misplaced_claim", "minus_one"), ("opponent_held_claim", "void"),
        ("opponent_held_claim", "return"), ("turn_after_wrong_claim", "opponents"),
        ("pass_after_claim", 1), ("pass_after_claim", "yes"), ("pass_after_claim", None),
        ("high_sets_double", 0), ("game_end", "all sets"), ("series", "first_to_100"),
        ("series_points", 0), ("series_points", 1001), ("series_points", True),
        ("series_points", 100.0), ("history", "none"), ("hand_counts", {}),
    ],
)  # fmt: skip
def test_the_error_for_an_unknown_value_names_the_option(option, value):
    with pytest.raises(BadRules) as refusal:
        Rules(**{option: value})
    assert refusal.value.option == option


def test_an_unknown_option_is_refused():
    with pytest.raises(BadRules) as refusal:
        Rules.from_json({"deck": "8s-out", "wild_cards": True})
    assert refusal.value.option == "wild_cards"


@pytest.mark.parametrize("name", PRESET_TABLE)
def test_a_preset_agrees_with_its_line_in_the_table(name):
    _, deck, players, claims, wrong, turn, passing, end, shown, series = PRESET_TABLE[name]
    misplaced, held = (word.replace(" ", "_") for word in wrong.split(" / "))
    history, counts = shown.split(" · ")
    kind, _, points = series.partition(" to ")
    preset = PRESETS[name]
    assert preset == Rules(
        deck=deck,
        players=int(players),
        claim_timing=claims.replace(" ", "_"),
        misplaced_claim=misplaced,
        opponent_held_claim=held,
        turn_after_wrong_claim=turn,
        pass_after_claim={"yes": True, "no": False}[passing],
        game_end=end.replace(" ", "_"),
        history=history.replace(" ", "_"),
        hand_counts=counts,
        series="first_to" if points else kind.replace(" ", "_"),
        series_points=int(points or 100),
    )
    # "ask_held_card is illegal and high_sets_double is no in every preset."
    assert (preset.ask_held_card, preset.high_sets_double) == ("illegal", False)


def test_the_presets_are_those_of_the_table_and_nine_sets_is_the_default():
    assert list(PRESETS) == list(PRESET_TABLE)
    assert DEFAULT_PRESET == "nine-sets"
    assert PRESETS[DEFAULT_PRESET] == Rules()


@PROFILE
@given(all_rules())
def test_rules_are_parsed_from_text_and_from_json(rules):
    assert Rules.from_text(rules.text()) == rules
    assert Rules.from_json(json.loads(json.dumps(rules.to_json()))) == rules


def test_the_text_of_rules_names_options_and_values():
    words = PRESETS["silent-hands"].text().split()
    assert "deck=2s-out" in words
    assert "players=6" in words
    assert "pass_after_claim=false" in words
    assert Rules.from_text("players=8 high_sets_double=true") == Rules(
        players=8, high_sets_double=True
    )
    assert Rules.from_text("") == Rules()


@pytest.mark.parametrize(
    ("text", "option"),
    [("players=7", "players"), ("deck", "deck"), ("deck=6", "deck"), ("luck=good", "luck"),
     ("pass_after_claim=yes", "pass_after_claim"), ("players=٦", "players")],
)  # fmt: skip
def test_an_invalid_text_of_rules_is_refused(text, option):
    with pytest.raises(BadRules) as refusal:
        Rules.from_text(text)
    assert refusal.value.option == option


def test_a_preset_can_be_used_with_more_players():
    assert PRESETS["classic"].with_players(8) == Rules.from_json(
        PRESETS["classic"].to_json() | {"players": 8}
    )
    with pytest.raises(BadRules):
        PRESETS["classic"].with_players(7)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_recognized_by_its_options(name):
    rules = PRESETS[name]
    assert preset_of(rules) == name
    assert preset_of(rules.with_players(4)) == name
    others = ((option, set(OPTIONS[option]) - {getattr(rules, option)}) for option in OPTIONS)
    changed = [replace(rules, **{option: value}) for option, left in others for value in left]
    assert name not in {preset_of(each) for each in changed if each.players == rules.players}


def test_points_without_a_series_do_not_make_other_rules():
    assert preset_of(replace(PRESETS["classic"], series_points=50)) == "classic"
    assert preset_of(replace(PRESETS["hundred-up"], series_points=50)) == ""


def test_only_named_options_are_compared():
    seen = replace(PRESETS["classic"], history="full")
    assert preset_of(seen) == ""
    assert preset_of(seen, RECORD_OPTIONS) == "classic"
