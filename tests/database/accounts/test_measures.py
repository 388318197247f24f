"""Measures of the staff: what the person reads, how long they last, and appeals."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import measures
from accounts.measures import Kind
from accounts.models import LONGEST_APPEAL, Measure, User
from game.refusals import Refused
from rooms.actions import chat, suspend_rename_delete
from rooms.models import ChatMessage, Seat
from tests.kit import HTMX, JSON, people, person, room_of, signed_in

pytestmark = pytest.mark.django_db

HTML = {"Accept": "text/html"}


def after(seconds):
    return timezone.now() + timedelta(seconds=seconds)


def shown(client, path="/rules/"):
    return client.get(path, headers=HTML).content.decode()


def seen(page):
    """The fields with which the page says what it showed."""
    return re.findall(r'name="shown" value="([^"]+)"', page)


def test_a_warning_is_read_before_the_next_page():
    asha, ben = people(2)
    code = room_of([asha, ben])
    client = signed_in(ben)
    measures.take(ben, Kind.WARNING, "No <insults>, please.")
    page = shown(client, f"/r/{code}/")
    assert "No &lt;insults&gt;, please." in page
    assert "lobby" not in page
    # Nothing that is not a whole page waits for it.
    assert client.get(f"/r/{code}/state.json", headers=JSON).json()["phase"] == "lobby"
    assert "insults" not in client.get(f"/r/{code}/regions/", headers=HTMX).content.decode()
    chat.send(code, ben, "Sorry!")
    assert "insults" not in shown(signed_in(asha))

    # A newer notice, which the person has not seen, stays.
    measures.take(ben, Kind.WARNING, "The second warning.")
    answer = client.post("/notices/", {"shown": seen(page), "next": "/rules/"})
    assert answer.headers["Location"] == "/rules/"
    page = shown(client)
    assert "insults" not in page and "The second warning." in page
    client.post("/notices/", {"shown": seen(page)})
    assert "second warning" not in shown(client)


def test_a_new_mute_is_told_without_the_one_that_it_replaces():
    ben = person("Ben")
    measures.take(ben, Kind.MUTE, "For a minute.", after(60))
    measures.take(ben, Kind.MUTE, "For good.")
    page = shown(signed_in(ben))
    assert page.count("have muted you") == 1
    assert "For good." in page and "For a minute." not in page and "no longer" not in page


def test_a_mute_that_nobody_read_before_its_end():
    ben = person("Ben")
    measures.take(ben, Kind.MUTE, "No insults.", after(-1))
    page = shown(signed_in(ben))
    assert "You are no longer muted" in page and "No insults." in page
    assert "Until:" not in page and "This is a mistake" not in page


@pytest.mark.parametrize("kind", [Kind.MUTE, Kind.SUSPENSION])
def test_an_appeal_is_answered_after_the_end(kind):
    ben = person("Ben")
    if kind == Kind.SUSPENSION:
        suspend_rename_delete.suspend(ben)
    measures.take(ben, kind, "No insults.", after(60))
    measure = Measure.objects.get()
    measures.appeal(ben, measure.pk, "It was my cat.")
    Measure.objects.update(until=after(-1))
    suspend_rename_delete.readmit_all_due()
    client = signed_in(User.objects.get(pk=ben.pk))
    page = shown(client)
    assert "have not answered your appeal yet" in page
    client.post("/notices/", {"shown": seen(page)})
    assert list(measures.unanswered()) == [measure]
    assert measures.keep(measure, "We have read the table.")
    page = shown(client)
    assert "The staff have answered your appeal" in page and "We have read the table." in page
    assert "This measure is over." in page
    assert not measures.unanswered()


def test_appeals_of_deleted_people_are_not_counted():
    """A process of an earlier release deletes people without their measures."""
    ben = person("Ben")
    measures.take(ben, Kind.WARNING, "Please stop.")
    measures.appeal(ben, Measure.objects.get().pk, "It was my cat.")
    assert measures.unanswered().count() == 1
    User.objects.filter(pk=ben.pk)._raw_delete("default")
    assert measures.unanswered().count() == 0


def test_a_page_marks_only_the_words_that_it_showed():
    """An answer, or another answer, comes while the page is open."""
    ben = person("Ben")
    client = signed_in(ben)
    measures.take(ben, Kind.MUTE, "No insults.")
    measure = Measure.objects.get()
    measures.appeal(ben, measure.pk, "It was my cat.")
    for answer in (measures.keep, measures.end):
        page = shown(client)
        assert answer(measure, f"Words of {answer.__name__}.")
        client.post("/notices/", {"shown": seen(page)})
        assert f"Words of {answer.__name__}." in shown(client)
    client.post("/notices/", {"shown": seen(shown(client))})
    ben.refresh_from_db()
    assert not ben.has_notice


def test_nobody_reads_a_notice_for_another_person():
    asha, ben = people(2)
    measures.take(ben, Kind.WARNING, "Please stop.")
    signed_in(asha).post("/notices/", {"shown": [*seen(shown(signed_in(ben))), "\0"]})
    ben.refresh_from_db()
    assert ben.has_notice
    assert not Measure.objects.get().is_read


def test_a_mute_holds_at_every_table_until_its_end():
    asha, ben = people(2)
    codes = [room_of([asha, ben]), room_of([ben, person("Cleo")])]
    measures.take(ben, Kind.MUTE, "No insults.", after(60))
    for code in codes:
        for speak, words in ((chat.send, "Hi"), (chat.react, "hello")):
            with pytest.raises(Refused) as refused:
                speak(code, ben, words)
            assert refused.value.code == "muted_by_staff"
    chat.send(codes[0], asha, "Hello")
    Measure.objects.update(until=after(-1))
    chat.send(codes[0], ben, "Hi")
    chat.react(codes[1], ben, "hello")
    assert set(ChatMessage.objects.values_list("text", flat=True)) == {"Hello", "Hi"}


@pytest.mark.parametrize("way", ["form", "new table", "watching"])
def test_a_muted_person_takes_no_new_name_in_any_way(way):
    asha, ben = people(2)
    measures.take(ben, Kind.MUTE, "No insults.", after(60))
    client, fields = signed_in(ben), {"name": "Asha smells", "avatar": "owl"}
    if way == "form":
        answer = client.post("/guest/", fields, headers=JSON)
    else:
        page = "join" if way == "new table" else "name"
        answer = client.post(f"/r/{room_of([asha])}/{page}/", fields, headers=JSON)
    assert "muted" in answer.json()["message"]
    ben.refresh_from_db()
    assert ben.name == "Ben"
    assert client.post("/guest/", fields | {"name": "Ben"}, headers=JSON).status_code == 200
    Measure.objects.update(until=after(-1))
    assert client.post("/guest/", fields, headers=JSON).status_code == 200


def test_the_staff_reset_the_name_of_a_muted_person():
    ben = person("Ben")
    measures.take(ben, Kind.MUTE, "No insults.")
    suspend_rename_delete.rename(ben, "Fox")
    assert User.objects.get().name == "Fox"


def test_a_new_mute_replaces_the_earlier_one():
    ben = person("Ben")
    measures.take(ben, Kind.MUTE, "For good.")
    measures.take(ben, Kind.MUTE, "For a minute.", after(60))
    assert measures.current(ben, Kind.MUTE).get().told == "For a minute."
    Measure.objects.filter(ended_at=None).update(until=after(-1))
    assert not measures.is_muted(ben)


def test_a_suspension_ends_by_itself():
    ben, cleo = people(2)
    client = signed_in(ben)
    for user, seconds in ((ben, 60), (cleo, None)):
        suspend_rename_delete.suspend(user)
        measures.take(user, Kind.SUSPENSION, "No insults.", seconds and after(seconds))
    page = client.get("/", headers=HTML)
    assert page.status_code == 403
    assert "No insults." in page.content.decode()
    suspend_rename_delete.readmit_all_due()
    assert client.get("/", headers=HTML).status_code == 403
    Measure.objects.filter(user=ben).update(until=after(-1))
    suspend_rename_delete.readmit_all_due()
    assert "Your suspension is over" in shown(client)
    assert Measure.objects.get(user=ben).ended_at
    assert not User.objects.get(pk=cleo.pk).is_active
    # A later suspension without an end is not ended by the earlier one.
    suspend_rename_delete.suspend(User.objects.get(pk=ben.pk))
    suspend_rename_delete.readmit_all_due()
    assert not User.objects.get(pk=ben.pk).is_active


def test_an_appeal_is_sent_once(settings):
    settings.APPEAL_ADDRESS = "staff@example.org"
    ben = person("Ben")
    client = signed_in(ben)
    measures.take(ben, Kind.SUSPENSION, "No insults.")
    suspend_rename_delete.suspend(ben)
    measure = Measure.objects.get()
    assert "mailto:staff@example.org" in client.get("/", headers=HTML).content.decode()
    for text in ("  ", " It was \n my\0cat. ", "Another one"):
        client.post("/appeal/", {"measure": measure.pk, "text": text})
    measure.refresh_from_db()
    assert measure.appeal == "It was my cat."
    page = client.get("/", headers=HTML).content.decode()
    assert "have not answered your appeal yet" in page
    assert measures.keep(measure, "We read the table. It was you.")
    assert not measures.keep(measure, "Again.")
    assert "We read the table." in client.get("/", headers=HTML).content.decode()
    assert measures.end(measure, "You may play again.")
    suspend_rename_delete.readmit(ben)
    assert "You may play again." in shown(client)


def test_an_appeal_needs_the_person_and_is_cut():
    asha, ben = people(2)
    measures.take(ben, Kind.WARNING, "Please stop.")
    measure = Measure.objects.get()
    for sent in ({}, {"measure": "x", "text": "a"}, {"measure": "9" * 40, "text": "a"}):
        assert signed_in(ben).post("/appeal/", sent).status_code == 302
    signed_in(asha).post("/appeal/", {"measure": measure.pk, "text": "Not mine"})
    measure.refresh_from_db()
    assert measure.appeal == ""
    signed_in(ben).post("/appeal/", {"measure": measure.pk, "text": "a" * 5000})
    measure.refresh_from_db()
    assert measure.appeal == "a" * LONGEST_APPEAL


def test_a_deleted_person_leaves_no_measure():
    asha, ben = people(2)
    room_of([asha, ben])
    measures.take(ben, Kind.WARNING, "Please stop.")
    suspend_rename_delete.forget(ben)
    assert not Measure.objects.exists()
    assert Seat.objects.filter(user=asha).exists()


def test_a_new_suspension_is_not_ended_by_an_earlier_one(monkeypatch):
    ben = person("Ben")
    suspend_rename_delete.suspend(ben)
    measures.take(ben, Kind.SUSPENSION, "For a minute.", after(-1))
    due = list(measures.over())
    measures.take(ben, Kind.SUSPENSION, "For good.")
    found = measures.over
    answers = iter([due])
    monkeypatch.setattr(measures, "over", lambda: next(answers, None) or found())
    suspend_rename_delete.readmit_all_due()
    assert not User.objects.get(pk=ben.pk).is_active
    assert measures.current(ben, Kind.SUSPENSION).get().told == "For good."


def test_a_session_from_before_a_new_password_cannot_appeal():
    ben = person("Ben")
    client = signed_in(ben)
    suspend_rename_delete.suspend(ben)
    measures.take(ben, Kind.SUSPENSION, "No insults.")
    ben.set_unusable_password()
    ben.save()
    assert "No insults." not in client.get("/", headers=HTML).content.decode()
    client.post("/appeal/", {"measure": Measure.objects.get().pk, "text": "It was my cat."})
    assert Measure.objects.get().appeal == ""


@pytest.mark.parametrize("name", ["Anna  Hated", "ANNA HATED", "Аnna Hated"])
def test_a_name_that_the_staff_have_reset_does_not_come_back(name):
    ben = person("Anna Hated")
    measures.take(ben, Kind.NAME, "Not this name.", name_then="Anna Hated")
    client = signed_in(ben)
    answer = client.post("/guest/", {"name": name, "avatar": "fox"}, headers=JSON)
    assert answer.status_code == 422
    assert "have taken this name away" in answer.json()["message"]
    assert client.post("/guest/", {"name": "Anna", "avatar": "fox"}).status_code == 302
    # Another person may have it, and the person again after the staff have ended the measure.
    other = signed_in(person("Cleo")).post("/guest/", {"name": "Anna Hated", "avatar": "fox"})
    assert other.status_code == 302
    assert measures.end(Measure.objects.get(), "It was a mistake.")
    assert client.post("/guest/", {"name": "Anna Hated", "avatar": "fox"}).status_code == 302


def test_an_answer_stands_above_the_words_that_it_answers():
    ben = person("Ben")
    measures.take(ben, Kind.SUSPENSION, "You told cards to others.")
    suspend_rename_delete.suspend(ben)
    measure = Measure.objects.get()
    measures.appeal(ben, measure.pk, "Sorry.")
    measures.keep(measure, "It stays.")
    client = signed_in(ben)
    page = shown(client, "/")
    assert page.index("It stays.") < page.index("You told cards to others.")
    assert client.get("/rules/").status_code == 200
