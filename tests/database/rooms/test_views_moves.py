"""Moves over HTTP: as a form, as a request of htmx, and as a program."""

import pytest
from django.test import Client

from game.models import Game, Move
from literature.rules.cards import CARDS
from tests.kit import (
    HTMX,
    JSON,
    claim,
    claim_fields,
    missed_ask,
    move_fields,
    person,
    room_of,
    show,
    signed_in,
    state_of,
    table_of,
)
from tests.unit.kit.positions import position

pytestmark = pytest.mark.django_db

MOVES = {"ask": {"card": "2C", "of": 1}, "claim": {"set": "low-clubs"}, "pass": {"to": 2}}


@pytest.fixture
def room(users):
    return table_of(users, history="full")


@pytest.fixture
def turn(room, users):
    """The browser of the turn-holder."""
    return signed_in(users[room.game.turn])


def an_ask(room, **more):
    """Return the address and the fields of a legal ask that misses."""
    state = state_of(room.game)
    _word, fields = move_fields(missed_ask(state), state.rules)
    return f"/r/{room.code}/ask/", fields | {"version": state.number, "request_id": "r-1"} | more


def refusal(answer):
    assert answer.json()["message"]
    return answer.status_code, answer.json()["code"]


def test_a_form_redirects_to_the_table(room, turn):
    answer = turn.post(*an_ask(room))
    assert (answer.status_code, answer["Location"]) == (302, f"/r/{room.code}/")
    assert Move.objects.count() == 1


def test_htmx_gets_the_table_after_the_move(room, turn):
    answer = turn.post(*an_ask(room), headers=HTMX)
    assert answer.status_code == 200
    text = answer.content.decode()
    assert 'data-game="1"' in text
    assert all(text.count(f'id="{name}"') == 1 for name in ("versions", "table", "mine", "refusal"))


def test_programs_get_the_move_with_its_answer(room, turn):
    address, fields = an_ask(room)
    answer = turn.post(address, fields, headers=JSON)
    assert answer.status_code == 200
    assert answer.json() == {
        "game": room.game.pk,
        "version": 1,
        "move": {
            "seat": room.game.turn,
            "ask": fields["card"],
            "of": fields["of"],
            "hit": False,
            "number": 0,
        },
    }


def test_a_claim_is_posted_card_by_card(room, turn):
    state = state_of(room.game)
    said = {CARDS[card]: state.turn for card in state.deck.sets[0].cards}
    fields = claim_fields(claim(state, state.turn, "low-clubs", **said), state.rules)
    fields |= {"version": 0, "request_id": "r-1"}
    answer = turn.post(f"/r/{room.code}/claim/", fields, headers=JSON)
    assert answer.status_code == 200
    move = answer.json()["move"]
    assert (move["claim"], move["holders"]) == ("low-clubs", said)
    assert set(move["revealed"]) == set(said)


def test_a_pass_names_who_gets_the_turn(room, users):
    hands = {1: "low-clubs", 2: "2D 3D 4D 5D 6D", 3: "7D"}
    show(room, position(hands, turn=0, players=4))
    client = signed_in(users[0])
    fields = {"to": 3, "version": 0, "request_id": "r-1"}
    answer = client.post(f"/r/{room.code}/pass/", fields, headers=JSON)
    assert refusal(answer) == (422, "bad_pass")
    answer = client.post(f"/r/{room.code}/pass/", fields | {"to": 2}, headers=JSON)
    assert answer.json()["move"] == {"seat": 0, "pass": 2, "number": 0}


@pytest.mark.parametrize("headers", [{}, HTMX, JSON])
def test_a_repeated_request_gets_the_same_answer(room, turn, headers):
    address, fields = an_ask(room)
    first = turn.post(address, fields, headers=JSON).json()
    again = turn.post(address, fields, headers=headers)
    assert again.status_code in (200, 302)
    if headers == JSON:
        assert again.json() == first
    assert Move.objects.count() == 1
    other = turn.post(address, fields | {"of": (fields["of"] + 2) % 4}, headers=JSON)
    assert refusal(other) == (422, "request_reused")


