"""Every socket: who may connect, and the close codes for other people."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from channels.testing import WebsocketCommunicator

from game.refusals import Refused
from literature_site.asgi import application
from rooms.move_fields import KINDS
from tests.permissions.cast import WHO, Cast, fits
from tests.permissions.test_rooms import ROOM
from tests.rooms.sockets import ORIGIN, PATIENCE, in_database

#: The meaning of each letter: updates, or a close code
MEANING = {"+": None, "1": 4401, "3": 4403, "4": 4404}

#: Path; letters for in a lobby, during a game, after it, and when it is shared
SOCKETS = [
    ("/ws/r/{room}/", "1++++3+", "1++++3+", "1++++3+", "1++++3+"),
    ("/ws/games/{game}/", "1443343", "1443343", "14+++4+", "1++++++"),
    ("/ws/nowhere/", "4444444", "4444444", "4444444", "4444444"),
]
PHASES = ("lobby", "playing", "over", "shared")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("phase", PHASES)
async def test_who_may_listen(phase):
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
    """People with a seat get the same refusal as from a POST. A spectator gets no answer."""
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
    """The answer to a move; updates before it are skipped."""
    while not (text := await line.receive_from(PATIENCE)).startswith('{"request_id"'):
        pass
    return json.loads(text)


@asynccontextmanager
async def connected(cast, who, path):
    session = cast.clients[who].cookies.get("sessionid")
    cookie = [(b"cookie", f"sessionid={session.value}".encode())] if session else []
    line = WebsocketCommunicator(application, path, [ORIGIN, *cookie])
    accepted, _protocol = await line.connect(PATIENCE)
    assert accepted, "a refused handshake would be tried again for ever"
    try:
        yield line
    finally:
        await line.disconnect(timeout=PATIENCE)
        await asyncio.sleep(0)


async def opened(cast, who, path):
    """None if the socket gets updates, otherwise its close code."""
    async with connected(cast, who, path) as line:
        message = await line.receive_output(PATIENCE)
        return message.get("code") if message["type"] == "websocket.close" else None
