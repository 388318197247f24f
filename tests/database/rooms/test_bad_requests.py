"""Bad requests to random URLs of the site. None may cause a 500."""

import json
import re
from collections import Counter
from random import Random
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import get_resolver

from accounts.person_key import key_of
from game.integrity import problems
from game.models import Game
from literature.rules.cards import CARDS
from rooms.models import Room, Seat
from tests.databases import some_on_postgres
from tests.kit import HTMX, JSON, account, people, room_of, signed_in, table_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

# The number of requests for each of the four viewers.
TRIES = 50
TRIES_IN_SOAK = 1000

ADDRESSES = (
    "/ /guest/ /guest/preferences/ /notices/ /appeal/ /go/ /rooms/new/ /play/ /rules/ /strategy/ "
    "/healthz /history/ /games/GAME/ "
    "/games/GAME/record.json /games/GAME/positions/ /games/GAME/share/ /games/GAME/unshare/ "
    "/games/GAME/review/ /games/GAME/review/grid/ /games/GAME/review/mine/ "
    "/games/import/ /history/statistics/ /r/CODE/history/ "
    "/r/CODE/ /r/CODE/state.json /r/CODE/regions/ /r/CODE/join/ /r/CODE/leave/ "
    "/r/CODE/again/ /r/CODE/bots/add/ /r/CODE/bots/fill/ /r/CODE/bots/clear/ "
    "/r/CODE/bots/level/ /r/CODE/bots/pause/ /r/CODE/bots/to-my-turn/ /r/CODE/host/tools/ "
    "/r/CODE/remove/ /r/CODE/bans/lift/ /r/CODE/shuffle/ /r/CODE/swap/ /r/CODE/settings/ "
    "/r/CODE/start/ /r/CODE/ask/ /r/CODE/claim/ /r/CODE/pass/ /r/CODE/host/ /r/CODE/lock/ "
    "/r/CODE/declare/ /r/CODE/declare/cancel/ /r/CODE/stand-in/ /r/CODE/qr.svg "
    "/r/CODE/series/end/ /r/CODE/react/ /r/CODE/chat/ /r/CODE/mute/ /r/CODE/end/ "
    "/r/CODE/stand-in/until-back/ /r/CODE/name/ /r/CODE/since/ /tables/next/ /r/CODE/hand/ "
    "/r/CODE/preview.png /r/CODE/report/ /r/CODE/block/ /r/CODE/open/ /r/CODE/agree/ "
    "/r/CODE/invite/ /play/again/ /people/ /people/follow/ /people/decline/ "
    "/r/CODE/remove/consent/ /play/people/ /tables/ /tables/sit/ /blocks/ /games/GAME/preview.png "
    "/games/GAME/result.png /preview.png /robots.txt /sitemap.xml "
    "/accounts/2fa/ /accounts/2fa/authenticate/ /accounts/2fa/reauthenticate/ "
    "/accounts/2fa/totp/activate/ /accounts/2fa/totp/deactivate/ /accounts/2fa/recovery-codes/ "
    "/accounts/2fa/recovery-codes/generate/ /accounts/2fa/webauthn/ /accounts/2fa/webauthn/add/ "
    "/accounts/2fa/webauthn/login/ /accounts/2fa/webauthn/keys/1/edit/ "
    "/accounts/sessions/ /accounts/data/ /people/KEY/ /people/KEY/report/ /people/KEY/block/"
).split()
PLACEHOLDERS = {"code": "CODE", "game_id": "GAME", "key": "KEY"}
# This URL comes last, because it deletes the viewer.
LAST_ADDRESS = "/accounts/delete/"
FIELDS = (
    "name avatar next preset level seat a b card of to set version request_id code holder-2C "
    "holder-RJ holder- holder-\0 csrfmiddlewaretoken locked muted reaction text keep save_as "
    "password agrees deck players claim_timing series_points turn_seconds pace paused history "
    "like series "
    "sound two_colours text_size motion telling confirm_asks haptics no_reactions move eyes from "
    "result since until page after before q person room spectator ago here about reason line "
    "block open wished few vote follow online invitation game "
    "measure shown proof profile "
    "credential passwordless session"
).split()
VALUES = [
    *("", "0", "1", "3", "-1", "99", "1.5", "1e5", " 2 ", "０", "٣", "+1", "1_0", "0x1", "True"),
    *("9" * 30, "9" * 5000, "-" + "9" * 30, "2147483648", "9223372036854775808"),
    *("2C", "AS", "RJ", "2c", "XX", "low-clubs", "extra", "rank-T", "classic", "nine-sets"),
    *("easy", "medium", "genius", "fox", "bot-ada", "Asha", "Zoë 🦊", "\0", "a\0b", "\ud800"),
    *(
        "\u202e",
        "\r\nX: y",
        "<script>",
        "' OR 1=1 --",
        "%s%s",
        "{{ x }}",
        "../../etc",
        "x" * 70_000,
    ),
    *("//elsewhere.example", "/r/", "[]", "{}", "null", "é" * 64, "\ufeff", "\u2028"),
]
CODES = [
    "NOROOM",
    "x",
    "abcdefghijkl",
    "%00",
    "ß",
    "CODE/CODE",
    "..",
    "%F0%9F",
    "A" * 13,
    "CODE%0a",
]
ACCEPTS = [
    *("text/html", "application/json", "*/*", "", "application/json;q=x", ";;;", "a/b;q=9,,,"),
    *("image/png", "application/*", "\xff"),
]
TYPES = [
    *(
        "application/json",
        "text/plain",
        "",
        "multipart/form-data",
        "multipart/form-data; boundary=",
    ),
    *("multipart/form-data; boundary=x", "application/x-www-form-urlencoded; charset=utf-16"),
    *("application/x-www-form-urlencoded; charset=nonsense", "application/x-www-form-urlencoded"),
]
BODIES = [
    *(b"", b"\xff\xfe", b"a=1&a=2&=3&&&", b"{", b"seat=%ff&name=%00", b"--x\r\n\r\n--x--"),
    *(b"--x\r\nContent-Disposition: form-data; name=\"seat\"\r\n\r\n1\r\n--x--\r\n", b"&" * 3000),
    b'--x\r\nContent-Disposition: form-data; name="seat"; filename="f"\r\n\r\n1\r\n--x--\r\n',
]  # fmt: skip


