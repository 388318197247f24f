"""A room's page and its regions, and the people who may see them."""

import re

import pytest
from django.test import Client

from literature.rules.move_text import parse_move
from rooms.models import Room
from tests.kit import (
    JSON,
    make_moves,
    one_line,
    person,
    play_on,
    room_of,
    show,
    signed_in,
    table_of,
)
from tests.unit.kit.positions import position

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(users):
    return room_of(users)


def without_token(answer):
    text = one_line(answer)
    text = re.sub(r'value="\w{64}"|"X-CSRFToken": "\w{64}"', "", text)
    return re.sub(r' checked|value="[a-z]+"', "", text)  # The form suggests a random picture.


def test_without_a_name_every_code_shows_the_same_page(code):
    pages = []
    for each in (code, code.lower(), "NOROOM", "X"):
        answer = Client().get(f"/r/{each}/")
        assert answer.status_code == 200
        assert "csrftoken" in answer.cookies
        text = without_token(answer)
        assert text.count(each.upper()) >= 1
        pages.append(text.replace(each.upper(), "CODE"))
    assert len(set(pages)) == 1
    assert "Asha" not in pages[0]


def test_the_form_for_a_name_leads_to_the_room(code):
    client = Client()
    assert f'value="/r/{code}/"' in client.get(f"/r/{code}/").content.decode()
    fields = {"name": "Zoe", "avatar": "fox", "next": f"/r/{code}/"}
    assert client.post("/guest/", fields)["Location"] == f"/r/{code}/"
    assert client.get(f"/r/{code}/").status_code == 200


@pytest.mark.parametrize("path", ["", "state.json", "regions/"])
def test_programs_without_a_name_learn_nothing(code, path):
    answers = [Client().get(f"/r/{each}/{path}", headers=JSON) for each in (code, "NOROOM")]
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (403, "no_name")
    assert answers[0].content == answers[1].content


def test_a_lobby_with_and_without_a_seat(code, users):
    for user in (users[0], users[3], person("Zoe")):
        answer = signed_in(user).get(f"/r/{code}/")
        assert answer.status_code == 200
        text = answer.content.decode()
        assert code in text
        assert all(each.name in text for each in users)
        assert 'id="table"' in text and 'id="mine"' in text
        assert "no-store" in answer["Cache-Control"]
        assert "csrftoken" in answer.cookies


def test_a_code_may_be_in_lower_case(code, users):
    assert signed_in(users[0]).get(f"/r/{code.lower()}/").status_code == 200
    assert signed_in(users[0]).get(f"/r/{code.lower()}/state.json").json()["room"] == code


@pytest.mark.parametrize("path", ["", "state.json", "regions/"])
def test_an_unknown_room(users, path):
    client = signed_in(users[0])
    answer = client.get(f"/r/NOROOM/{path}", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (404, "no_room")
    assert client.get(f"/r/NOROOM/{path}").status_code == 404


@pytest.mark.parametrize("code", ["abcdefghijklm", "a-b", "%00", "%20", "ß", "..", "x%2Fy"])
@pytest.mark.parametrize("path", ["", "state.json", "join/"])
def test_an_invalid_code_has_no_page(users, code, path):
    assert signed_in(users[0]).get(f"/r/{code}/{path}").status_code == 404


def test_a_table_shows_each_player_their_own_cards(users):
    room = table_of(users)
    play_on(room.game, 3)
    for number, user in enumerate(users):
        client = signed_in(user)
        page = client.get(f"/r/{room.code}/").content.decode()
        regions = client.get(f"/r/{room.code}/regions/").content.decode()
        hand = client.get(f"/r/{room.code}/state.json").json()["hand"]
        assert client.get(f"/r/{room.code}/state.json").json()["you"] == number
        for text in (page, regions):
            shown = set(re.findall(r'data-card="(\w\w)"', text))
            assert set(hand) <= shown or not hand
        assert "<html" not in regions


def test_a_spectator_sees_a_table_without_a_hand(users):
    room = table_of(users)
    client = signed_in(person("Zoe"))
    assert client.get(f"/r/{room.code}/").status_code == 200
    regions = client.get(f"/r/{room.code}/regions/").content.decode()
    assert all(user.name in regions for user in users)
    assert 'id="hand"' not in regions
    assert 'id="hand"' in signed_in(users[0]).get(f"/r/{room.code}/regions/").content.decode()


@pytest.mark.parametrize("path", ["", "state.json", "regions/"])
def test_too_many_requests_are_refused(code, users, path, settings):
    settings.RATE_LIMIT_FACTOR = 0.0001
    client = signed_in(users[0])
    assert client.get(f"/r/{code}/{path}").status_code == 200
    answer = client.get(f"/r/{code}/{path}")
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 60


@pytest.mark.parametrize("path", ["", "state.json", "regions/"])
def test_guesses_of_codes_are_limited_by_address(users, path, settings):
    settings.RATE_LIMIT_FACTOR = 0.05
    statuses = []
    for number in range(8):
        client = signed_in(person(f"Zoe {number}"))
        statuses.append(client.get(f"/r/NOROO{number}/{path}").status_code)
    assert statuses[0] == 404
    # With this factor the limit is three unknown codes per minute.
    assert 429 in statuses


@pytest.mark.parametrize("path", ["", "state.json", "regions/"])
def test_a_room_accepts_only_get_requests(code, users, path):
    assert signed_in(users[0]).post(f"/r/{code}/{path}").status_code == 405


def test_a_get_request_changes_nothing(code, users):
    before = Room.objects.values().get()
    for path in ("", "state.json", "regions/"):
        signed_in(users[0]).get(f"/r/{code}/{path}")
    assert Room.objects.values().get() == before


# Every page sets the cookie that a POST needs


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    "path", ["/", "/guest/", "/rules/", "/rooms/new/", "/go/?code=", "/r/CODE/", "/games/1/"]
)
def test_every_page_sets_the_token(code, users, path, known):
    client = signed_in(users[0]) if known else Client()
    answer = client.get(path.replace("CODE", code))
    assert answer.status_code < 500
    assert "csrftoken" in answer.cookies


