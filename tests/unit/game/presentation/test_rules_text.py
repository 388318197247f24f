"""Presets in words."""

import re

from game.presentation.rules_text import PRESET_WORDS
from tests import ROOT

DOCUMENT = ROOT / "docs" / "rules.md"


def test_presets_have_the_names_of_the_specification():
    rows = re.findall(r"^\| \*\*(.+)\*\* `([a-z-]+)`", DOCUMENT.read_text(), re.M)
    assert [(str(each.label), each.name) for each in PRESET_WORDS] == rows
