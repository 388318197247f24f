"""The word list is read from the database, and only every few seconds."""

import pytest

from accounts import words
from accounts.models import Word

pytestmark = pytest.mark.django_db


def test_an_empty_list_allows_everything():
    assert not words.objectionable("bad")


def test_words_of_the_list(django_assert_num_queries):
    Word.objects.create(text="bad")
    with django_assert_num_queries(1):
        assert words.objectionable("B.A.D")
        assert not words.objectionable("badly")
    Word.objects.all().delete()
    words.entries.forget()
    assert not words.objectionable("bad")
