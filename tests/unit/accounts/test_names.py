import pytest
from django.core.exceptions import ValidationError

from accounts.names import MAX_VISIBLE, clean_name, fold, is_reserved


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Asha", "Asha"),
        ("  Asha \t B.\n", "Asha B."),
        ("Ａｓｈａ", "Asha"),
        ("ﬁona", "fiona"),
        ("आशा", "आशा"),
        ("李雷", "李雷"),
        ("Zoë 🦊", "Zoë 🦊"),
        ("x" * MAX_VISIBLE, "x" * MAX_VISIBLE),
        ("कि" * MAX_VISIBLE, "कि" * MAX_VISIBLE),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("क्\u200dष", "क्\u200dष"),
        ("❤\ufe0f Asha", "❤\ufe0f Asha"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("👁\ufe0f\u200d🗨\ufe0f", "👁\ufe0f\u200d🗨\ufe0f"),
        ("辻\U000e0100", "辻\U000e0100"),
    ],
)
def test_good_names(given, kept):
    assert clean_name(given) == kept


@pytest.mark.parametrize(
    "given",
    [
        "",
        "   ",
        "\u3000",
        "x" * (MAX_VISIBLE + 1),
        "a" + "\u0301" * 40,
        "\u0301",
        "a\0b",
        "a\x07b",
        "a\u202eb",
        "a\u200bb",
        "Asha\ufe0f",
        "As\u034fha",
        "As\u180bha",
        "As\u200dha",
        "As\u200cha",
        "\u200cعلی",
        "As\u00adha",
        "Asha\U000e0100",
        "1\ufe0f\u20e3",
        "a\u2066b",
        "\u3164",
        "Asha\U0001d159",
        "a\ud800b",
        "a\ue000b",
    ],
)
def test_bad_names(given):
    with pytest.raises(ValidationError) as refused:
        clean_name(given)
    assert refused.value.code == "bad_name"
    assert refused.value.messages[0].endswith(".")


def test_no_long_text_is_normalized(monkeypatch):
    """Normalizing a very long text is slow, and names are checked while a room is locked."""
    monkeypatch.delattr("accounts.names.unicodedata")
    with pytest.raises(ValidationError, match="at most 20 characters"):
        clean_name("ﷺ" * 100_000)


@pytest.mark.parametrize("given", ["Asha", "  Ａ ", "ﬁ", "İstanbul", "ﷺ"[:1]])
def test_a_cleaned_name_is_clean(given):
    once = clean_name(given)
    assert clean_name(once) == once


def test_fold_is_equal_for_names_that_look_the_same():
    assert fold("ASHA") == fold("asha") == fold("ａｓｈａ")
    assert fold("STRASSE") == fold("straße")
    assert fold("Asha") != fold("Aisha")


@pytest.mark.parametrize(
    "other",
    ["Аsha", "АSНА", "Asha\ufe0f", "As\u034fha", "Ash\u0430", "𝐀sha", "As\u200bha", "Ａｓｈａ"],
)
def test_fold_finds_look_alikes(other):
    assert fold(other) == fold("Asha")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ivan", "lvan"),
        ("IVAN", "ivan"),
        ("Oscar", "0scar"),
        ("Amna", "Arnna"),
        ("boss", "bоss"),
        ("Alice", "A\u0661ice"),
        ("Bob", "B\u05e1b"),
    ],
)
def test_fold_ignores_case_and_character_class(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Zoe", "Zoë"), ("李雷", "李霞"), ("आशा", "उषा"), ("❤\ufe0f", "💔"), ("Asha 2", "Asha 3")],
)
def test_fold_differs_for_names_that_look_different(one, other):
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    "name",
    [
        *["admin", "Adm1n", "\u0410dmin", "a.d.m.i.n", "Ádmin", "Admin 🦊", "M o d", "HOST"],
        *["Ｓtaff", "Site moderator", "Literature", "L\u0456terature"],
    ],
)
def test_names_that_speak_for_the_site_are_reserved(name):
    assert is_reserved(clean_name(name))


@pytest.mark.parametrize("name", ["Asha", "Hosta", "Modesty", "Adam", "Admira", "🦊", "Literat"])
def test_similar_names_are_not_reserved(name):
    assert not is_reserved(name)
