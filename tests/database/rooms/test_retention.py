"""Retention deletes old rows and abandons deserted games."""

import io
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from accounts import addresses
from accounts.models import AddressBlock, UsedAddress, User
from finished.replay import shared
from game import play
from game.integrity import problems
from game.models import Game, ReplayViewer
from rooms import retention
from rooms.actions import chat, lobby, locked, playing
from rooms.live import presence
from rooms.models import ChatMessage, IdempotencyKey, Room, SavedRules, Seat
from tests.kit import people, person, play_on, room_of, signed_in, started, table_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.postgres]

DAY = 24 * 3600


def pruned():
    """Run the command. Return the numbers that it printed for each kind of row, except zeros."""
    out = io.StringIO()
    call_command("prune", stdout=out)
    said = (line.split(": ") for line in out.getvalue().splitlines())
    return {kind: int(number) for kind, number in said if number != "0"}


def test_a_young_site_does_not_change(clock):
    users = people(4)
    table_of(users)
    room_of(people(2))
    person("Dora")
    clock.forward(6.9 * DAY)
    assert pruned() == {}


def test_addresses_and_blocks_are_forgotten(clock):
    asha, ben = people(2)
    User.objects.filter(pk=asha.pk).update(is_guest=False)
    addresses.note(asha, "203.0.113.9")
    addresses.block("203.0.113.9", clock.now + timedelta(days=1), "So.")
    clock.forward(20 * DAY)
    addresses.note(asha, "203.0.113.10")
    addresses.note(ben, "203.0.113.10")
    # A process of the earlier release deletes a person, but does not know this table.
    User.objects.filter(pk=ben.pk)._raw_delete("default")
    assert pruned() == {"addresses forgotten": 1}
    clock.forward(10.5 * DAY)
    assert pruned() == {"addresses forgotten": 1}
    assert UsedAddress.objects.get().address == "203.0.113.10"
    assert AddressBlock.objects.exists()
    clock.forward(DAY)
    assert pruned() == {"address blocks forgotten": 1}


# Games


def test_a_deserted_game_is_abandoned(clock):
    users = people(4)
    room = table_of(users)
    play_on(room.game, 5)
    version = Room.objects.get(pk=room.pk).version
    clock.forward(7.1 * DAY)
    assert pruned() == {"games abandoned": 1}
    game = Game.objects.get()
    assert (game.status, game.due_at, game.finished_at) == ("abandoned", None, clock.now)
    assert problems(game) == []
    assert Room.objects.get(pk=room.pk).version == version + 1
    assert pruned() == {}
    # If a person comes back, they find the lobby and can play again.
    assert Room.objects.get(pk=room.pk).game is None
    assert signed_in(users[0]).get(f"/r/{room.code}/").status_code == 200
    playing.start(room.code, users[0])


def test_a_visit_keeps_a_game(clock):
    users = people(4)
    room = table_of(users)
    clock.forward(5 * DAY)
    Seat.objects.filter(user=users[2]).update(last_seen=clock.now)
    clock.forward(5 * DAY)
    assert pruned() == {}
    spectator = person("Lena")
    clock.forward(3 * DAY)
    presence.renew_spectators({room.code: [spectator.pk]})
    assert pruned() == {}


def test_a_move_keeps_a_game(clock):
    """A move counts even if no room shows the game any more."""
    game = started(people(4))
    clock.forward(5 * DAY)
    play_on(game, 1)
    clock.forward(5 * DAY)
    assert pruned() == {}
    clock.forward(3 * DAY)
    assert pruned() == {"games abandoned": 1}


def test_a_move_after_the_check_counts(clock, monkeypatch):
    room = table_of(people(4))
    clock.forward(8 * DAY)
    look = retention.deserted_games
    looks = []

    def looked(now):
        looks.append(now)
        if len(looks) == 2:
            play_on(room.game, 1)
        return look(now)

    monkeypatch.setattr(retention, "deserted_games", looked)
    (due,) = retention.deserted_games(clock.now)
    assert not retention.abandon_game(due.pk)
    assert Game.objects.get().status == "running"
    assert len(looks) == 2


# Rooms


def test_an_idle_room_is_deleted_without_its_games(clock):
    users = people(4)
    room = table_of(users)
    play_on(room.game)
    chat.send(room.code, users[0], "well played")
    kept = table_of(people(4))
    clock.forward(29 * DAY)
    chat.send(room.code, users[0], "anybody?")
    play.abandon(kept.game.pk)
    clock.forward(2 * DAY)
    assert "rooms removed" not in pruned()
    clock.forward(29 * DAY)
    assert pruned()["rooms removed"] == 2
    assert not Room.objects.exists()
    assert not ChatMessage.objects.exists()
    game = Game.objects.get(pk=room.game.pk)
    assert problems(game) == []
    browser = signed_in(users[0])
    assert browser.get(f"/games/{game.pk}/").status_code == 200
    assert browser.get(f"/r/{room.code}/").status_code == 404


