import pytest

from accounts.models import User
from accounts.views import GUESTS_PER_MINUTE
from tests.kit import one_line

pytestmark = pytest.mark.django_db

ASHA = {"name": "Asha", "avatar": "owl"}
JSON = {"Accept": "application/json"}


def test_the_page_asks_for_name_and_picture(client):
    page = client.get("/guest/", {"next": "/r/K7QF2M/"})
    text = page.content.decode()
    assert page.status_code == 200
    assert 'autocomplete="nickname"' in text
    assert text.count('type="radio"') == 32
    assert text.count(" checked") == 1
    assert 'value="/r/K7QF2M/"' in text
    assert "csrftoken" in page.cookies


def test_a_new_visitor_becomes_a_guest(client):
    answer = client.post("/guest/", {**ASHA, "next": "/r/K7QF2M/"})
    assert (answer.status_code, answer["Location"]) == (302, "/r/K7QF2M/")
    guest = User.objects.get()
    assert (guest.name, guest.avatar, guest.is_guest) == ("Asha", "owl", True)
    assert client.session["_auth_user_id"] == str(guest.pk)


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "", "x:y"])
def test_the_form_does_not_redirect_to_other_sites(client, target):
    assert client.post("/guest/", {**ASHA, "next": target})["Location"] == "/"


def test_the_name_is_shown_and_escaped(client):
    client.post("/guest/", {"name": "<b>Asha", "avatar": "owl"})
    text = client.get("/guest/").content.decode()
    assert "&lt;b&gt;Asha" in text
    assert "<b>Asha" not in text


def test_posting_again_changes_the_same_person(client):
    client.post("/guest/", ASHA)
    client.post("/guest/", {"name": "Bo", "avatar": "fox"})
    person = User.objects.get()
    assert (person.name, person.avatar) == ("Bo", "fox")


def test_programs_get_json(client):
    answer = client.post("/guest/", ASHA, headers=JSON)
    assert (answer.status_code, answer.json()) == (200, ASHA)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": ""}, "bad_name"),
        ({"name": "a\0b"}, "bad_name"),
        ({"name": "x" * 21}, "bad_name"),
        ({"avatar": ""}, "bad_avatar"),
        ({"avatar": "bot-ada"}, "bad_avatar"),
        ({"name": "", "avatar": ""}, "bad_name"),
    ],
)
def test_refusals(client, change, code):
    answer = client.post("/guest/", {**ASHA, **change}, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    page = client.post("/guest/", {**ASHA, **change})
    assert page.status_code == 422
    assert answer.json()["message"] in page.content.decode()
    assert not User.objects.exists()


def test_a_refused_form_keeps_its_input(client):
    text = one_line(client.post("/guest/", {"name": "x" * 21, "avatar": "moth"}))
    assert f'value="{"x" * 21}"' in text
    assert 'value="moth" required checked' in text


def test_too_many(client, settings):
    settings.RATE_LIMIT_FACTOR = 3 / GUESTS_PER_MINUTE
    for _ in range(3):
        assert client.post("/guest/", ASHA, headers=JSON).status_code == 200
    answer = client.post("/guest/", ASHA, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert 1 <= int(answer["Retry-After"]) <= 60
    assert client.post("/guest/", ASHA).status_code == 429


def test_limits_work_without_redis(client, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "literature_site.cache.ForgivingRedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    assert client.post("/guest/", ASHA, headers=JSON).status_code == 200


def test_the_form_needs_the_csrf_token():
    from django.test import Client

    assert Client(enforce_csrf_checks=True).post("/guest/", ASHA).status_code == 403
