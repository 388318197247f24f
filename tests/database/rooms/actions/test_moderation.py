"""Actions of the staff on rooms and people, and the log of a room's settings."""

import pytest
from django.core.exceptions import ValidationError

from game.models import Game, Player
from game.refusals import Refused
from live.consumer import NO_RIGHT
from rooms.actions import chat, events, host_settings, lobby, moderation
from rooms.actions import suspend_rename_delete as tables
from rooms.actions.events import MOST_CHANGES
from rooms.house_rules import change_sentence
from rooms.live import presence, reading
from rooms.models import ChatMessage, Room, RoomEvent
from tests.database.kit.sockets import SocketClient, in_database
from tests.kit import JSON, last_change, people, person, play_on, room_of, signed_in, table_of

pytestmark = pytest.mark.django_db


def lobby_of(users):
    return Room.objects.get(code=room_of(users))


def again(room):
    return Room.objects.select_related("game").get(pk=room.pk)


# Closing a room


@pytest.mark.postgres
def test_a_closed_room_ends_its_game_and_is_empty():
    users = people(4)
    room = table_of(users)
    game = room.game
    moderation.close(room.code)
    game.refresh_from_db()
    assert (game.status, game.due_at, game.phase != "finished") == ("abandoned", None, True)
    assert game.finished_at
    assert set(game.player_results.values_list("user", "result")) == {
        (user.pk, "unfinished") for user in users
    }
    closed = again(room)
    assert (closed.game, closed.host, closed.seats.count()) == (None, None, 0)
    assert closed.version > room.version
    answer = signed_in(users[0]).post(f"/r/{room.code}/join/", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "room_closed")
    page = signed_in(users[0]).get(f"/r/{room.code}/")
    assert page.status_code == 403
    assert "This table was closed for good." in page.content.decode()
    assert b"Sit" not in page.content


def test_closing_a_room_keeps_a_finished_game():
    room = table_of(people(4))
    play_on(room.game)
    moderation.close(room.code)
    assert Game.objects.get(pk=room.game_id).status == "finished"


def test_closing_an_unknown_room_is_refused():
    with pytest.raises(Refused, match="no_room"):
        moderation.close("CDFGHJ")


# Removing a person


@pytest.mark.postgres
def test_a_removed_person_leaves_a_game_to_a_bot():
    users = people(4)
    room = table_of(users)
    moderation.kick(room.code, users[0])
    assert room.game.players.get(left_user=users[0]).bot
    assert again(room).host_id != users[0].id
    with pytest.raises(Refused, match="removed"):
        Room.objects.update(game=None)
        room.seats.exclude(bot="").delete()
        lobby.join(room.code, users[0])


def test_a_removed_person_leaves_a_lobby():
    users = people(4)
    code = room_of(users)
    # The person also counts as a spectator, as after watching and then sitting down.
    presence.renew_spectators({code: [users[1].pk]})
    moderation.kick(code, users[1])
    assert not Room.objects.get().seats.filter(user=users[1]).exists()


def test_a_person_who_has_left_is_banned():
    users = people(4)
    code = room_of(users)
    lobby.leave(code, users[1])
    moderation.kick(code, users[1])
    with pytest.raises(Refused, match="removed"):
        lobby.join(code, users[1])
    moderation.lift_any_ban(code, users[1])
    lobby.join(code, users[1])


def test_a_spectator_is_removed_too():
    users, wim = people(4), person("Wim")
    for code in (table_of(users).code, room_of(users)):
        presence.renew_spectators({code: [wim.pk]})
        moderation.kick(code, wim)
        room = Room.objects.get(code=code)
        assert room.bans.get().user == wim
        # A page that is still open does not make the person a spectator again.
        presence.renew_spectators({code: [wim.pk]})
        assert not room.spectating.exists()
        assert room.seats.count() == 4


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("place", [table_of, lobby_of])
async def test_the_sockets_of_a_removed_person_are_closed(place):
    users, wim = await in_database(people, 4), await in_database(person, "Wim")
    code = (await in_database(place, users)).code
    async with (
        SocketClient(code, users[0]) as stays,
        SocketClient(code, users[1]) as sits,
        SocketClient(code, wim) as watches,
    ):
        for listener in (stays, sits, watches):
            await listener.frame()
        await in_database(presence.renew_spectators, {code: [wim.pk]})
        for user, listener in ((wim, watches), (users[1], sits)):
            await in_database(moderation.kick, code, user)
            assert await listener.closed() == NO_RIGHT
            async with SocketClient(code, user) as again:
                assert await again.closed() == NO_RIGHT
        assert await stays.frame()


# Suspending


@pytest.mark.postgres
def test_a_suspended_person_leaves_every_table():
    users = people(4)
    room, code = table_of(users), room_of(users)
    tables.suspend(users[0])
    assert room.game.players.filter(left_user=users[0]).exclude(bot="").exists()
    assert not Room.objects.get(code=code).seats.filter(user=users[0]).exists()
    users[0].refresh_from_db()
    assert not users[0].is_active
    tables.readmit(users[0])
    assert signed_in(users[0]).get("/games/import/").status_code == 200


# Renaming


