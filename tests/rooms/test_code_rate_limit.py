"""Guessing codes: past the limit a code that exists looks like one that does not."""

import pytest

from accounts.limits import seconds_to_wait
from rooms import code_rate_limit
from rooms.actions import lobby
from tests.kit import JSON, person, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few(settings):
    settings.RATE_LIMIT_FACTOR = 1


def guess(client, times=code_rate_limit.MISSES_PER_MINUTE + 1):
    return [client.get("/r/QQQQQQ/state.json").status_code for _ in range(times)]


def test_every_way_in_is_shut_to_whoever_guessed_too_often():
    host = person("Asha")
    code = lobby.open_room(host, "classic")
    guesser = signed_in(person("Zoe"))
    assert set(guess(guesser)) == {404}
    for path in ("", "state.json", "regions/", "settings/"):
        there = guesser.get(f"/r/{code}/{path}", headers=JSON)
        nowhere = guesser.get(f"/r/QQQQQQ/{path}", headers=JSON)
        assert (there.status_code, nowhere.status_code) == (429, 429)
    assert guesser.post(f"/r/{code}/join/", headers=JSON).status_code == 429
    # Whoever sits there is let in from the same address.
    assert signed_in(host).get(f"/r/{code}/state.json").status_code == 200


def test_posts_to_rooms_that_are_not_there_count(rf):
    guesser = signed_in(person("Zoe"))
    for _ in range(code_rate_limit.MISSES_PER_MINUTE):
        assert guesser.post("/r/QQQQQQ/join/", headers=JSON).status_code == 404
    assert guess(guesser, 2) == [404, 429]


def test_a_look_at_the_limit_does_not_count(rf):
    request = rf.get("/")
    for _ in range(5):
        assert seconds_to_wait(request, "looked-at", 1, count=False) == 0
    assert seconds_to_wait(request, "looked-at", 1) == 0
    assert seconds_to_wait(request, "looked-at", 1) > 0
