"""Django's ASGI handler, for a site whose middleware and nearly all views are synchronous."""

import asyncio
import warnings
from collections.abc import Mapping
from contextlib import suppress
from typing import IO, Any
from weakref import WeakValueDictionary

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.rate_limits import counted_address
from literature_site.errors import unreadable

#: With SQLite one process does all the work, and works on at most this many requests of one address
#: at the same time. More threads would finish nothing sooner, but slow down everybody else's moves.
MOST_OF_ADDRESS = 2
#: Django's time to read a content type grows with the square of its length.
LONGEST_CONTENT_TYPE = 500

# Django reads a file in the request's thread before it sends the file. This is what we want.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")


class Handler(ASGIHandler):
    """Runs all middleware and the view of a request at once, in the request's thread. Django's own
    handler would go back to the event loop between two of them.
    """

    turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    def create_request(
        self, scope: Mapping[str, Any], body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """Return the request, or a response if the request can't be read."""
        kinds = [value for name, value in scope["headers"] if name == b"content-type"]
        # A content type may name a codec that does not exist, or that fails.
        with suppress(ValueError):
            if sum(map(len, kinds)) <= LONGEST_CONTENT_TYPE:
                return super().create_request(scope, body_file)
        return None, unreadable()

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        if connection.vendor != "sqlite" or request.path in ("/healthz", "/readyz"):
            return await sync_to_async(self.get_response)(request)
        address = counted_address(request.META.get("REMOTE_ADDR", ""))
        async with self.turns.setdefault(address, asyncio.Semaphore(MOST_OF_ADDRESS)):
            return await sync_to_async(self.get_response)(request)
