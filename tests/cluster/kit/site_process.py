"""Runs the real site in a separate process, and has a program that plays through its public
interface.
"""

import fcntl
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from django.core.signing import TimestampSigner
from websockets.sync.client import ClientConnection, connect

from accounts.names import fold
from cluster.ports import free_port, listening
from tests import ROOT
from tests.waiting import PATIENCE, wait_until


class Site:
    """``manage.py serve`` on a port, by default with a SQLite file. A restart changes neither the
    port nor the database.
    """

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = folder / "db.sqlite3"
        self.log = folder / "server.log"
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.cluster.kit.live_settings",
            "STATIC_ROOT": str(collected_static()),
            "DATABASE_URL": f"sqlite:///{self.database}",
            "REDIS_URL": "",
            "SECRET_KEY": "the same before and after",
            "DEBUG": "false",
            "BOT_THINK_SECONDS": "0.02",
            "RATE_LIMIT_FACTOR": "10000",
            "CAP_FACTOR": "1000",
            "PORT": str(self.port),
        } | environment
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process. Return when it accepts connections."""
        words = ["serve"]
        if self.environment["DATABASE_URL"] != f"sqlite:///{self.database}":
            words.append("--migrate")  # Some tests use another database.
        elif not self.database.exists():
            shutil.copy(migrated_database(), self.database)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", *words],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        wait_until(
            "the site listens",
            lambda: self._has_ended() or listening(self.port),
            seen=self.log.read_text,
        )
        assert not self._has_ended(), f"the site did not start:\n{self.log.read_text()}"

    def _has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def kill(self) -> None:
        """Kill the process with ``kill -9``. It can't clean up."""
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """Return the rows of a query of the site's database."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            return connection.execute(query, values).fetchall()

    def write(self, query: str, *values: object) -> None:
        """Change the site's database directly."""
        with _writing(self) as rows:
            rows.execute(query, values)

    def manage(self, *words: str) -> str:
        """Run a management command on the site's database. It must succeed. Return its output."""
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def complaints(self) -> list[str]:
        """Return the lines of the site's log that report errors."""
        lines = self.log.read_text(errors="replace").splitlines()
        return [line for line in lines if " ERROR " in line or line.startswith("Traceback")]


def moment(seconds: float) -> str:
    """Return the time that is this number of seconds from now, in SQLite's format."""
    at = datetime.now(UTC) + timedelta(seconds=seconds)
    return at.strftime("%Y-%m-%d %H:%M:%S.%f")


@cache
def migrated_database() -> Path:
    """Return an empty database with all migrations."""

    def migrated(path: Path) -> None:
        manage("migrate", DATABASE_URL=f"sqlite:///{path}")
        with closing(sqlite3.connect(path)) as rows:
            rows.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # The settings have the apps, and the libraries' apps have migrations, too.
    sources = [*ROOT.glob("*/migrations/*.py"), ROOT / "literature_site/settings.py"]
    sources.append(ROOT / "requirements.lock")
    return made_once("migrated", sources, migrated)


@cache
def collected_static() -> Path:
    """Return the folder of the static files, collected as in production."""
    files = [path for path in (ROOT / "static").rglob("*") if path.is_file()]
    sources = [*files, ROOT / "literature_site/static_files.py", ROOT / "requirements.lock"]
    return made_once(
        "collected",
        sources,
        lambda path: manage(
            "collectstatic",
            "--noinput",
            DJANGO_SETTINGS_MODULE="tests.cluster.kit.live_settings",
            STATIC_ROOT=str(path),
        ),
    )


