"""Moves through the socket of a room. They have the same effect as moves by POST, although the hub
plans them on its snapshot.
"""

import asyncio
import json
import logging
from functools import partial
from random import Random
from unittest.mock import AsyncMock

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from prometheus_client import REGISTRY

from game import play
from game.integrity import problems
from game.models import Game, Move
from game.play import moves
from game.play.moves import store
from game.refusals import Refused
from literature.rules.legality import IllegalMove
from literature.rules.options import PRESETS
from literature.rules.state import FINISHED
from rooms.actions import chat, host_settings, lobby, playing, suspend_rename_delete
from rooms.actions.locked import locked_room, make_host
from rooms.live import active_tab, consumer, reading
from rooms.live.consumer import parse_message
from rooms.live.hub import RoomConnection, RoomHub
from rooms.live.rendering import read_updates
from rooms.live.room_registry import RoomRegistry
from rooms.models import Room, Seat
from rooms.requests import Sent, answered, make_move
from tests.database.kit.sockets import (
    SocketClient,
    Tab,
    in_database,
    moves_in,
    tidy,
    versions,
)
from tests.database.kit.threads import at_once
from tests.database.rooms.live.test_consumer import a_game, miss, the_game
from tests.databases import some_on_postgres
from tests.kit import (
    JSON,
    missed_ask,
    move_fields,
    person,
    random_move,
    signed_in,
    state_of,
    table_of,
)
from tests.kit import people as some_people
from tests.waiting import wait_until_async

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("own_layer", "no_heartbeat"),
]


def message_of(move, state, **named):
    kind, fields = move_fields(move, state.rules)
    return (
        {"kind": kind, "version": state.number, "request_id": f"r{state.number}"} | fields | named
    )


async def next_miss(code, **named):
    """Return the seat of the turn-holder, and the message for an ask that misses."""
    state = await in_database(lambda: state_of(the_game(code)))
    return state.turn, message_of(missed_ask(state), state, **named)


def sent_by(user, session, message, tab=""):
    return Sent(user.pk, session, tab, message["kind"], parse_message(json.dumps(message)))


def made_of(code, mover, session, message, wanted=(), held=None):
    """Make the move in a message, as a hub with the snapshot ``held`` does. Return its answer or
    refusal, and the updates.
    """
    try:
        answer = make_move(code, sent_by(mover, session, message), held and held.stored_game)
    except (Refused, IllegalMove) as refused:
        return {"code": refused.code}, None
    return answered(answer), read_updates(code, wanted, held, answer)


def all_of(seated):
    """What the pages of these people want before the first move."""
    return {(user.pk, False, (0, 0)) for user in seated}


async def sent(client, message):
    await client.line.send_to(text_data=json.dumps(message))


async def answer(client):
    """Return the next answer. Skip the updates before it."""
    while True:
        text = await client.text()
        if text.startswith('{"request_id"'):
            return json.loads(text)


async def all_open(stack, code, users, **options):
    clients = [SocketClient(code, user, **options) for user in users]
    for client in clients:
        await stack.enter_async_context(client)
    for client in clients:
        await client.frame()
    return clients


async def test_everybody_gets_the_update_and_the_mover_an_answer(stack):
    code, users = await in_database(a_game)
    clients = await all_open(stack, code, users)
    for number in range(3):
        turn, message = await next_miss(code)
        await sent(clients[turn], message)
        for client in clients:
            page = await client.frame()
            assert (versions(page)[1], moves_in(page)) == (number + 1, [number])
        answered = await answer(clients[turn])
        assert answered["request_id"] == f"r{number}"
        assert answered["version"] == number + 1
        assert answered["move"]["hit"] is False
    assert all([await client.silent() for client in clients])
    assert await in_database(Move.objects.count) == 3


@pytest.mark.parametrize("by_post", [False, True])
async def test_a_move_is_measured(stack, caplog, by_post):
    caplog.set_level(logging.INFO)
    code, users = await in_database(a_game)
    clients = await all_open(stack, code, users)
    turn, message = await next_miss(code)
    before = times_measured()
    if by_post:
        browser = await in_database(signed_in, users[turn])
        await in_database(lambda: browser.post(f"/r/{code}/ask/", message, headers=JSON))
    else:
        await sent(clients[turn], message)
        await answer(clients[turn])
    game = await in_database(the_game, code)
    [line] = [
        each.msg for each in caplog.records if isinstance(each.msg, dict) and "move" in each.msg
    ]
    assert (line["code"], line["game"], line["move"]) == (code, game.pk, 1)
    assert line["event"] == ("request" if by_post else "move")
    assert line["ms"] > 0
    assert [after - earlier for after, earlier in zip(times_measured(), before, strict=True)] == [
        1,
        1,
    ]


