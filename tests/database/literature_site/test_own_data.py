"""The download of a person's own data."""

import io
import json
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from asgiref.sync import async_to_sync
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db.models import ForeignKey
from django.test import Client

from accounts import measures
from accounts.models import User
from alerts.models import Choices, Device
from literature.record import read, replay
from literature_site import own_data
from rooms.actions import chat
from tests.kit import people, person, play_on, room_of, signed_in, table_of

pytestmark = pytest.mark.django_db

PATH = "/accounts/data/"


def download(user):
    """Return the files of the download by their names."""
    answer = signed_in(user).post(PATH, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert not answer.has_header("Content-Encoding")
    archive = ZipFile(io.BytesIO(async_to_sync(whole)(answer)))
    assert archive.testzip() is None
    return {name: archive.read(name).decode() for name in archive.namelist()}


async def whole(answer):
    return b"".join([piece async for piece in answer])


def rows(files, name):
    return json.loads(files[f"{name}.json"])


@pytest.fixture
def asha():
    return person("Asha", "owl")


def test_a_guest_without_anything(asha):
    files = download(asha)
    (profile,) = rows(files, "profile")
    assert (profile["name"], profile["avatar"], profile["is_guest"]) == ("Asha", "owl", True)
    assert [name for name in files if rows(files, name.removesuffix(".json"))] == ["profile.json"]


def test_all_of_it(asha):
    User.objects.filter(pk=asha.pk).update(is_guest=False, username="asha")
    others = people(4)[1:]
    code = room_of([asha, others[0]])
    chat.send(code, asha, "Hello")
    chat.send(code, others[0], "Not for the file")
    EmailAddress.objects.create(user=asha, email="asha@example.org", verified=True)
    measures.take(asha, measures.Kind.WARNING, "No insults.")
    Choices.objects.create(user=asha, zone="Europe/Paris")
    table = table_of([asha, *others])
    play_on(table.game)
    files = download(asha)
    assert [row["text"] for row in rows(files, "messages")] == ["Hello"]
    assert rows(files, "e-mail-addresses")[0]["email"] == "asha@example.org"
    assert rows(files, "measures")[0]["told"] == "No insults."
    assert rows(files, "alerts")[0]["zone"] == "Europe/Paris"
    assert rows(files, "rooms-of-host")[0] == {"code": code}
    assert rows(files, "results")[0]["game_id"] == table.game_id
    record = files[f"games/literature-{table.game_id}.json"]
    assert replay(read(record.encode())).state.scores
    assert "Not for the file" not in "".join(files.values())


def test_an_unfinished_game_is_left_out(asha):
    table = table_of([asha, *people(4)[1:]])
    play_on(table.game, moves=3)
    files = download(asha)
    assert not [name for name in files if name.startswith("games/")]
    assert "hands" not in "".join(files.values())


def test_nobody_gets_the_game_of_somebody_else(asha):
    table = table_of(people(4))
    play_on(table.game)
    assert not [name for name in download(asha) if name.startswith("games/")]


def test_no_secret_is_in_the_file(asha):
    User.objects.filter(pk=asha.pk).update(is_guest=False, username="asha", password="SECRET1")
    Authenticator.objects.create(user=asha, type="totp", data={"secret": "SECRET2"})
    Device.objects.create(
        user=asha, endpoint="https://push.example/SECRET3", p256dh="SECRET4", auth="SECRET5"
    )
    UserSession.objects.create(user=asha, session_key="SECRET6", ip="192.0.2.1")
    asha.refresh_from_db()
    files = download(asha)
    assert "SECRET" not in "".join(files.values())
    assert len(rows(files, "devices")) == 1
    assert rows(files, "second-steps")[0]["type"] == "totp"
    assert rows(files, "sessions")[0]["ip"] == "192.0.2.1"


def test_downloads_are_limited(asha, settings):
    settings.RATE_LIMIT_FACTOR = 1
    client = signed_in(asha)
    codes = [client.post(PATH).status_code for _ in range(own_data.DOWNLOADS_PER_HOUR + 1)]
    assert codes == [200] * own_data.DOWNLOADS_PER_HOUR + [429]


def test_a_visitor_has_no_data():
    assert Client().post(PATH)["Location"] == "/"


#: Tables that refer to people and are not in the file, and why.
LEFT_OUT = {
    "game.player": "the records have the players",
    "game.companion": "it follows from the games",
    "game.share": "a page of the game says it",
    "game.spectator": "it would name games of others",
    "game.replayviewer": "kept for a day",
    "rooms.roomspectator": "kept while the page is open",
    "rooms.roomban": "the host decided it",
    "rooms.kickvote": "kept for five minutes",
    "accounts.word": "the list of the staff",
    "rooms.roommute": "the host decided it",
    "rooms.idempotencykey": "technical, kept for 30 days",
    "alerts.alert": "it follows from the games",
    "staff.auditentry": "the notes of the staff",
    "admin.logentry": "the notes of the staff",
    "accounts.user_groups": "rights",
    "accounts.user_user_permissions": "rights",
}


def test_every_table_about_people_is_in_the_file_or_has_a_reason():
    about = {
        model._meta.label_lower
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey) and field.related_model is get_user_model()
    }
    in_file = {model._meta.label_lower for _name, model, *_more in own_data.FILES}
    assert about == in_file - {"accounts.user"} | set(LEFT_OUT)