def test_state_json_sets_the_token(code, users):
    assert "csrftoken" in signed_in(users[0]).get(f"/r/{code}/state.json").cookies


# Opening a room


@pytest.mark.parametrize("path", ["/rooms/new/", "/play/"])
def test_opening_a_room(users, path):
    client = signed_in(users[0])
    answer = client.post(path, {"preset": "nine-sets"})
    code = Room.objects.get().code
    assert (answer.status_code, answer["Location"]) == (302, f"/r/{code}/")
    answer = client.post(path, {"preset": "nine-sets"}, headers=JSON)
    assert answer.json() == {"code": Room.objects.latest("pk").code}
    assert Room.objects.count() == 2


@pytest.mark.parametrize("path", ["/rooms/new/", "/play/"])
def test_one_request_opens_one_room(users, path):
    client = signed_in(users[0])
    codes = {client.post(path, {"request_id": "r"}, headers=JSON).json()["code"] for _ in range(3)}
    assert codes == {Room.objects.get().code}
    other = client.post(
        "/play/" if path != "/play/" else "/rooms/new/", {"request_id": "r"}, headers=JSON
    )
    assert (other.status_code, other.json()["code"]) == (422, "request_reused")


def test_opening_a_room_needs_a_name_and_rules(users):
    answer = Client().post("/rooms/new/", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "no_name")
    client = signed_in(users[0])
    answer = client.post("/rooms/new/", {"preset": "poker"}, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_preset")
    assert not Room.objects.exists()
    client.post("/rooms/new/")
    assert Room.objects.get().preset == "nine-sets"


def test_a_newcomer_plays_at_once():
    client = Client()
    answer = client.post("/play/", headers=JSON)
    document = client.get(f"/r/{answer.json()['code']}/state.json").json()
    assert document["phase"] == "playing"
    assert document["you"] == 0
    assert len(document["hand"]) == 8
    assert [seat["bot"] is None for seat in document["seats"]] == [True] + [False] * 5


@pytest.mark.parametrize("path", ["/rooms/new/", "/play/"])
def test_too_many_new_rooms_are_refused(users, path, settings):
    settings.RATE_LIMIT_FACTOR = 0.001
    client = signed_in(users[0])
    client.post(path)
    answer = client.post(path, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert int(answer["Retry-After"]) >= 1
    assert Room.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "leads"), [("k7qf2m", "K7QF2M"), (" K7Q F2M ", "K7QF2M"), ("1", "1")]
)
def test_a_typed_code_leads_to_its_room(users, typed, leads):
    answer = signed_in(users[0]).get("/go/", {"code": typed})
    assert (answer.status_code, answer["Location"]) == (302, f"/r/{leads}/")


@pytest.mark.parametrize("typed", ["", "a/b", "x" * 13, "\0", "é", "..", "１２"])
def test_an_invalid_typed_code_is_refused(users, typed):
    answer = signed_in(users[0]).get("/go/", {"code": typed}, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (404, "no_room")


def test_players_who_must_claim_read_a_summary_of_the_moves_meanwhile(users):
    room = table_of(users)
    hands = {0: "low-clubs 7D", 1: "2D 3D 4D", 3: "5D 6D"}
    show(room, position(hands, turn=0, players=4, history="full"))
    claim = "3 claim low-diamonds 2D=1 3D=1 4D=1 5D=3 6D=3 7D=3"
    texts = ("0 ask 2D 3", "3 ask 7D 0", claim, "3 pass 0")
    moves = [parse_move(room.game.deck, each) for each in texts]
    state = make_moves(room.game, *(lambda _, move=move: move for move in moves))
    assert (state.phase, state.turn) == ("endgame", 0)
    page = signed_in(users[0]).get(f"/r/{room.code}/").content.decode()
    (summary,) = re.findall(r'id="recap".*?<span>(.*?)</span>', page)
    assert summary == (
        "Cards taken from you: 7♦. Blue scores Low diamonds. Asks since your last move: 1. Hits: 1."
    )
    (button,) = re.findall(r'id="claims-button">(.*?)</summary>', page, re.S)
    assert button.strip() == "Claim the remaining sets"