def made_once(name: str, sources: Sequence[Path], make: Callable[[Path], None]) -> Path:
    """Make a file or a folder with ``make``, and return its path. Several processes make it only
    once, and again only if its sources have changed.
    """
    digest = hashlib.sha256()
    for source in sorted(sources):
        digest.update(f"{source.relative_to(ROOT)}\n".encode() + source.read_bytes())
    made = ROOT / "var" / "tests" / f"{name}-{digest.hexdigest()[:16]}"
    made.parent.mkdir(parents=True, exist_ok=True)
    with made.with_name(f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            for old in made.parent.glob(f"{name}-*"):
                shutil.rmtree(old) if old.is_dir() else old.unlink()
            with tempfile.TemporaryDirectory(dir=made.parent) as folder:
                make(Path(folder) / "new")
                (Path(folder) / "new").rename(made)
    return made


def manage(*words: str, **environment: str) -> None:
    """Run a management command, which must succeed."""
    subprocess.run(
        [sys.executable, "manage.py", *words, "--verbosity", "0"],
        cwd=ROOT,
        env={**os.environ, "SECRET_KEY": "any", **environment},
        check=True,
    )


@contextmanager
def live_site(folder: Path, **environment: str) -> Iterator[Site]:
    """Run a site. It is always killed at the end."""
    site = Site(folder, **environment)
    try:
        site.start()
        yield site
    finally:
        site.kill()


class Program:
    """A client of the site's JSON interface. If it has a name, it becomes a guest."""

    def __init__(self, site: Site, name: str = "", avatar: str = "fox") -> None:
        self.site = site
        self.name = name
        self.http = httpx.Client(
            base_url=site.url,
            headers={"Accept": "application/json", "Referer": f"{site.url}/"},
            timeout=PATIENCE,
            # On a busy machine more than the usual five seconds may pass between two requests.
            limits=httpx.Limits(keepalive_expiry=None),
            trust_env=False,
            verify=False,  # There is no TLS, and loading certificates takes a long time.
        )
        if name:
            # A token of this length is valid if it is the same in the cookie and the header.
            token = uuid.uuid4().hex
            same = {"Cookie": f"csrftoken={token}", "X-CSRFToken": token}
            answer = self.post("/guest/", name=name, avatar=avatar, headers=same)
            assert answer.status_code == 200, answer.text

    def get(self, path: str, **headers: str) -> httpx.Response:
        try:
            return self.http.get(path, headers=headers)
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
            # The server may close an idle connection just when it is used again. Try again, like a
            # browser.
            return self.http.get(path, headers=headers)

    def post(
        self, path: str, fields: Mapping[str, object] | None = None, **more: object
    ) -> httpx.Response:
        """Send a form with Django's token in the header. ``headers`` is not a field of the form:
        it has additional HTTP headers.
        """
        headers = {"X-CSRFToken": self.http.cookies.get("csrftoken", "")}
        headers |= more.pop("headers", {})  # type: ignore[arg-type]
        return self.http.post(path, data={**(fields or {}), **more}, headers=headers)

    def done(self, path: str, **fields: object) -> Any:
        """Send a POST that must succeed. Return the answer."""
        answer = self.post(path, fields)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.json()

    def open_room(self, preset: str) -> str:
        return self.done("/rooms/new/", preset=preset)["code"]

    def state(self, code: str) -> dict[str, Any]:
        answer = self.get(f"/r/{code}/state.json")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def wait_past(self, code: str, version: int) -> dict[str, Any]:
        """Wait until somebody has moved since ``version``. Return the document ``state.json``."""
        state: dict[str, Any] = wait_until(
            "somebody moves", lambda: (state := self.state(code))["version"] > version and state
        )
        return state

    def move(self, code: str, move: Mapping[str, Any], version: int, **more: Any) -> httpx.Response:
        """Make a move that is given in the form of a record."""
        path, fields = form_of(move)
        fields |= {"version": version, "request_id": uuid.uuid4().hex}
        return self.post(f"/r/{code}/{path}/", fields | more)

    def listen(self, code: str, *, as_json: bool = False, **options: Any) -> ClientConnection:
        """Open a socket of the room, for use in a ``with`` block."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return connect(
            f"ws://127.0.0.1:{self.site.port}/ws/r/{code}/" + "?format=json" * as_json,
            origin=self.site.url,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookies},
            proxy=None,
            max_size=None,
            close_timeout=1,
            **{"open_timeout": 30, **options},
        )


def form_of(move: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the last part of a move's URL, and the fields of the move."""
    if "ask" in move:
        return "ask", {"card": move["ask"], "of": move["of"]}
    if "claim" in move:
        holders = {f"holder-{card}": seat for card, seat in move["holders"].items()}
        return "claim", {"set": move["claim"], **holders}
    return "pass", {"to": move["pass"]}


def unused_username() -> str:
    """Return a user name that no other test on the shared site uses."""
    return f"asha-{uuid.uuid4().hex[:8]}"


def seated(site: Site, preset: str, names: Sequence[str]) -> tuple[str, list[Program]]:
    """Make a room with these people, without a game. The first person is the host."""
    host = Program(site, names[0])
    code = host.open_room(preset)
    if isinstance(site, Site) and site.database.exists():
        others = [_guest_at_once(host, name) for name in names[1:]]
        _sit_down_at_once(site, code, names[1:])
    else:  # The site does not use SQLite.
        others = [Program(site, name) for name in names[1:]]
        for person in others:
            person.done(f"/r/{code}/join/")
    return code, [host, *others]


def _guest_at_once(host: Program, name: str) -> Program:
    """Make a guest by SQL, whose row and session are like those of ``host``. A request would take
    much longer.
    """
    guest, number = Program(host.site), uuid.uuid4().hex
    with _writing(host.site) as rows:
        _key, data, expire_date = rows.execute(
            "SELECT * FROM django_session WHERE session_key = ?", [host.http.cookies["sessionid"]]
        ).fetchone()
        session = _signer(host.site).unsign_object(data)
        [like] = rows.execute(
            "SELECT * FROM accounts_user WHERE id = ?", [session["_auth_user_id"]]
        )
        row = dict(like) | {"id": None, "name": name}
        username = f"guest-{number[:16]}"
        row |= {"username": username, "username_skeleton": fold(username)}
        places = ", ".join("?" * len(row))
        done = rows.execute(f"INSERT INTO accounts_user VALUES ({places})", [*row.values()])
        session["_auth_user_id"] = str(done.lastrowid)
        data = _signer(host.site).sign_object(session, compress=True)
        rows.execute("INSERT INTO django_session VALUES (?, ?, ?)", [number, data, expire_date])
    guest.name = name
    for cookie, value in (("sessionid", number), ("csrftoken", uuid.uuid4().hex)):
        guest.http.cookies.set(cookie, value, domain="127.0.0.1")
    return guest


def _signer(site: Site) -> TimestampSigner:
    salt = "django.contrib.sessions.SessionStore"
    return TimestampSigner(key=site.environment["SECRET_KEY"], salt=salt, fallback_keys=[])


@contextmanager
def _writing(site: Site) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(site.database, timeout=PATIENCE)) as connection, connection:
        connection.row_factory = sqlite3.Row
        yield connection