def times_measured():
    """Return how many moves and how many broadcasts have been measured."""
    names = "literature_move_seconds_count", "literature_broadcast_seconds_count"
    return [REGISTRY.get_sample_value(name) for name in names]


@pytest.mark.postgres
async def test_a_request_has_one_answer_by_socket_and_by_post(stack):
    code, users = await in_database(a_game)
    clients = await all_open(stack, code, users)
    turn, message = await next_miss(code)
    await sent(clients[turn], message)
    first = await answer(clients[turn])
    await sent(clients[turn], message)
    assert await answer(clients[turn]) == first

    def posted():
        client = signed_in(users[turn])
        return client.post(f"/r/{code}/ask/", message, headers=JSON).json()

    def next_game():
        playing.start(code, Room.objects.get(code=code).host)

    assert {"request_id": "r0"} | await in_database(posted) == first
    # The answer is the same when the game is over, and after the next deal.
    for change in (lambda: playing.abandon_game(Room.objects.get(code=code)), next_game):
        await in_database(change)
        await sent(clients[turn], message)
        assert await answer(clients[turn]) == first
        assert {"request_id": "r0"} | await in_database(posted) == first
    assert await in_database(Move.objects.count) == 1


async def test_a_post_is_planned_in_the_hub(stack, monkeypatch):
    """The move is planned on the hub's snapshot. It is answered after the updates were queued."""
    code, users = await in_database(a_game)
    clients = await all_open(stack, code, users)
    assert all([await client.silent() for client in clients])
    turn, message = await next_miss(code)
    monkeypatch.setattr(reading, "read", None)

    def posted():
        return signed_in(users[turn]).post(f"/r/{code}/ask/", message, headers=JSON)

    assert (await in_database(posted)).status_code == 200
    assert [client.line.output_queue.qsize() for client in clients] == [1] * len(clients)
    for client in clients:
        page = await client.frame()
        assert (versions(page)[1], moves_in(page)) == (1, [0])


async def test_a_posted_request_has_the_same_answer_by_the_socket(stack):
    code, users = await in_database(a_game)
    clients = await all_open(stack, code, users)
    turn, message = await next_miss(code)

    def posted():
        client = signed_in(users[turn])
        return client.post(f"/r/{code}/ask/", message, headers=JSON).json()

    both = await asyncio.gather(in_database(posted), sent(clients[turn], message))
    assert await answer(clients[turn]) == {"request_id": "r0"} | both[0]
    assert await in_database(Move.objects.count) == 1


async def test_a_refusal_has_its_code(stack):
    room_code, users = await in_database(a_game)
    turn, message = await next_miss(room_code)
    (client,) = await all_open(stack, room_code, [users[turn]])
    for change, code in (
        ({"version": 7}, "stale"),
        ({"version": "x"}, "bad_request"),
        ({"of": 99}, "bad_request"),
        ({"of": True}, "bad_request"),
        ({"of": [1]}, "bad_request"),
        ({"request_id": ""}, "bad_request"),
        ({"request_id": "x" * 65}, "bad_request"),
        ({"game": "another"}, "stale"),
        ({"card": "XX"}, "unknown_card"),
        ({"kind": "claim", "set": "low-clubs", "holder-2C": "?"}, "bad_request"),
        ({"kind": "pass", "to": 2}, "may_not_pass"),
    ):
        await sent(client, message | change)
        answered = await answer(client)
        assert answered["code"] == code, change
        assert answered["message"]
    assert await in_database(Move.objects.count) == 0


async def test_invalid_messages_are_ignored(stack):
    code, users = await in_database(a_game)
    turn, message = await next_miss(code)
    (client,) = await all_open(stack, code, [users[turn]])
    for text in (
        "x",
        "[]",
        "1",
        "{",
        "[" * 900,
        " " * 1000 + "{}",
        '{"kind": "cheat", "request_id": "r"}',
        '{"kind": ["ask"], "request_id": "r"}',
        '{"kind": "ask"}',
        '{"kind": "ask", "request_id": 1}',
    ):
        await client.line.send_to(text_data=text)
    await client.line.send_to(bytes_data=b"\0")
    await sent(client, message)
    assert (await answer(client))["version"] == 1


