"""The list of open tables, and the way to a seat among people."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import addresses, blocks, words
from accounts.models import Word
from game import database_time
from game.refusals import Refused
from game.table_options import DAY
from rooms import open_tables
from rooms.actions import chat, host_settings, lobby, moderation, names, playing
from rooms.actions import open_tables as actions
from rooms.actions.locked import locked_room
from rooms.actions.play_with_people import sit_down, sit_down_among_people
from rooms.live import presence
from rooms.models import Room, Seat
from tests.kit import JSON, people, person, room_of, signed_in, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture(autouse=True)
def fresh_lists():
    cache.clear()


def open_room(users, preset="nine-sets", **fields):
    """An open lobby. Return its code."""
    code = room_of(users, preset)
    change(code, open_since=database_time.now(), **fields)
    return code


def change(code, **fields):
    """Change the room's row as an action does."""
    with locked_room(code) as room:
        for name, value in fields.items():
            setattr(room, name, value)
        room.save()


def codes(**filters):
    cache.clear()
    return [table.code for table in open_tables.listed(filters)]


def test_the_fullest_table_comes_first_and_of_equals_the_newest():
    users = people(7)
    one, older = open_room(users[:1]), open_room(users[1:3])
    newer, full = open_room(users[3:5]), open_room(users[5:7])
    change(older, open_since=database_time.now() - timedelta(minutes=1))
    lobby.join(full, person("Lou"))
    assert codes() == [full, newer, older, one]


def test_only_open_lobbies_with_a_person_and_an_empty_seat_are_listed():
    asha, ben = people(2)
    private = room_of([person("Pia")])
    lobby.join(private, person("Quin"))
    code = open_room([asha, ben])
    assert codes() == [code]
    host_settings.lock(code, asha, True)
    assert codes() == []
    host_settings.lock(code, asha, False)
    assert codes() == [code]
    Seat.objects.filter(room__code=code).update(last_seen=database_time.now() - timedelta(days=1))
    presence.expire()
    assert codes() == []
    presence.note_request(code, ben.pk)
    assert codes() == [code]
    lobby.fill_with_bots(code, asha)
    assert codes() == [code]  # A person may take the seat of a bot.
    Seat.objects.filter(room__code=code).update(ready=True)
    playing.start(code, asha)
    assert codes() == []
    moderation.close(code)
    assert codes() == []
    assert Room.objects.filter(code=private, free_seats=None).exists()


def test_the_filters_choose_by_rules_players_and_pace():
    users = people(3)
    usual, eight, clock = (open_room([user]) for user in users)
    host_settings.set_options(eight, users[1], {"players": 8}, "big-table")
    host_settings.set_options(clock, users[2], {"turn_seconds": 60})
    assert set(codes()) == {usual, eight, clock}
    assert codes(preset="big-table") == [eight]
    assert codes(seats="8") == [eight]
    assert codes(pace="clock") == [clock]
    assert set(codes(pace="no-clock")) == {usual, eight}
    assert codes(pace="days") == []
    assert set(codes(preset="\0", seats="eight", pace="' OR 1")) == {usual, eight, clock}


def test_the_list_is_one_query_and_kept_for_a_moment(django_assert_num_queries):
    open_room(people(3))
    with django_assert_num_queries(1):
        first = open_tables.listed({})
    with django_assert_num_queries(0):
        assert open_tables.listed({}) == first


def test_the_home_page_and_the_page_of_tables_show_them(client):
    asha, ben = people(2)
    code = open_room([asha, ben], wished="beginners")
    for page in ("/", "/tables/"):
        text = client.get(page).content.decode()
        assert f'value="{code}"' in text and "Nine sets" in text and "For beginners" in text
        assert f'alt="{asha.name}"' in text
    part = client.get("/tables/", headers={"HX-Request": "true"}).content.decode()
    assert f'value="{code}"' in part and "<html" not in part
    client.post("/tables/sit/", {"code": code})
    assert "home page. For beginners." in client.get(f"/r/{code}/").content.decode()


def test_a_visitor_sits_down_at_an_open_table_with_one_request(client):
    code = open_room(people(2))
    assert client.post("/tables/sit/", {"code": code}).url == f"/r/{code}/"
    assert Room.objects.get(code=code).seats.count() == 3


