"""Preferences: stored with the person, set in the profile or at the table, used on every page."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.preferences import PREFERENCES, preferences_for, sent_preferences
from accounts.views import PREFERENCES_PER_MINUTE
from rooms.actions import lobby
from tests.kit import one_line, person, signed_in

pytestmark = pytest.mark.django_db

KEYS = [each.key for each in PREFERENCES if each.is_listed]
SWITCHES = "confirm_asks sound haptics two_colours no_reactions".split()
PATH = "/guest/preferences/"
ASHA = {"name": "Asha", "avatar": "owl"}
SECRET = "a-long-lost-ferry"
ALL_OFF = dict.fromkeys(SWITCHES, "off")


@pytest.fixture
def asha():
    return person("Asha", "owl")


@pytest.fixture
def client(asha):
    return signed_in(asha)


def liked():
    return User.objects.get().preferences


def html(client, path="/guest/"):
    answer = client.get(path)
    assert answer.status_code == 200
    return one_line(answer)


#: Attributes of the root element that say what the table shows.
OF_TABLE = {"game", "seats", "you", "own", "team", "my-turn", "host"}


def said(page):
    """The attributes of the page's root element that hold the viewer's preferences."""
    said = dict(re.findall(r'data-([\w-]+)="(\w+)"', re.search(r"<html[^>]*>", page)[0]))
    return {name: value for name, value in said.items() if name not in OF_TABLE}


def ticked(page):
    """The names of the switches that are on."""
    boxes = re.findall(
        r'<input type="checkbox"[^>]* name="(\w+)" value="on" data-setting="[\w-]+"( checked)?>',
        page,
    )
    assert [name for name, _on in boxes] == SWITCHES
    return {name for name, on in boxes if on}


def picked(page):
    """The chosen values of preferences that have more than two values."""
    return dict(
        re.findall(
            r'<input type="radio" name="(\w+)" value="(\w+)" data-setting="[\w-]+" checked>', page
        )
    )


# The model


def test_a_new_person_has_no_preferences(asha):
    assert asha.preferences == {}
    asha.full_clean()


@pytest.mark.parametrize("good", [{}, {"sound": "on"}, {**ALL_OFF, "motion": "none"}])
def test_valid_preferences(asha, good):
    asha.preferences = good
    asha.full_clean()


@pytest.mark.parametrize(
    "bad",
    [["sound"], "sound", 1, {"sound": True}, {"loud": "on"}, {"motion": "on"}],
)
def test_invalid_preferences(asha, bad):
    asha.preferences = bad
    with pytest.raises(ValidationError) as refused:
        asha.full_clean()
    assert set(refused.value.error_dict) == {"preferences"}


def test_only_sent_preferences_change():
    assert sent_preferences({"name": "Asha", "sound": "on", "motion": "none"}) == {
        "sound": "on",
        "motion": "none",
    }


def test_each_preference_has_a_label_and_a_default():
    assert [each.slug for each in preferences_for({})] == [key.replace("_", "-") for key in KEYS]
    assert all(str(each.label) for each in preferences_for({}))
    unlike_off = {each.key: each.value for each in preferences_for({}) if each.value != "off"}
    sizes = dict.fromkeys(["text_size", "motion", "volume"], "normal")
    assert unlike_off == sizes | {"telling": "less", "haptics": "on"}
    chosen = {"two_colours": "on", "motion": "quick"}
    assert chosen.items() <= {each.key: each.value for each in preferences_for(chosen)}.items()


# The profile


def test_the_profile_has_the_preferences(client):
    page = html(client)
    assert ticked(page) == {"haptics"}
    assert picked(page) == {
        "text_size": "normal",
        "motion": "normal",
        "telling": "less",
        "volume": "normal",
    }
    assert "Your profile" in page
    assert "Animations" in page


def test_a_new_visitor_is_not_asked_for_preferences():
    page = html(Client())
    assert 'role="switch"' not in page
    assert "Who are you?" in page


def test_the_profile_shows_the_chosen_preferences(client):
    User.objects.update(preferences={"two_colours": "on", "haptics": "off", "motion": "quick"})
    assert ticked(html(client)) == {"two_colours"}
    assert picked(html(client)) == {
        "text_size": "normal",
        "motion": "quick",
        "telling": "less",
        "volume": "normal",
    }


def test_preferences_are_saved_with_name_and_picture(client):
    # A browser without scripts sends these fields: the "off" of the hidden field, and then the "on"
    # of the checked box.
    fields = {**ASHA, **ALL_OFF, "sound": ["off", "on"], "name": "Bo", "next": "/rules/"}
    fields["text_size"] = "larger"
    answer = client.post("/guest/", fields)
    assert (answer.status_code, answer["Location"]) == (302, "/rules/")
    assert liked() == {**ALL_OFF, "sound": "on", "text_size": "larger"}
    assert User.objects.get().name == "Bo"
    client.post("/guest/", {**ASHA, **ALL_OFF})
    assert liked() == {**ALL_OFF, "text_size": "larger"}


def test_a_request_with_name_and_picture_keeps_the_preferences(client):
    User.objects.update(preferences={"sound": "on"})
    answer = client.post("/guest/", ASHA, headers={"Accept": "application/json"})
    assert answer.json() == ASHA
    assert liked() == {"sound": "on"}


def test_a_refused_form_stores_nothing_and_keeps_its_input(client):
    answer = client.post("/guest/", {"name": "", "avatar": "owl", **ALL_OFF, "sound": "on"})
    assert answer.status_code == 422
    assert ticked(one_line(answer)) == {"sound"}
    assert liked() == {}


@pytest.mark.parametrize("bad", ["", "maybe", "True", "\0"])
def test_invalid_preferences_in_the_form(client, bad):
    fields = {"name": "Bo", "avatar": "owl", "sound": bad}
    answer = client.post("/guest/", fields, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_preference")
    assert client.post("/guest/", fields).status_code == 422
    assert (liked(), User.objects.get().name) == ({}, "Asha")


# A switch at the table


def test_one_preference_can_be_changed_alone(client):
    User.objects.update(preferences={"two_colours": "on"})
    answer = client.post(PATH, {"sound": "on"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert liked() == {"two_colours": "on", "sound": "on"}
    client.post(PATH, {"two_colours": "off"})
    assert liked() == {"two_colours": "off", "sound": "on"}


def test_unknown_preferences_are_ignored(client):
    assert client.post(PATH, {"loud": "on"}).status_code == 204
    assert liked() == {}


@pytest.mark.parametrize("bad", ["", "maybe", "1", "\0", "x" * 9000])
def test_invalid_preferences_at_the_table(client, bad):
    answer = client.post(PATH, {"sound": "on", "motion": bad})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_preference")
    assert answer.json()["message"]
    assert liked() == {}


def test_visitors_have_no_preferences():
    answer = Client().post(PATH, {"sound": "on"})
    assert (answer.status_code, answer.json()["code"]) == (403, "no_name")


def test_a_get_request_changes_nothing(client):
    assert client.get(PATH).status_code == 405


def test_changes_need_the_csrf_token(asha):
    client = signed_in(asha, enforce_csrf_checks=True)
    assert client.post(PATH, {"sound": "on"}).status_code == 403
    html(client)
    headers = {"X-CSRFToken": client.cookies["csrftoken"].value}
    assert client.post(PATH, {"sound": "on"}, headers=headers).status_code == 204


def test_too_many(client, settings):
    settings.RATE_LIMIT_FACTOR = 2 / PREFERENCES_PER_MINUTE
    answers = [client.post(PATH, {"sound": "on"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [204, 204, 429]
    assert answers[-1].json()["code"] == "rate_limited"
    assert 1 <= int(answers[-1]["Retry-After"]) <= 60


# The same person on another device


def test_signing_up_keeps_the_preferences(client):
    client.post(PATH, {"motion": "none"})
    fields = {"username": "asha", "password1": SECRET, "password2": SECRET}
    assert client.post("/accounts/signup/", fields).status_code == 302
    assert not User.objects.get().is_guest
    assert liked() == {"motion": "none"}
    other = Client()
    other.post("/accounts/login/", {"login": "asha", "password": SECRET})
    assert said(html(other, "/")) == {"motion": "none"}
    assert picked(html(other))["motion"] == "none"


# The attributes of pages


def test_a_page_contains_only_chosen_preferences(client):
    assert said(html(client, "/")) == {}
    client.post(PATH, {"two_colours": "on", "sound": "off"})
    for path in ("/", "/guest/", "/rules/"):
        assert said(html(client, path)) == {"two-colours": "on", "sound": "off"}


def test_a_page_for_a_visitor_contains_no_preferences(client):
    assert said(html(Client(), "/")) == {}
    assert said(render_to_string("500.html")) == {}


def test_the_table_has_the_preferences(client, asha):
    code = lobby.open_game_with_bots(asha, "first-game")
    client.post(PATH, {"two_colours": "on"})
    page = html(client, f"/r/{code}/")
    assert said(page) == {"two-colours": "on"}
    assert f'data-kept-at="{reverse("accounts:preferences")}"' in page
    assert ticked(page) == {"haptics", "two_colours"}
    assert picked(page) == {
        "text_size": "normal",
        "motion": "normal",
        "telling": "less",
        "volume": "normal",
    }
