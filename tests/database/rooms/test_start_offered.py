"""Any start that the lobby offers to the host starts a game."""

from dataclasses import replace
from random import Random

import pytest
from django.db import transaction

from literature.policy import LEVELS
from literature.rules.options import PLAYERS, PRESETS
from rooms.actions import lobby
from rooms.models import Room, Seat
from tests.kit import HTMX, NAMES, people, room_of, signed_in

pytestmark = pytest.mark.django_db

#: The buttons that start a game, with the fields that they send.
STARTS = {"start": {}, "fill-and-start": {"fill": 1}}


def offered(page):
    return {name for name in STARTS if f'id="{name}"' in page}


def page_of(client, code):
    return client.get(f"/r/{code}/regions/").content.decode()


def test_three_and_one_people_get_two_bots(users):
    code = room_of(users, "nine-sets")
    lobby.join(code, users[3], 4)
    page = page_of(signed_in(users[0]), code)
    assert offered(page) == {"fill-and-start"}
    assert "Add 2 bots and start" in page


def wrong_offers(count, seed):
    """Make ``count`` random lobbies. Return those in which no start is offered, and the offered
    starts that start no game.
    """
    users, chance = people(12), Random(seed)
    code, host = room_of(users[:1]), signed_in(users[0])
    wrong = []
    for _ in range(count):
        with transaction.atomic():
            lobby_text = arrange(code, users, chance)
            starts = offered(page_of(host, code))
            if not starts:
                wrong.append(lobby_text)
            for name in starts:
                with transaction.atomic():
                    answer = host.post(f"/r/{code}/start/", STARTS[name], headers=HTMX)
                    if answer.status_code != 200 or Room.objects.get(code=code).game is None:
                        wrong.append(f"{name}: {lobby_text}")
                    transaction.set_rollback(True)
            transaction.set_rollback(True)
    return wrong


def arrange(code, users, chance):
    """Give the room random settings, people and bots; the host is among them. Return a text that
    describes the lobby.
    """
    room = Room.objects.get(code=code)
    preset, players = chance.choice(list(PRESETS)), chance.choice(PLAYERS)
    room.use_preset(preset)
    room.options = replace(PRESETS[preset], players=players).to_json()
    room.seat_count = chance.choice([size for size in PLAYERS if size >= players])
    room.locked, room.table["spectators"] = chance.random() < 0.5, chance.random() < 0.5
    room.save()
    empty, bots = chance.random(), chance.random()
    kinds = [
        "." if chance.random() < empty else "b" if chance.random() < bots else "p"
        for _ in range(room.seat_count)
    ]
    kinds[chance.randrange(room.seat_count)] = "h"
    others = iter(users[1:])
    room.seats.all().delete()
    Seat.objects.bulk_create(
        Seat(
            room=room,
            number=number,
            user={"h": users[0], "b": None}[kind] if kind in "hb" else next(others),
            bot=LEVELS[0] if kind == "b" else "",
            name=NAMES[number],
            folded_name=NAMES[number].lower(),
        )
        for number, kind in enumerate(kinds)
        if kind != "."
    )
    return f"{preset}, {players} players, seats {''.join(kinds)}"


def test_an_offered_start_starts_a_game():
    assert wrong_offers(30, seed=1) == []


@pytest.mark.soak
def test_an_offered_start_starts_a_game_in_many_lobbies():
    assert wrong_offers(500, seed=2) == []