def test_a_stale_ask_gets_the_present_table(room, turn, users):
    turn.post(*an_ask(room))
    room.game.refresh_from_db()
    now = signed_in(users[room.game.turn])
    address, fields = an_ask(room, version=0)
    assert refusal(now.post(address, fields, headers=JSON)) == (409, "stale")
    answer = now.post(address, fields, headers=HTMX)
    assert answer.status_code == 409
    assert "Another move came first" in answer.content.decode()
    assert 'data-game="1"' in answer.content.decode()


def test_a_move_for_the_previous_game_is_refused(users):
    before = table_of(users, history="full").game
    room = table_of(users, history="full")
    state = state_of(room.game)
    cards = {CARDS[card]: state.turn for card in state.deck.sets[0].cards}
    fields = claim_fields(claim(state, state.turn, "low-clubs", **cards), state.rules)
    fields |= {"version": 0, "request_id": "r-1"}
    address, browser = f"/r/{room.code}/claim/", signed_in(users[state.turn])
    for other in (before.pk, "", "?"):
        answer = browser.post(address, fields | {"game": other}, headers=JSON)
        assert refusal(answer) == (409, "stale")
    fields["game"] = room.game.pk
    assert browser.post(address, fields, headers=JSON).status_code == 200
    assert browser.post(address, fields, headers=JSON).status_code == 200
    assert list(Move.objects.values_list("game", flat=True)) == [room.game.pk]


@pytest.mark.parametrize("word", MOVES)
class TestWho:
    """Permissions."""

    def fields(self, word):
        return MOVES[word] | {"version": 0, "request_id": "r-1"}

    def test_a_visitor_without_a_name_is_refused(self, room, word):
        answer = Client().post(f"/r/{room.code}/{word}/", self.fields(word), headers=JSON)
        assert refusal(answer) == (403, "no_name")

    def test_a_spectator_is_refused(self, room, word):
        client = signed_in(person("Zoe"))
        answer = client.post(f"/r/{room.code}/{word}/", self.fields(word), headers=JSON)
        assert refusal(answer) == (403, "not_seated")

    def test_a_move_in_a_lobby_is_refused(self, users, word):
        client = signed_in(users[0])
        answer = client.post(f"/r/{room_of(users)}/{word}/", self.fields(word), headers=JSON)
        assert refusal(answer) == (422, "not_playing")

    def test_a_move_in_an_unknown_room_is_refused(self, users, word):
        answer = signed_in(users[0]).post(f"/r/NOROOM/{word}/", self.fields(word), headers=JSON)
        assert refusal(answer) == (404, "no_room")

    def test_a_player_without_the_turn_is_refused(self, room, users, word):
        client = signed_in(users[(room.game.turn + 1) % 4])
        answer = client.post(f"/r/{room.code}/{word}/", self.fields(word), headers=JSON)
        assert refusal(answer) == (422, "not_your_turn")

    def test_a_move_after_the_end_is_refused(self, room, turn, word):
        Game.objects.update(status="finished", phase="finished", due_at=None)
        answer = turn.post(f"/r/{room.code}/{word}/", self.fields(word), headers=JSON)
        assert refusal(answer) == (422, "game_over")

    def test_a_get_request_is_refused(self, room, turn, word):
        assert turn.get(f"/r/{room.code}/{word}/", self.fields(word)).status_code == 405

    def test_too_many_moves_are_refused(self, room, turn, word, settings):
        settings.RATE_LIMIT_FACTOR = 0.0001  # With this factor the limit is one request per minute.
        turn.post(f"/r/{room.code}/{word}/", self.fields(word), headers=JSON)
        answer = turn.post(f"/r/{room.code}/{word}/", self.fields(word), headers=JSON)
        assert refusal(answer) == (429, "rate_limited")
        assert 1 <= int(answer["Retry-After"]) <= 60

    def test_a_move_for_another_seat_is_refused(self, room, users, turn, word):
        """A move is always for the person's own seat, even if its fields name another seat."""
        fields = self.fields(word) | {"seat": room.game.turn}
        other = signed_in(users[(room.game.turn + 2) % 4])
        answer = other.post(f"/r/{room.code}/{word}/", fields, headers=JSON)
        assert refusal(answer) == (422, "not_your_turn")


def test_an_address_posts_only_so_many_moves_a_minute(room, users, settings, monkeypatch):
    settings.RATE_LIMIT_FACTOR = 1
    monkeypatch.setattr("rooms.views.post_answers.MOVES_PER_ADDRESS", 3)
    path, fields = an_ask(room)
    answers = [signed_in(user).post(path, fields, headers=JSON) for user in users]
    assert [answer.status_code == 429 for answer in answers] == [False, False, False, True]
    assert refusal(answers[-1]) == (429, "rate_limited")


