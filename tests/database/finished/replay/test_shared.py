"""A shared replay: the people present, the leader, and the messages to other people."""

import asyncio
import json
from unittest.mock import AsyncMock

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers, get_channel_layer
from channels.testing import WebsocketCommunicator
from django.db import IntegrityError

from finished import sharing
from finished.replay import registry, shared
from finished.replay.consumer import parse_message
from finished.replay.replay import Place
from game.models import Game, ReplayViewer
from game.presence import away_after
from literature_site.asgi import application
from live import notifications
from live.consumer import RESTART, TRY_AGAIN
from rooms.actions import suspend_rename_delete as tables
from tests.database.kit.sockets import (
    OWN_PAGE,
    PATIENCE,
    Gates,
    looks_into_layer,
    session_of,
    tasks_of_the_site,
)
from tests.kit import PLAIN, person, play_on, started
from tests.waiting import wait_until_async

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(users):
    game = started(users, PLAIN)
    play_on(game)
    return game


@pytest.fixture(autouse=True)
def quick_heartbeat(monkeypatch):
    monkeypatch.setattr(registry, "HEARTBEAT_SECONDS", 0.2)


class Guest:
    """A person's page that shows a replay, for use with ``async with``."""

    def __init__(self, game, user, tab="one"):
        self.path, self.user = f"/ws/games/{game.pk}/?tab={tab}", user

    async def __aenter__(self):
        headers = [*OWN_PAGE]
        if self.user:
            headers.append((b"cookie", await sync_to_async(session_of)(self.user)))
        self.line = WebsocketCommunicator(application, self.path, headers)
        accepted, _protocol = await self.line.connect(PATIENCE)
        assert accepted
        return self

    async def __aexit__(self, *error):
        await self.leave()

    async def leave(self):
        """Close the page. Return when the server has closed its connection."""
        await self.line.disconnect(timeout=PATIENCE)

    async def says(self, **said):
        await self.line.send_to(json.dumps(said))

    async def receives(self, wanted):
        """The next message for which ``wanted`` returns true."""
        async with asyncio.timeout(PATIENCE):
            while True:
                news = json.loads(await self.line.receive_from(PATIENCE))
                if wanted(news):
                    return news

    async def closed(self):
        while True:
            message = await self.line.receive_output(PATIENCE)
            if message["type"] == "websocket.close":
                return message["code"]


def names(news):
    return [each["name"] for each in news["people"]]


def at(move, eyes=None):
    """A function that returns whether a message has this position of the leader."""
    return lambda news: (
        news["lead"] and (news["lead"]["move"], news["lead"]["eyes"]) == (move, eyes)
    )


async def test_everybody_sees_the_people_who_are_present(game, users):
    async with Guest(game, users[0]) as asha:
        news = await asha.receives(lambda news: names(news) == ["Asha"])
        assert news["lead"] is None
        assert news["people"][0]["you"]
        async with Guest(game, users[1]) as ben:
            await ben.receives(lambda news: names(news) == ["Asha", "Ben"])
            await asha.receives(lambda news: names(news) == ["Asha", "Ben"])
        await asha.receives(lambda news: names(news) == ["Asha"])


async def test_two_pages_of_one_person_are_one_person(game, users):
    async with Guest(game, users[0]), Guest(game, users[0], "two") as second:
        news = await second.receives(bool)
        assert names(news) == ["Asha"]


async def test_the_others_follow_the_leader_and_late_pages_get_the_position(game, users):
    async with Guest(game, users[0]) as asha, Guest(game, users[1]) as ben:
        await asha.says(move=5, eyes=3, lead=True)
        news = await ben.receives(at(5, 3))
        assert (news["lead"]["name"], news["lead"]["you"]) == ("Asha", False)
        assert (await asha.receives(at(5, 3)))["lead"]["you"]
        await asha.says(move=6, eyes=None)
        await ben.receives(at(6))
        async with Guest(game, users[2]) as chidi:
            await chidi.receives(at(6))
            # The position of a follower is private.
            await chidi.says(move=1, eyes=1)
            await asha.says(move=7, eyes=None)
            await chidi.receives(at(7))


async def test_a_leader_who_leaves_is_not_replaced(game, users):
    async with Guest(game, users[1]) as ben:
        async with Guest(game, users[0]) as asha:
            await asha.says(move=5, eyes=None, lead=True)
            await ben.receives(at(5))
        await ben.receives(lambda news: news["lead"] is None)
        # A page that comes back at once still leads, unless somebody else leads.
        async with Guest(game, users[0]):
            await ben.receives(at(5))
        await ben.says(move=9, eyes=2, lead=True)
        assert (await ben.receives(at(9, 2)))["lead"]["you"]
        async with Guest(game, users[0]) as asha:
            news = await asha.receives(at(9, 2))
            assert not news["lead"]["you"]


