"""Presets in words."""

import re
from itertools import product

import pytest

from game.presentation.rules_text import PRESET_WORDS, claim_risk
from literature.rules.options import OPTIONS, Rules
from tests import ROOT

DOCUMENT = ROOT / "docs" / "rules.md"


def test_presets_have_the_names_of_the_specification():
    rows = re.findall(r"^\| \*\*(.+)\*\* `([a-z-]+)`", DOCUMENT.read_text(), re.M)
    assert [(str(each.label), each.name) for each in PRESET_WORDS] == rows


@pytest.mark.parametrize(
    ("misplaced", "held"), product(OPTIONS["misplaced_claim"], OPTIONS["opponent_held_claim"])
)
def test_the_risk_of_a_claim_names_each_loss(misplaced: str, held: str):
    said = claim_risk(Rules(misplaced_claim=misplaced, opponent_held_claim=held))
    assert ("point" in said) == (held == "minus_one")
    assert ("wrong card" in said) == (misplaced != "return")
    assert ("to the other team" in said) == (held == "opponents" and misplaced != "void")
