"""People who come to open tables at the same moment. The tests run on PostgreSQL, too
(``tests/on_postgres.py``).
"""

from functools import partial

import pytest

from accounts import addresses, blocks
from bots.background import KINDS
from game import database_time
from game.models import DueWork, Game
from game.refusals import Refused
from rooms.actions import lobby, open_tables, playing
from rooms.actions.locked import locked_room
from rooms.actions.play_with_people import sit_down, sit_down_among_people
from rooms.models import Room, Seat
from tests.database.kit.threads import at_once
from tests.kit import people, person, room_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def opened(users):
    code = room_of(users, "nine-sets")
    with locked_room(code) as room:
        room.open_since = database_time.now()
        room.save(update_fields=["open_since"])
    return code


def test_everybody_who_comes_at_once_gets_one_seat():
    opened(people(5))
    strangers = [person(f"Stranger {number}") for number in range(8)]
    found = at_once([partial(sit_down_among_people, user) for user in strangers])
    seats = Seat.objects.filter(user__in=strangers)
    assert sorted(seats.values_list("user", flat=True)) == [user.pk for user in strangers]
    assert [seats.get(user=user).room.code for user in strangers] == found
    for room in Room.objects.all():
        seated = room.seats.count()
        assert room.free_seats == max(0, 6 - seated)
        assert seated <= room.seat_count


def test_the_last_seat_goes_to_one_person():
    code = opened(people(5))
    Room.objects.update(seat_count=6)
    strangers = [person(f"Stranger {number}") for number in range(6)]
    results = at_once([partial(sit_down, code, user) for user in strangers])
    assert sum(result is None for result in results) == 1
    refused = {result.code for result in results if isinstance(result, Refused)}
    assert refused == {"room_full"}
    assert Room.objects.get().seats.count() == 6


def test_two_separated_people_who_come_at_once_sit_apart():
    asha, ben = person("Asha"), person("Ben")
    blocks.block(asha, ben.pk)
    opened([person("Cleo")])
    for _ in range(5):
        one, other = at_once([partial(sit_down_among_people, user) for user in (asha, ben)])
        assert one != other
        for code, user in ((one, asha), (other, ben)):
            lobby.leave(code, user)


def test_a_block_and_a_seat_at_once_do_no_harm():
    asha, ben = person("Asha"), person("Ben")
    code = opened([asha])
    made, sat = at_once([partial(blocks.block, asha, ben.pk), partial(sit_down, code, ben)])
    assert made is True
    assert sat is None or (isinstance(sat, Refused) and sat.code == "not_here")
    seated = Room.objects.get().seats.filter(user=ben).exists()
    assert seated == (sat is None)


def test_agreements_and_the_end_of_the_minute_at_once_deal_one_game(clock):
    users = people(4)
    code = opened(users)
    clock.forward(61)
    DueWork.put(playing.START, code, database_time.now())
    work = DueWork.objects.get()
    agreements = [partial(open_tables.agree, code, user, True) for user in users]
    results = at_once([*agreements, partial(KINDS[work.kind], work, lambda: False)])
    assert not [each for each in results if isinstance(each, Exception)]
    assert Game.objects.count() == 1
    assert Room.objects.get().free_seats is None


def test_one_person_who_presses_twice_waits_at_one_table():
    asha = person("Asha")
    at_once([partial(sit_down_among_people, asha) for _ in range(4)])
    assert Seat.objects.filter(user=asha).count() == 1
    assert Room.objects.filter(free_seats__gt=0).count() == 1


def test_guests_of_one_address_who_come_at_once_get_few_seats(settings, monkeypatch):
    settings.RATE_LIMIT_FACTOR = settings.CAP_FACTOR = 1
    monkeypatch.setattr(open_tables, "MOST_WAITING", 2)
    codes = [opened([host]) for host in people(6)]
    guests = [person(f"Guest {number}") for number in range(6)]
    for guest in guests:
        addresses.note(guest, "203.0.113.9")
    at_once([partial(sit_down, *each) for each in zip(codes, guests, strict=True)])
    assert Seat.objects.filter(user__in=guests).count() == 2
