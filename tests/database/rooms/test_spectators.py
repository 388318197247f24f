"""The people who may watch a game, and who may see its replay later."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from game import play
from rooms.actions import host_settings, lobby, moderation, playing
from rooms.live import presence, reading
from rooms.models import Room
from tests.database.kit.sockets import PATIENCE, SocketClient, in_database
from tests.database.rooms.actions.test_playing import end
from tests.kit import HTMX, JSON, named_in, people, person, play_on, room_of, signed_in

READ = ["", "state.json", "regions/"]


def a_table(spectators=False, **options):
    """Start a game. Return the room's code, its people, and a person who wants to watch."""
    users = people(4)
    code = room_of(users, **options)
    host_settings.set_options(code, users[0], {"spectators": spectators})
    playing.start(code, users[0])
    return code, users, person("Zoe")


@pytest.mark.django_db
def test_other_people_see_nothing():
    code, users, spectator = a_table()
    for path in READ:
        answer = signed_in(spectator).get(f"/r/{code}/{path}")
        assert answer.status_code == 403
        text = answer.content.decode()
        assert "Only the players can see this game" in text
        assert named_in(text, users) == []
        for user in users[:2]:
            assert signed_in(user).get(f"/r/{code}/{path}").status_code == 200


@pytest.mark.django_db
def test_an_open_page_is_told_why_it_gets_no_updates():
    code, _users, spectator = a_table()
    answer = signed_in(spectator).get(f"/r/{code}/regions/", headers=HTMX)
    assert answer.status_code == 403
    text = answer.content.decode()
    assert text.startswith('<div id="refusal"')
    assert 'hx-swap-oob="true"' in text
    assert "Only the players can see this game" in text


@pytest.mark.django_db
def test_spectators_can_watch_if_the_host_allows_it():
    code, _users, spectator = a_table(spectators=True)
    for path in READ:
        assert signed_in(spectator).get(f"/r/{code}/{path}").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, JSON, HTMX])
def test_a_refusal_shows_nothing_of_the_game(headers):
    code, users, spectator = a_table()
    client = signed_in(spectator)
    for path, fields in (
        ("ask", {"card": "2C", "of": 1, "version": 0, "request_id": "r"}),
        ("join", {}),
        ("leave", {}),
        ("chat", {"text": "Hello"}),
        ("react", {"reaction": "wow"}),
        ("declare", {"set": "low-clubs"}),
        ("settings", {"preset": "strict"}),
        ("start", {}),
    ):
        answer = client.post(f"/r/{code}/{path}/", fields, headers=headers)
        assert answer.status_code in (403, 422), path
        assert named_in(answer.content.decode(), users) == [], path


@pytest.mark.django_db
def test_a_lobby_is_open_to_everybody_with_the_code():
    _code, users, spectator = a_table()
    open_room = room_of(users)
    host_settings.set_options(open_room, users[0], {"spectators": False})
    assert signed_in(spectator).get(f"/r/{open_room}/").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, JSON, HTMX])
def test_a_person_who_leaves_can_watch_the_game(headers):
    """Before they left, the page told them that they could watch."""
    code, users, _spectator = a_table()
    client = signed_in(users[1])
    answer = client.post(f"/r/{code}/leave/", headers=headers)
    assert answer.status_code == (200 if headers else 302)
    assert Room.objects.get(code=code).game.players.filter(left_user=users[1]).exists()
    for path in READ:
        assert client.get(f"/r/{code}/{path}").status_code == 200
    state = client.get(f"/r/{code}/state.json").json()
    assert (state["you"], state["hand"]) == (None, None)


@pytest.mark.django_db
def test_a_person_who_leaves_can_watch_the_series_and_come_back():
    code, users, spectator = a_table(series="best_of_three")
    leaver = signed_in(users[1])
    lobby.leave(code, users[1])
    for scores in ((5, 3), (3, 5)):
        end(code, *scores)
        assert 'id="return"' in leaver.get(f"/r/{code}/").content.decode()
        if scores == (5, 3):
            for user in (users[0], users[2], users[3]):
                playing.again(code, user)
            assert leaver.get(f"/r/{code}/state.json").json()["phase"] == "playing"
    assert signed_in(spectator).get(f"/r/{code}/").status_code == 403
    leaver.post(f"/r/{code}/join/")
    assert Room.objects.get(code=code).seats.filter(user=users[1]).exists()


@pytest.mark.django_db
def test_a_leaver_can_not_watch_another_series():
    code, users, _spectator = a_table()
    lobby.leave(code, users[1])
    end(code, 5, 3)
    playing.again(code, users[0])
    playing.start(code, users[0])
    assert signed_in(users[1]).get(f"/r/{code}/").status_code == 403


@pytest.mark.django_db
def test_a_person_removed_by_staff_can_not_watch():
    code, users, _spectator = a_table()
    moderation.kick(code, users[1])
    answer = signed_in(users[1]).get(f"/r/{code}/state.json")
    assert (answer.status_code, answer.json()["code"]) == (403, "removed")


@pytest.mark.django_db
def test_viewers_cost_no_query_each():
    code, users, spectator = a_table(series="best_of_three")
    lobby.leave(code, users[1])
    now = reading.read(code)
    leaver = users[1].pk
    with CaptureQueriesContext(connection) as asked:
        assert now.may_see(leaver)
        assert not now.may_see(spectator.pk)
        assert replace(now, log=()).may_see(leaver), "also after another move"
    assert not asked.captured_queries


@pytest.mark.django_db(transaction=True)
async def test_the_socket_of_a_leaver_stays_open():
    code, users, _spectator = await in_database(a_table)
    async with SocketClient(code, users[1]) as listener:
        await listener.frame()
        await in_database(lobby.leave, code, users[1])
        page = await listener.frame()
        assert "You are watching." in page.text()


