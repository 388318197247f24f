"""Actions of a lobby over HTTP: by a form, by htmx, and by a program."""

import re

import pytest
from django.test import Client

from accounts.models import User
from game.models import Game
from rooms.actions import lobby, playing
from rooms.models import Room, Seat
from tests.kit import HTMX, JSON, people, person, room_of, signed_in

pytestmark = pytest.mark.django_db

#: POSTs that the host of a lobby may send, with their fields.
ACTIONS = {
    "join": {"seat": 6},
    "leave": {},
    "again": {},
    "bots/add": {"level": "easy"},
    "bots/fill": {"level": "easy"},
    "bots/clear": {},
    "remove": {"seat": 1},
    "shuffle": {},
    "swap": {"a": 0, "b": 5},
    "settings": {"preset": "strict"},
    "start": {},
}


@pytest.fixture
def code(users):
    return room_of(users)


@pytest.fixture
def host(users):
    return signed_in(users[0])


@pytest.mark.parametrize("action", ACTIONS)
def test_a_form_redirects_to_the_room(code, host, action):
    answer = host.post(f"/r/{code}/{action}/", ACTIONS[action])
    assert (answer.status_code, answer["Location"]) == (302, f"/r/{code}/")


@pytest.mark.parametrize("action", ACTIONS)
def test_htmx_gets_the_new_regions(code, host, action):
    answer = host.post(f"/r/{code}/{action}/", ACTIONS[action], headers=HTMX)
    assert answer.status_code == 200
    text = answer.content.decode()
    for region in ("versions", "table", "mine", "refusal"):
        assert text.count(f'id="{region}"') == 1
    assert "<html" not in text
    assert f'data-room="{Room.objects.get().version}"' in text


@pytest.mark.parametrize("action", ACTIONS)
def test_programs_get_the_new_state(code, host, action):
    answer = host.post(f"/r/{code}/{action}/", ACTIONS[action], headers=JSON)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert answer.json() == host.get(f"/r/{code}/state.json").json()


@pytest.mark.parametrize("action", ["join", "settings"])
def test_a_code_may_be_in_lower_case(code, host, action):
    answer = host.post(f"/r/{code.lower()}/{action}/", ACTIONS[action])
    assert (answer.status_code, answer["Location"]) == (302, f"/r/{code}/")


def refusal(answer):
    body = answer.json()
    assert body["message"]
    return answer.status_code, body["code"]


@pytest.mark.parametrize("action", ACTIONS)
def test_without_a_name_nothing_is_done(code, action):
    before = list(Seat.objects.values())
    answer = Client().post(f"/r/{code}/{action}/", ACTIONS[action], headers=JSON)
    assert refusal(answer) == (403, "no_name")
    assert Client().post(f"/r/{code}/{action}/", ACTIONS[action]).status_code == 403
    # The answer does not reveal whether the room exists.
    other = Client().post(f"/r/NOROOM/{action}/", ACTIONS[action], headers=JSON)
    assert other.content == answer.content
    assert list(Seat.objects.values()) == before


def test_an_unknown_room(host):
    for action, fields in ACTIONS.items():
        answer = host.post(f"/r/NOROOM/{action}/", fields, headers=JSON)
        assert refusal(answer) == (404, "no_room"), action
        for headers in ({}, HTMX):
            answer = host.post(f"/r/NOROOM/{action}/", fields, headers=headers)
            assert answer.status_code == 404, action


def test_only_the_host_may_do_the_hosts_actions(code, users):
    other = signed_in(users[1])
    for action in sorted(set(ACTIONS) - {"join", "leave", "again"}):
        answer = other.post(f"/r/{code}/{action}/", ACTIONS[action], headers=JSON)
        assert refusal(answer) == (403, "not_host"), action


@pytest.mark.parametrize("action", ACTIONS)
def test_a_get_request_changes_nothing(code, host, action):
    before = Room.objects.get().version
    answer = host.get(f"/r/{code}/{action}/")
    assert answer.status_code == (200 if action == "settings" else 405)
    assert Room.objects.get().version == before