def _sit_down_at_once(site: Site, code: str, names: Sequence[str]) -> None:
    """Give seats by SQL to people who have just come to the site. A request for each person would
    take much longer.
    """
    sit = (
        "INSERT INTO rooms_seat (room_id, number, user_id, name, folded_name, avatar, bot, tab,"
        " reaction, joined_at, last_seen, away, muted, ready)"
        " SELECT room.id, ?, who.id, who.name, ?, who.avatar, '', '', '', ?, ?, 0, 0, 0"
        " FROM rooms_room AS room, accounts_user AS who WHERE room.code = ?"
        " AND who.id = (SELECT max(id) FROM accounts_user WHERE name = ?)"
    )
    with _writing(site) as rows:
        for number, name in enumerate(names, start=1):
            now = moment(0)
            done = rows.execute(sit, (number, fold(name), now, now, code, name))
            assert done.rowcount == 1, f"{name} has no seat"
        raise_version = "UPDATE rooms_room SET version = version + ? WHERE code = ?"
        rows.execute(raise_version, (len(names), code))


def dealt(
    site: Site, preset: str, names: Sequence[str], turn: int | None = None
) -> tuple[str, list[Program]]:
    """Start a game of these people. Return the room's code, and the people by seat.

    If ``turn`` is given, this seat has the first turn.
    """
    code, people = seated(site, preset, names)
    people[0].done(f"/r/{code}/start/")
    game = game_of(site, code)["id"]
    if turn is not None:
        give_turn(site, game, turn)
    return code, by_seat(site, code, people)


def by_seat(site: Site, code: str, people: Sequence[Program]) -> list[Program]:
    """Return the people in the order of their seats in the room's game."""
    query = "SELECT name FROM game_player WHERE game_id = ? ORDER BY seat"
    seats = [row["name"] for row in site.rows(query, game_of(site, code)["id"])]
    return sorted(people, key=lambda person: seats.index(person.name))


def give_turn(site: Site, game: str, seat: int) -> None:
    """Give the first turn of a game to this seat."""
    site.write("UPDATE game_game SET turn = ?, edition = edition + 1 WHERE id = ?", seat, game)


def last_seen(site: Site, code: str, seat: int, seconds: float) -> None:
    """Set the time at which a player was last seen, in seconds from now. A player who will be seen
    in an hour does not count as away before.
    """
    site.write(
        "UPDATE rooms_seat SET last_seen = ? WHERE number = ?"
        " AND room_id = (SELECT id FROM rooms_room WHERE code = ?)",
        moment(seconds),
        seat,
        code,
    )


def game_of(site: Site, code: str) -> sqlite3.Row:
    """Return the row of a room's game. This costs much less than the document ``state.json``."""
    query = (
        "SELECT game.* FROM game_game AS game JOIN rooms_room ON game_id = game.id WHERE code = ?"
    )
    return site.rows(query, code)[0]


