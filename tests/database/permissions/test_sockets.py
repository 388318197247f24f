"""The answer to each person at every socket: updates, or a close code."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from channels.testing import WebsocketCommunicator

from game.refusals import Refused
from literature_site.asgi import application
from rooms.requests import KINDS
from tests.database.kit.cast import WHO, Cast, fits
from tests.database.kit.sockets import OWN_PAGE, PATIENCE, in_database
from tests.database.permissions.test_rooms import ROOM

#: For each letter: None if the socket gets updates, otherwise its close code.
MEANING = {"+": None, "1": 4401, "3": 4403, "4": 4404}

#: The path, and then the letters: in a lobby, during a game, after it, and when it is shared.
SOCKETS = [
    ("/ws/r/{room}/", "1++++3+", "1++++3+", "1++++3+", "1++++3+"),
    ("/ws/games/{game}/", "1443343", "1443343", "14+++4+", "1++++++"),
    ("/ws/nowhere/", "4444444", "4444444", "4444444", "4444444"),
]
PHASES = ("lobby", "playing", "over", "shared")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("phase", PHASES)
async def test_who_may_connect(phase):
    cast = await in_database(lambda: Cast().there(phase))
    wrong = {}
    for path, *letters in SOCKETS:
        for who, letter in zip(WHO, letters[PHASES.index(phase)], strict=True):
            got = await opened(cast, who, cast.address(path))
            if got != MEANING[letter]:
                wrong[path, who] = got
    assert not wrong


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
async def test_who_may_move_by_a_socket(phase):
    """A person with a seat gets the same refusal as by POST."""
    cast = await in_database(lambda: Cast().there(phase))
    wrong = {}
    for who in ("player", "host"):
        async with connected(cast, who, cast.address(SOCKETS[0][0])) as line:
            for _post, path_of_move, fields, *expected in ROOM:
                kind = path_of_move.strip("/")
                if kind not in KINDS:
                    continue
                message = {"kind": kind, "request_id": f"{who} {kind}", **fields}
                await line.send_to(text_data=json.dumps(message))
                code = (await answer(line)).get("code")
                letter = expected[PHASES.index(phase)][WHO.index(who)]
                if not fits(letter, (Refused(code).status, code)):
                    wrong[who, kind] = code
    assert not wrong


async def answer(line):
    """Return the answer to a move. Skip the updates before it."""
    while not (text := await line.receive_from(PATIENCE)).startswith('{"request_id"'):
        pass
    return json.loads(text)


@asynccontextmanager
async def connected(cast, who, path):
    session = cast.clients[who].cookies.get("sessionid")
    cookie = [(b"cookie", f"sessionid={session.value}".encode())] if session else []
    line = WebsocketCommunicator(application, path, [*OWN_PAGE, *cookie])
    accepted, _protocol = await line.connect(PATIENCE)
    assert accepted, "a refused handshake would be tried again for ever"
    try:
        yield line
    finally:
        await line.disconnect(timeout=PATIENCE)
        await asyncio.sleep(0)


async def opened(cast, who, path):
    """Return None if the socket gets updates, otherwise its close code."""
    async with connected(cast, who, path) as line:
        message = await line.receive_output(PATIENCE)
        return message.get("code") if message["type"] == "websocket.close" else None
