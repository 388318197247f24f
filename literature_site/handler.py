"""Django's handler for ASGI, for a site whose views and middleware are all synchronous."""

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class Handler(ASGIHandler):
    """Answers each request in one thread from the first middleware to the last.

    Django itself comes back to the event loop between the middleware and the view, which costs each
    request four more waits for another thread.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)