async def test_the_lead_is_taken_and_left(game, users):
    async with Guest(game, users[0]) as asha, Guest(game, users[1]) as ben:
        await asha.says(move=1, eyes=None, lead=True)
        await ben.receives(at(1))
        await ben.says(move=2, eyes=None, lead=True)
        assert (await asha.receives(at(2)))["lead"]["name"] == "Ben"
        # Asha no longer leads, so her positions have no effect on other pages.
        await asha.says(move=3, eyes=None)
        await ben.says(move=2, eyes=None, lead=False)
        await asha.receives(lambda news: news["lead"] is None)
    assert not await sync_to_async(ReplayViewer.objects.filter(leads=True).exists)()


@pytest.mark.postgres
async def test_a_heartbeat_makes_up_for_a_lost_notification(game, users, monkeypatch):
    async with Guest(game, users[0]) as asha, Guest(game, users[1]) as ben:
        await ben.receives(lambda news: len(names(news)) == 2)
        monkeypatch.setattr("live.notifications.publish_replay", lambda game_id: None)
        await asha.says(move=4, eyes=1, lead=True)
        await ben.receives(at(4, 1))


async def test_silent_people_are_not_present(game, users, monkeypatch):
    async with Guest(game, users[0]) as asha:
        await asha.receives(bool)
        await sync_to_async(shared.open_page)(game, users[1], "of a process that was killed")
        await asha.receives(lambda news: names(news) == ["Asha", "Ben"])
        long_ago = (await sync_to_async(ReplayViewer.objects.get)(user=users[1])).last_seen
        await sync_to_async(ReplayViewer.objects.filter(user=users[1]).update)(
            last_seen=long_ago - away_after()
        )
        await asha.receives(lambda news: names(news) == ["Asha"])


@pytest.mark.parametrize(
    ("who", "code"),
    [
        ("nobody", 4401),
        ("stranger", 4404),
        ("player", None),
        ("invited", None),
        ("spectator", None),
    ],
)
async def test_people_who_may_see_the_game_may_watch(game, users, who, code):
    user = {"nobody": None, "player": users[3]}.get(who)
    if who in ("stranger", "invited", "spectator"):
        user = await sync_to_async(person)("Zoe")
    if who == "invited":
        await sync_to_async(sharing.share)(game, users[0])
    if who == "spectator":
        await sync_to_async(game.spectators.create)(user=user)
    async with Guest(game, user) as guest:
        if code:
            assert await guest.closed() == code
        else:
            await guest.receives(lambda news: names(news) == [user.name])


async def test_a_renamed_person_reconnects_with_the_new_name(game, users):
    async with Guest(game, users[0]) as asha, Guest(game, users[1]) as ben:
        await ben.says(move=5, eyes=None, lead=True)
        await asha.receives(at(5))
        await sync_to_async(tables.rename)(users[1], "Nora")
        assert await ben.closed() == RESTART
        async with Guest(game, users[1]) as again:
            news = await again.receives(lambda news: "Nora" in names(news))
            assert "Ben" not in names(news)
            assert news["lead"]["you"]
        assert "Nora" in names(await asha.receives(lambda news: "Ben" not in names(news)))


async def test_a_running_game_has_no_shared_replay(users):
    game = await sync_to_async(started)(users, PLAIN)
    async with Guest(game, users[0]) as player:
        assert await player.closed() == 4403
    stranger = await sync_to_async(person)("Zoe")
    async with Guest(game, stranger) as guest:
        assert await guest.closed() == 4404
    async with Guest(Game(pk="0" * 24), users[0]) as guest:
        assert await guest.closed() == 4404


async def test_withdrawn_sharing_closes_the_socket(game, users):
    await sync_to_async(sharing.share)(game, users[0])
    stranger = await sync_to_async(person)("Zoe")
    async with Guest(game, users[1]) as ben:
        async with Guest(game, stranger) as zoe:
            await ben.receives(lambda news: "Zoe" in names(news))
            await sync_to_async(sharing.unshare)(game, users[0])
            assert await zoe.closed() == 4404
        await ben.receives(lambda news: names(news) == ["Ben"])


async def test_signing_out_closes_the_socket(game, users):
    from django.contrib.sessions.models import Session

    async with Guest(game, users[0]) as asha:
        await asha.receives(bool)
        await sync_to_async(Session.objects.all().delete)()
        assert await asha.closed() == 4401


