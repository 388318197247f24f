"""The sentence about what decided a game, for players of both teams and for spectators."""

import pytest

from game.presentation.deciding_text import deciding_sentence
from tests.unit.kit.claims import game_of_claims

NAMES = ("Asha", "Ben", "Chidi", "Dora")


def said(claims: str, you: int | None) -> str:
    return deciding_sentence(*game_of_claims(claims), NAMES, you)


@pytest.mark.parametrize(
    ("claims", "you", "sentence"),
    [
        # Asha named herself for the first card of Low hearts, but Chidi had it.
        ("0 1 0 1 0m1 1", 0,
         "Low hearts: you claimed to hold the 2♥; Chidi had it. Right, it would have been 3–3."),
        ("0 1 0 1 0m1 1", 1,
         "Low hearts: Asha claimed to hold the 2♥; Chidi had it. Right, it would have been 3–3."),
        ("0 1 0 1 0m1 1", 2,
         "Low hearts: Asha claimed to hold the 2♥; you had it. Right, it would have been 3–3."),
        ("0 1 0 1 0 1h0", None,
         "High hearts: Ben claimed to hold the 9♥; Chidi had it. Had Blue scored the set, it would "
         "have been 3–3."),
        ("0 1 0 1 0 1h0", 3,
         "High hearts: Ben claimed to hold the 9♥; Chidi had it. Had your team scored the set, it "
         "would have been 3–3."),
        ("0 1 0m-", None,
         "Low diamonds: Asha claimed to hold the 2♦; Chidi had it. Right, it would have been 2–1 "
         "for Red."),
        ("0 1 0 1 0 1n0", 1,
         "High hearts: you named Dora for the 9♥; Chidi had it. Had your team scored the set, it "
         "would have been 3–3."),
        ("0 1 0 1 0 1n0", 3,
         "High hearts: Ben named you for the 9♥; Chidi had it. Had your team scored the set, it "
         "would have been 3–3."),
        ("0 1 0 1 0r1 1", 0, "Low hearts: you named wrong holders. Right, it would have been 3–3."),
        ("1m0 1m0 0 0 0 0 1 1", 1,
         "Wrong claims cost your team 2 sets. Had your team scored them, it would have been 4–4."),
        ("1m0 1m0 0 0 0 0 1 1", 0,
         "Wrong claims cost Blue 2 sets. Had Blue scored them, it would have been 4–4."),
        ("1 0 1 0 1 0 0", 0, "Your team scored the last 2 sets while Blue had no cards."),
        ("1 0 1 0 1 0 0", 1, "Red scored the last 2 sets while your team had no cards."),
        ("1 0 1 0 1 0 0", None, "Red scored the last 2 sets while Blue had no cards."),
        ("0 1 0 1", 1, "Your team scored the last set, High diamonds, and made it 2–2."),
        ("1f 0 0 0 0 1", 1, "At 0–0 a wrong claim cost your team a point, and Red stayed ahead."),
        ("0 1 0 0 0 1", 0, "At 1–1 your team scored 3 sets in a row, and stayed ahead to the end."),
        ("1 0 0 1 0 1 0", 1, "Red scored the last set while your team had no cards."),
        ("0 0 0 1", None, "Red scored the first 3 sets, and stayed ahead to the end."),
    ],
)  # fmt: skip
def test_each_sentence(claims, you, sentence):
    assert said(claims, you) == sentence


def test_a_game_without_a_result():
    state, dealt, log = game_of_claims("0 0 1")
    early = state._replace(phase="playing")
    assert deciding_sentence(early, dealt, log, NAMES, 1) == "The game was ended early, at 1–2."
    told = "The game was ended early, at 2–1 for Red."
    assert deciding_sentence(early, dealt, log, NAMES, None) == told
    assert deciding_sentence(state, dealt, (), NAMES, None) == ""
