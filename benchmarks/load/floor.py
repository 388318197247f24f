"""The floor: a bare server for comparison. It commits one row and then sends the same bytes as the
site to the same number of sockets.

``python -m benchmarks.load.floor`` runs in the same way as ``manage.py serve``: on Daphne, with the
same compression, database and channel layer. A move comes through a socket
(``/ws/r/TABLE/SEAT``) or as a POST to ``/r/TABLE/NUMBER``. It commits one row and notifies the
group of the table. Each of the table's sockets then sends the bytes that the site sent to that
seat after a move.
"""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import django
from asgiref.sync import sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.db import close_old_connections, connection, transaction
from django.urls import path

#: This environment variable has the path of the file of the site's updates. The file lists moves;
#: each move has a text for each seat.
FRAMES = "FLOOR_FRAMES"

frames: list[list[str]] = []


class Bare(AsyncWebsocketConsumer):
    """A socket that sends its seat's text for a move when its group gets a notification."""

    async def connect(self) -> None:
        where = self.scope["url_route"]["kwargs"]
        self.group, self.seat = f"floor.{where['table']}", where["seat"]
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Commit a row, notify the group, and answer."""
        move = json.loads(text_data or "{}")
        table, number = self.scope["url_route"]["kwargs"]["table"], move["version"]
        await sync_to_async(commit)(table, number)
        await self.channel_layer.group_send(self.group, {"type": "moved", "number": number})
        await self.send(text_data=json.dumps({"request_id": move["request_id"]}))

    async def moved(self, message: dict[str, Any]) -> None:
        await self.send(text_data=frames[message["number"] % len(frames)][self.seat])


async def post(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Read the request, commit a row, notify the group, and answer."""
    while (await receive()).get("more_body"):
        pass
    *_, table, number = scope["path"].split("/")
    await sync_to_async(commit)(int(table), int(number))
    message = {"type": "moved", "number": int(number)}
    await get_channel_layer().group_send(f"floor.{table}", message)
    head = [(b"content-type", b"text/plain"), (b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": b"ok"})


def commit(table: int, number: int) -> None:
    """Commit one row."""
    close_old_connections()
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            row = "INSERT INTO load_floor (room, number) VALUES (%s, %s)"
            cursor.execute(row, [table, number])
    finally:
        close_old_connections()


def make_table() -> None:
    """Create the database table for the rows that ``commit`` inserts."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS load_floor (room integer, number integer)")


def main() -> None:
    django.setup()
    from literature_site.server import SiteServer, twisted_loop

    asyncio.set_event_loop(twisted_loop)
    frames.extend(json.loads(Path(os.environ[FRAMES]).read_text()))
    make_table()
    sockets = URLRouter([path("ws/r/<int:table>/<int:seat>", Bare.as_asgi())])
    server = SiteServer(
        ProtocolTypeRouter({"http": post, "websocket": sockets}),
        endpoints=[f"tcp:port={os.environ['PORT']}:interface=127.0.0.1"],
        websocket_timeout=-1,
        ready_callable=lambda: server.prepare(),
    )
    server.run()


if __name__ == "__main__":
    main()