@pytest.mark.django_db
def test_a_person_who_stands_up_after_the_game_may_see_it():
    code, users, _spectator = a_table()
    end(code, 5, 3)
    lobby.leave(code, users[1])
    assert signed_in(users[1]).get(f"/r/{code}/state.json").status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("as_json", [True, False])
async def test_sockets_of_other_people_are_closed(as_json):
    code, users, spectator = await in_database(a_table)
    async with SocketClient(code, spectator, as_json=as_json) as listener:
        message = await listener.line.receive_output(PATIENCE)
        assert (message["type"], message.get("code")) == ("websocket.close", 4403)
    async with SocketClient(code, users[1]) as player:
        assert await player.frame()


@pytest.mark.django_db(transaction=True)
async def test_sockets_close_when_the_host_excludes_spectators():
    code, users, spectator = await in_database(a_table, True)
    async with SocketClient(code, spectator) as listener, SocketClient(code, users[1]) as player:
        await listener.frame()
        await player.frame()
        await in_database(host_settings.set_options, code, users[0], {"spectators": False})
        assert await listener.closed() == 4403
        assert await player.frame()


@pytest.mark.django_db(transaction=True)
async def test_a_socket_is_closed_when_the_game_begins():
    users, spectator = await in_database(people, 4), await in_database(person, "Zoe")
    code = await in_database(room_of, users)
    await in_database(host_settings.set_options, code, users[0], {"spectators": False})
    async with SocketClient(code, spectator) as listener:
        await listener.frame()
        await in_database(playing.start, code, users[0])
        assert await listener.closed() == 4403


# Replays for people who watched the game


def replay_seen_by(user, game):
    """Return the status codes of the page, the positions and the record of a game."""
    client = signed_in(user)
    addresses = ("", "positions/?from=0&to=1", "record.json")
    return {client.get(f"/games/{game.pk}/{rest}").status_code for rest in addresses}


@pytest.mark.django_db
def test_a_spectator_to_the_end_may_see_the_replay():
    code, _users, spectator = a_table(spectators=True)
    presence.renew_spectators({code: [spectator.pk]})
    game = Room.objects.get(code=code).game
    assert replay_seen_by(spectator, game) == {404}, "the game is still on"
    play_on(game)
    assert f"/games/{game.pk}/" in signed_in(spectator).get(f"/r/{code}/").content.decode()
    assert replay_seen_by(spectator, game) == {200}
    # Later they may still see it, even if the room allows no spectators or is deleted.
    Room.objects.filter(code=code).update(table={"spectators": False})
    assert replay_seen_by(spectator, game) == {200}
    Room.objects.get(code=code).delete()
    assert replay_seen_by(spectator, game) == {200}
    # A spectator can't share the game, and it is not among their own games.
    shared = signed_in(spectator).post(f"/games/{game.pk}/share/", headers=JSON)
    assert (shared.status_code, shared.json()["code"]) == (403, "not_played")
    assert str(game.pk) not in signed_in(spectator).get("/history/").content.decode()


@pytest.mark.django_db
def test_a_spectator_who_polled_may_see_the_replay():
    """A page without a socket counts, too."""
    code, _users, spectator = a_table(spectators=True)
    signed_in(spectator).get(f"/r/{code}/regions/", headers=HTMX)
    game = Room.objects.get(code=code).game
    play_on(game)
    assert replay_seen_by(spectator, game) == {200}


@pytest.mark.django_db
def test_spectators_of_an_abandoned_game_may_see_the_replay():
    code, _users, spectator = a_table(spectators=True)
    presence.renew_spectators({code: [spectator.pk]})
    game = Room.objects.get(code=code).game
    play.abandon(game.pk)
    assert replay_seen_by(spectator, game) == {200}


@pytest.mark.django_db
def test_other_spectators_may_not_see_the_replay(clock):
    code, _users, early = a_table(spectators=True)
    late = person("Yan")
    presence.renew_spectators({code: [early.pk]})
    clock.forward(60)
    game = Room.objects.get(code=code).game
    play_on(game)
    presence.renew_spectators({code: [late.pk]})
    assert replay_seen_by(early, game) == replay_seen_by(late, game) == {404}
    for who in (early, late):
        page = signed_in(who).get(f"/r/{code}/").content.decode()
        assert f"/games/{game.pk}/" not in page, "what they may not see is not offered"


@pytest.mark.django_db
def test_a_game_without_spectators_has_none_at_its_end():
    code, _users, spectator = a_table(spectators=True)
    presence.renew_spectators({code: [spectator.pk]})
    Room.objects.filter(code=code).update(table={"spectators": False})
    game = Room.objects.get(code=code).game
    play_on(game)
    assert replay_seen_by(spectator, game) == {404}


@pytest.mark.django_db
def test_a_banned_person_may_not_see_the_replay():
    code, _users, spectator = a_table(spectators=True)
    presence.renew_spectators({code: [spectator.pk]})
    room = Room.objects.get(code=code)
    room.bans.create(user=spectator)
    play_on(room.game)
    assert replay_seen_by(spectator, room.game) == {404}


@pytest.mark.django_db
def test_a_spectator_may_see_only_the_watched_game():
    code, users, spectator = a_table(spectators=True)
    presence.renew_spectators({code: [spectator.pk]})
    first = Room.objects.get(code=code).game
    play_on(first)
    playing.again(code, users[0])
    playing.start(code, users[0])
    room = Room.objects.get(code=code)
    room.spectating.all().delete()
    play_on(room.game)
    assert replay_seen_by(spectator, first) == {200}
    assert replay_seen_by(spectator, room.game) == {404}
