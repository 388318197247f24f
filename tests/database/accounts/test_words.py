"""The word list is read from the database, and only every few seconds."""

import pytest

from accounts import words
from accounts.models import Word

pytestmark = pytest.mark.django_db


def test_an_empty_list_allows_everything():
    assert words.objectionable("bad") is None


def test_words_of_the_list(django_assert_num_queries):
    Word.objects.create(text="bad")
    with django_assert_num_queries(1):
        assert words.objectionable("B.A.D") == "bad"
        assert words.objectionable("badly") is None
    Word.objects.all().delete()
    words.entries.forget()
    assert words.objectionable("bad") is None
