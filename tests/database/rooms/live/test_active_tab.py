"""The active tab of a person. A second tab says that another one is active, and may take over."""

import pytest
from channels.testing import WebsocketCommunicator
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from literature_site.asgi import application
from live.consumer import RESTART
from rooms.live import active_tab
from rooms.live.room_registry import RoomRegistry
from rooms.models import Seat
from tests.database.kit.sockets import (
    OWN_PAGE,
    PATIENCE,
    SocketClient,
    Tab,
    in_database,
    session_of,
)
from tests.kit import (
    HTMX,
    JSON,
    missed_ask,
    move_fields,
    people,
    person,
    room_of,
    signed_in,
    state_of,
    table_of,
)


def tab_of(user):
    return Seat.objects.get(user=user).tab


# The stored rows


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_first_tab_is_active(users, clock):
    code = room_of(users)
    assert active_tab.activate(code, users[0].pk, "one", take=False)
    assert active_tab.activate(code, users[0].pk, "one", take=False), "the same page, again"
    assert not active_tab.activate(code, users[0].pk, "two", take=False)
    assert tab_of(users[0]) == "one"
    assert active_tab.activate(code, users[1].pk, "two", take=False)


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_tab_after_a_silence_makes_the_person_present(users):
    code = room_of(users)
    long_ago = timezone.now() - 6 * active_tab.SILENT
    Seat.objects.filter(user=users[0]).update(last_seen=long_ago, tab="old")
    assert active_tab.activate(code, users[0].pk, "one", take=False)
    assert not active_tab.activate(code, users[0].pk, "two", take=False)


@pytest.mark.postgres
@pytest.mark.django_db
def test_another_tab_may_take_over(users, clock):
    code = room_of(users)
    active_tab.activate(code, users[0].pk, "one", take=False)
    assert active_tab.activate(code, users[0].pk, "two", take=True)
    assert tab_of(users[0]) == "two"
    assert not active_tab.activate(code, users[0].pk, "one", take=False)


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_closed_tab_releases_the_seat(users, clock):
    code = room_of(users)
    active_tab.activate(code, users[0].pk, "one", take=False)
    active_tab.release(code, users[0].pk, "two")
    assert tab_of(users[0]) == "one"
    active_tab.release(code, users[0].pk, "one")
    assert active_tab.activate(code, users[0].pk, "two", take=False)


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_silent_tab_counts_as_closed(users, clock):
    code = room_of(users)
    active_tab.activate(code, users[0].pk, "one", take=False)
    clock.forward(active_tab.SILENT.total_seconds())
    assert not active_tab.activate(code, users[0].pk, "two", take=False)
    clock.forward(0.1)
    assert active_tab.activate(code, users[0].pk, "two", take=False)


@pytest.mark.django_db
def test_spectators_may_have_many_tabs(users):
    code, spectator = room_of(users), person("Zoe")
    for tab in ("one", "two", "three"):
        assert active_tab.activate(code, spectator.pk, tab, take=False)
        assert active_tab.activate(code, spectator.pk, tab, take=True)


# Requests of a tab


def sent(code, user, path, tab=None, **fields):
    """Send a request from a tab, or from a program if there is no tab id. Return the answer."""
    headers = JSON if tab is None else JSON | {"X-Tab": tab}
    return signed_in(user).post(f"/r/{code}/{path}", fields, headers=headers)


@pytest.fixture
def asked(users):
    """Start a game in which the turn-holder has an active tab. Return the room's code, the
    turn-holder, and the fields of a legal ask.
    """
    room = table_of(users)
    state = state_of(room.game)
    _word, fields = move_fields(missed_ask(state), state.rules)
    active_tab.activate(room.code, users[state.turn].pk, "one", take=False)
    return room.code, users[state.turn], fields | {"request_id": "a", "version": 0}


@pytest.mark.django_db
def test_a_move_in_an_inactive_tab_is_refused(asked, clock):
    code, user, fields = asked
    refused = sent(code, user, "ask/", "two", **fields)
    assert (refused.status_code, refused.json()["code"]) == (409, "other_tab")
    assert "another tab" in refused.json()["message"]
    assert sent(code, user, "ask/", "one", **fields).status_code == 200
    # If the answer was lost, any tab of the person gets it again.
    assert sent(code, user, "ask/", "two", **fields).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["claim/", "pass/", "react/", "stand-in/", "leave/"])
def test_other_requests_in_an_inactive_tab_are_refused(asked, clock, path):
    code, user, fields = asked
    fields = {"request_id": "a", "version": 0, "reaction": "tea"}
    assert sent(code, user, path, "two", **fields).json()["code"] == "other_tab"
    assert Seat.objects.filter(user=user, reaction="").exists()


@pytest.mark.django_db
@pytest.mark.parametrize("tab", [None, "", "one"])
def test_programs_and_the_active_tab_are_not_refused(asked, clock, tab):
    code, user, fields = asked
    assert sent(code, user, "react/", tab, reaction="tea").status_code == 200
    assert sent(code, user, "ask/", tab, **fields).status_code == 200