def test_a_visited_room_stays(clock):
    users = people(2)
    room_of(users)
    clock.forward(29 * DAY)
    Seat.objects.filter(user=users[0]).update(last_seen=clock.now)
    clock.forward(29 * DAY)
    assert pruned() == {}


def test_a_room_is_deleted_only_after_its_game(clock):
    room = table_of(people(4))
    clock.forward(40 * DAY)
    assert not retention.idle_rooms(clock.now).exists()
    done = pruned()
    assert done["games abandoned"] == 1
    # The game was abandoned only now, so the room stays for another month in case somebody comes.
    assert "rooms removed" not in done
    clock.forward(31 * DAY)
    assert pruned()["rooms removed"] == 1
    assert Game.objects.get(pk=room.game.pk).status == "abandoned"


# People


def test_guests_who_never_played_are_deleted(clock):
    idle = person("Asha")
    player, hosting_person, saver = people(4)[1:]
    play_on(started([player, *people(3)]))
    room_of([hosting_person])
    SavedRules.objects.create(user=saver, name="mine", preset="classic", options={})
    account = User.objects.create_user("emil", password="a long password", name="Emil")
    clock.forward(31 * DAY)
    Seat.objects.update(last_seen=clock.now)
    pruned()
    left = set(User.objects.values_list("pk", flat=True))
    assert idle.pk not in left
    assert {player.pk, hosting_person.pk, saver.pk, account.pk} <= left


def test_messages_of_a_deleted_guest_stay(clock):
    users = people(2)
    code = room_of(users)
    clock.forward(20 * DAY)
    chat.send(code, users[1], "good evening")
    lobby.leave(code, users[1])
    clock.forward(11 * DAY)
    Seat.objects.update(last_seen=clock.now)
    assert pruned() == {}
    clock.forward(20 * DAY)
    Seat.objects.update(last_seen=clock.now)
    assert pruned() == {"guests removed": 1}
    message = ChatMessage.objects.with_names().get()
    assert (message.user, message.name, message.text) == (None, "A former player", "good evening")


# Useless rows


def test_the_address_of_a_session_is_forgotten_with_the_session(clock):
    user = person()
    for key in ("a", "b"):
        UserSession.objects.create(user=user, session_key=key, ip="192.0.2.1")
    lasting = timezone.now() + timedelta(days=365)
    Session.objects.create(session_key="b", session_data="", expire_date=lasting)
    assert pruned() == {"addresses of sessions forgotten": 1}
    assert UserSession.objects.get().session_key == "b"


def test_old_requests_and_sessions_are_deleted(clock):
    user = person()
    locked.once(user, "a", "new", lambda: 1)
    Session.objects.create(session_key="a", session_data="", expire_date=clock.now)
    lasting = timezone.now() + timedelta(days=365)
    Session.objects.create(session_key="b", session_data="", expire_date=lasting)
    room_of([user])
    clock.forward(29 * DAY)
    Seat.objects.update(last_seen=clock.now)
    assert pruned() == {"sessions forgotten": 1}
    clock.forward(2 * DAY)
    assert pruned() == {"requests forgotten": 1}
    assert not IdempotencyKey.objects.exists()
    assert [session.session_key for session in Session.objects.all()] == ["b"]


def test_events_are_deleted_after_a_month(clock):
    users = people(4)
    room = table_of(users)
    lobby.leave(room.code, users[3])
    clock.forward(29 * DAY)
    Seat.objects.update(last_seen=clock.now)
    assert pruned() == {}
    clock.forward(2 * DAY)
    Seat.objects.update(last_seen=clock.now)
    assert pruned() == {}, "the log of a game that is on stays whole"
    play.abandon(room.game_id)
    assert pruned() == {"events forgotten": 1}


def test_viewers_of_a_replay_are_deleted_after_a_day(clock):
    users = people(4)
    game = table_of(users).game
    gone, _silent = (shared.open_page(game, user, "tab") for user in users[:2])
    shared.close_page(gone)
    clock.forward(0.9 * DAY)
    here = shared.open_page(game, users[2], "tab")
    assert pruned() == {}
    clock.forward(0.2 * DAY)
    assert pruned() == {"replay pages forgotten": 2}
    assert list(ReplayViewer.objects.values_list("pk", flat=True)) == [here]
    # Older releases stored no time here.
    ReplayViewer.objects.update(last_seen=None)
    assert pruned() == {"replay pages forgotten": 1}


def test_a_run_is_limited(clock, monkeypatch):
    users = people(7)
    for user in users:
        locked.once(user, "a", "new", lambda: 1)
    for user in users[:4]:
        room_of([user])
    clock.forward(31 * DAY)
    with monkeypatch.context() as few:
        few.setattr(retention, "MOST", 3)
        assert pruned() == {"rooms removed": 3, "guests removed": 3, "requests forgotten": 3}
        done = pruned()
        assert (done["rooms removed"], done["guests removed"]) == (1, 3)
    assert pruned() == {"guests removed": 1}