def test_every_refusal_of_an_ask(users):
    room = table_of(users)
    state = position({0: "low-clubs 9D", 1: "TD JD QD KD AD", 3: "low-hearts"}, turn=0, players=4)
    show(room, state)
    client = signed_in(users[0])
    for card, of, code in [
        ("8C", 1, "unknown_card"),
        ("2c", 1, "unknown_card"),
        ("", 1, "unknown_card"),
        ("TD", 2, "target_teammate"),
        ("TD", 0, "target_teammate"),
        ("9S", 1, "set_resolved"),
        ("2H", 1, "no_card_of_set"),
        ("2C", 1, "asking_held_card"),
    ]:
        fields = {"card": card, "of": of, "version": 0, "request_id": "r"}
        answer = client.post(f"/r/{room.code}/ask/", fields, headers=JSON)
        assert refusal(answer) == (422, code), (card, of)
    show(room, position({0: "low-clubs 9D", 1: "TD JD QD KD AD"}, turn=0, players=4))
    fields = {"card": "TD", "of": 3, "version": 0, "request_id": "r"}
    answer = client.post(f"/r/{room.code}/ask/", fields, headers=JSON)
    assert refusal(answer) == (422, "target_empty")
    assert not Move.objects.exists()


def test_every_refusal_of_a_claim(room, turn):
    state = state_of(room.game)
    low = state.deck.set_named("low-clubs")
    own = {f"holder-{CARDS[card]}": state.turn for card in low.cards}
    for fields, code in [
        ({"set": "extra"} | own, "unknown_set"),
        ({} | own, "unknown_set"),
        ({"set": "low-clubs"}, "bad_holders"),
        ({"set": "low-clubs"} | own | {"holder-9C": state.turn}, "bad_holders"),
        ({"set": "low-clubs"} | own | {"holder-2C": ""}, "bad_holders"),
        ({"set": "low-clubs"} | own | {"holder-2C": [state.turn, state.turn]}, "bad_holders"),
        ({"set": "low-clubs"} | own | {"holder-ZZ": state.turn}, "bad_holders"),
        ({"set": "low-clubs"} | own | {"holder-2C": (state.turn + 1) % 4}, "holder_not_teammate"),
        ({"set": "low-clubs"} | own | {"holder-2C": 4}, "bad_request"),
        ({"set": "low-clubs"} | own | {"holder-2C": -1}, "bad_request"),
        ({"set": "low-clubs"} | own | {"holder-2C": "me"}, "bad_request"),
    ]:
        fields |= {"version": 0, "request_id": "r"}
        answer = turn.post(f"/r/{room.code}/claim/", fields, headers=JSON)
        assert refusal(answer) == (422, code), fields
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"version": ""},
        {"version": "x"},
        {"version": "1.0"},
        {"request_id": ""},
        {"request_id": "x" * 65},
        {"request_id": "\0"},
        {"request_id": "ü"},
        {"of": ""},
        {"of": "Ben"},
        {"of": 4},
        {"of": -1},
        {"of": "9" * 5000},
    ],
)
def test_required_fields(room, turn, change):
    answer = turn.post(*an_ask(room, **change), headers=JSON)
    assert refusal(answer) == (422, "bad_request")
    assert not Move.objects.exists()


@pytest.mark.parametrize("field", ["version", "request_id", "of"])
def test_holders_of_a_claim_are_required(room, turn, field):
    address, fields = an_ask(room)
    del fields[field]
    assert refusal(turn.post(address, fields, headers=JSON)) == (422, "bad_request")


def test_a_move_without_the_token_is_refused(room, users):
    strict = signed_in(users[room.game.turn], enforce_csrf_checks=True)
    assert strict.post(*an_ask(room)).status_code == 403
    assert not Move.objects.exists()


def test_a_page_with_an_open_socket_is_not_sent_the_regions_twice(room, turn):
    answer = turn.post(*an_ask(room), headers=HTMX | {"X-Live": "1"})
    assert answer.status_code == 200
    text = answer.content.decode()
    assert 'id="refusal"' in text
    assert 'id="table"' not in text
    assert 'id="mine"' not in text
