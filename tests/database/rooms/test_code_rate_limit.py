"""Guessing of room codes. After too many guesses, the guesser gets the same answers for existing
and unknown codes.
"""

import re

import pytest

from accounts.rate_limits import seconds_to_wait
from rooms import code_rate_limit
from rooms.actions import lobby
from rooms.urls import of_a_room
from tests.kit import JSON, person, signed_in

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def few(settings):
    settings.RATE_LIMIT_FACTOR = 1


def guess(client, times=code_rate_limit.MISSES_PER_MINUTE + 1):
    return [client.get("/r/QQQQQQ/state.json").status_code for _ in range(times)]


def test_every_url_refuses_after_too_many_guesses():
    host = person("Asha")
    code = lobby.open_room(host, "classic")
    guesser = signed_in(person("Zoe"))
    assert set(guess(guesser)) == {404}
    for path in ("", "state.json", "regions/", "settings/"):
        there = guesser.get(f"/r/{code}/{path}", headers=JSON)
        nowhere = guesser.get(f"/r/QQQQQQ/{path}", headers=JSON)
        assert (there.status_code, nowhere.status_code) == (429, 429)
    assert guesser.post(f"/r/{code}/join/", headers=JSON).status_code == 429
    # A person with a seat still gets in, even from the guesser's IP address.
    assert signed_in(host).get(f"/r/{code}/state.json").status_code == 200


def test_posts_to_unknown_rooms_count(rf):
    guesser = signed_in(person("Zoe"))
    for _ in range(code_rate_limit.MISSES_PER_MINUTE):
        assert guesser.post("/r/QQQQQQ/join/", headers=JSON).status_code == 404
    assert guess(guesser, 2) == [404, 429]


def test_checking_the_limit_does_not_count(rf):
    request = rf.get("/")
    for _ in range(5):
        assert seconds_to_wait(request, "looked-at", 1, count=False) == 0
    assert seconds_to_wait(request, "looked-at", 1) == 0
    assert seconds_to_wait(request, "looked-at", 1) > 0


HTMX = {"HX-Request": "true"}
FORMS = {
    "page": {},
    "programs": JSON,
    "htmx": HTMX,
    "the host's panel": HTMX | {"HX-Target": "host-tools"},
    "the menu's name": HTMX | {"HX-Target": "name-says"},
}
FIELDS = {
    "card": "2C", "of": "1", "set": "low-clubs", "to": "2", "version": "0", "request_id": "r",
    "seat": "1", "a": "0", "b": "1", "level": "easy", "name": "Zoe", "text": "hi", "locked": "1",
    "muted": "1", "paused": "1", "agrees": "1", "reaction": "clap", "turn_clock": "60",
}  # fmt: skip


#: The methods to try, with their data. With the header ``HX-Target`` only POST is tried.
METHODS = {"get": {}, "post": FIELDS}


@pytest.mark.parametrize("headers", FORMS.values(), ids=FORMS)
def test_beyond_the_limit_no_url_reveals_existing_codes(headers, monkeypatch):
    monkeypatch.setattr(code_rate_limit, "MISSES_PER_MINUTE", 1)
    codes = [room_with_game(), "QQQQQQ"]
    if headers == {}:
        codes.append(lobby.open_room(person("Ben"), "classic"))
    guesser = signed_in(person("Zoe"))
    guess(guesser, 2)
    # qr.svg is left out, because it does not read the room.
    for path in {str(address.pattern) for address in of_a_room} - {"qr.svg"}:
        for method in ["post"] if "HX-Target" in headers else METHODS:
            data = METHODS[method]
            answers = [
                getattr(guesser, method)(f"/r/{code}/{path}", data, headers=headers)
                for code in codes
            ]
            seen = {same_for_all(answer, code) for answer, code in zip(answers, codes, strict=True)}
            assert len(seen) == 1, (path, method, [answer.status_code for answer in answers])


def room_with_game():
    host = person("Asha")
    code = lobby.open_room(host, "classic")
    lobby.fill_and_start(code, host)
    return code


def same_for_all(answer, code):
    """Return the whole response, without the values that differ each time."""
    body = answer.content.decode().replace(code, "CODE")
    body = re.sub(r'(X-CSRFToken": "|csrfmiddlewaretoken" value="|retry_after": )\w+', "", body)
    changing = ("Expires", "Last-Modified", "Retry-After", "Content-Length")
    headers = {k: v for k, v in answer.headers.items() if k not in changing}
    return answer.status_code, body, str(headers).replace(code, "CODE")
