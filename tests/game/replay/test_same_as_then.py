"""The replay through a seat's eyes shows at every move exactly what ``state.json`` gave it then."""

from dataclasses import asdict
from random import Random

import pytest

from game import play
from game.models import Game
from game.replay import course as courses
from game.replay.address import Place
from game.replay.regions import position
from game.rules.apply import apply
from game.rules.state import FINISHED
from rooms import frames, snapshot
from tests.kit import JSON, people, random_move, signed_in, state_of, table_of

pytestmark = pytest.mark.django_db

#: What ``state.json`` says of the room, and what comes and goes: who is there, and the clock.
OF_THE_ROOM = {
    *("room", "room_version", "deadline", "declaring", "ending", "series", "watchers"),
}
COMES_AND_GOES = {"avatar", "away"}


@pytest.mark.parametrize(
    ("preset", "count", "dials"),
    [
        ("classic", 4, {}),
        ("silent-hands", 6, {"history": "last_ask"}),
        ("nine-sets-anytime", 6, {"history": "last_two"}),
        ("nine-sets", 6, {"history": "last_two", "hand_counts": "secret"}),
        ("strict", 8, {"history": "last_ask", "hand_counts": "secret"}),
        ("first-game", 6, {"history": "full"}),
    ],
)
def test_a_whole_game(preset, count, dials):
    room, users = played_table(preset, count, dials)
    then, tables = play_and_keep(room, users, Random(f"{preset} {count}"))
    game = Game.objects.get(pk=room.game_id)
    course = courses.read(game)
    clients = [signed_in(user) for user in users]
    for number, kept in enumerate(then):
        for seat, document in enumerate(kept):
            assert without_room(course.document(number, seat)) == document, (number, seat)
        # The table is drawn as it was; at the end every hand stands beside the replay, not in it.
        seat = number % count
        if number < course.last:
            assert table_drawn(regions_of(course, number, seat)) == tables[number]
        # And once through the address, whoever asks.
        answer = clients[-1].get(f"/games/{game.pk}/?move={number}&eyes={seat}", headers=JSON)
        assert without_room(answer.json()) == kept[seat]


def played_table(preset, count, dials):
    room = table_of(people(count), preset, **dials)
    for dial, value in dials.items():
        assert asdict(room.game.rules)[dial] == value
    return room, [player.user for player in room.game.players.all()]


def play_and_keep(room, users, chance):
    """Play to the end; for each version, each seat's document, and the table as it was drawn."""
    kept, tables, state = [], [], state_of(room.game)
    clients = [signed_in(user) for user in users]
    while True:
        now = snapshot.read(room.code, whole_log=True)
        kept.append([without_room(now.document(user.id)) for user in users])
        tables.append(table_drawn(frames.public_html(snapshot.read(room.code))))
        # The address gives the same as the reading.
        one = chance.randrange(len(users))
        asked = clients[one].get(f"/r/{room.code}/state.json").json()
        assert without_room(asked) == kept[-1][one]
        if state.phase == FINISHED:
            return kept, tables
        move = random_move(state, chance)
        play.act(room.game_id, move, version=state.number)
        state, _event = apply(state, move)


def without_room(document):
    """What both say of the game, as the JSON that both are."""
    seats = [
        {key: value for key, value in seat.items() if key not in COMES_AND_GOES}
        for seat in document["seats"]
    ]
    ours = {key: value for key, value in document.items() if key not in OF_THE_ROOM | {"moves"}}
    return ours | {"seats": seats}


def regions_of(course, number, seat):
    return position(course, Place(number, seat), None)["regions"]


def table_drawn(html):
    """The region of the table, without what says how it is swapped."""
    table = html.partition('<section id="mine"')[0]
    return " ".join(table.replace(' hx-swap-oob="true"', "").split())