def test_every_url_of_rooms_and_games_is_tried():
    """The list above must have every URL of these two apps."""
    patterns = {
        str(outer.pattern) + str(inner.pattern)
        for app in ("rooms", "finished")
        for outer in get_resolver(f"{app}.urls").url_patterns
        for inner in getattr(outer, "url_patterns", [outer])
        if inner is not outer
    } | {
        str(pattern.pattern)
        for app in ("rooms", "finished")
        for pattern in get_resolver(f"{app}.urls").url_patterns
        if not hasattr(pattern, "url_patterns")
    }
    tried = {address.lstrip("/") for address in (*ADDRESSES, LAST_ADDRESS)}
    missing = {
        pattern
        for pattern in patterns
        if re.sub("<[^>]*:([^>]*)>", lambda found: PLACEHOLDERS[found[1]], pattern) not in tried
    }
    assert not missing


def fields_of(chance, real):
    names = [chance.choice(FIELDS) for _ in range(chance.randrange(6))]
    fields = {name: chance.choice(VALUES) for name in names}
    if chance.random() < 0.5:
        # This request is good, except for its random part.
        fields = real | fields
    if chance.random() < 0.1:
        fields |= {f"holder-{card}": chance.choice(VALUES) for card in CARDS[:6]}
    return fields


def send(client, chance, address, real):
    """Send one bad request."""
    headers = chance.choice([{}, HTMX, JSON, {"Accept": chance.choice(ACCEPTS)}])
    kind = chance.random()
    if kind < 0.12:
        method = chance.choice(["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "POST", "GET"])
        body, content_type = chance.choice(BODIES), chance.choice(TYPES)
        return client.generic(method, address, body, content_type, headers=headers)
    fields = fields_of(chance, real)
    encoded = "&".join(f"{quote(k, errors='surrogatepass')}={quote(v, errors='surrogatepass')}"
                       for k, v in fields.items())  # fmt: skip
    if kind < 0.3:
        return client.get(f"{address}?{encoded[:9000]}", headers=headers)
    return client.post(address, encoded, "application/x-www-form-urlencoded", headers=headers)


def is_json(answer):
    """Return whether the response has JSON. (A response to HEAD never has.)"""
    return answer.content and answer["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    "tries", [TRIES, pytest.param(TRIES_IN_SOAK, marks=pytest.mark.soak)], ids=str
)
@pytest.mark.parametrize(
    "viewer", some_on_postgres(["host", "player", "stranger", "nobody"], "host", "stranger")
)
def test_bad_requests(viewer, tries):
    chance = Random(viewer)
    users, zoe = people(4), account("Zoe")
    table, code = table_of(users), room_of(users)
    user = {"host": users[0], "player": users[1], "stranger": zoe}.get(viewer)
    options = {"raise_request_exception": False}
    client = signed_in(user, **options) if user else Client(**options)
    real = {"card": "2C", "of": "1", "version": "0", "request_id": "r", "set": "low-clubs",
            "to": "2", "seat": "5", "a": "0", "b": "1", "preset": "classic"}  # fmt: skip
    statuses = Counter()
    for number in range(tries):
        address = chance.choice(ADDRESSES) if number < tries - 9 else LAST_ADDRESS
        if chance.random() < 0.1:
            address = address.replace("CODE", chance.choice(CODES)).replace("GAME", "0")
        address = address.replace("CODE", chance.choice([table.code, code]))
        address = address.replace("KEY", chance.choice([key_of(zoe.pk), "KEY", "%00", "7~é"]))
        address = address.replace("GAME", chance.choice([table.game_id, "0", "%00", "x" * 99]))
        answer = send(client, chance, address, real)
        statuses[answer.status_code] += 1
        assert answer.status_code < 500, (number, address, answer.request)
        if answer.status_code >= 400 and is_json(answer):
            assert set(json.loads(answer.content)) >= {"code", "message"}
    assert statuses[404] and statuses[405], statuses
    assert sum(statuses[status] for status in (403, 409, 422)) > tries / 20, statuses
    for game in Game.objects.all():
        assert problems(game) == []
    for room in Room.objects.all():
        seats = [seat.number for seat in Seat.objects.filter(room=room)]
        assert all(0 <= seat_row < room.seat_count for seat_row in seats)