def live_hands(site: Site, code: str) -> list[set[str]]:
    """Return all hands in a room's game, read from the database."""
    query = (
        "SELECT live FROM game_hand JOIN rooms_room AS room ON room.game_id = game_hand.game_id"
        " WHERE room.code = ? ORDER BY seat"
    )
    return [set(cards_of(row["live"])) for row in site.rows(query, code)]


def bring_turn_to(site: Site, code: str, people: Sequence[Program], seat: int) -> None:
    """Let the players miss until this seat has the turn."""
    while (turn := game_of(site, code)["turn"]) != seat:
        state = people[turn].state(code)
        hands = live_hands(site, code)
        whom = seat if (seat ^ turn) & 1 else (turn + 1) % len(people)
        card = next(card for card in state["legal"]["asks"] if card not in hands[whom])
        answer = people[turn].move(code, {"ask": card, "of": whom}, state["version"])
        assert answer.status_code == 200, answer.text


def simple_move(state: Mapping[str, Any], chance: random.Random) -> dict[str, Any] | None:
    """Choose a simple legal move by a person's ``state.json``. Return None if there is none."""
    if state["phase"] in ("lobby", "finished"):
        return None
    legal, you, hand = state["legal"], state["you"], set(state["hand"] or ())
    if legal["passes"] and not legal["asks"] and not legal["claims"]:
        return {"seat": you, "pass": chance.choice(legal["passes"])}
    partners = [
        number
        for number, seat in enumerate(state["seats"])
        if number % 2 == you % 2 and number != you and not seat["out"]
    ]
    for name in legal["claims"]:
        cards = SETS[state["rules"]["deck"]][name]
        # If there is nobody to ask, the turn-holder must claim, and may have to guess.
        must = state["phase"] == "endgame" and state["turn"] == you
        if hand.issuperset(cards) or must:
            holders = {card: you if card in hand else chance.choice(partners) for card in cards}
            return {"seat": you, "claim": name, "holders": holders}
    if legal["asks"]:
        card = chance.choice(list(legal["asks"]))
        return {"seat": you, "ask": card, "of": chance.choice(legal["asks"][card])}
    return None


def logged_moves(site: Site, game_id: str) -> list[dict[str, Any]]:
    """Return the stored log of a game in the form of a record, with the numbers of the moves."""
    query = "SELECT * FROM game_move WHERE game_id = ? ORDER BY number"
    return [_logged(row) for row in site.rows(query, game_id)]


def _logged(row: sqlite3.Row) -> dict[str, Any]:
    move: dict[str, Any] = {"number": row["number"], "seat": row["seat"]}
    if row["kind"] == "ask":
        return move | {"ask": row["card"], "of": row["other"], "hit": bool(row["hit"])}
    if row["kind"] == "pass":
        return move | {"pass": row["other"]}
    move |= {
        "claim": row["card_set"],
        "holders": _by_card(row["holders"]),
        "outcome": row["outcome"],
    }
    if row["revealed"] not in (None, "null"):
        move["revealed"] = _by_card(row["revealed"])
    return move


def _by_card(pairs: str) -> dict[str, int]:
    return {CARDS[card]: seat for card, seat in json.loads(pairs)}


def cards_of(bits: int) -> list[str]:
    """Return the cards in a stored bit set, in the notation of docs/record.md."""
    return [card for number, card in enumerate(CARDS) if bits >> number & 1]


# These are written out here and not imported, because they check the code under test.
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
CARDS = [rank + suit for suit in SUITS for rank in "23456789TJQKA"] + ["RJ", "BJ"]


def _half_suits(low: str, high: str) -> dict[str, list[str]]:
    halves = {"low": low, "high": high}
    return {
        f"{half}-{name}": [rank + suit for rank in halves[half]]
        for suit, name in SUITS.items()
        for half in halves
    }


def _extra(rank: str) -> dict[str, list[str]]:
    return {"extra": [*(rank + suit for suit in SUITS), "RJ", "BJ"]}


SETS = {
    "8s-out": _half_suits("234567", "9TJQKA"),
    "7s-out": _half_suits("A23456", "89TJQK"),
    "2s-out": _half_suits("345678", "9TJQKA"),
    "8s-and-jokers": _half_suits("234567", "9TJQKA") | _extra("8"),
    "7s-and-jokers": _half_suits("A23456", "89TJQK") | _extra("7"),
    "2s-and-jokers": _half_suits("345678", "9TJQKA") | _extra("2"),
    "quartets": {f"rank-{rank}": [rank + suit for suit in SUITS] for rank in "23456789TJQKA"},
}
