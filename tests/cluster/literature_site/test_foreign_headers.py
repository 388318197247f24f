"""Headers that a server, Django or a proxy might trust change no page, no update and no mail.

A real server handles the requests, because it reads some of the headers itself.
"""

import itertools
import re
import socket
import uuid
from contextlib import closing
from email import message_from_string, policy

import pytest
from websockets.sync.client import connect

from tests.cluster.kit.site_process import Program, dealt, game_of, live_site
from tests.database.permissions.test_every_address import concrete
from tests.database.permissions.test_games import GAME
from tests.database.permissions.test_rooms import ROOM
from tests.database.permissions.test_site import ACCOUNTS, SITE
from tests.database.permissions.test_staff import STAFF_PAGES
from tests.kit import TODAY
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow

SITE_URL = "https://cards.example"
PASSWORD = "a-long-lost-ferry"

#: Headers that name a host, a scheme, a port, a path, a client, a method or a person.
HEADERS = {
    "Daphne-Root-Path": "http://evil.example",
    "Forwarded": "for=203.0.113.9;host=evil.example;proto=https",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Server": "evil.example",
    "X-Host": "evil.example",
    "X-Original-Host": "evil.example",
    "X-HTTP-Host-Override": "evil.example",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Protocol": "https",
    "X-Forwarded-Scheme": "https",
    "X-Forwarded-Ssl": "on",
    "X-Scheme": "https",
    "X-Url-Scheme": "https",
    "Front-End-Https": "on",
    "X-Forwarded-Port": "9",
    "X-Forwarded-Prefix": "/evil.example",
    "X-Forwarded-Path": "/evil.example",
    "X-Forwarded-Uri": "/evil.example",
    "X-Script-Name": "/evil.example",
    "Script-Name": "/evil.example",
    "Path-Info": "/evil.example",
    "X-Original-URL": "/admin/",
    "X-Rewrite-URL": "/admin/",
    "X-Accel-Redirect": "/admin/",
    "X-Sendfile-Type": "X-Accel-Redirect",
    "X-Forwarded-For": "203.0.113.9",
    "X-Real-IP": "203.0.113.9",
    "X-Client-IP": "203.0.113.9",
    "True-Client-IP": "203.0.113.9",
    "CF-Connecting-IP": "203.0.113.9",
    "X-HTTP-Method": "DELETE",
    "X-HTTP-Method-Override": "DELETE",
    "X-Method-Override": "DELETE",
    "Remote-User": "asha",
    "X-Remote-User": "asha",
    "X-Forwarded-User": "asha",
}

#: Each of these sets of headers is sent with each request.
SETS = {
    "foreign": HEADERS,
    "a path": HEADERS | {"Daphne-Root-Path": "/evil.example"},
    "a part of the path": {"Daphne-Root-Path": "/r"},
    "not ASCII": dict.fromkeys(HEADERS, "\xe9vil.example/\xff".encode("latin-1")),
}

HOSTS = ["evil.example", "127.0.0.1:9", "localhost:9", "127.0.0.1@evil.example", "evil\xe9"]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("headers")
    still = {"AWAY_AFTER_SECONDS": "3600", "RUN_CLOCK": "false"}
    with live_site(folder, SITE_URL=SITE_URL, **still) as running:
        yield running
        assert running.complaints() == []


def browser(site):
    """A browser of a new visitor."""
    visitor = Program(site)
    visitor.http.headers["Accept"] = "text/html"
    visitor.get("/guest/")  # Sets the cookie with the token.
    return visitor


def account(site, **more):
    """A browser of a person with a new account. Return it with the user name."""
    username, someone = f"asha-{uuid.uuid4().hex[:8]}", browser(site)
    fields = {"username": username, "password1": PASSWORD, "password2": PASSWORD, **more}
    assert someone.post("/accounts/signup/", fields).status_code == 302
    return someone, username


def owner(site):
    """A person with a confirmed e-mail address. Return their user name and address."""
    _browser, username = account(site)
    address = f"{username}@mail.example"
    site.write(
        "INSERT INTO account_emailaddress (user_id, email, verified, 'primary')"
        " SELECT id, ?, 1, 1 FROM accounts_user WHERE username = ?",
        address,
        username,
    )
    site.write("UPDATE accounts_user SET email = ? WHERE username = ?", address, username)
    return username, address


# Pages


