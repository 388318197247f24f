"""Permissions in the staff pages."""

import re

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game.models import Game, Hand, Move
from tests.database.kit.staff import boss, staff
from tests.kit import PLAIN, people, person, signed_in, started

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

LISTS = [
    reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    for model in admin.site._registry
]


@pytest.mark.parametrize("path", ["/admin/", *LISTS])
def test_ordinary_people_are_asked_to_sign_in(path):
    for client in (Client(), signed_in(person())):
        answer = client.get(path, follow=True)
        assert answer.redirect_chain[-1] == (f"{reverse('account_login')}?next={path}", 302)
        assert 'type="password"' in answer.content.decode()


def test_staff_sign_in_and_see_the_staff_pages():
    boss()
    path = f"{LISTS[0]}?q=Ben"
    client = Client()
    to_sign_in = client.get(path, follow=True).redirect_chain[-1][0]
    answer = client.post(
        to_sign_in, {"login": "boss", "password": "a-long-lost-ferry"}, follow=True
    )
    assert answer.redirect_chain[-1][0] == path
    assert answer.status_code == 200


def test_the_staff_pages_have_no_password_form(client):
    """Django's own sign-in form has no rate limit, and people who are signed in would see
    it, too.
    """
    boss()
    sam = staff("sam")
    client.force_login(sam)
    answer = client.post("/admin/login/", {"username": "boss", "password": "a-long-lost-ferry"})
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")
    assert client.session["_auth_user_id"] == str(sam.pk)


def test_staff_without_permissions_see_no_list():
    client = signed_in(staff())
    first = client.get("/admin/")
    assert first.status_code == 200
    assert "have permission to see any list yet" in first.content.decode()
    for path in LISTS:
        refused = client.get(path)
        assert refused.status_code == 403, path
        assert "allowed to do this. Ask the staff" in refused.content.decode()


@pytest.mark.parametrize("path", LISTS)
def test_a_superuser_sees_every_list(path):
    assert boss().get(path).status_code == 200


def test_staff_see_lists_with_permission():
    started(people(4), PLAIN)
    client = signed_in(staff("sam", "game.view_game"))
    page = client.get(f"/admin/game/game/{Game.objects.get().pk}/change/")
    assert page.status_code == 200
    assert client.get("/admin/accounts/user/").status_code == 403
    assert client.get("/admin/staff/auditentry/").status_code == 403


def test_models_with_hidden_cards_have_no_staff_page():
    assert not {Hand, Move} & set(admin.site._registry)


def test_every_list_has_the_same_format_of_times():
    """All lists use our own format for times, not Django's English format."""
    client = boss()
    started(people(4), PLAIN)
    game = Game.objects.get()
    client.post(
        "/admin/game/game/",
        {"action": "check_now", "_selected_action": game.pk, "reason": "a doubt"},
    )
    [user] = User.objects.filter(username="boss")
    pages = [*LISTS, f"/admin/accounts/user/{user.pk}/change/"]
    for path in pages:
        text = client.get(path).content.decode()
        assert not re.search(r"[ap]\.m\.|midnight|noon", text), path
    for path in ("game/game", "staff/auditentry", "accounts/user"):
        text = client.get(f"/admin/{path}/").content.decode()
        assert re.search(r">\d{4}-\d\d-\d\d \d\d:\d\d<", text), path
        assert "(UTC)" in text, path