async def test_only_the_turn_holder_can_move(stack):
    code, users = await in_database(a_game)
    clients = await all_open(stack, code, users)
    turn, message = await next_miss(code)
    codes = []
    for number, client in enumerate(clients):
        if number != turn:
            await sent(client, message)
            codes.append((await answer(client))["code"])
    assert codes == ["not_your_turn"] * 5
    assert await in_database(Move.objects.count) == 0


async def test_moves_in_a_lobby_are_refused(stack):
    users = await in_database(some_people, 2)
    code = await in_database(lobby.open_room, users[0], "classic")
    (client,) = await all_open(stack, code, users[:1])
    await sent(client, {"kind": "pass", "to": 1, "version": 0, "request_id": "r"})
    assert (await answer(client))["code"] == "not_playing"


async def test_moves_of_an_inactive_tab_are_refused(stack):
    code, users = await in_database(a_game)
    turn, message = await next_miss(code)
    client = await stack.enter_async_context(Tab(code, users[turn], "one"))
    await client.frame()
    assert await client.silent()
    # The hub gets no notification of this change.
    await in_database(
        lambda: Seat.objects.filter(user=users[turn]).update(tab="two", last_seen=timezone.now())
    )
    await sent(client, message)
    assert (await answer(client))["code"] == "other_tab"


@pytest.mark.parametrize("how", ["suspended", "signed out"])
async def test_moves_without_permission_are_refused(stack, how, monkeypatch):
    code, users = await in_database(a_game)
    clients = await all_open(stack, code, users)
    turn, message = await next_miss(code)
    # The sockets are still open, because no notification has arrived.
    monkeypatch.setattr(RoomRegistry, "receive", lambda self, message: [])

    def lose_the_right():
        if how == "suspended":
            users[turn].is_active = False
            users[turn].save()
        else:
            Session.objects.all().delete()

    await in_database(lose_the_right)
    await sent(clients[turn], message)
    assert (await answer(clients[turn]))["code"] == "no_name"
    assert await in_database(Move.objects.count) == 0


def kick(code, mover, other):
    room = Room.objects.get(code=code)
    if room.host_id == mover.pk:
        host_settings.hand_over(code, mover, room.seats.get(user=other).number)
        room.refresh_from_db()
    lobby.kick(code, room.host, room.seats.get(user=mover).number)


CHANGES = {
    "kicked": (kick, "not_seated"),
    "left": (lambda code, mover, _other: lobby.leave(code, mover), "not_seated"),
    "suspended": (lambda _code, mover, _other: suspend_rename_delete.suspend(mover), "no_name"),
    "paused": (
        lambda code, _mover, other: play.start_claim_pause(
            the_game(code).id, other.pk, "low-clubs"
        ),
        "paused",
    ),
    "moved": (lambda code, _mover, _other: miss(code), "stale"),
    "other left": (lambda code, _mover, other: lobby.leave(code, other), ""),
    "renamed": (lambda _code, _mover, other: suspend_rename_delete.rename(other, "Zoe"), ""),
    "new host": (lambda code, _mover, other: new_host(code, other), ""),
    "reaction": (lambda code, _mover, other: chat.react(code, other, "hello"), ""),
    "removed": (lambda _code, _mover, other: suspend_rename_delete.forget(other), ""),
    "substitute": (
        lambda code, _mover, other: play.substitute(the_game(code).id, other.pk),
        "",
    ),
}


def new_host(code, user):
    with locked_room(code) as room:
        make_host(room, room.seats.get(user=user))


@pytest.fixture
def before_storing(monkeypatch):
    """Call a function once, after the hub has planned a move and before it is stored."""

    def set_up(change):
        def changed_first(*args):
            monkeypatch.setattr(moves, "store", store)
            change()
            return store(*args)

        monkeypatch.setattr(moves, "store", changed_first)

    return set_up


