"""Django's ASGI handler, for a site whose middleware and nearly all views are synchronous.

Django's own handler switches several times between the event loop and a new thread for each
request. Here a single thread does all the work for a request, and the event loop only reads and
writes.
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext
from tempfile import SpooledTemporaryFile
from typing import Any
from weakref import WeakValueDictionary

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.signals import request_started
from django.db import close_old_connections, connection
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from accounts.rate_limits import counted_address
from game.live import notifications
from literature_site.errors import unreadable

#: Usually only a few threads are busy. But while the database is away each busy thread waits for
#: seconds, and new requests need other threads.
MOST_AT_ONCE = 200

#: With SQLite one process does all the work, and works on at most this many requests of one address
#: at the same time. More threads would finish nothing sooner, but slow down everybody else's moves.
MOST_OF_ADDRESS = 2

#: Health checks have their own threads, because a supervisor restarts a process that does not
#: answer them.
HEALTH = ("/healthz", "/readyz")


#: The maximum length of a request's content type. Django's time to read a content type grows with
#: the square of its length. The longest part is a boundary, with at most 200 characters.
LONGEST_CONTENT_TYPE = 500


class Handler(ASGIHandler):
    """Handles each request in one thread, from the first middleware to the complete response."""

    def __init__(self) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="web")
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._health = ThreadPoolExecutor(2, thread_name_prefix="health")

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            raise ValueError(f"{scope['type']} is not for this handler")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        is_check = scope["path"] in HEALTH
        threads = self._health if is_check else self._threads
        answer = sync_to_async(self._answer, thread_sensitive=False, executor=threads)
        async with nullcontext() if is_check else self._turn(scope):
            response = await answer(scope, body)
        if response.closed:
            await self.send_response(response, send)
            return
        async with ThreadSensitiveContext():
            try:
                await self.send_response(response, send)
            finally:
                await sync_to_async(response.close)()

    def _turn(self, scope: dict[str, Any]) -> AbstractAsyncContextManager[None]:
        """Wait until this request's address has a thread for it."""
        if connection.vendor != "sqlite":
            return nullcontext()
        address = counted_address((scope.get("client") or [""])[0])
        return self._turns.setdefault(address, asyncio.Semaphore(MOST_OF_ADDRESS))

    def create_request(
        self, scope: dict[str, Any], body_file: SpooledTemporaryFile
    ) -> tuple[ASGIRequest | None, HttpResponseBase | None]:
        """Return the request, or a response if the request can't be read."""
        kinds = [value for name, value in scope["headers"] if name == b"content-type"]
        if sum(map(len, kinds)) > LONGEST_CONTENT_TYPE:
            return None, unreadable()
        try:
            return super().create_request(scope, body_file)
        except ValueError:  # The content type names a codec that does not exist, or that fails.
            return None, unreadable()

    def _answer(self, scope: dict[str, Any], body: SpooledTemporaryFile) -> HttpResponseBase:
        """Make the complete response to a request, and close it in this thread. An asynchronous
        stream stays open.
        """
        notifications.wait_for_broadcast.set(True)
        with body, _closing_after_interruption():
            set_script_prefix(get_script_prefix(scope))
            request_started.send(sender=self.__class__, scope=scope)
            request, response = self.create_request(scope, body)
            if request is not None:
                response = self.get_response(request)
            response._handler_class = self.__class__
            if response.streaming and response.is_async:
                close_old_connections()
                return response
            try:
                return _read_whole(response) if response.streaming else response
            finally:
                response.close()


@contextmanager
def _closing_after_interruption() -> Iterator[None]:
    """Close the database connection after an interrupted request, because the thread is used again
    and its transaction may still be open.
    """
    try:
        yield
    except BaseException:
        close_old_connections()
        raise


def _read_whole(response: HttpResponseBase) -> HttpResponse:
    """Read a streaming response to the end, in the thread to which its files and database rows
    belong.
    """
    whole = HttpResponse(b"".join(response), status=response.status_code)
    whole.headers, whole.cookies, whole.closed = response.headers, response.cookies, True
    return whole