@pytest.mark.parametrize("action", ACTIONS)
def test_a_post_without_the_token_is_refused(code, users, action):
    strict = signed_in(users[0], enforce_csrf_checks=True)
    assert strict.post(f"/r/{code}/{action}/", ACTIONS[action]).status_code == 403
    strict.get(f"/r/{code}/state.json")
    token = strict.cookies["csrftoken"].value
    answer = strict.post(
        f"/r/{code}/{action}/", ACTIONS[action], headers=JSON | {"X-CSRFToken": token}
    )
    assert answer.status_code == 200


@pytest.mark.parametrize("action", ACTIONS)
def test_too_many_requests_are_refused_with_a_waiting_time(code, host, action, settings):
    settings.RATE_LIMIT_FACTOR = 0.001  # With this factor the limit is one request per minute.
    first = host.post(f"/r/{code}/{action}/", ACTIONS[action], headers=JSON)
    assert first.status_code == 200
    for headers in (JSON, HTMX, {}):
        answer = host.post(f"/r/{code}/{action}/", ACTIONS[action], headers=headers)
        assert answer.status_code == 429
        assert 1 <= int(answer["Retry-After"]) <= 60


@pytest.mark.parametrize("action", sorted(set(ACTIONS) - {"again", "leave", "remove", "settings"}))
def test_lobby_actions_are_refused_during_a_game(code, host, users, action):
    playing.start(code, users[0])
    answer = host.post(f"/r/{code}/{action}/", ACTIONS[action], headers=JSON)
    assert refusal(answer) == (422, "not_ready")


@pytest.mark.parametrize(
    ("action", "fields", "code_of_refusal"),
    [
        ("join", {"seat": 1}, "seat_taken"),
        ("join", {"seat": 10}, "bad_request"),
        ("join", {"seat": "x"}, "bad_request"),
        ("remove", {}, "bad_request"),
        ("remove", {"seat": 0}, "bad_request"),
        ("swap", {"a": 1}, "bad_request"),
        ("swap", {"a": 1, "b": 99}, "bad_request"),
        ("bots/add", {"level": "genius"}, "bad_request"),
        ("bots/add", {"request_id": "x" * 65}, "bad_request"),
        ("bots/add", {"request_id": "é"}, "bad_request"),
        ("bots/fill", {"level": "genius"}, "bad_request"),
        ("settings", {}, "unknown_preset"),
        ("settings", {"preset": "poker"}, "unknown_preset"),
    ],
)
def test_impossible_requests_are_refused(code, host, action, fields, code_of_refusal):
    before = Room.objects.get().version
    answer = host.post(f"/r/{code}/{action}/", fields, headers=JSON)
    assert refusal(answer) == (422, code_of_refusal)
    assert Room.objects.get().version == before


@pytest.mark.parametrize(
    ("count", "code_of_refusal"), [(1, "too_few"), (3, "too_few"), (5, "odd_players")]
)
def test_an_impossible_start_is_refused(count, code_of_refusal):
    users = people(count)
    code = room_of(users)
    answer = signed_in(users[0]).post(f"/r/{code}/start/", headers=JSON)
    assert refusal(answer) == (422, code_of_refusal)
    assert not Game.objects.exists()


def test_a_full_room():
    code = room_of(people(10))
    answer = signed_in(person("Zoe")).post(f"/r/{code}/join/", headers=JSON)
    assert refusal(answer) == (422, "room_full")


def test_a_refusal_is_shown_near_the_form(code, users):
    client = signed_in(users[1])
    page = client.post(f"/r/{code}/start/")
    assert page.status_code == 403
    assert "Only the host can make this change" in page.content.decode()
    assert '<html lang="en"' in page.content.decode()
    regions = client.post(f"/r/{code}/start/", headers=HTMX)
    assert regions.status_code == 403
    assert "Only the host can make this change" in regions.content.decode()
    assert regions.content.decode().count('id="mine"') == 1


# Names


