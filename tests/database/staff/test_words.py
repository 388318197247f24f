"""The word list in the staff pages."""

import pytest

from accounts import words
from accounts.models import Word
from staff.models import AuditEntry
from tests.database.kit.staff import act, boss, staff
from tests.database.kit.threads import at_once
from tests.kit import signed_in

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

ADD = "/admin/accounts/word/add/"
FIELDS = {"words": "Bad\r\n\r\n  worse   than BAD \nbad\nvile*", "language": "en", "reason": "So."}


def listed():
    return sorted(Word.objects.values_list("text", flat=True))


def test_many_words_at_once():
    client = boss()
    answer = client.post(ADD, FIELDS, follow=True)
    assert answer.wsgi_request.path == "/admin/accounts/word/"
    assert listed() == ["bad", "vile*", "worse than bad"]
    word = Word.objects.get(text="bad")
    assert (word.language, word.added_by.username) == ("en", "boss")
    entry = AuditEntry.objects.get()
    assert (entry.kind, entry.reason) == ("add-words", "So.")
    assert entry.detail == "3: bad, worse than bad, vile*"
    assert words.objectionable("B.A.D")
    client.post(ADD, FIELDS | {"words": "bad\nfoul"})
    assert AuditEntry.objects.first().detail == "1: foul"


def test_search_and_removal():
    client = boss()
    client.post(ADD, FIELDS)
    found = client.get("/admin/accounts/word/", {"q": "than"})
    assert [each.text for each in found.context["cl"].result_list] == ["worse than bad"]
    ids = Word.objects.filter(text__in=["bad", "vile*"]).values_list("pk", flat=True)
    act(client, "accounts/word", "remove", *ids, reason="A mistake.")
    assert listed() == ["worse than bad"]
    assert not words.objectionable("bad")
    removed = AuditEntry.objects.filter(kind="remove-word").values_list("detail", flat=True)
    assert set(removed) == {"bad", "vile*"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"words": ""},
        {"words": " \n "},
        {"words": "bad\n***"},
        {"words": "bad\n" + "x" * 61},
        {"words": "bad\0"},
        {"language": "xx"},
        {"reason": ""},
    ],
)
def test_bad_words(wrong):
    assert boss().post(ADD, FIELDS | wrong).status_code == 422
    assert listed() == []
    assert not AuditEntry.objects.exists()


def test_words_that_are_in_the_list_are_not_added():
    Word.objects.create(text="bad")
    answer = boss().post(ADD, FIELDS | {"words": "BAD"})
    assert answer.status_code == 422
    assert "in the list already" in answer.content.decode()


def test_the_list_needs_permission():
    Word.objects.create(text="bad")
    reader = signed_in(staff("sam", "accounts.view_word"))
    assert reader.get("/admin/accounts/word/").status_code == 200
    assert reader.get(ADD).status_code == 403
    assert reader.post(ADD, FIELDS).status_code == 403
    act(reader, "accounts/word", "remove", Word.objects.get().pk, reason="So.")
    assert listed() == ["bad"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_members_of_the_staff_add_the_same_words():
    client = boss()
    answers = at_once([lambda: client.post(ADD, FIELDS)] * 3)
    assert {answer.status_code for answer in answers} <= {302, 422}
    assert listed() == ["bad", "vile*", "worse than bad"]
