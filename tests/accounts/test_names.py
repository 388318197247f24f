import pytest
from django.core.exceptions import ValidationError

from accounts.names import MAX_VISIBLE, clean_name, fold


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
        "a\u2066b",
        "\u3164",
        "a\ud800b",
        "a\ue000b",
    ],
)
def test_bad_names(given):
    with pytest.raises(ValidationError) as refused:
        clean_name(given)
    assert refused.value.code == "bad_name"
    assert refused.value.messages[0].endswith(".")


@pytest.mark.parametrize("given", ["Asha", "  Ａ ", "ﬁ", "İstanbul", "ﷺ"[:1]])
def test_a_cleaned_name_is_clean(given):
    once = clean_name(given)
    assert clean_name(once) == once


def test_fold_finds_names_that_look_the_same():
    assert fold("ASHA") == fold("asha") == fold("ａｓｈａ")
    assert fold("STRASSE") == fold("straße")
    assert fold("Asha") != fold("Aisha")