@pytest.mark.django_db
def test_a_tab_is_not_refused_after_the_active_tab_has_closed(asked, clock):
    code, user, fields = asked
    clock.forward(active_tab.SILENT.total_seconds() + 1)
    assert sent(code, user, "react/", "two", reaction="tea").status_code == 200
    assert sent(code, user, "ask/", "two", **fields).status_code == 200


@pytest.mark.django_db
def test_a_refused_tab_is_told_why(asked, clock):
    code, user, fields = asked
    headers = HTMX | {"X-Tab": "two"}
    page = signed_in(user).post(f"/r/{code}/ask/", fields, headers=headers)
    assert page.status_code == 409
    assert "another tab" in page.content.decode()


@pytest.mark.django_db
def test_spectators_can_send_from_any_tab(asked, clock):
    code, _user, fields = asked
    assert sent(code, person("Zoe"), "react/", "any", reaction="tea").json()["code"] == "not_seated"
    assert sent(code, person("Yan"), "ask/", "any", **fields).json()["code"] == ("not_seated")


@pytest.mark.django_db
def test_the_tab_id_costs_no_query(asked, clock):
    code, user, fields = asked
    counts = []
    for headers in (JSON, JSON | {"X-Tab": "one"}):
        client = signed_in(user)
        point = transaction.savepoint()
        with CaptureQueriesContext(connection) as queries:
            assert client.post(f"/r/{code}/ask/", fields, headers=headers).status_code == 200
        counts.append(len(queries))
        transaction.savepoint_rollback(point)
    assert counts[0] == counts[1]


# The sockets


@pytest.mark.django_db(transaction=True)
async def test_a_second_tab_is_told():
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    async with Tab(code, users[0], "one") as first:
        await first.frame()
        async with Tab(code, users[0], "two") as second:
            assert await second.closed() == 4409
        assert await in_database(tab_of, users[0]) == "one"
        assert await first.silent()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
async def test_taking_over_closes_the_first_tab():
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    async with Tab(code, users[0], "one") as first:
        await first.frame()
        async with Tab(code, users[0], "two", take=True) as second:
            assert await second.frame()
            assert await first.closed() == 4409
            # The inactive tab does not release the active tab's seat when it closes.
            await first.leave()
            assert await in_database(tab_of, users[0]) == "two"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
async def test_a_closed_tab_frees_the_seat():
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    async with Tab(code, users[0], "one") as first:
        await first.frame()
    async with Tab(code, users[0], "two") as second:
        assert await second.frame()


@pytest.mark.django_db(transaction=True)
async def test_a_new_tab_stays_open_although_the_hub_read_the_room_before():
    users = await in_database(people, 4)
    code = (await in_database(table_of, users)).code
    async with SocketClient(code, users[1]) as other:
        await other.frame()
        async with Tab(code, users[0], "one") as first:
            await first.frame()
            RoomRegistry.of_this_loop().hubs[code].wake()
            assert await first.silent()
        async with Tab(code, users[0], "two") as second:
            assert await second.frame()
            assert await second.silent()
            assert await in_database(tab_of, users[0]) == "two"


@pytest.mark.django_db(transaction=True)
async def test_a_reloaded_tab_stays_active():
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    async with Tab(code, users[0], "one") as before:
        await before.frame()
        # The new socket opens before the server knows that the old socket is closed.
        async with Tab(code, users[0], "one") as after:
            await after.frame()
            await before.leave()
            assert await in_database(tab_of, users[0]) == "one"
            async with Tab(code, users[0], "two") as second:
                assert await second.closed() == 4409
    assert await in_database(tab_of, users[0]) == ""


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
async def test_a_tab_that_changes_process_stays_active():
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    async with Tab(code, users[0], "one") as before:
        await before.frame()
        # The tab connects to another process before this process knows that its socket is closed.
        async with Tab(code, users[0], "one") as after:
            await after.frame()
            await before.leave(RESTART)
            assert await in_database(tab_of, users[0]) == "one"


@pytest.mark.django_db(transaction=True)
async def test_programs_without_a_tab_are_not_checked():
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    async with (
        Tab(code, users[0], "one") as page,
        SocketClient(code, users[0], as_json=True) as program,
    ):
        await page.frame()
        assert (await program.document())["you"] == 0
        async with SocketClient(code, users[0]) as another:
            assert await another.frame()


@pytest.mark.django_db(transaction=True)
async def test_odd_ids_of_tabs():
    """The id of a tab may be any text. It is shortened and stored, or ignored."""
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    cookie = (b"cookie", await in_database(session_of, users[0]))
    for query in ("tab=" + "x" * 500, "tab=%00", "tab=", "take=1", "tab=a&tab=b"):
        path = f"/ws/r/{code}/?{query}&take=1"
        line = WebsocketCommunicator(application, path, [*OWN_PAGE, cookie])
        assert (await line.connect(PATIENCE))[0]
        assert 'id="table"' in await line.receive_from(PATIENCE)
        await line.disconnect(timeout=PATIENCE)
