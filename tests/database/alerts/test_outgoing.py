"""What is sent to the addresses of strangers, and which tricks do not work."""

import socket
import ssl
import time
from threading import Event, Thread

import pytest

from alerts import outgoing
from alerts.outgoing import Outcome
from tests.database.kit.receivers import certificate, receiver

PUBLIC = "8.8.8.8"


@pytest.fixture
def names(monkeypatch):
    """Make names lead to addresses: one answer after the other, the last one again and again."""
    answers, asked = {}, []

    def look(host, port, **_more):
        asked.append(host)
        mine = answers[host]
        addresses = mine.pop(0) if len(mine) > 1 else mine[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]

    monkeypatch.setattr(outgoing, "getaddrinfo", look)
    return answers, asked


@pytest.fixture
def connected(monkeypatch):
    """Note the addresses of connections, none of which succeeds."""
    to = []

    def connect(address, timeout):
        to.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(outgoing, "create_connection", connect)
    return to


def post(url):
    return outgoing.send(url, b"{}", {"Content-Type": "application/json"})


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        *((200, Outcome.SENT), (201, Outcome.SENT), (204, Outcome.SENT)),
        *((404, Outcome.GONE), (410, Outcome.GONE)),
        *((400, Outcome.AGAIN), (403, Outcome.AGAIN), (429, Outcome.AGAIN), (503, Outcome.AGAIN)),
    ],
)
def test_answers(settings, tmp_path, status, outcome):
    with receiver(settings, tmp_path) as there:
        there.status = status
        assert post(f"{there.url}/a?b=c") is outcome
        (got,) = there.received
        assert (got.path, got.body) == ("/a?b=c", b"{}")
        assert got.headers["Host"] == there.url.removeprefix("https://")


def test_the_certificates_of_the_system_are_read_only_once(settings, tmp_path, monkeypatch):
    """Reading them takes longer than all else about a message."""
    with receiver(settings, tmp_path) as there:
        post(f"{there.url}/one")
        monkeypatch.delattr(ssl.SSLContext, "load_default_certs")
        assert post(f"{there.url}/two") is Outcome.SENT


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(settings, tmp_path, status):
    with receiver(settings, tmp_path) as there:
        there.status, there.headers = status, {"Location": f"{there.url}/other"}
        assert post(f"{there.url}/one") is Outcome.AGAIN
        assert [each.path for each in there.received] == ["/one"]


def test_the_certificate_must_be_that_of_the_name(settings, tmp_path):
    with receiver(settings, tmp_path, name="push.example") as there:
        assert post(there.url) is Outcome.AGAIN
        settings.OUTGOING_TEST_CA = str(certificate(tmp_path, "localhost"))
        assert post(there.url) is Outcome.AGAIN
        assert not there.received


def test_without_the_setting_for_tests_loopback_gets_nothing(settings, tmp_path, monkeypatch):
    with receiver(settings, tmp_path) as there:
        port = int(there.url.rpartition(":")[2])
        settings.OUTGOING_TEST_CA = ""
        assert post(there.url) is Outcome.GONE
        connection = outgoing._Connection("localhost", port)
        with pytest.raises(OSError, match="not on the internet"):
            connection.connect()


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "[::1]"),
        *("[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "169.254.169.254", "2852039166"),
        *("localhost", "LOCALHOST", "localhost."),
    ],
)
def test_however_a_private_address_is_written(connected, host):
    assert post(f"https://{host}/") is Outcome.AGAIN
    assert not connected


@pytest.mark.parametrize("others", [["10.0.0.1"], [PUBLIC, "127.0.0.1"], ["::1", PUBLIC]])
def test_a_name_that_leads_to_a_private_address(names, connected, others):
    names[0]["evil.example"] = [others]
    assert post("https://evil.example/") is Outcome.AGAIN
    assert not connected


def test_an_answer_that_changes_is_not_asked_for_again(names, connected):
    answers, asked = names
    answers["evil.example"] = [[PUBLIC], ["127.0.0.1"]]
    assert post("https://evil.example/") is Outcome.AGAIN
    assert connected == [(PUBLIC, 443)]
    assert asked == ["evil.example"]


def test_all_addresses_of_a_name_are_tried(names, connected):
    names[0]["push.example"] = [[PUBLIC, "8.8.4.4"]]
    assert post("https://push.example/") is Outcome.AGAIN
    assert connected == [(PUBLIC, 443), ("8.8.4.4", 443)]


def test_the_checked_address_is_used_with_the_name(settings, tmp_path, names):
    """The name leads to this machine only for the sender, so nothing else has resolved it."""
    with receiver(settings, tmp_path, name="push.example") as there:
        names[0]["push.example"] = [["127.0.0.1"]]
        assert post(there.url.replace("localhost", "push.example")) is Outcome.SENT
        assert there.received[0].headers["Host"].startswith("push.example:")


@pytest.mark.parametrize("host", ["no-such-name.invalid", "a" * 64 + ".example", "..", "a..b"])
def test_a_name_that_cannot_be_resolved(monkeypatch, host):
    def look(host, *_more, **_words):
        host.encode("idna")
        raise socket.gaierror

    monkeypatch.setattr(outgoing, "getaddrinfo", look)
    assert post(f"https://{host}/") is Outcome.AGAIN


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(outgoing, "SECONDS", 0.3)


def test_a_slow_resolver(monkeypatch, soon):
    answered = Event()
    monkeypatch.setattr(outgoing, "getaddrinfo", lambda *_a, **_b: answered.wait())
    assert post("https://push.example/") is Outcome.AGAIN
    answered.set()


@pytest.fixture
def greedy(settings, tmp_path):
    """A server that answers with a given beginning and then with one part after the other."""
    path = certificate(tmp_path)
    settings.OUTGOING_TEST_CA = str(path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    parts, sent, ended = {}, [], Event()

    def answer():
        with context.wrap_socket(listening.accept()[0], server_side=True) as line:
            try:
                line.recv(1000)
                line.sendall(parts["first"])
                while True:
                    line.sendall(parts["then"])
                    sent.append(len(parts["then"]))
                    ended.wait(parts["pause"])
            except OSError:
                pass

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=answer)
        thread.start()
        yield f"https://localhost:{listening.getsockname()[1]}", parts, sent
        ended.set()
        thread.join()


@pytest.mark.parametrize("first", [b"", b"HTTP/1.1 200 OK\r\nX: "])
def test_an_answer_that_drips(greedy, soon, first):
    url, parts, _sent = greedy
    parts |= {"first": first, "then": b"a", "pause": 0.05}
    started = time.monotonic()
    assert post(url) is Outcome.AGAIN
    assert time.monotonic() - started < 2


def test_a_huge_answer(greedy):
    url, parts, sent = greedy
    parts |= {"first": b"HTTP/1.1 200 OK\r\n", "then": b"X: %s\r\n" % (b"a" * 8000), "pause": 0}
    assert post(url) is Outcome.AGAIN
    assert sum(sent) < 10_000_000


def test_the_body_of_an_answer_is_not_read(greedy):
    url, parts, _sent = greedy
    parts |= {"first": b"HTTP/1.1 201 OK\r\n\r\n", "then": b"a" * 100_000, "pause": 0}
    assert post(url) is Outcome.SENT


@pytest.mark.parametrize("text", [b"nonsense\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"\x00" * 100])
def test_an_answer_that_is_not_http(greedy, soon, text):
    url, parts, _sent = greedy
    parts |= {"first": text, "then": text, "pause": 0.05}
    assert post(url) is Outcome.AGAIN
