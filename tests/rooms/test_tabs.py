"""One page at a time plays: a second one is told so, and may take over."""

import pytest
from channels.testing import WebsocketCommunicator
from django.utils import timezone

from game.outgoing import RESTART
from literature_site.asgi import application
from rooms import tabs
from rooms.models import Seat
from tests.kit import people, person, room_of
from tests.rooms.sockets import ORIGIN, PATIENCE, Ear, in_database, session_of


def tab_of(user):
    return Seat.objects.get(user=user).tab


class Tab(Ear):
    """A page that says which one it is."""

    def __init__(self, code, user, tab, *, take=False):
        super().__init__(code, user)
        self.path += f"?tab={tab}" + "&take=1" * take


# The rows


@pytest.mark.django_db
def test_the_first_page_has_the_seat(users, clock):
    code = room_of(users)
    assert tabs.claim(code, users[0].pk, "one", take=False)
    assert tabs.claim(code, users[0].pk, "one", take=False), "the same page, again"
    assert not tabs.claim(code, users[0].pk, "two", take=False)
    assert tab_of(users[0]) == "one"
    assert tabs.claim(code, users[1].pk, "two", take=False)


@pytest.mark.django_db
def test_a_page_that_comes_after_a_silence_is_here(users):
    code = room_of(users)
    long_ago = timezone.now() - 6 * tabs.SILENT
    Seat.objects.filter(user=users[0]).update(last_seen=long_ago, tab="old")
    assert tabs.claim(code, users[0].pk, "one", take=False)
    assert not tabs.claim(code, users[0].pk, "two", take=False)


@pytest.mark.django_db
def test_another_may_take_over(users, clock):
    code = room_of(users)
    tabs.claim(code, users[0].pk, "one", take=False)
    assert tabs.claim(code, users[0].pk, "two", take=True)
    assert tab_of(users[0]) == "two"
    assert not tabs.claim(code, users[0].pk, "one", take=False)


@pytest.mark.django_db
def test_a_page_that_is_closed_lets_go(users, clock):
    code = room_of(users)
    tabs.claim(code, users[0].pk, "one", take=False)
    tabs.release(code, users[0].pk, "two")
    assert tab_of(users[0]) == "one"
    tabs.release(code, users[0].pk, "one")
    assert tabs.claim(code, users[0].pk, "two", take=False)


@pytest.mark.django_db
def test_a_page_that_is_silent_is_gone(users, clock):
    code = room_of(users)
    tabs.claim(code, users[0].pk, "one", take=False)
    clock.forward(10)
    assert not tabs.claim(code, users[0].pk, "two", take=False)
    clock.forward(0.1)
    assert tabs.claim(code, users[0].pk, "two", take=False)


@pytest.mark.django_db
def test_who_watches_may_do_so_in_many_pages(users):
    code, watcher = room_of(users), person("Zoe")
    for tab in ("one", "two", "three"):
        assert tabs.claim(code, watcher.pk, tab, take=False)
        assert tabs.claim(code, watcher.pk, tab, take=True)


# The sockets


@pytest.mark.django_db(transaction=True)
async def test_a_second_page_is_told():
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    async with Tab(code, users[0], "one") as first:
        await first.frame()
        async with Tab(code, users[0], "two") as second:
            assert await second.closed() == 4409
        assert await in_database(tab_of, users[0]) == "one"
        assert await first.silent()


@pytest.mark.django_db(transaction=True)
async def test_taking_over_closes_the_first():
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    async with Tab(code, users[0], "one") as first:
        await first.frame()
        async with Tab(code, users[0], "two", take=True) as second:
            assert await second.frame()
            assert await first.closed() == 4409
            # The page that was sent away does not take the seat with it.
            await first.leave()
            assert await in_database(tab_of, users[0]) == "two"


@pytest.mark.django_db(transaction=True)
async def test_a_closed_page_makes_room():
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    async with Tab(code, users[0], "one") as first:
        await first.frame()
    async with Tab(code, users[0], "two") as second:
        assert await second.frame()


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_reloads_keeps_its_place():
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    async with Tab(code, users[0], "one") as before:
        await before.frame()
        # Its new socket is there before the end of the old one is heard of.
        async with Tab(code, users[0], "one") as after:
            await after.frame()
            await before.leave()
            assert await in_database(tab_of, users[0]) == "one"
            async with Tab(code, users[0], "two") as second:
                assert await second.closed() == 4409
    assert await in_database(tab_of, users[0]) == ""


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_is_sent_to_another_process_keeps_its_place():
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    async with Tab(code, users[0], "one") as before:
        await before.frame()
        # It is at the other one before this one has heard that it is gone.
        async with Tab(code, users[0], "one") as after:
            await after.frame()
            await before.leave(RESTART)
            assert await in_database(tab_of, users[0]) == "one"


@pytest.mark.django_db(transaction=True)
async def test_programs_without_a_tab_are_left_alone():
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    async with Tab(code, users[0], "one") as page, Ear(code, users[0], as_json=True) as program:
        await page.frame()
        assert (await program.document())["you"] == 0
        async with Ear(code, users[0]) as another:
            assert await another.frame()


@pytest.mark.django_db(transaction=True)
async def test_odd_names_of_pages():
    """Whatever a page calls itself, it is cut and stored, or left out."""
    users = await in_database(people, 4)
    code = await in_database(room_of, users)
    cookie = (b"cookie", await in_database(session_of, users[0]))
    for query in ("tab=" + "x" * 500, "tab=%00", "tab=", "take=1", "tab=a&tab=b"):
        path = f"/ws/r/{code}/?{query}&take=1"
        line = WebsocketCommunicator(application, path, [ORIGIN, cookie])
        assert (await line.connect(PATIENCE))[0]
        assert 'id="table"' in await line.receive_from(PATIENCE)
        await line.disconnect(timeout=PATIENCE)
