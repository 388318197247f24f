"""Words that are not allowed, tricks with them, and innocent words that are like them."""

import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from accounts.names import look_alikes
from accounts.words import _shown, letters_of, matches

LIST = ("ass", "bum", "cunt", "dago", "fag*", "*burger", "*nazi*", "shit", "penis", "1488",
        "kill yourself", "дурак", "चूतिया")  # fmt: skip


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("You ASS!", "ass"),
        ("a55", "ass"),
        ("@$$", "ass"),
        ("a.s.s", "ass"),
        ("a s s", "ass"),
        ("as s", "ass"),
        ("a  -  s s", "ass"),
        ("asssss", "ass"),
        ("ａｓｓ", "ass"),
        ("àṣs̈", "ass"),
        ("a̶s̶s̶", "ass"),
        ("a\u200bs\u2060s", "ass"),
        ("а\u0455\u0455", "ass"),
        ("🅰🆂🆂 x 🄰🅂🅂", "ass"),
        ("🇦🇸🇸", "ass"),
        ("𝖆𝖘𝖘", "ass"),
        ("ᴀꜱꜱ", "ass"),
        ("ąss", "ass"),
        ("@shit", "shit"),
        ("x a s s y", "ass"),
        ("sh1t", "shit"),
        ("$h!t!!", "shit"),
        ("s'h'i't", "shit"),
        ("s-h-1-t", "shit"),
        ("fagot", "fag*"),
        ("hamburger", "*burger"),
        ("neonazis", "*nazi*"),
        ("1488", "1488"),
        ("kill  yourself", "kill yourself"),
        ("KILL-YOURSELF", "kill yourself"),
        ("ДУРАК", "дурак"),
        ("дур4к", "дурак"),
        ("चूतिया", "चूतिया"),
    ],
)
def test_tricks(text, entry):
    assert matches(text, LIST)
    assert matches(text, (entry,))


@pytest.mark.parametrize(
    "text",
    [
        *("Scunthorpe", "class", "Assam", "as", "pass me", "burn", "skill yourself", "burgers"),
        *("The pen is here", "it’s hit", "455 points", "5 hits", "five 5-hit runs", "14 88"),
        *("चूत", "I am a man", "", "   ", "!!!", "$$$", "\0", "\ud800", "🦊", "a\u0301" * 300),
    ],
)
def test_innocents(text):
    assert not matches(text, LIST)


def test_an_entry_without_letters_matches_nothing():
    assert letters_of("***") == ""
    assert not matches("anything at all", ("", "*", "***", "!?"))
    assert not matches("anything", ())


letters = st.text(string.ascii_lowercase, min_size=3, max_size=8)
#: What each letter can be written as: letters that look alike, and digits.
WRITTEN = {
    letter: [
        letter,
        letter.upper(),
        *(char for char in look_alikes() if char.isalpha() and _shown(char) == _shown(letter)),
    ]
    for letter in string.ascii_lowercase
}


@given(letters, st.data())
def test_look_alikes_and_repeated_letters(word, data):
    written = "".join(
        data.draw(st.sampled_from(WRITTEN[letter])) * data.draw(st.integers(1, 3))
        for letter in word
    )
    assert matches(written, (word,))


@given(letters, st.sampled_from([" ", "  ", ".", "-", "_", " . ", "*", "/", "\u200b", "'"]))
def test_letters_with_something_between(word, between):
    for text in (between.join(word), f"well {between.join(word)} then"):
        assert matches(text, (word,))


@given(letters, letters, letters)
def test_a_longer_word_is_innocent(before, word, after):
    for text in (before + word, word + after, before + word + after):
        # "aaab" is "aab" with a repeated letter.
        assume(_runs(text) != _runs(word))
        assert not matches(text, (word,))
        assert matches(text, (f"*{word}*",))


@given(letters, letters, letters)
def test_two_longer_words_are_never_one(word, one, other):
    assume(word not in (one, other) and len({_runs(one), _runs(other), _runs(word)}) == 3)
    assert not matches(f"{one} {other}", (word,))


@given(st.text(max_size=1200))
def test_any_text_can_be_read(text):
    matches(text, LIST)


def _runs(word):
    """Return the letters of a word without repetitions. "I" and "l" are alike."""
    shown = _shown(word)
    return "".join(char for place, char in enumerate(shown) if shown[place - 1 : place] != char)
