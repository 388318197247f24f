"""Sign-outs and new passwords are published, so that the person's pages notice them."""

import pytest
from django.contrib.sessions.models import Session

from accounts.models import User
from live import notifications
from tests.kit import person, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def published(monkeypatch):
    """The notifications about people that were published, each with the number of sessions at that
    time.
    """
    seen = []

    def publish(user_id):
        seen.append((user_id, Session.objects.count()))

    monkeypatch.setattr(notifications, "publish_person", publish)
    return seen


@pytest.mark.parametrize("path", ["/accounts/logout/", "/accounts/delete/"])
def test_a_sign_out_is_published_after_the_session_was_deleted(published, path):
    asha = person("Asha")
    signed_in(asha).post(path)
    assert (asha.pk, 0) in published


def test_a_new_password_makes_all_pages_reconnect(published, client):
    asha = User.objects.create_user("asha", password="the old one 1")
    client.force_login(asha)
    new = {"password1": "the new one 1", "password2": "the new one 1"}
    client.post("/accounts/password/change/", {"oldpassword": "the old one 1", **new})
    assert [user_id for user_id, _sessions in published] == [asha.pk]


def test_a_new_password_from_the_staff_makes_all_pages_reconnect(published, admin_client):
    asha = User.objects.create_user("asha", password="the old one 1")
    new = {"password1": "the new one 1", "password2": "the new one 1", "usable_password": "true"}
    admin_client.post(f"/admin/accounts/user/{asha.pk}/password/", new)
    asha.refresh_from_db()
    assert asha.check_password("the new one 1")
    assert [user_id for user_id, _sessions in published] == [asha.pk]


def test_only_a_new_password_makes_pages_reconnect(published):
    asha = User.objects.create_user("asha", password="the old one 1")
    asha.name = "Asha"
    asha.save()
    assert published == []
