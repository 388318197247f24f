"""Safari's engine and Firefox. Each is driven by the protocol that its Debian package has."""

import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

from cluster.ports import free_port, listening
from tests.waiting import wait_until

PHONE = (390, 844)
ANSWER_SECONDS = 120

#: Calls a function, waits for its promise, and returns the result as JSON.
CALL = """
const done = arguments[arguments.length - 1];
Promise.resolve(({function})(...{arguments})).then(
  (value) => done({{ value: JSON.stringify(value ?? null) }}),
  (error) => done({{ error: String(error) }}),
);
"""


class Engine(Protocol):
    """A browser with one tab."""

    def open(self, url: str) -> None:
        """Open a URL. Return when the page has loaded."""

    def call(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function in the page. Return its result. If the result is a promise,
        wait for it.
        """

    def press(self, x: float, y: float) -> None:
        """Press and release the mouse button at a point of the window."""


class WebKit:
    """WebKitGTK, which is driven by WebDriver over HTTP."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        binary = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))
        options = {"binary": str(binary), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self.session = ""
        self.session = f"/session/{self._post('/session', capabilities=wanted)['sessionId']}"
        width, height = PHONE
        self._post("/window/rect", width=width, height=height)

    def open(self, url: str) -> None:
        self._post("/url", url=url)

    def call(self, function: str, *arguments: Any) -> Any:
        script = CALL.format(function=function, arguments=json.dumps(arguments))
        answer = self._post("/execute/async", script=script, args=[])
        assert "error" not in answer, answer["error"]
        return json.loads(answer["value"])

    def press(self, x: float, y: float) -> None:
        self._post("/actions", actions=_press(x, y))

    def _post(self, path: str, **values: Any) -> Any:
        answer = self.http.post(self.session + path, json=values)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]


class Firefox:
    """Firefox, which is driven by WebDriver BiDi over a socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.commands = 0
        self._send("session.new", capabilities={})
        self.tab = self._send("browsingContext.getTree")["contexts"][0]["context"]
        width, height = PHONE
        viewport = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self.tab, viewport=viewport)

    def open(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def call(self, function: str, *arguments: Any) -> Any:
        answer = self._send(
            "script.callFunction",
            functionDeclaration=f"async (given) => JSON.stringify((await ({function})"
            "(...JSON.parse(given))) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self.tab},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def press(self, x: float, y: float) -> None:
        self._send("input.performActions", context=self.tab, actions=_press(x, y))

    def _send(self, method: str, **params: Any) -> Any:
        self.commands += 1
        self.socket.send(json.dumps({"id": self.commands, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv(ANSWER_SECONDS))).get("id") != self.commands:
            pass  # The message is an event of the tab. Ignore it.
        assert answer["type"] == "success", answer
        return answer["result"]


def _press(x: float, y: float) -> list[dict[str, Any]]:
    steps = [
        {"type": "pointerMove", "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    pointer = {"pointerType": "mouse"}
    return [{"type": "pointer", "id": "finger", "parameters": pointer, "actions": steps}]


@contextmanager
def webkit() -> Iterator[Engine]:
    with _display() as display:
        port = free_port()
        words = ["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"]
        with _process(words, DISPLAY=display):
            wait_until("the driver listens", lambda: listening(port))
            url = f"http://127.0.0.1:{port}"
            with httpx.Client(base_url=url, timeout=ANSWER_SECONDS, trust_env=False) as http:
                engine = WebKit(http)
                try:
                    yield engine
                finally:
                    http.delete(engine.session)


@contextmanager
def firefox() -> Iterator[Engine]:
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="literature-firefox-") as profile:
        words = ["firefox-esr", "--headless", "--no-remote", "--profile", profile]
        with _process([*words, "--remote-debugging-port", str(port)]):
            wait_until("the driver listens", lambda: listening(port))
            url = f"ws://127.0.0.1:{port}/session"
            with connect(url, proxy=None, max_size=None) as socket:
                yield Firefox(socket)


ENGINES: dict[str, Callable[[], Any]] = {"webkit": webkit, "firefox": firefox}


@contextmanager
def _display() -> Iterator[str]:
    """Run a virtual screen. It chooses its own number, which is yielded."""
    reading, writing = os.pipe()
    words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1000x24", "-nolisten", "tcp"]
    with _process(words, pass_fds=[writing]):
        os.close(writing)
        with os.fdopen(reading) as number:
            yield f":{number.readline().strip()}"


@contextmanager
def _process(words: list[str], pass_fds: Sequence[int] = (), **environment: str) -> Iterator[None]:
    process = subprocess.Popen(
        words,
        env={**os.environ, **environment},
        pass_fds=pass_fds,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(ANSWER_SECONDS)
