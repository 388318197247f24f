"""Open tables: who may open one, how the people at it start, and who loses a seat."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import addresses, blocks
from bots import background
from game import database_time
from game.models import DueWork
from game.refusals import Refused
from game.table_options import DAY
from rooms import retention
from rooms.actions import chat, host_settings, lobby, moderation, open_tables, playing
from rooms.live import presence
from rooms.models import ChatMessage, Room, RoomEvent
from tests.kit import JSON, people, person, room_of, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def users():
    """Three guests who came two hours ago."""
    users = people(3)
    for user in users:
        user.date_joined -= timedelta(hours=2)
        user.save()
    return users


@pytest.fixture
def code(users):
    """A lobby with the usual rules, opened to everybody by the first of the people."""
    code = room_of(users, "nine-sets")
    open_tables.set_open(code, users[0], True)
    return code


def room(code):
    return Room.objects.get(code=code)


def agree(code, *users):
    for user in users:
        open_tables.agree(code, user, True)


def test_the_host_opens_a_table_and_makes_it_private_again(users):
    code = room_of(users)
    with pytest.raises(Refused, match="not_host"):
        open_tables.set_open(code, users[1], True)
    fields = {"open": 1, "wished": "experienced"}
    assert signed_in(users[0]).post(f"/r/{code}/open/", fields, headers=JSON).status_code == 200
    assert room(code).open_since and room(code).wished == "experienced"
    since = room(code).open_since
    open_tables.set_open(code, users[0], True, "beginners")
    assert (room(code).open_since, room(code).wished) == (since, "beginners")
    with pytest.raises(Refused, match="stays_open"):
        open_tables.set_open(code, users[0], False)
    for user in users[1:]:
        lobby.leave(code, user)
    open_tables.set_open(code, users[0], False)
    assert room(code).open_since is None
    assert list(RoomEvent.objects.values_list("kind", flat=True)) == ["opened", "closed"]


def test_a_guest_opens_a_table_only_after_an_hour():
    guest, member = people(2)
    code = room_of([guest])
    with pytest.raises(Refused, match="new_guest"):
        open_tables.set_open(code, guest, True)
    page = page_of(code, guest)
    assert 'id="set-open"' not in page and "Create an account to do it now" in page
    guest.date_joined -= timedelta(hours=1)
    guest.save()
    assert 'id="set-open"' in page_of(code, guest)
    open_tables.set_open(code, guest, True)
    member.is_guest = False
    member.save()
    open_tables.set_open(room_of([member]), member, True)


def test_an_unknown_wish_is_refused(users):
    with pytest.raises(Refused, match="bad_request"):
        open_tables.set_open(room_of(users), users[0], True, "\0")


def test_bots_fill_the_table_after_a_minute_if_all_agree(users, code, clock):
    agree(code, *users)
    assert room(code).game is None
    clock.forward(59)
    background.do_due_work()
    assert room(code).game is None
    clock.forward(2)
    background.do_due_work()
    assert room(code).game.rules.players == 6
    assert not DueWork.objects.filter(kind=playing.START).exists()


def test_after_the_minute_the_last_agreement_starts_the_game(users, code, clock):
    agree(code, *users[:2])
    clock.forward(61)
    background.do_due_work()
    assert room(code).game is None
    agree(code, users[2])
    assert room(code).game


def test_an_agreement_can_be_taken_back(users, code, clock):
    agree(code, *users)
    open_tables.agree(code, users[1], False)
    clock.forward(61)
    background.do_due_work()
    assert room(code).game is None


def test_a_newcomer_must_agree_too(users, code, clock):
    agree(code, *users)
    wim = person("Wim")
    lobby.join(code, wim)
    clock.forward(61)
    background.do_due_work()
    assert room(code).game is None
    agree(code, wim)
    assert room(code).game


def test_a_full_table_does_not_wait(users, code):
    more = [person(name) for name in ("Dan", "Eve", "Flo")]
    for user in more:
        lobby.join(code, user)
    agree(code, *users, *more)
    assert room(code).game.players.filter(bot="").count() == 6


def test_the_game_starts_when_the_last_person_who_waits_leaves(users, code, clock):
    agree(code, *users[:2])
    clock.forward(61)
    lobby.leave(code, users[2])
    assert room(code).game.players.filter(bot="").count() == 2


def test_an_absent_person_holds_up_nobody(users, code, clock):
    agree(code, *users[:2])
    clock.forward(61)
    present = room(code).seats.exclude(user=users[2]).values_list("pk", flat=True)
    presence.renew_presence(list(present))
    presence.expire()
    assert room(code).game.players.filter(user=users[2]).exists()


def test_people_who_stay_away_lose_their_seats(users, code, clock):
    for _ in range(12):
        clock.forward(10)
        presence.renew_presence(
            list(room(code).seats.filter(user=users[1]).values_list("pk", flat=True))
        )
        presence.expire()
        open_tables.free_seats_of_absent()
    assert [seat.user for seat in room(code).seats.all()] == [users[1]]
    assert room(code).host == users[1]
    clock.forward(120)
    presence.expire()
    clock.forward(120)
    open_tables.free_seats_of_absent()
    assert not room(code).seats.exists()
    assert room(code).open_since is None and room(code).host is None


def test_nobody_agrees_at_a_private_table_or_in_a_game(users, code):
    friend = person("Fay")
    with pytest.raises(Refused, match="not_ready"):
        open_tables.agree(room_of([friend]), friend, True)
    with pytest.raises(Refused, match="not_seated"):
        open_tables.agree(code, person("Wim"), True)
    playing_room = room(code)
    lobby.fill_with_bots(code, users[0])
    agree(code, *users[1:])
    playing.start(code, users[0])
    assert playing_room.open_since
    with pytest.raises(Refused, match="not_ready"):
        open_tables.agree(code, users[0], True)


def test_a_table_that_returns_to_its_lobby_waits_again(users, code, clock):
    lobby.fill_with_bots(code, users[0])
    agree(code, *users[1:])
    playing.start(code, users[0])
    clock.forward(600)
    for user in users:
        playing.agree_to_end(code, user, agrees=True)
    assert room(code).game is None
    assert room(code).open_since == database_time.now()


def test_the_lobby_says_how_long_it_waits_and_who_agrees(users, code, clock):
    clock.forward(20)
    agree(code, users[1])
    page = signed_in(users[0]).get(f"/r/{code}/").content.decode()
    assert 'data-left="40.0">0:40</span>.' in page and "1 of 3 people here agrees." in page
    assert "3 seats are free." in page
    mine = signed_in(users[1]).get(f"/r/{code}/").content.decode()
    assert f"You agree. {users[0].name} and {users[2].name} must agree, too." in mine
    assert "This table is open: everybody finds it on the home page." in page
    mine = signed_in(users[1]).get(f"/r/{code}/").content.decode()
    assert "Wait for more people" in mine


def test_the_host_starts_only_when_the_others_agree(users, code):
    lobby.fill_with_bots(code, users[0])
    with pytest.raises(Refused, match="not_agreed"):
        playing.start(code, users[0])
    agree(code, *users[1:])
    playing.start(code, users[0])
    assert room(code).game


def test_work_that_is_early_is_due_again(users, code, clock):
    """The table was private for a moment, so its minute began anew."""
    agree(code, *users)
    clock.forward(30)
    Room.objects.filter(code=code).update(open_since=database_time.now())
    agree(code, *users)
    clock.forward(31)
    background.do_due_work()
    assert room(code).game is None
    clock.forward(30)
    background.do_due_work()
    assert room(code).game


def test_other_rules_need_a_new_agreement(users, code):
    agree(code, *users[1:])
    host_settings.set_options(code, users[0], {"turn_seconds": 60})
    assert not room(code).seats.filter(ready=True).exists()


def test_a_table_of_separated_people_stays_private(users):
    blocks.block(users[1], users[2].pk)
    code = room_of(users)
    with pytest.raises(Refused, match="stays_private"):
        open_tables.set_open(code, users[0], True)


def test_the_others_go_on_when_the_staff_ban_the_person_who_waits(users, code, clock):
    agree(code, *users[:2])
    clock.forward(61)
    moderation.kick(code, users[2])
    assert room(code).game


def test_a_banned_guest_does_not_come_back_as_a_new_guest_of_the_address(users, code):
    here, elsewhere, friend = person("Ann"), person("Bea"), person("Cat")
    addresses.note(friend, "203.0.113.7")
    addresses.note(users[1], "203.0.113.7")
    lobby.kick(code, users[0], 1)
    addresses.note(elsewhere, "203.0.113.8")
    for new in (here, elsewhere):
        new.date_joined = timezone.now()
        new.save()
    addresses.note(here, "203.0.113.7")
    with pytest.raises(Refused, match="not_here"):
        lobby.join(code, here)
    lobby.join(code, elsewhere)
    # A guest who came before the ban is not the banned person.
    lobby.join(code, friend)
    Room.objects.filter(code=code).update(open_since=None)
    lobby.join(code, here)


def page_of(code, user):
    return signed_in(user).get(f"/r/{code}/").content.decode()


def test_what_was_written_before_the_opening_is_gone(users):
    code = room_of(users, "nine-sets")
    chat.send(code, users[1], "My number is 12345.")
    open_tables.set_open(code, users[0], True)
    chat.send(code, users[1], "Hello, strangers.")
    lobby.fill_with_bots(code, users[0])
    agree(code, *users[1:])
    assert "12345" not in page_of(code, person("Wim"))
    playing.start(code, users[0])
    for user in users:
        playing.agree_to_end(code, user, agrees=True)
    retention.old_events(database_time.now() + timedelta(days=99)).delete()
    assert "Hello, strangers." in page_of(code, users[0])
    for user in users[1:]:
        lobby.leave(code, user)
    open_tables.set_open(code, users[0], False)
    for user in (users[0], person("Wim")):
        assert "12345" not in page_of(code, user)
    assert ChatMessage.objects.count() == 2


@pytest.mark.parametrize("returned", [False, True])
def test_pages_learn_that_the_minute_is_over(users, code, clock, returned):
    if returned:
        lobby.fill_with_bots(code, users[0])
        agree(code, *users[1:])
        playing.start(code, users[0])
        clock.forward(600)
        background.do_due_work()
        for user in users:
            playing.agree_to_end(code, user, agrees=True)
        lobby.clear_bots(code, users[0])
    agree(code, users[1])
    before = room(code).version
    clock.forward(61)
    background.do_due_work()
    assert room(code).version > before
    page = page_of(code, users[0])
    assert "The game can start with bots now." in page and "1 of 3 people here agrees." in page
    assert "Agree to play with bots" in page
    agree(code, users[2])
    assert ">Start with bots<" in page_of(code, users[0]).replace("\n", "").replace("  ", "")


def test_the_page_says_that_everybody_agrees_before_the_minute_is_over(users, code):
    """Bots that already sit here do not count: then no seat is empty."""
    lobby.fill_with_bots(code, users[0])
    assert "People can take the seats of bots." in page_of(code, users[0])
    agree(code, *users[1:])
    page = page_of(code, users[0])
    assert "If everybody here agrees, the game starts with bots in" in page
    assert "Agree to play with bots" in page
    agree(code, users[0])
    assert "Everybody here agrees. The game starts with bots in" in page_of(code, users[0])


def test_a_running_game_hears_nothing_of_the_minute(users, code, clock):
    lobby.fill_with_bots(code, users[0])
    agree(code, *users[1:])
    playing.start(code, users[0])
    before = room(code).version
    clock.forward(61)
    background.do_due_work()
    assert room(code).version == before


def test_a_table_that_can_not_start_says_why_and_starts_later(users, code, clock, monkeypatch):
    monkeypatch.setattr(playing, "MOST_RUNNING", 0)
    clock.forward(61)
    agree(code, *users)
    assert "You have 0 running games." in page_of(code, users[0])
    assert "Too many other games are running." in page_of(code, users[1])
    clock.forward(61)
    background.do_due_work()
    assert room(code).game is None
    monkeypatch.setattr(playing, "MOST_RUNNING", 40)
    assert "Too many other games" not in page_of(code, users[1])
    clock.forward(61)
    background.do_due_work()
    assert room(code).game


def test_a_person_who_has_agreed_and_comes_back_starts_the_game(users, code, clock):
    host_settings.set_options(code, users[0], {"turn_seconds": DAY})
    for user in users[1:]:
        lobby.leave(code, user)
    open_tables.agree(code, users[0], True)
    clock.forward(30)
    presence.expire()
    clock.forward(40)
    background.do_due_work()
    assert room(code).game is None
    presence.note_request(code, users[0].pk)
    assert room(code).game


def test_with_days_people_lose_their_seats_after_three_days(users, code, clock):
    host_settings.set_options(code, users[0], {"turn_seconds": DAY})
    presence.expire()
    for days, seats in ((2.9, 3), (0.2, 0)):
        clock.forward(days * 24 * 3600)
        presence.expire()
        open_tables.free_seats_of_absent()
        assert room(code).seats.count() == seats