@pytest.fixture(scope="module")
def pages(site):
    """All pages of the site, each with the browsers that open it."""
    code, (host, *_others) = dealt(site, "nine-sets", ["Asha", "Ben", "Chidi", "Dora"])
    host.http.headers["Accept"] = "text/html"
    visitor = browser(site)
    staff, username = account(site)
    superuser = "UPDATE accounts_user SET is_staff = 1, is_superuser = 1 WHERE username = ?"
    site.write(superuser, username)
    room, game = f"/r/{code}/", f"/games/{game_of(site, code)['id']}/"
    rows = [
        ([visitor, host], room, ROOM),
        ([visitor, staff], game, GAME),
        ([visitor, host], "", SITE),
        ([visitor, staff], "/accounts/", ACCOUNTS),
        ([staff], "/admin/", [("GET", path) for path, *_letters in STAFF_PAGES]),
    ]
    names = {"game": game.split("/")[2]}
    return [
        (each, concrete(before + path.format_map(Known(names))))
        for browsers, before, table in rows
        for method, path, *_rest in table
        if method == "GET" and path != "logout/"
        for each in browsers
    ]


class Known(dict):
    def __missing__(self, name):
        return f"{{{name}}}"


def seen(answer):
    """The parts of an answer that must not change."""
    headers = {
        name: value
        for name, value in answer.headers.items()
        if name not in ("date", "content-length", "set-cookie", "expires")
    }
    return answer.status_code, headers, still(answer.text)


def still(text):
    """A text without its random parts and times."""
    text = re.sub(r'[A-Za-z0-9]{64}|(?<=name="request_id" value=")[0-9a-f]+', "random", text)
    text = re.sub(r" checked\b", "", text)  # A visitor gets a random picture.
    # A page shows the messages of earlier requests once.
    text = re.sub(r'\s*<(ul|div) class="message(?:s|list)".*?</\1>\s*', "\n", text, flags=re.DOTALL)
    text = re.sub(r"\b\d\d?:\d\d(:\d\d)?\b", "a time", text)
    # The staff's start page counts all requests, and its own is one of them.
    text = re.sub(r'"slow-heading">.*?</section>', "speeds", text, flags=re.DOTALL)
    return re.sub(r"\n\s*", "\n", text)


def test_no_page_depends_on_the_headers(site, pages):
    """The headers change neither the answer, nor a later answer from a cache.

    The first answer, which fills the caches, is to a request with the headers. The pages take turns
    with the sets of headers.
    """
    wrong = {}
    names = itertools.cycle(itertools.permutations(SETS, 2))
    for (visitor, path), (first, second) in zip(pages, names, strict=False):
        answers = {name: seen(visitor.get(path, **SETS[name])) for name in (first, second)}
        usual = seen(visitor.get(path))
        if "evil.example" in usual[2]:
            wrong[path, "none"] = "evil.example"
        for name, got in answers.items():
            if got != usual:
                wrong[path, name] = differences(usual, got)
    assert not wrong


def differences(usual, got):
    """A short description, because pages are long."""
    if got[:2] != usual[:2]:
        return usual[:2], got[:2]
    pairs = zip(usual[2].splitlines(), got[2].splitlines(), strict=False)
    return next((pair for pair in pairs if pair[0] != pair[1]), "another length")


def test_a_stranger_does_not_change_the_pages_and_updates_of_others(site):
    """The stranger opens a room's page first, before its parts are in any cache."""
    host = Program(site, "Asha")
    code = host.open_room("nine-sets")
    stranger = Program(site, "Eva")
    for headers in SETS.values():
        stranger.get(f"/r/{code}/", Accept="text/html", **headers)
    with host.listen(code) as line:
        update = line.recv(PATIENCE)
        page = host.get(f"/r/{code}/", Accept="text/html").text
    for text in (update, page):
        assert f'hx-post="/r/{code}/leave/"' in text
        assert "evil.example" not in text


@pytest.mark.parametrize("name", SETS)
def test_no_update_depends_on_the_headers(site, name):
    host = Program(site, "Asha")
    code = host.open_room("nine-sets")
    cookies = "; ".join(f"{key}={value}" for key, value in host.http.cookies.items())

    def update(headers):
        with connect(
            f"ws://127.0.0.1:{site.port}/ws/r/{code}/",
            origin=site.url,
            additional_headers={"Cookie": cookies} | headers,
            proxy=None,
        ) as line:
            return line.recv(PATIENCE)

    headers = {
        key: value.decode("latin-1") if isinstance(value, bytes) else value
        for key, value in SETS[name].items()
    }
    if name == "not ASCII":
        headers["Sec-WebSocket-Protocol"] = "\xe9"
    assert still(update(headers)).splitlines() == still(update({})).splitlines()


# Mails


def mails(site, send):
    """The subjects and texts of the mails that are sent during ``send``, without their tokens."""
    before = len(site.log.read_text())
    send()
    printed = site.log.read_text()[before:]
    found = [
        message_from_string(each.strip() + "\n", policy=policy.default)
        for each in re.split(r"^-{79}$", printed, flags=re.MULTILINE)
        if "Subject: " in each
    ]
    return [(mail["Subject"], without_tokens(mail.get_content())) for mail in found]


