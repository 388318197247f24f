"""A suspended person sees a message about the suspension on nearly every page."""

import pytest
from django.test import Client

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


def test_a_suspended_person_cannot_sign_in(ben):
    suspend_rename_delete.suspend(ben)
    client = Client()
    page = client.post(
        "/accounts/login/", {"login": "ben", "password": "a-long-lost-ferry"}, follow=True
    )
    assert SENTENCE in page.content.decode()
    assert "_auth_user_id" not in client.session


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