@pytest.mark.slow
@pytest.mark.parametrize("change", some_on_postgres(CHANGES, "left", "moved", "removed", "paused"))
def test_a_change_just_before_storing_counts(change, before_storing):
    """The stored rows decide, although the hub has already planned the move."""
    code, seated = a_game("nine-sets-anytime")
    state = state_of(the_game(code))
    mover, other = seated[state.turn], seated[state.turn - 1]
    wanted, held = all_of(seated), reading.read(code)
    do, refused = CHANGES[change]
    before_storing(partial(do, code, mover, other))
    message, session = message_of(missed_ask(state), state), signed_in(mover).session.session_key
    told, updates = made_of(code, mover, session, message, wanted, held)
    assert told.get("code", "") == refused
    assert Move.objects.filter(request_id="r0").exists() == (not refused)
    assert (updates is None) == bool(refused)
    assert problems(the_game(code)) == []


@pytest.mark.parametrize("change", ["other left", "removed", "substitute"])
def test_a_move_is_not_added_to_an_outdated_snapshot(change):
    """The hub has missed that the other player changed. The version of the game is the same."""
    code, seated = a_game("nine-sets-anytime")
    state = state_of(the_game(code))
    mover, other = seated[state.turn], seated[state.turn - 1]
    wanted, held = all_of(seated), reading.read(code)
    CHANGES[change][0](code, mover, other)
    message, session = message_of(missed_ask(state), state), signed_in(mover).session.session_key
    _told, updates = made_of(code, mover, session, message, wanted, held)
    new = read_updates(code, wanted)
    assert updates[0].versions == new[0].versions
    assert texts_of(updates) == texts_of(new)


LOST = {
    "signed out": (lambda user, _code: Session.objects.all().delete(), "no_name"),
    "suspended": (lambda user, _code: type(user).objects.filter(pk=user.pk).update(is_active=False),
                  "no_name"),
    "another tab": (lambda user, code: active_tab.activate(code, user.pk, "two", take=True),
                    "other_tab"),
    "room is gone": (lambda user, code: Room.objects.filter(code=code).delete(), "no_room"),
}  # fmt: skip


@pytest.mark.postgres
@pytest.mark.parametrize("lost", LOST)
def test_a_permission_lost_just_before_storing_counts(lost, before_storing):
    """Each of these changes leaves the game as it is, so only the permission is missing."""
    code, seated = a_game()
    game = the_game(code)
    state = state_of(game)
    mover = seated[state.turn]
    session = signed_in(mover).session.session_key
    held = reading.read(code)
    do, code_of_refusal = LOST[lost]
    before_storing(partial(do, mover, code))
    message = message_of(missed_ask(state), state)
    with pytest.raises(Refused, match=code_of_refusal):
        make_move(code, sent_by(mover, session, message, "one"), held.stored_game)
    assert moves.store is store  # The change was made.
    assert Move.objects.count() == 0
    assert state_of(game) == state


def test_a_repeated_request_is_answered_although_the_room_is_gone():
    code, seated = a_game()
    state = state_of(the_game(code))
    mover = seated[state.turn]
    session, held = signed_in(mover).session.session_key, reading.read(code)
    message = message_of(missed_ask(state), state)
    first = make_move(code, sent_by(mover, session, message), held.stored_game)
    Room.objects.filter(code=code).delete()
    assert make_move(code, sent_by(mover, session, message), held.stored_game) == first


@pytest.mark.parametrize(("stored", "tab"), [("", "one"), ("one", "one"), ("one", "")])
def test_a_move_of_the_active_tab_needs_no_reading(stored, tab, monkeypatch):
    code, seated = a_game()
    state = state_of(the_game(code))
    mover = seated[state.turn]
    Seat.objects.filter(user=mover).update(tab=stored, last_seen=timezone.now())
    session, held = signed_in(mover).session.session_key, reading.read(code)
    monkeypatch.setattr(moves, "read_stored_game", None)
    message = message_of(missed_ask(state), state)
    assert make_move(code, sent_by(mover, session, message, tab), held.stored_game).version == 1