def without_tokens(text):
    text = re.sub(r"asha-[0-9a-f]{8}", "asha", text)
    return re.sub(r"(confirm-email|reset/key)/[^/]+/", r"\1/token/", text)


def all_mails(site, headers, known):
    """One mail of each kind, asked for with these headers."""
    _username, address = known

    def send():
        newcomer = browser(site)
        newcomer.post("/accounts/password/reset/", {"email": address}, headers=headers)
        unknown = {"email": "nobody@mail.example"}
        newcomer.post("/accounts/password/reset/", unknown, headers=headers)
        name = f"asha-{uuid.uuid4().hex[:8]}"
        fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
        for email in (f"{name}@mail.example", address):
            again = fields | {"username": f"asha-{uuid.uuid4().hex[:8]}", "email": email}
            browser(site).post("/accounts/signup/", again, headers=headers)
        person, name = account(site)
        person.post("/accounts/reauthenticate/", {"password": PASSWORD}, headers=headers)
        added = {"action_add": "", "email": f"{name}@mail.example"}
        person.post("/accounts/email/", added, headers=headers)
        resent = {"action_send": "", "email": f"{name}@mail.example"}
        person.post("/accounts/email/", resent, headers=headers)

    return mails(site, send)


def test_no_mail_depends_on_the_headers(site):
    known = owner(site)
    usual = all_mails(site, {}, known)
    links = [re.findall(r"\S*://\S+", text) for _subject, text in usual]
    assert len(usual) >= 5
    assert all(link.startswith(f"{SITE_URL}/accounts/") for each in links for link in each)
    assert {"token" in link for each in links for link in each} == {True, False}
    for name, headers in SETS.items():
        assert all_mails(site, headers, known) == usual, name


@pytest.mark.parametrize("host", HOSTS)
def test_no_mail_depends_on_the_host(site, host):
    """A foreign host is refused. With another port the links still begin with SITE_URL."""
    known = owner(site)
    usual = all_mails(site, {}, known)
    told = all_mails(site, {"Host": host.encode("latin-1")}, known)
    assert told in ([], usual)
    assert bool(told) == host.endswith(":9")


@pytest.mark.parametrize(
    "head",
    [
        "POST http://evil.example/accounts/password/reset/ HTTP/1.1\r\nHost: {host}\r\n",
        "POST //evil.example/accounts/password/reset/ HTTP/1.1\r\nHost: {host}\r\n",
        "POST /accounts/password/reset/ HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n",
        "POST /accounts/password/reset/ HTTP/1.1\r\nHost: evil.example\r\nHost: {host}\r\n",
        "POST /accounts/password/reset/ HTTP/1.1\r\nHost : evil.example\r\nHost: {host}\r\n",
        "POST /accounts/password/reset/ HTTP/1.0\r\n",
    ],
)
def test_no_mail_depends_on_an_unusual_host(site, head):
    _username, address = owner(site)
    token = browser(site).http.cookies["csrftoken"]
    body = f"email={address}&csrfmiddlewaretoken={token}"
    head = head.format(host=f"127.0.0.1:{site.port}") + (
        f"Cookie: csrftoken={token}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )

    def send():
        with closing(socket.create_connection(("127.0.0.1", site.port), PATIENCE)) as line:
            line.sendall((head + body).encode())
            while line.recv(65536):
                pass

    for _subject, text in mails(site, send):
        assert "evil.example" not in text
        assert f"{SITE_URL}/accounts/password/reset/key/" in text


def test_an_account_is_not_taken_over(site):
    """A stranger asks for the owner's link to a new password, with a header that names another
    host. The owner opens the link of the mail.
    """
    username, address = owner(site)
    before = len(site.log.read_text())
    stranger = browser(site)
    stranger.post(
        "/accounts/password/reset/",
        {"email": address},
        headers={"Daphne-Root-Path": "http://evil.example"},
    )
    link = wait_until(
        "the mail is sent",
        lambda: re.search(r"\S*/accounts/password/reset/key/\S+", site.log.read_text()[before:]),
    )[0]
    assert link.startswith(f"{SITE_URL}/accounts/password/reset/key/")
    # The link works on the site itself.
    own = browser(site)
    form = own.http.get(link.removeprefix(SITE_URL), follow_redirects=True)
    secret = {"password1": "another-lost-ferry", "password2": "another-lost-ferry"}
    done = own.post(form.url.path, secret)
    assert done.status_code == 302, done.text
    assert signs_in(site, username, "another-lost-ferry")


def signs_in(site, username, password):
    fields = {"login": username, "password": password}
    return browser(site).post("/accounts/login/", fields).status_code == 302


def test_the_pages_are_of_all_kinds(pages):
    paths = {path for _visitor, path in pages}
    assert f"/puzzle/{TODAY}/" in paths
    assert len(paths) > 90
