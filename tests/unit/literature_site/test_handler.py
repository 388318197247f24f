"""One thread runs all middleware and the view of a request."""

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished
from django.db import connection
from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from django.urls import include, path

from literature_site.handler import Handler
from tests.waiting import wait_until_async

pytestmark = [
    pytest.mark.urls(__name__),
    # Django reads the iterator in the request's thread, as it should.
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume"),
]


def plain(request):
    response = HttpResponse(request.body, status=201)
    response.set_cookie("fish", "canadian")
    response["X-Thread"] = threading.current_thread().name
    return response


class NoteThread:
    """Notes the thread of each middleware before and after the view."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        before = threading.current_thread()
        response = self.get_response(request)
        assert threading.current_thread() is before
        names = filter(None, [response.headers.get("X-Threads"), before.name])
        response["X-Threads"] = ", ".join(names)
        return response


def piecewise(request):
    """A streaming response that needs the data of the thread in which it was made."""
    own = threading.local()
    own.words = [b"one ", b"two"]
    return StreamingHttpResponse(word for word in own.words)


def a_file(request):
    return FileResponse(open(__file__, "rb"))  # The response closes the file.


def while_sent(request):
    async def pieces():
        for number in range(3):
            yield await sync_to_async(b"%d ".__mod__)(number)

    return StreamingHttpResponse(pieces())


begun, may_end = [], threading.Event()


def slow(request):
    begun.append(request.META["REMOTE_ADDR"])
    assert may_end.wait(30)
    return HttpResponse()


def broken(request):
    raise RuntimeError("broken")


urlpatterns = [
    path("plain/", plain),
    path("piecewise/", piecewise),
    path("file/", a_file),
    path("while-sent/", while_sent),
    path("slow/", slow),
    path("broken/", broken),
    path("", include("literature_site.urls")),  # The error page has links to these URLs.
]


@pytest.fixture
def handler(settings):
    settings.MIDDLEWARE = []
    return Handler()


async def answered(handler, where, body=b"", *more, client="127.0.0.1"):
    """Send a request, with more headers. Return the status, the headers and the whole body of the
    response.
    """
    headers = [(b"host", b"localhost"), (b"content-length", b"%d" % len(body)), *more]
    scope = {"type": "http", "method": "POST", "path": where, "headers": headers}
    scope |= {"client": [client, 0]}
    caller = ApplicationCommunicator(handler, scope | {"query_string": b""})
    await caller.send_input({"type": "http.request", "body": body[:3], "more_body": True})
    await caller.send_input({"type": "http.request", "body": body[3:]})
    start = await caller.receive_output(30)
    chunks = [await caller.receive_output(30)]
    while chunks[-1].get("more_body"):
        chunks.append(await caller.receive_output(30))
    await caller.wait(30)
    text = b"".join(chunk.get("body", b"") for chunk in chunks)
    return start["status"], dict(start["headers"]), text


async def test_the_whole_body_arrives(handler):
    status, headers, text = await answered(handler, "/plain/", b"body in two parts")
    assert (status, text) == (201, b"body in two parts")
    assert b"fish=canadian" in headers[b"Set-Cookie"]


async def test_middleware_and_view_run_in_one_thread(settings):
    settings.MIDDLEWARE = [f"{__name__}.NoteThread"] * 3
    status, headers, _text = await answered(Handler(), "/plain/")
    assert status == 201
    assert headers[b"X-Threads"] == b", ".join([headers[b"X-Thread"]] * 3)


@pytest.mark.parametrize("where", ["/piecewise/", "/file/", "/while-sent/"])
async def test_a_stream_arrives_whole_and_is_closed(handler, where):
    expected = {"/piecewise/": b"one two", "/while-sent/": b"0 1 2 "}
    closed = []

    def note(**signal):
        closed.append(where)

    request_finished.connect(note)
    try:
        status, headers, text = await answered(handler, where)
    finally:
        request_finished.disconnect(note)
    assert status == 200
    if where == "/file/":
        assert text.startswith(b'"""One thread') and headers[b"Content-Type"] == b"text/x-python"
    else:
        assert text == expected[where]
    assert closed == [where]


async def test_an_error_gets_a_response(handler, caplog):
    status, _headers, _text = await answered(handler, "/broken/")
    assert status == 500


@pytest.mark.parametrize(
    "kind",
    [
        b"text/plain; charset*=nonsense''x",
        b"text/plain; charset*=idna''" + b"x" * 70,
        b'text/plain; a="' + b";" * 15_000,
    ],
    ids=["no such codec", "a codec that fails", "slow to read"],
)
async def test_an_unreadable_content_type_is_refused(handler, kind, caplog):
    """Django would fail, or need a sixth of a second to read it."""
    status, _headers, text = await answered(handler, "/plain/", b"", (b"content-type", kind))
    assert (status, b"could not read the request" in text) == (400, True)
    assert not caplog.records


async def test_several_content_types_are_refused_if_they_are_long(handler):
    kinds = [(b"content-type", b"text/plain" + b";" * 300)] * 2
    assert (await answered(handler, "/plain/", b"", *kinds[:1]))[0] == 201
    assert (await answered(handler, "/plain/", b"", *kinds))[0] == 400


async def test_only_http(handler):
    with pytest.raises(ValueError, match="websocket"):
        await handler({"type": "websocket"}, None, None)


async def test_an_interrupted_request_gets_no_response(handler):
    scope = {"type": "http", "method": "POST", "path": "/plain/", "headers": []}
    caller = ApplicationCommunicator(handler, scope)
    await caller.send_input({"type": "http.disconnect"})
    await caller.wait(30)
    assert await caller.receive_nothing()


async def test_many_at_once(handler):
    bodies = [b"number %d" % number for number in range(100)]
    answers = await asyncio.gather(*(answered(handler, "/plain/", body) for body in bodies))
    assert [text for _status, _headers, text in answers] == bodies


@pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere several processes work")
async def test_requests_of_one_address_wait_for_each_other_and_for_no_one_else(handler):
    here, there = "192.0.2.1", "192.0.2.2"
    begun.clear()
    may_end.clear()
    try:
        many = [asyncio.create_task(answered(handler, "/slow/", client=here)) for _ in range(4)]
        await wait_until_async("two requests are worked on", lambda: begun == [here, here])
        other = asyncio.create_task(answered(handler, "/slow/", client=there))
        await wait_until_async("another address is served", lambda: there in begun)
        await answered(handler, "/healthz", client=here)  # A check of health does not wait.
        assert begun == [here, here, there]
    finally:
        may_end.set()
    assert {(await each)[0] for each in (*many, other)} == {200}
    assert begun.count(here) == 4
