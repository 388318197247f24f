"""Mails of a running site, as a mail server on this machine receives them."""

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from urllib.parse import urlsplit

import httpx
import pytest
from aiosmtpd.controller import Controller

from cluster.ports import free_port
from tests.cluster.kit.site_process import Site, dealt, game_of, live_site, moment
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

NAMES = ["Asha", "Ben", "Chidi", "Dora"]
SITE_URL = "https://cards.example"


class Mailbox:
    """Receives all mails."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []

    async def handle_DATA(self, _server: object, _session: object, envelope: object) -> str:
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))  # type: ignore[attr-defined,arg-type]
        return "250 OK"


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, int]]:
    """A mail server, and its port."""
    box, port = Mailbox(), free_port()
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    yield box, port
    server.stop()


@pytest.fixture
def site(tmp_path, mailbox) -> Iterator[Site]:
    server = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(mailbox[1]), "EMAIL_USE_TLS": "false"}
    with live_site(tmp_path, SITE_URL=SITE_URL, **server) as running:
        yield running


def test_a_turn_comes_by_mail_until_one_click_stops_it(site, mailbox):
    box, _port = mailbox
    code, _people = dealt(site, "classic", NAMES)
    for name in NAMES:
        (row,) = site.rows("SELECT id FROM accounts_user WHERE name = ?", name)
        site.write(
            'INSERT INTO account_emailaddress (user_id, email, verified, "primary")'
            " VALUES (?, ?, 1, 1)",
            row["id"],
            f"{name.lower()}@mail.example",
        )
        site.write(
            "INSERT INTO alerts_choices"
            " (user_id, ways, zone, quiet_from, quiet_until, puzzle_hour)"
            """ VALUES (?, '{"turn": ["mail"]}', 'UTC', 0, 0, 8)""",
            row["id"],
        )
    site.write("UPDATE rooms_seat SET last_seen = ?", moment(-3600))
    site.write("UPDATE game_game SET alert_at = ?", moment(-1))
    wait_until("the mail is there", lambda: box.mails)
    (mail,) = box.mails
    (holder,) = site.rows(
        "SELECT user_id, name FROM game_player WHERE game_id = ? AND seat = ?",
        game_of(site, code)["id"],
        game_of(site, code)["turn"],
    )
    assert mail["To"] == f"{holder['name'].lower()}@mail.example"
    assert mail["Subject"] == "It is your turn"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"{SITE_URL}/r/{code}/" in mail.get_content()
    # The reader's mail program has no session.
    link = re.fullmatch(rf"<{SITE_URL}(.*)>", mail["List-Unsubscribe"].strip())
    assert link
    done = httpx.post(site.url + urlsplit(link[1]).path, data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    chosen = "SELECT ways FROM alerts_choices WHERE user_id = ?"
    assert site.rows(chosen, holder["user_id"])[0]["ways"] == '{"turn": []}'
    assert site.complaints() == []
