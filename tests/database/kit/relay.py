"""A TCP relay that can go dead. A dead relay drops all data, but closes no connection."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from cluster.ports import free_port


class Relay:
    """Relays connections from ``port`` to another port of this machine.

    If data come through a connection while the relay is dead, this connection never works again,
    as after a restart of a router. A dead relay accepts new connections, but these get no data.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = free_port()
        self.dead = False
        self.swallowed = b""
        self.stopped = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def start(self) -> None:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._serve(), self._loop).result(30)

    def stop(self) -> None:
        """Stop the relay, and close all its connections."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    async def _serve(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
            line = _Line(self)
            await asyncio.gather(line.carry(reader, back), line.carry(there, writer))


class _Line:
    """One connection through the relay."""

    def __init__(self, relay: Relay) -> None:
        self.relay = relay
        self.dead = False

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Relay one direction. A dead relay does not even report that the other side has closed the
        connection.
        """
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                self.dead = self.dead or self.relay.dead
                if self.dead:
                    self.relay.swallowed += data
                else:
                    writer.write(data)
                    await writer.drain()
        if self.dead or self.relay.dead:
            await self.relay.stopped.wait()
        writer.close()


@contextmanager
def relayed(target: int) -> Iterator[Relay]:
    """Run a relay to ``target``. At the end close it."""
    relay = Relay(target)
    relay.start()
    try:
        yield relay
    finally:
        relay.stop()