async def test_invalid_messages_change_nothing(game, users):
    async with Guest(game, users[0]) as asha, Guest(game, users[1]) as ben:
        await asha.says(move=3, eyes=None, lead=True)
        await ben.receives(at(3))
        for text in ("x", "[]", "{}", '{"move": -1}', '{"move": 99999}', "[" * 150):
            await asha.line.send_to(text)
        await asha.line.send_to(bytes_data=b"\x00")
        await asha.says(move=4, eyes=None)
        await ben.receives(at(4))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({"move": 3, "eyes": None}, (Place(3, None), None)),
        ({"move": 9, "eyes": 0, "lead": True}, (Place(9, 0), True)),
        ({"move": 0, "eyes": 3, "lead": False, "more": 1}, (Place(0, 3), False)),
        ({"move": 10}, None),
        ({"move": 3, "eyes": 4}, None),
        ({"move": 3, "eyes": -1}, None),
        ({"move": True}, None),
        ({"move": 3.0}, None),
        ({"move": 3, "eyes": True}, None),
        ({"move": 3, "lead": "yes"}, None),
        ({"eyes": 3}, None),
        ([3], None),
        (None, None),
        ({"move": 3, "padding": "x" * 300}, None),
    ],
)
def test_the_meaning_of_messages(said, meant):
    assert parse_message(json.dumps(said), moves=9, players=4) == meant


@looks_into_layer
async def test_a_page_opens_while_the_last_two_pages_close(game, users, monkeypatch):
    """A newcomer does not join a registry that is closing, but opens another, which closes too."""
    monkeypatch.setattr(channel_layers, "backends", {})
    monkeypatch.setattr(registry, "HEARTBEAT_SECONDS", 600)
    other = await sync_to_async(started)(users, PLAIN)
    await sync_to_async(play_on)(other)
    here, there = notifications.replay_group(game.pk), notifications.replay_group(other.pk)
    before = tasks_of_the_site()
    async with Guest(game, users[0]) as first, Guest(other, users[0]) as second:
        await first.receives(bool)
        await second.receives(bool)
        closing, gates = registry.ReplayRegistry.of_this_loop(), Gates(monkeypatch)
        gates.shut(here, there)
        leaving = [asyncio.create_task(first.leave())]
        await wait_until_async("a group is being left", lambda: gates.waiting)
        leaving.append(asyncio.create_task(second.leave()))
        await wait_until_async("the pages are gone", lambda: not closing.by_game)
        gates.open(here)
        await wait_until_async(
            "the hall is gone", lambda: registry.ReplayRegistry.open_here() is not closing
        )
        async with Guest(game, users[1]) as newcomer:
            await newcomer.receives(bool)
            gates.open(there)
            await asyncio.gather(*leaving)
            await newcomer.says(move=3, eyes=None, lead=True)
            await newcomer.receives(at(3))
            assert list(registry.ReplayRegistry.of_this_loop().by_game) == [game.pk]
    assert registry.ReplayRegistry.open_here() is None
    await wait_until_async("every task has ended", lambda: tasks_of_the_site() == before)
    assert get_channel_layer().groups == {}


async def test_a_socket_that_failed_to_open_reconnects_and_leaves_nothing(game, users, monkeypatch):
    monkeypatch.setattr(registry, "HEARTBEAT_SECONDS", 600)
    before = tasks_of_the_site()

    async def breaks(self):
        raise OSError("the hall is on fire")

    with monkeypatch.context() as broken:
        broken.setattr(registry.ReplayRegistry, "update_subscription", breaks)
        async with Guest(game, users[0]) as asha:
            assert await asha.closed() == TRY_AGAIN
    assert registry.ReplayRegistry.open_here() is None
    await wait_until_async("every task has ended", lambda: tasks_of_the_site() == before)
    assert (await sync_to_async(shared.read)(game.pk))[0] == []


async def test_closing_twice_does_not_remove_another_page(game, users):
    one, two = (
        shared.ReplayConnection(
            user_id=user.pk,
            send=AsyncMock(),
            close=print,
            game_id=game.pk,
            viewing_id=number,
        )
        for number, user in enumerate(users[:2])
    )
    first = registry.ReplayRegistry.of_this_loop()
    await first.join(one)
    await first.leave(one)
    later = registry.ReplayRegistry.of_this_loop()
    await later.join(two)
    await first.leave(one)
    await later.leave(one)
    assert registry.ReplayRegistry.of_this_loop() is later
    assert later.by_game == {game.pk: {two}}
    await later.leave(two)
    assert registry.ReplayRegistry.open_here() is None


def test_binary_messages_are_ignored():
    assert parse_message(None, 9, 4) is None


@pytest.mark.postgres
def test_only_one_page_leads_if_two_rows_say_so(game, users):
    for user in users[:2]:
        ReplayViewer.objects.create(game=game, user=user, tab="x")
    ReplayViewer.objects.filter(user=users[0]).update(leads=True)
    with pytest.raises(IntegrityError):
        ReplayViewer.objects.filter(user=users[1]).update(leads=True)


def test_a_closed_page_is_not_present(game, users):
    page = shared.open_page(game, users[0], "old")
    assert shared.read(game.pk)[0]
    shared.close_page(page)
    assert shared.read(game.pk)[0] == []