@pytest.mark.postgres
def test_a_new_name_is_shown_everywhere_at_once():
    users = people(4)
    old = table_of(users)
    play_on(old.game)
    code = room_of(users)
    chat.send(code, users[0], "hello")
    tables.rename(users[0], "  Nora ")
    names = {
        users[0].name,
        Player.objects.get(user=users[0], game=old.game).name,
        Room.objects.get(code=code).seats.get(user=users[0]).name,
        ChatMessage.objects.with_names().get().name,
    }
    assert names == {"Nora"}


def test_a_taken_name_gets_a_number():
    users = people(4)
    room = table_of(users)
    tables.rename(users[0], "ben")
    assert users[0].name == "ben"
    assert room.seats.get(user=users[0]).name == "ben 2"
    assert room.game.players.get(user=users[0]).name == "ben 2"
    assert again(room).version > room.version


def test_bad_names_are_refused():
    user = person()
    with pytest.raises(ValidationError):
        tables.rename(user, "x" * 21)
    user.refresh_from_db()
    assert user.name == "Asha"


# The history of a room's settings


def settings_told():
    """Return who set something, and what, as the staff see it."""
    events = RoomEvent.objects.filter(kind__in=RoomEvent.SETTINGS).with_names()
    return [(event.name, change_sentence(event)) for event in events]


def test_every_change_of_settings_is_logged():
    users = people(4)
    code = room_of(users)
    host_settings.set_options(code, users[0], {}, "strict")
    host_settings.set_options(code, users[0], {"turn_seconds": 60})
    host_settings.lock(code, users[0], True)
    host_settings.hand_over(code, users[0], 1)
    told = [
        "Strict.",
        "After one minute a bot makes the move.",
        "The table is closed to newcomers.",
        "Ben is the host.",
    ]
    assert settings_told() == [("Asha", sentence) for sentence in told]
    tables.forget(users[0])
    assert settings_told() == [("A former player", sentence) for sentence in told]
    tables.forget(users[1])
    assert settings_told()[-1][1] == "A former player is the host."


@pytest.mark.parametrize("stays", [True, False])
def test_a_new_name_is_shown_in_the_settings_log(stays):
    users = people(4)
    code = room_of(users)
    zoe = person("Zoe")
    host_settings.set_options(code, users[0], {"turn_seconds": 60})
    host_settings.hand_over(code, users[0], 1)
    host_settings.hand_over(code, users[1], 0)
    if not stays:
        lobby.leave(code, users[0])
    before = Room.objects.get(code=code).version
    tables.rename(users[0], "Anjali")
    page = signed_in(zoe).get(f"/r/{code}/").content.decode()
    assert "Anjali changed the rules" in page
    assert "Asha" not in page
    assert Room.objects.get(code=code).version > before, "who looks is shown it"
    assert settings_told() == [
        ("Anjali", "After one minute a bot makes the move."),
        ("Anjali", "Ben is the host."),
        ("Ben", "Anjali is the host."),
    ]


@pytest.mark.parametrize("do", [lambda user: tables.rename(user, "Anjali"), tables.forget])
def test_a_new_name_is_shown_in_rooms_that_the_person_left(do):
    """A person may watch a game that they have left, or a lobby with their message. Both show their
    new name.
    """
    users = people(4)
    left, lobby_code = table_of(users).code, room_of([person("Zoe"), users[0]])
    chat.send(lobby_code, users[0], "Hello")
    for code in (left, lobby_code):
        lobby.leave(code, users[0])
    before = [reading.read(code) for code in (left, lobby_code)]
    do(users[0])
    after = [reading.read_again(each.room.code, each) for each in before]
    names = [face.name for face in after[0].faces] + [line.name for line in after[1].chat]
    assert "Asha" not in names
    assert all(new.room.version > old.room.version for new, old in zip(after, before, strict=True))


@pytest.mark.parametrize("do", [lambda user: tables.rename(user, "Benno"), tables.forget])
def test_a_rename_keeps_entries_of_other_people(do):
    users = people(4)
    code = room_of(users)
    host_settings.set_options(code, users[0], {"turn_seconds": 30})
    host_settings.hand_over(code, users[0], 1)
    host_settings.set_options(code, users[1], {"turn_seconds": 60})
    host_settings.hand_over(code, users[1], 0)
    host_settings.set_options(code, users[0], {"turn_seconds": 120})
    do(users[1])
    assert last_change(code)[0] == "Asha"
    told = settings_told()
    assert told[-2:] == [
        (told[2][0], "Asha is the host."),
        ("Asha", "After two minutes a bot makes the move."),
    ]


def test_a_deleted_host_has_no_name_in_the_latest_change():
    users = people(2)
    code = room_of(users)
    host_settings.set_options(code, users[0], {"turn_seconds": 60})
    tables.forget(users[0])
    assert last_change(code) == ("A former player", [["turn_seconds", 60]])


@pytest.mark.postgres
def test_only_the_latest_changes_are_kept(monkeypatch):
    monkeypatch.setattr(events, "MOST_CHANGES", 3)
    users = people(2)
    code = room_of(users)
    for locked in (True, False) * 3:
        host_settings.lock(code, users[0], locked)
    told = ["open", "closed", "open"]
    assert [sentence for _name, sentence in settings_told()] == [
        f"The table is {state} to newcomers." for state in told
    ]
    assert MOST_CHANGES == 100