@pytest.mark.slow
@pytest.mark.parametrize("change", some_on_postgres(CHANGES, "removed"))
def test_a_change_without_notification_counts(change):
    """A hub that has missed notifications answers a move as a new hub does."""
    code, seated = a_game("nine-sets-anytime")
    state = state_of(the_game(code))
    mover, other = seated[state.turn], seated[state.turn - 1]
    session = signed_in(mover).session.session_key
    wanted, held = all_of(seated), reading.read(code)
    do, refused = CHANGES[change]
    do(code, mover, other)
    message = message_of(missed_ask(state), state)
    told, updates = made_of(code, mover, session, message, wanted, held)
    assert told.get("code", "") == refused
    assert (updates is None) == bool(refused)
    assert refused or updates[0].versions[1] == the_game(code).version == 1


@pytest.mark.slow
@pytest.mark.parametrize("preset", some_on_postgres(PRESETS, "nine-sets-anytime"))
def test_updates_from_a_snapshot_equal_updates_from_rows(preset, clock, monkeypatch):
    """Compare whole games for each seat and a spectator, as pages and as documents."""
    users, chance = people_of(preset), Random(preset)
    room = table_of(users, preset)
    seated = [player.user for player in room.game.players.select_related("user")]
    sessions = [signed_in(user).session.session_key for user in seated]
    now, state, readings = reading.read(room.code), state_of(room.game), []
    read = reading.read

    def counted(*args, **how):
        readings.append(args)
        return read(*args, **how)

    monkeypatch.setattr(reading, "read", counted)
    as_json, held = False, 0
    while state.phase != FINISHED:
        as_json = as_json != (chance.random() < 0.1)
        wanted = {(user.pk, as_json, (0, state.number)) for user in [*seated, users[0]]}
        wanted |= {(VISITOR, as_json, (0, state.number))}
        move = random_move(state, chance, 0.35)
        mover, session = seated[move.seat], sessions[move.seat]
        readings.clear()
        message = message_of(move, state)
        told, updates = made_of(room.code, mover, session, message, wanted, now)
        now = updates[0]
        held += not readings
        assert "code" not in told, told
        state = state_of(room.game)
        if state.number % 3 == 0 or state.phase == FINISHED:
            new = read_updates(room.code, wanted)
            assert (now.people, now.seats) == (new[0].people, new[0].seats)
            assert texts_of(updates) == texts_of(new)
    assert held > state.number / 2


#: Nobody has this id. So the viewer is a spectator.
VISITOR = 10**6


def people_of(preset):
    return some_people(PRESETS[preset].players)


def texts_of(updates):
    return {key: tidy(text) for key, text in updates[1].items()}


@pytest.mark.postgres
@pytest.mark.slow
@pytest.mark.parametrize("rounds", [12, pytest.param(1000, marks=pytest.mark.soak)])
def test_processes_with_the_same_position_race(rounds):
    """Two hubs get the same request, and a third hub gets another move, at the same moment.

    When a game is over, the next one starts at another table.
    """
    code, chance = "", Random(7)
    acknowledged, games = {}, []
    for number in range(rounds):
        if not code or state_of(games[-1]).phase == FINISHED:
            code, seated = a_game("nine-sets-anytime")
            games.append(the_game(code))
            sessions = [signed_in(user).session.session_key for user in seated]
            hubs = [reading.read(code) for _ in range(3)]
        state = state_of(games[-1])
        wanted = {(user.pk, False, (0, state.number)) for user in seated}
        tried = [random_move(state, chance, 0.05) for _ in range(2)]
        tries = [(tried[0], "same"), (tried[0], "same"), (tried[1], "other")]

        results = at_once(
            [
                partial(
                    made_of,
                    code,
                    seated[move.seat],
                    sessions[move.seat],
                    message_of(move, state, request_id=f"{number}-{name}"),
                    wanted,
                    held,
                )
                for held, (move, name) in zip(hubs, tries, strict=True)
            ]
        )
        for (_move, name), (told, updates) in zip(tries, results, strict=True):
            if "code" in told:
                assert updates is None
                continue
            # The same request has only one answer, whichever process gets it.
            assert acknowledged.setdefault(f"{number}-{name}", told) == told
        # Afterwards each process shows the stored game.
        new = read_updates(code, wanted)
        shown = [read_updates(code, wanted, held) for held in hubs]
        assert [texts_of(each) for each in shown] == [texts_of(new)] * 3
        hubs = [now for now, _texts in shown]
    stored = {
        move.request_id: (move.game_id, move.number + 1)
        for move in Move.objects.exclude(request_id="")
    }
    answers = {name: (told["game"], told["version"]) for name, told in acknowledged.items()}
    assert stored == answers
    assert [problems(Game.objects.get(pk=game.pk)) for game in games] == [[]] * len(games)


