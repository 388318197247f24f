"""Every socket: who may connect, and the close codes for others."""

import asyncio

import pytest
from channels.testing import WebsocketCommunicator

from literature_site.asgi import application
from tests.permissions.cast import WHO, Cast
from tests.rooms.sockets import ORIGIN, PATIENCE, in_database

#: The meaning of a letter: updates, or the close code.
MEANING = {"+": None, "1": 4401, "3": 4403, "4": 4404}

#: Path; letters in a lobby, during a game, after it, and when it is shared.
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


async def opened(cast, who, path):
    """None for a socket that gets updates, otherwise its close code."""
    session = cast.clients[who].cookies.get("sessionid")
    cookie = [(b"cookie", f"sessionid={session.value}".encode())] if session else []
    line = WebsocketCommunicator(application, path, [ORIGIN, *cookie])
    accepted, _protocol = await line.connect(PATIENCE)
    assert accepted, "a refused handshake would be tried again for ever"
    try:
        message = await line.receive_output(PATIENCE)
        return message.get("code") if message["type"] == "websocket.close" else None
    finally:
        await line.disconnect(timeout=PATIENCE)
        await asyncio.sleep(0)
