"""A suspended person sees a message about the suspension on nearly every page."""

import re
import time

import pytest
from django.core import signing
from django.test import Client

from accounts import measures
from accounts.models import Measure
from rooms.actions import suspend_rename_delete
from tests.kit import HTMX, JSON, person, room_of, signed_in

pytestmark = pytest.mark.django_db

SENTENCE = "Your account is suspended"


@pytest.fixture
def ben():
    user = person("Ben")
    user.is_guest, user.username = False, "ben"
    user.set_password("a-long-lost-ferry")
    user.save()
    return user


def test_a_suspended_person_with_an_open_session_sees_a_message(ben):
    code = room_of([person(), ben])
    client = signed_in(ben)
    suspend_rename_delete.suspend(ben)
    for path in ("/", f"/r/{code}/", "/rooms/new/", "/guest/", "/admin/"):
        page = client.get(path)
        assert page.status_code == 403
        assert SENTENCE in page.content.decode()
    answer = client.get(f"/r/{code}/state.json", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "suspended")
    assert client.post("/guest/", {"name": "Ben", "avatar": "fox"}).status_code == 403
    assert client.get(f"/r/{code}/regions/", headers=HTMX)["HX-Refresh"] == "true"


def sign_in(client, password="a-long-lost-ferry"):
    return client.post("/accounts/login/", {"login": "ben", "password": password}, follow=True)


def suspended(user):
    suspend_rename_delete.suspend(user)
    measures.take(user, measures.Kind.SUSPENSION, "No insults.")
    return Measure.objects.get()


def test_a_suspended_person_reads_the_words_at_sign_in(ben, settings):
    settings.APPEAL_ADDRESS = "staff@example.org"
    suspended(ben)
    client = Client()
    page = sign_in(client)
    assert page.status_code == 403
    text = page.content.decode()
    assert SENTENCE in text and "No insults." in text and "mailto:staff@example.org" in text
    assert "_auth_user_id" not in client.session


def test_a_stranger_does_not_learn_who_is_suspended(ben):
    suspended(ben)
    text = sign_in(Client(), "a-guessed-ferry").content.decode()
    assert SENTENCE not in text and "No insults." not in text


def test_a_person_appeals_at_sign_in(ben):
    measure, client = suspended(ben), Client()
    text = sign_in(client).content.decode()
    [proof] = re.findall(r'name="proof" value="([^"]+)"', text)
    fields = {"measure": measure.pk, "text": "It was my cat.", "next": "/"}
    for forged in ("", "1", proof[:-1], f"{proof}x", signing.dumps(ben.pk)):
        client.post("/appeal/", fields | {"proof": forged})
        measure.refresh_from_db()
        assert measure.appeal == ""
    # A guest may have the browser.
    answer = signed_in(person("Cleo")).post("/appeal/", fields | {"proof": proof}, follow=True)
    assert "The staff will read your appeal" in answer.content.decode()
    measure.refresh_from_db()
    assert measure.appeal == "It was my cat."
    assert "have not answered your appeal yet" in sign_in(client).content.decode()


def test_the_proof_is_for_an_appeal_alone(ben):
    """Other requests of the browser are those of a stranger, and their bodies stay unread."""
    suspended(ben)
    client = Client()
    [proof] = re.findall(r'name="proof" value="([^"]+)"', sign_in(client).content.decode())
    page = client.post("/guest/", {"name": "Cleo", "avatar": "fox", "proof": proof}, follow=True)
    assert page.status_code == 200 and SENTENCE not in page.content.decode()


def test_the_proof_for_an_appeal_is_for_an_hour(ben, monkeypatch):
    measure, client = suspended(ben), Client()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 3700)
    [proof] = re.findall(r'name="proof" value="([^"]+)"', sign_in(client).content.decode())
    monkeypatch.undo()
    client.post("/appeal/", {"measure": measure.pk, "text": "It was my cat.", "proof": proof})
    measure.refresh_from_db()
    assert measure.appeal == ""


def test_another_person_can_sign_in_in_the_same_browser(ben):
    client = signed_in(ben)
    suspend_rename_delete.suspend(ben)
    other = person("Cora")
    other.is_guest, other.username = False, "cora"
    other.set_password("a-long-lost-ferry")
    other.save()
    fields = {"login": "cora", "password": "a-long-lost-ferry"}
    assert client.get("/accounts/login/").status_code == 200
    client.post("/accounts/login/", fields)
    assert client.get("/").status_code == 200


def test_after_the_suspension_everything_is_as_before(ben):
    client = signed_in(ben)
    suspend_rename_delete.suspend(ben)
    suspend_rename_delete.readmit(ben)
    page = client.get("/")
    assert page.status_code == 200
    assert page.wsgi_request.user == ben


def test_a_suspension_does_not_affect_other_people(ben, django_assert_num_queries):
    with django_assert_num_queries(0):
        Client().get("/rules/")
    client = signed_in(ben)
    with django_assert_num_queries(2):
        client.get("/rules/")