async def test_posts_of_people_without_a_seat_do_not_wait_for_the_hub(stack, monkeypatch):
    """They are refused at once, and without a reading of the game."""
    code, users = await in_database(a_game)
    await all_open(stack, code, users[:2])
    left, stranger = users[0], await in_database(person, "Goran")
    await in_database(lobby.leave, code, left)
    hub = RoomRegistry.of_this_loop().hubs[code]
    await wait_until_async("the hub knows it", lambda: not hub.may_have_seat(left.pk))
    _turn, message = await next_miss(code)
    monkeypatch.setattr(RoomHub, "move", None)
    monkeypatch.setattr(moves, "read_stored_game", None)

    def posted(user, headers):
        return signed_in(user).post(f"/r/{code}/ask/", message, headers=headers)

    for user in (left, stranger):
        refused = await in_database(posted, user, JSON)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_seated")
        assert "You have no seat" in (await in_database(posted, user, {})).content.decode()


async def test_a_new_hub_knows_nobody_and_lets_everybody_move(stack):
    """A page may send a move by its new socket before the hub has read the room."""
    code, users = await in_database(a_game)
    registry = RoomRegistry.of_this_loop()
    connection = RoomConnection(user_id=users[0].pk, send=AsyncMock(), close=print, password="")
    await registry.join(code, connection)
    assert registry.hub_for_moves(code, users[0].pk) is registry.hubs[code]
    await registry.leave(code, connection)


def test_the_refusal_of_a_move_without_a_seat_needs_two_queries(django_assert_num_queries):
    """One finds out who the person is, and one whether the request made a move before."""
    room, stranger = table_of(some_people(4)), person("Goran")
    session = signed_in(stranger).session.session_key
    message = {"kind": "pass", "to": 1, "version": 0, "request_id": "r"}
    with django_assert_num_queries(2), pytest.raises(Refused, match="not_seated"):
        make_move(room.code, sent_by(stranger, session, message))


async def test_moves_of_a_spectator_delay_nobody(stack):
    """A spectator's move gets no answer, so the page sends it by POST."""
    code, users = await in_database(a_game)
    clients = await all_open(stack, code, [*users, await in_database(person, "Goran")])
    turn, message = await next_miss(code)
    for number in range(5):
        await sent(clients[-1], message | {"request_id": f"g{number}"})
    await sent(clients[turn], message)
    assert (await answer(clients[turn]))["request_id"] == message["request_id"]
    assert moves_in(await clients[-1].frame()) == [0]
    assert await clients[-1].silent()


async def test_moves_by_sockets_of_an_address_are_limited(stack, monkeypatch, settings):
    settings.RATE_LIMIT_FACTOR = 1
    monkeypatch.setattr(consumer, "MOVES_PER_SECOND", 0)
    monkeypatch.setattr(consumer, "MOVES_AT_ONCE", 3)
    code, users = await in_database(a_game)
    # Sockets of earlier tests may have used up the limit of the usual address.
    first, second = await all_open(stack, code, users[:2], address="192.0.2.1")
    for number in range(2):
        await sent(first, {"kind": "pass", "request_id": f"a{number}"})
        assert (await answer(first))["request_id"] == f"a{number}"
    await sent(second, {"kind": "pass", "request_id": "b"})
    assert (await answer(second))["request_id"] == "b"
    await sent(second, {"kind": "pass", "request_id": "too much"})
    assert await second.silent()


async def test_the_addresses_of_an_ipv6_network_share_one_limit(stack, monkeypatch, settings):
    settings.RATE_LIMIT_FACTOR = 1
    monkeypatch.setattr(consumer, "MOVES_PER_SECOND", 0)
    monkeypatch.setattr(consumer, "MOVES_AT_ONCE", 1)
    code, users = await in_database(a_game)
    (first,) = await all_open(stack, code, users[:1], address="2001:db8:1:2::1")
    (second,) = await all_open(stack, code, users[1:2], address="2001:db8:1:2:3::4")
    await sent(first, {"kind": "pass", "request_id": "a"})
    assert (await answer(first))["request_id"] == "a"
    await sent(second, {"kind": "pass", "request_id": "b"})
    assert await second.silent()
