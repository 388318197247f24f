"""The addresses from which people came, and blocks of addresses."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import addresses
from accounts.addresses import block, lift, note
from accounts.models import AddressBlock, UsedAddress, User
from rooms.actions import lobby, suspend_rename_delete
from tests.database.kit.threads import at_once
from tests.kit import HTMX, JSON, people, person, room_of, signed_in

pytestmark = pytest.mark.django_db

THERE = "203.0.113.9"
HOUR, DAY = 3600, 24 * 3600
PASSWORD = "a-long-lost-ferry"
ACCOUNT = {"username": "eve", "password1": PASSWORD, "password2": PASSWORD}


def at(address=THERE, user=None):
    """Return a browser at an address."""
    client = signed_in(user) if user else Client()
    client.defaults["REMOTE_ADDR"] = address
    return client


def blocked(address=THERE, days=1):
    return block(address, timezone.now() + timedelta(days=days), "So.")


def rows():
    return list(UsedAddress.objects.order_by("pk").values_list("user__name", "address"))


@pytest.fixture
def ben():
    return User.objects.create_user("ben", password=PASSWORD, name="Ben")


# What is noted


def test_guests_and_accounts_are_noted(ben):
    at().post("/guest/", {"name": "Asha", "avatar": "fox"})
    at("2001:db8:1:2:3::4").post("/accounts/login/", {"login": "ben", "password": PASSWORD})
    assert rows() == [("Asha", THERE), ("Ben", "2001:db8:1:2::")]


def test_people_who_open_or_join_a_room_are_noted():
    asha, cleo = people(2)
    code = at(user=asha).post("/rooms/new/", {"preset": "classic"}, headers=JSON).json()["code"]
    at(user=cleo).post(f"/r/{code}/join/", headers=JSON)
    at("203.0.113.10").post("/play/")
    assert rows()[:2] == [(asha.name, THERE), (cleo.name, THERE)]
    assert rows()[2][1] == "203.0.113.10"


def test_at_most_one_write_an_hour(clock, django_assert_num_queries):
    asha = person()
    with django_assert_num_queries(2):
        note(asha, THERE)
    clock.forward(0.9 * HOUR)
    with django_assert_num_queries(1):
        note(asha, THERE)
    clock.forward(0.2 * HOUR)
    note(asha, THERE)
    assert UsedAddress.objects.get().last_at == clock.now


def test_addresses_are_deleted_with_the_person():
    asha = person()
    note(asha, THERE)
    suspend_rename_delete.forget(asha)
    assert not UsedAddress.objects.exists()


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_many_requests_at_once_note_one_address():
    asha = person()
    assert at_once([lambda: note(asha, THERE)] * 6) == [None] * 6
    assert rows() == [(asha.name, THERE)]


# Blocks

#: Method and path of what guests and visitors at a blocked address can't do, and of what they can.
CLOSED = [
    ("GET", "/guest/"),
    ("POST", "/guest/"),
    ("GET", "/rooms/new/"),
    ("POST", "/rooms/new/"),
    ("POST", "/play/"),
    ("GET", "/r/{code}/"),
    ("GET", "/r/{code}/regions/"),
    ("GET", "/r/{code}/state.json"),
    ("POST", "/r/{code}/join/"),
    ("POST", "/r/{code}/chat/"),
    ("POST", "/r/{code}/ask/"),
    ("POST", "/r/{code}/report/"),
    ("POST", "/games/import/"),
    ("GET", "/accounts/signup/"),
    ("POST", "/accounts/signup/"),
]
STAYS_OPEN = [
    ("GET", "/", 200),
    ("GET", "/rules/", 200),
    ("GET", "/strategy/", 200),
    ("GET", "/puzzle/", 200),
    ("GET", "/healthz", 200),
    ("GET", "/accounts/login/", 200),
    ("POST", "/accounts/login/", 200),
    ("POST", "/accounts/logout/", 302),
    ("POST", "/appeal/", 302),
    ("POST", "/notices/", 302),
]


def send(client, method, path, code="CDFGHJ", **more):
    path = path.format(code=code)
    return client.get(path, **more) if method == "GET" else client.post(path, **more)


@pytest.mark.parametrize(("method", "path"), CLOSED)
@pytest.mark.parametrize("who", ["guest", "visitor"])
def test_what_a_block_closes(method, path, who):
    asha = person()
    code = room_of([asha])
    client = at(user=asha if who == "guest" else None)
    blocked()
    page = send(client, method, path, code)
    assert page.status_code == 403
    assert "Guests can’t play here now" in page.content.decode()
    answer = send(client, method, path, code, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "address_blocked")
    assert send(client, method, path, code, headers=HTMX)["HX-Refresh"] == "true"
    assert User.objects.count() == 1


@pytest.mark.parametrize(("method", "path", "status"), STAYS_OPEN)
@pytest.mark.parametrize("who", ["guest", "visitor"])
def test_what_a_block_leaves_open(method, path, status, who):
    client = at(user=person() if who == "guest" else None)
    blocked()
    assert send(client, method, path).status_code == status


def test_the_page_tells_what_can_be_done(settings):
    until = blocked().until
    settings.APPEAL_ADDRESS = "staff@mail.example"
    page = at().get("/rooms/new/").content.decode()
    for text in ("mailto:staff@mail.example", f"{until:%Y-%m-%d %H:%M} UTC", "/accounts/login/",
                 "/puzzle/", "/rules/"):  # fmt: skip
        assert text in page
    settings.APPEAL_ADDRESS = ""
    assert "write to the staff of this site" in at().get("/rooms/new/").content.decode()


def test_other_addresses_are_not_blocked():
    blocked()
    assert at("203.0.113.10").post("/play/").status_code == 302


def test_a_block_covers_a_network_of_ipv6():
    blocked("2001:db8:1:2:3::4")
    assert AddressBlock.objects.get().address == "2001:db8:1:2::"
    assert at("2001:db8:1:2:ffff::1").post("/play/").status_code == 403
    assert at("2001:db8:1:3::1").post("/play/").status_code == 302


def test_older_accounts_can_sign_in_and_play(ben):
    blocked()
    client = at()
    client.post("/accounts/login/", {"login": "ben", "password": PASSWORD})
    code = client.post("/rooms/new/", {"preset": "classic"}, headers=JSON).json()["code"]
    assert client.get(f"/r/{code}/").status_code == 200


def test_an_account_that_a_guest_makes_elsewhere_is_younger():
    asha = person()
    blocked()
    assert at("203.0.113.10", asha).post("/accounts/signup/", ACCOUNT).status_code == 302
    asha.refresh_from_db()
    assert not asha.is_guest
    assert at(user=asha).post("/play/").status_code == 403
    assert at("203.0.113.10", asha).post("/play/").status_code == 302


def test_a_block_ends_at_its_time_or_when_it_is_lifted(clock):
    asha = person()
    first, again = blocked(), blocked(days=3)
    assert lift(again)
    assert not lift(first)
    assert not addresses.refuses(asha, THERE)
    blocked()
    clock.forward(1.1 * DAY)
    addresses.blocked_since.forget()
    assert not addresses.refuses(asha, THERE)


def test_the_check_needs_no_query_for_most_requests(django_assert_num_queries):
    asha = person()
    addresses.refuses(asha, THERE)
    with django_assert_num_queries(0):
        assert not addresses.refuses(asha, THERE)
    blocked("203.0.113.10")
    with django_assert_num_queries(0):
        assert at().get("/rules/").status_code == 200


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_block_and_a_join_at_once():
    """The guest either has the seat or is refused; afterwards the guest is refused."""
    asha, cleo = people(2)
    code = lobby.open_room(asha, "classic")
    client = at(user=cleo)
    _made, answer = at_once([blocked, lambda: client.post(f"/r/{code}/join/", headers=JSON)])
    assert answer.status_code in (200, 403)
    assert client.post(f"/r/{code}/join/", headers=JSON).status_code == 403
