"""Malformed messages to every socket. They cause no error and no traceback, and change nothing."""

import json
import logging

import pytest
from channels.testing import WebsocketCommunicator
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from literature_site.asgi import application
from rooms.live import consumer
from tests.database.kit.sockets import OWN_PAGE, PATIENCE, SocketClient, in_database, session_of
from tests.database.literature_site.test_fuzz import NASTY, state
from tests.kit import people, person, play_on, state_of, table_of

pytestmark = pytest.mark.django_db(transaction=True)

texts = st.one_of(st.sampled_from([*NASTY, "\ud800"]), st.text(max_size=20))
values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=8,
)
names = "kind request_id version game card of set to holder-2C holder-9H move eyes lead".split()
fields = st.dictionaries(st.sampled_from(names), st.one_of(values, st.integers(0, 5)), max_size=8)
moves = st.builds(
    lambda kind, more: {"request_id": "r", "version": 0, **more, "kind": kind},
    st.sampled_from(["ask", "claim", "pass", "start", "", "__class__"]),
    fields,
)
#: Frames with bytes, with texts that are not JSON, with JSON of another form, and with moves that
#: have wrong fields.
frames = st.one_of(
    st.binary(max_size=100), texts, values.map(json.dumps), fields.map(json.dumps),
    moves.map(json.dumps), moves.map(json.dumps), st.just("[" * 900),
)  # fmt: skip


def some(count):
    """Return this number of frames. They are the same in each run."""
    found = []

    @settings(
        max_examples=count,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(frames)
    def note(frame):
        found.append(frame)

    note()
    return found


async def send(line, frame):
    kind = "bytes" if isinstance(frame, bytes) else "text"
    await line.send_input({"type": "websocket.receive", kind: frame})


async def answer_to(client):
    """Return the next answer of a room. Skip updates and heartbeats."""
    while not (text := await client.text()).startswith('{"request_id"'):
        pass
    return json.loads(text)


async def check_room(count, caplog):
    room = await in_database(lambda: table_of(people(4)))
    turn = (await in_database(state_of, room.game)).turn
    waiting = await in_database(lambda: room.game.players.get(seat=(turn + 1) % 4).user_id)
    player = await in_database(lambda: room.seats.get(user=waiting).user)
    stranger = await in_database(person, "Goran")
    found = some(count)
    before = await in_database(state, room.code)
    caplog.set_level(logging.ERROR)
    for user in (player, stranger):
        async with SocketClient(room.code, user) as client:
            await client.frame()
            for frame in found:
                await send(client.line, frame)
                if user is player and consumer.parse_message(frame) is not None:
                    answer = await answer_to(client)
                    assert "move" not in answer, frame
    assert not caplog.records
    assert await in_database(state, room.code) == before


async def check_replay(count, caplog):
    room = await in_database(lambda: table_of(people(4)))
    await in_database(play_on, room.game)
    user = await in_database(lambda: room.seats.first().user)
    caplog.set_level(logging.ERROR)
    cookie = (b"cookie", await in_database(session_of, user))
    line = WebsocketCommunicator(application, f"/ws/games/{room.game_id}/", [*OWN_PAGE, cookie])
    await line.connect(PATIENCE)
    await line.receive_from(PATIENCE)
    for frame in some(count):
        await send(line, frame)
    # The server reads this message after all the others.
    await send(line, json.dumps({"move": 3, "lead": True}))
    while (json.loads(await line.receive_from(PATIENCE))["lead"] or {}).get("move") != 3:
        pass
    await line.disconnect(timeout=PATIENCE)
    assert not caplog.records


@pytest.mark.slow
async def test_malformed_messages_to_a_room(caplog):
    await check_room(100, caplog)


@pytest.mark.slow
async def test_malformed_messages_to_a_replay(caplog):
    await check_replay(100, caplog)


@pytest.mark.soak
async def test_many_malformed_messages(caplog):
    await check_room(10_000, caplog)
    await check_replay(10_000, caplog)
