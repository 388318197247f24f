"""Names at a table: taken names, made-up names, and changed names."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import measures
from accounts.models import User
from game.models import Game, Player
from rooms.actions import chat, lobby, names, suspend_rename_delete
from rooms.models import Room, Seat
from tests.database.kit.times import refused
from tests.kit import HTMX, JSON, person, room_of, signed_in, table_of

pytestmark = pytest.mark.django_db

MENU = HTMX | {"HX-Target": "name-says", "X-Live": "1"}


@pytest.fixture
def code(users):
    return room_of(users)


def shown(code):
    return list(Seat.objects.filter(room__code=code).values_list("name", flat=True))


# A name that is taken


def test_a_button_offers_a_free_name_for_the_same_seat(code):
    client = signed_in(person("ben"))
    answer = client.post(f"/r/{code}/join/", {"seat": 5}, headers=HTMX)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "Sit down as ben 2</button>" in text
    assert '<input type="hidden" name="seat" value="5">' in text
    assert client.post(f"/r/{code}/join/", {"name": "ben 2", "seat": 5}, headers=HTMX)
    assert Seat.objects.get(room__code=code, number=5).name == "ben 2"
    # A page without a refusal suggests no name.
    assert "Sit down as" not in client.get(f"/r/{code}/").content.decode()


# A made-up name


@pytest.fixture
def newcomer():
    """A browser without a session."""
    return Client()


def asks(client, code):
    """Return whether the lobby asks the person for a name, and whether the menu does."""
    text = client.get(f"/r/{code}/").content.decode()
    return (
        "for now. What should the other players call you?" in text,
        "You have a made-up name." in text,
    )


def test_a_newcomer_who_hosts_is_asked_for_a_name(newcomer):
    code = newcomer.post("/play/", headers=JSON).json()["code"]
    assert asks(newcomer, code) == (False, True)
    Room.objects.update(game=None)
    assert asks(newcomer, code) == (True, True)
    newcomer.post(f"/r/{code}/name/", {"name": "Zoe"})
    assert asks(newcomer, code) == (False, False)
    assert "Zoe" in shown(code)
    assert 'id="change-name"' in newcomer.get(f"/r/{code}/").content.decode()


def test_a_person_alone_with_bots_can_change_their_name(newcomer):
    code = newcomer.post("/play/", headers=JSON).json()["code"]
    answer = newcomer.post(f"/r/{code}/name/", {"name": "Zoe"}, headers=JSON)
    assert answer.status_code == 200
    assert answer.json()["seats"][answer.json()["you"]]["name"] == "Zoe"
    bot = Player.objects.exclude(bot="").first().name
    answer = newcomer.post(f"/r/{code}/name/", {"name": bot}, headers=JSON)
    assert (answer.status_code, answer.json()["suggestion"]) == (422, f"{bot} 2")


def test_watching_needs_no_name(newcomer, users):
    code = table_of(users).code
    page = newcomer.get(f"/r/{code}/").content.decode()
    assert "Just watch" in page
    answer = newcomer.post("/guest/", {"invent": "1", "next": f"/r/{code}/"})
    assert (answer.status_code, answer["Location"]) == (302, f"/r/{code}/")
    assert "You are watching." in newcomer.get(f"/r/{code}/").content.decode()
    guest = User.objects.latest("pk")
    assert (guest.is_guest, guest.name_is_invented) == (True, True)
    # The same request again makes no second guest.
    newcomer.post("/guest/", {"invent": "1", "next": f"/r/{code}/"})
    assert User.objects.latest("pk") == guest


def test_the_form_for_a_code_offers_just_watching(newcomer):
    assert 'id="just-watch"' in newcomer.get("/r/CDFGHJ/").content.decode()
    assert 'id="just-watch"' not in newcomer.get("/rooms/new/").content.decode()


# A change of name


def test_names_change_in_a_lobby_and_after_a_game(users):
    room = table_of(users)
    Game.objects.update(status="finished", phase="finished", due_at=None)
    names.rename(room.code, users[1], "  Zoe ")
    assert "Zoe" in shown(room.code)
    assert Player.objects.get(user=users[1]).name == "Ben"
    assert User.objects.get(pk=users[1].pk).name == "Zoe"
    Room.objects.update(game=None)
    names.rename(room.code, users[1], "Zoë")
    assert "Zoë" in shown(room.code)


def test_names_are_fixed_while_several_people_play(users):
    room = table_of(users)
    assert refused(names.rename, room.code, users[0], "Zoe") == "name_in_game"
    for user in users[1:]:
        lobby.leave(room.code, user)
    names.rename(room.code, users[0], "Zoe")
    assert Player.objects.get(user=users[0]).name == "Zoe"


@pytest.mark.parametrize(
    ("name", "answer"), [("", "bad_name"), ("x" * 21, "bad_name"), ("ben", "name_taken")]
)
def test_bad_and_taken_names_are_refused(code, users, name, answer):
    assert refused(names.rename, code, users[0], name) == answer
    assert (User.objects.get(pk=users[0].pk).name, shown(code)[0]) == ("Asha", "Asha")


def test_the_persons_own_name_is_accepted(code, users):
    names.rename(code, users[0], "ASHA")
    assert "ASHA" in shown(code)


def test_the_menu_shows_the_result(code, users):
    client = signed_in(users[0])
    answer = client.post(f"/r/{code}/name/", {"name": "Ben"}, headers=MENU).content.decode()
    assert "Use the name Ben 2</button>" in answer
    assert 'hx-target="#name-says"' in answer
    answer = client.post(f"/r/{code}/name/", {"name": "Ben 2"}, headers=MENU).content.decode()
    assert answer.startswith("Your name is now Ben 2.")
    assert 'id="table"' in answer


@pytest.mark.parametrize("way", ["staff", "table", "join"])
def test_rooms_are_locked_before_the_person(users, way):
    """All code that changes both locks them in this order, so that nobody waits for each other."""
    code = room_of(users[:2])
    with CaptureQueriesContext(connection) as ran:
        if way == "staff":
            suspend_rename_delete.rename(users[1], "Benno")
        elif way == "table":
            names.rename(code, users[1], "Benno")
        else:
            signed_in(users[2]).post(f"/r/{code}/join/", {"name": "Benno"})
    steps = [query["sql"] for query in ran]
    whole_room = f'"rooms_room"."opened_from".* WHERE .*"code" = \'{code}\''
    lock = next(at for at, sql in enumerate(steps) if re.search(whole_room, sql))
    renamed = next(at for at, sql in enumerate(steps) if 'UPDATE "accounts_user" SET "name"' in sql)
    assert lock < renamed
    assert User.objects.filter(name="Benno").exists()


@pytest.mark.parametrize("by_staff", [True, False])
def test_a_muted_person_does_not_speak_through_a_new_name(code, users, by_staff):
    if by_staff:
        measures.take(users[1], measures.Kind.MUTE, "No insults.")
    else:
        chat.mute(code, users[0], 1, True)
    before = shown(code)
    expected = "muted_by_staff" if by_staff else "muted"
    assert refused(names.rename, code, users[1], "Asha smells") == expected
    assert shown(code) == before