def test_a_taken_name_comes_with_a_suggestion(code):
    client = signed_in(person("ben"))
    answer = client.post(f"/r/{code}/join/", headers=JSON)
    assert refusal(answer) == (422, "name_taken")
    assert answer.json()["suggestion"] == "ben 2"
    page = client.post(f"/r/{code}/join/")
    assert page.status_code == 422
    assert 'value="ben 2"' in page.content.decode()
    assert client.post(f"/r/{code}/join/", {"name": "ben 2"}).status_code == 302
    assert Seat.objects.get(number=4).name == "ben 2"


@pytest.mark.parametrize("name", ["x" * 21, "a\0b", " \u200b", "\u202ex"])
def test_an_unprintable_name_is_refused(code, name):
    user = person("Zoe")
    answer = signed_in(user).post(f"/r/{code}/join/", {"name": name}, headers=JSON)
    assert refusal(answer) == (422, "bad_name")
    assert User.objects.get(pk=user.pk).name == "Zoe"


@pytest.mark.parametrize(
    ("where", "fields", "reason"),
    [
        ("NOROOM", {}, "no_room"),
        (None, {"seat": 0}, "seat_taken"),
        (None, {"seat": 77}, "bad_request"),
        (None, {"name": "Asha"}, "name_taken"),
    ],
)
def test_a_person_without_a_seat_keeps_their_name(code, where, fields, reason):
    user = person("Ben")
    fields = {"name": "Zoe"} | fields
    answer = signed_in(user).post(f"/r/{where or code}/join/", fields, headers=JSON)
    assert answer.json()["code"] == reason
    assert User.objects.get(pk=user.pk).name == "Ben"


# Request ids


def test_a_bot_is_added_once_for_one_request(code, host):
    for _ in range(3):
        answer = host.post(f"/r/{code}/bots/add/", {"request_id": "r-1"}, headers=JSON)
        assert answer.status_code == 200
    assert Seat.objects.exclude(bot="").count() == 1
    host.post(f"/r/{code}/bots/add/", {"request_id": "r-2"})
    host.post(f"/r/{code}/bots/add/")
    host.post(f"/r/{code}/bots/add/")
    assert Seat.objects.exclude(bot="").count() == 4


def test_a_request_id_is_for_one_room(code, users, host):
    other = room_of(users)
    host.post(f"/r/{code}/bots/add/", {"request_id": "r-1"})
    answer = host.post(f"/r/{other}/bots/add/", {"request_id": "r-1"}, headers=JSON)
    assert refusal(answer) == (422, "request_reused")


def test_back_to_the_lobby_after_a_game(code, host, users):
    playing.start(code, users[0])
    Game.objects.update(status="finished", phase="finished", due_at=None)
    stranger = signed_in(person("Zoe")).post(f"/r/{code}/again/", headers=JSON)
    assert refusal(stranger) == (403, "not_seated")
    assert host.post(f"/r/{code}/again/", headers=JSON).json()["phase"] == "lobby"


def test_a_late_ban_does_not_hit_the_next_person_at_the_seat(code, host, users):
    ben, zoe = users[1], person("Zoe")
    lobby.fill_with_bots(code, users[0], "easy")
    form = host.get(f"/r/{code}/").text.partition("ask-remove-seat-1")[2].partition("</form>")[0]
    sent = dict(re.findall(r'name="(seat|person)" value="(\d+)"', form))
    assert sent == {"seat": "1", "person": str(ben.pk)}
    lobby.leave(code, ben)
    assert refusal(host.post(f"/r/{code}/remove/", sent, headers=JSON)) == (422, "seat_changed")
    lobby.join(code, zoe, 1)
    # The host saw Ben, or a bot.
    for seen in (str(ben.pk), ""):
        answer = host.post(f"/r/{code}/remove/", sent | {"person": seen}, headers=JSON)
        assert refusal(answer) == (422, "seat_changed")
    assert Seat.objects.get(number=1).user == zoe
    host.post(f"/r/{code}/remove/", sent | {"person": zoe.pk})
    assert Room.objects.get().bans.get().user == zoe
