"""Malformed requests to the site's URLs, except the admin's. They cause no error and no traceback,
and change nothing that belongs to other people.
"""

import logging

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.models import Game, Hand, Move
from rooms.actions import lobby
from rooms.models import Room, Seat
from tests.kit import JSON, person, signed_in

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "host-tools"}
KINDS = [
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "application/json",
    "text/plain; charset=nonsense",
    "",
]


def addresses(resolver=None, before="/"):
    """Yield the patterns of all URLs, except those of the admin, which has its own tests."""
    for each in (resolver or get_resolver()).url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver) and each.app_name != "admin":
            yield from addresses(each, route)
        elif isinstance(each, URLPattern):
            yield route


#: /readyz answers 503 here, which is correct, because no scheduler runs.
ADDRESSES = sorted(set(addresses()) - {"/readyz"})
NASTY = ["", "0", "-1", "9" * 40, "\x00", "\ud7ff", "' OR 1=1--", "<script>", "../..", "%ff", "💥"]
texts = st.one_of(st.sampled_from(NASTY), st.text(max_size=40))
fields = st.dictionaries(
    st.one_of(
        st.sampled_from(
            "card of set to seat a b level name text preset like save_as version request_id next"
            " holder-2C locked muted paused agrees deal move eyes from page records login".split()
        ),
        texts,
    ),
    st.one_of(texts, st.lists(texts, max_size=3)),
    max_size=6,
)


@st.composite
def requests(draw):
    path = draw(st.sampled_from(ADDRESSES))
    parts = path.split("<")
    path = parts[0] + "".join(
        draw(st.sampled_from(["CODE", "CODE", "QQQQQQ", "0", "a" * 12])) + part.partition(">")[2]
        for part in parts[1:]
    )
    body = draw(st.one_of(fields, st.binary(max_size=200)))
    return {
        "method": draw(
            st.sampled_from(["get", "post", "post", "put", "delete", "options", "head"])
        ),
        "path": path,
        "query": draw(fields),
        "body": body,
        "kind": draw(st.sampled_from(KINDS)),
        "headers": draw(st.sampled_from([{}, JSON, HTMX, {"Referer": "//x"}])),
        "signed_in": draw(st.booleans()),
    }


def state(code):
    """Return the rows of a room, and of its seats, games, hands and moves.

    Presence is left out, and the room's version, which changes when a spectator comes.
    """
    rooms = [{**room, "version": None} for room in Room.objects.filter(code=code).values()]
    here = {Seat: "room__code", Game: "room_code", Hand: "game__room_code", Move: "game__room_code"}
    rows = [model.objects.filter(**{path: code}).order_by("pk") for model, path in here.items()]
    return [rooms, *([{**row, "last_seen": None} for row in each.values()] for each in rows)]


def check_all(examples, caplog):
    host = person("Asha")
    code = lobby.open_room(host, "classic")
    lobby.fill_and_start(code, host)
    Room.objects.filter(code=code).update(locked=True)
    before = state(code)
    assert before[0] and before[2]
    stranger, nobody = signed_in(person("Zoe")), Client(enforce_csrf_checks=True)
    for client in (stranger, nobody):
        client.raise_request_exception = False
    caplog.set_level(logging.ERROR)

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(requests())
    def check(asked):
        cache.clear()
        client = stranger if asked["signed_in"] else nobody
        path = asked["path"].replace("CODE", code)
        options = {"headers": asked["headers"], "query_params": asked["query"]}
        caplog.clear()
        if asked["method"] in ("post", "put") and isinstance(asked["body"], bytes):
            sent = asked["method"].upper(), path, asked["body"], asked["kind"]
            answer = client.generic(*sent, **options)
        elif asked["method"] == "post":
            answer = client.post(path, asked["body"], **options)
        else:
            answer = getattr(client, asked["method"])(path, **options)
        assert answer.status_code < 500, asked
        assert not [record for record in caplog.records if record.exc_info], asked

    check()
    after = state(code)
    assert after == before


@pytest.mark.slow
def test_some_malformed_requests(caplog):
    check_all(60, caplog)


@pytest.mark.soak
def test_twenty_thousand_malformed_requests(caplog):
    check_all(20_000, caplog)