def test_nobody_finds_a_private_table_in_this_way(client):
    private = room_of(people(1))
    for code in (private, "CDFGHJ", "", "\0"):
        answer = client.post("/tables/sit/", {"code": code}, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (404, "table_gone")


def test_play_with_people_takes_the_fullest_usual_table():
    users, wim = people(5), person("Wim")
    open_room(users[:1])
    best = open_room(users[1:3])
    other = open_room(users[3:5])
    host_settings.set_options(other, users[3], {"misplaced_claim": "return"})
    lobby.join(other, person("Lou"))
    assert sit_down_among_people(wim) == best
    assert sit_down_among_people(wim) == best  # A second press changes nothing.
    assert Room.objects.get(code=best).seats.filter(user=wim).count() == 1


def test_play_with_people_opens_a_table_that_the_next_person_finds():
    asha, ben = people(2)
    code = sit_down_among_people(asha)
    assert Room.objects.get(code=code).open_since
    assert sit_down_among_people(ben) == code


def test_people_with_a_block_never_meet_at_an_open_table(django_assert_num_queries):
    asha, ben, cleo = people(3)
    code = open_room([asha, cleo])
    blocks.block(asha, ben.pk)
    other = sit_down_among_people(ben)
    assert other != code
    assert sit_down_among_people(person("Dan")) == code
    answer = signed_in(ben).post("/tables/sit/", {"code": code}, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_here")
    assert "All open tables" in signed_in(ben).post("/tables/sit/", {"code": code}).content.decode()
    assert f'value="{code}"' not in signed_in(ben).get("/tables/").content.decode()
    assert f'value="{other}"' not in signed_in(asha).get("/tables/").content.decode()
    assert f'value="{code}"' in signed_in(person("Eve")).get("/tables/").content.decode()


def test_a_block_does_not_matter_at_a_private_table():
    asha, ben = people(2)
    blocks.block(asha, ben.pk)
    code = room_of([asha])
    lobby.join(code, ben)
    assert Room.objects.get(code=code).seats.count() == 2


def test_an_invented_name_gives_way_and_a_chosen_name_finds_another_table():
    asha = person("Fox")
    code = open_room([asha])
    guest = guest_like(asha)
    assert sit_down_among_people(guest) == code
    guest.refresh_from_db()
    assert guest.name != "Fox" and guest.avatar != asha.avatar and guest.name_is_invented
    chosen = person("Fox")
    assert sit_down_among_people(chosen) != code
    assert chosen.name == "Fox"


def guest_like(other):
    """A guest with the invented name Fox and the picture of the other person."""
    guest = person("Fox")
    guest.name_is_invented, guest.avatar = True, other.avatar
    guest.save()
    return guest


def test_nobody_with_an_invented_name_has_the_picture_of_another_person():
    asha = person("Asha")
    code, guest = open_room([asha]), guest_like(asha)
    sit_down(code, guest)
    guest.refresh_from_db()
    assert guest.avatar != asha.avatar and guest.name != "Fox"
    before = guest.name
    sit_down(code, guest)
    assert guest.name == before


def test_a_refused_person_keeps_an_invented_name():
    asha = person("Asha")
    code, guest = open_room([asha]), guest_like(asha)
    blocks.block(asha, guest.pk)
    with pytest.raises(Refused, match="not_here"):
        sit_down(code, guest)
    assert guest.name == "Fox"
    guest.refresh_from_db()
    assert (guest.name, guest.avatar) == ("Fox", asha.avatar)


@pytest.fixture
def rude():
    """``weasel`` is on the list of words."""
    Word.objects.create(text="weasel")
    words.entries.forget()
    yield "a We4sel"
    words.entries.forget()


def test_a_word_of_the_list_is_refused_at_an_open_table_alone(rude):
    asha, ben = people(2)
    private, code = room_of([asha]), open_room([ben])
    chat.send(private, asha, rude)
    with pytest.raises(Refused, match="unkind_message"):
        chat.send(code, ben, rude)
    wim = person(rude)
    lobby.join(private, wim)
    with pytest.raises(Refused, match="unkind_name"):
        lobby.join(code, wim)
    with pytest.raises(Refused, match="unkind_name"):
        names.rename(code, ben, rude)
    with pytest.raises(Refused, match="unkind_name"):
        sit_down_among_people(wim)
    names.rename(private, asha, f"{rude} 2")


def test_nobody_opens_a_table_with_such_a_name_or_writes_it_as_a_reason(rude):
    asha, ben = people(2)
    asha.is_guest = False
    asha.save()
    code = room_of([asha, person(rude)])
    with pytest.raises(Refused, match="unkind_name"):
        actions.set_open(code, asha, True)
    room = table_of([asha, ben], bots=4)
    change(room.code, open_since=database_time.now())
    seat = room.seats.get(user=ben).number
    with pytest.raises(Refused, match="unkind_message"):
        lobby.kick(room.code, asha, seat, str(ben.pk), rude)


def test_a_name_that_became_a_bad_one_says_nothing_more(rude):
    asha, wim = *people(1), person(rude)
    code = room_of([asha, wim])
    change(code, open_since=database_time.now())
    for act, said in ((chat.send, "Hello"), (chat.react, "hello")):
        with pytest.raises(Refused, match="unkind_name"):
            act(code, wim, said)
        act(code, asha, said)


def test_such_a_name_is_not_shown_beside_the_seats(rude):
    asha, ben, wim = people(3)
    code = open_room([asha, ben, wim])
    for user in (asha, ben):
        chat.send(code, user, f"{user.name} says hello.")
    lobby.leave(code, ben)
    for user in (ben, wim):
        user.name = rude
        user.save()
    lobby.leave(code, wim)
    presence.renew_spectators({code: [wim.pk]})
    page = signed_in(asha).get(f"/r/{code}/").content.decode()
    assert rude not in page
    assert "A former player" in page and "A spectator" in page
    change(code, open_since=None)
    assert rude in signed_in(asha).get(f"/r/{code}/").content.decode()


def test_people_at_a_table_of_days_keep_their_seats(clock):
    asha, ben, wim = *people(2), person("Wim")
    code = open_room([asha, ben])
    host_settings.set_options(code, asha, {"turn_seconds": DAY})
    clock.forward(120)
    presence.expire()
    clock.forward(120)
    before = Room.objects.get(code=code).version
    actions.free_seats_of_absent()
    assert Room.objects.get(code=code).version == before
    assert codes(pace="days") == [code]
    # Such a table does not keep people from another one.
    other = sit_down_among_people(wim)
    assert other != code
    lobby.join(code, wim)
    assert sit_down_among_people(wim) == other
    assert Room.objects.get(code=code).seats.count() == 3


def test_an_address_holds_few_waiting_seats(settings, monkeypatch):
    settings.RATE_LIMIT_FACTOR = settings.CAP_FACTOR = 1
    monkeypatch.setattr(actions, "MOST_WAITING", 2)
    private = room_of(people(1))
    here, there = "203.0.113.9", "203.0.113.10"
    first, second, third = (Client(REMOTE_ADDR=here) for _ in range(3))
    code = first.post("/play/people/", headers=JSON).json()["code"]
    assert second.post("/tables/sit/", {"code": code}, headers=JSON).status_code == 200
    for way, fields in (
        ("/play/people/", {}),
        ("/tables/sit/", {"code": code}),
        (f"/r/{code}/join/", {}),
    ):
        refused = third.post(way, fields, headers=JSON)
        assert (refused.status_code, refused.json()["code"]) == (422, "many_waiting_here")
    assert third.post(f"/r/{private}/join/", headers=JSON).status_code == 200
    assert Client(REMOTE_ADDR=there).post("/play/people/", headers=JSON).status_code == 200
    room = Room.objects.get(code=code)
    lobby.fill_with_bots(code, room.host)
    room.seats.update(ready=True)
    playing.start(code, room.host)
    # The people who play do not count.
    assert third.post("/play/people/", headers=JSON).status_code == 200


def test_the_guests_of_an_address_hold_few_seats_at_tables_of_days(settings, monkeypatch):
    settings.RATE_LIMIT_FACTOR = settings.CAP_FACTOR = 1
    monkeypatch.setattr(actions, "MOST_WAITING", 1)
    monkeypatch.setattr(actions, "MOST_WAITING_DAYS", 2)
    asha, *guests = people(4)
    code = open_room([asha])
    host_settings.set_options(code, asha, {"turn_seconds": DAY})
    for guest in guests:
        addresses.note(guest, "203.0.113.9")
    for guest in guests[:2]:
        lobby.join(code, guest)
    with pytest.raises(Refused, match="many_waiting_here"):
        lobby.join(code, guests[2])


def test_a_host_opens_no_more_tables_than_the_address_may_have(settings, monkeypatch):
    settings.RATE_LIMIT_FACTOR = settings.CAP_FACTOR = 1
    monkeypatch.setattr(actions, "MOST_WAITING", 1)
    asha = person("Asha")
    asha.is_guest = False
    asha.save()
    addresses.note(asha, "203.0.113.9")
    actions.set_open(room_of([asha]), asha, True)
    actions.set_open(room_of([asha]), asha, True)  # The person may be moving there.
    with pytest.raises(Refused, match="many_waiting_here"):
        actions.set_open(room_of([asha]), asha, True)


def test_a_person_waits_at_one_open_table(client):
    asha, ben, wim = *people(2), person("Wim")
    one, other = open_room([asha]), open_room([ben])
    client.force_login(wim)
    for code in (one, other):
        assert client.post("/tables/sit/", {"code": code}, headers=JSON).json() == {"code": code}
        assert [seat.room.code for seat in Seat.objects.filter(user=wim)] == [code]


def test_a_list_that_comes_too_often_changes_nothing(client, settings, monkeypatch):
    settings.RATE_LIMIT_FACTOR = 1
    monkeypatch.setattr("rooms.views.open_tables.LISTS_PER_MINUTE", 0)
    assert client.get("/tables/", headers={"HX-Request": "true"}).status_code == 204
    assert client.get("/tables/").status_code == 429


def test_people_go_to_the_table_where_they_sit():
    asha, ben = people(2)
    code = open_room([asha])
    for user, says in ((asha, "Go to the table"), (ben, "Sit down")):
        page = signed_in(user).get("/tables/").content.decode()
        assert says in page.partition(f'id="sit-{code}"')[2].partition("</li>")[0]
