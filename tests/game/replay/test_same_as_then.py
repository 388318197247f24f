"""The replay through a seat's eyes shows at every move exactly what ``state.json`` gave it then."""

import re
from dataclasses import asdict
from random import Random

import pytest

from game import play
from game.models import Game, Move
from game.replay import replay as courses
from game.replay.address import Place
from game.replay.regions import position
from game.rules.apply import apply
from game.rules.state import FINISHED
from rooms.actions import lobby
from rooms.live import rendering, snapshot
from tests.kit import JSON, people, random_move, signed_in, state_of, table_of

pytestmark = pytest.mark.django_db

#: What ``state.json`` says of the room, and what comes and goes: who is there, and the clock.
OF_THE_ROOM = {
    *("room", "room_version", "deadline", "declaring", "ending", "series", "watchers"),
    *("bots", "pace"),
}
COMES_AND_GOES = {"avatar", "away"}

#: How often whoever may claim does: the games are some 50 moves long.
CLAIMS = 0.2

#: So many seats are looked at after each move, other ones each time.
SEATS_AT_A_TIME = 2

#: Each so many moves the addresses are asked too; they give what the readings give.
ASKED_EVERY = 5


@pytest.fixture(autouse=True)
def _at_normal_pace(settings):
    """As every replay is shown."""
    settings.BOT_THINK_SECONDS = None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "count", "options"),
    [
        ("classic", 4, {}),
        ("silent-hands", 6, {"history": "last_ask"}),
        ("nine-sets-anytime", 6, {"history": "last_two"}),
        ("nine-sets", 6, {"history": "last_two", "hand_counts": "secret"}),
        ("strict", 8, {"history": "last_ask", "hand_counts": "secret"}),
        ("first-game", 6, {"history": "full"}),
    ],
)
def test_a_whole_game(preset, count, options):
    room, users = played_table(preset, count, options)
    then, tables = play_and_keep(room, users, Random(f"{preset} {count}"))
    assert_same(room, users, then, tables)


@pytest.mark.slow
@pytest.mark.parametrize("goes_at", [0, 9])
def test_a_game_that_somebody_left(goes_at):
    """Whoever left was a person until then; a bot has had their seat since."""
    room, users = played_table("classic", 4, {})
    then, tables = play_and_keep(room, users, Random("left"), leaver=2, goes_at=goes_at)
    bots = [next(filter(None, kept))["seats"][2]["bot"] for kept in then]
    assert bots == [None] * (goes_at + 1) + ["medium"] * (len(then) - goes_at - 1)
    assert_same(room, users, then, tables)


def assert_same(room, users, then, tables):
    """What the replay shows at each move is what was kept of it; None: nothing was kept."""
    game = Game.objects.get(pk=room.game_id)
    course = courses.read(game)
    client = signed_in(users[-1])
    for number, kept in enumerate(then):
        seats = [seat for seat, document in enumerate(kept) if document]
        for seat in seats:
            assert without_room(course.document(number, seat)) == kept[seat], (number, seat)
        # The table is drawn as it was; at the end every hand stands beside the replay, not in it.
        seat = seats[number % len(seats)]
        if number < course.last:
            assert table_drawn(regions_of(course, number, seat)) == tables[number]
        # And through the address, whoever asks.
        if number % ASKED_EVERY == 0 or number == course.last:
            answer = client.get(f"/games/{game.pk}/?move={number}&eyes={seat}", headers=JSON)
            assert without_room(answer.json()) == kept[seat]


def played_table(preset, count, options):
    room = table_of(people(count), preset, **options)
    for option, value in options.items():
        assert asdict(room.game.rules)[option] == value
    return room, [player.user for player in room.game.players.all()]


def play_and_keep(room, users, chance, leaver=None, goes_at=None):
    """Play to the end; for each version, some seats' documents, and the table as it was drawn.

    The seat ``leaver`` is given up after ``goes_at`` moves; from then on it has no document.
    """
    kept, tables, state = [], [], state_of(room.game)
    clients = [signed_in(user) for user in users]
    here = set(range(len(users)))
    while True:
        now = snapshot.read(room.code, whole_log=True)
        some = chance.sample(sorted(here), SEATS_AT_A_TIME)
        kept.append(
            [
                without_room(now.document(user.id)) if seat in some else None
                for seat, user in enumerate(users)
            ]
        )
        tables.append(table_drawn(rendering.public_html(snapshot.read(room.code))))
        # The address gives the same as the reading.
        if state.number % ASKED_EVERY == 0 or state.phase == FINISHED:
            asked = clients[some[0]].get(f"/r/{room.code}/state.json").json()
            assert without_room(asked) == kept[-1][some[0]]
        if state.phase == FINISHED:
            return kept, tables
        if state.number == goes_at:
            lobby.leave(room.code, users[leaver])
            here.remove(leaver)
        move = random_move(state, chance, CLAIMS)
        mover = Move.Mover.PERSON if move.seat in here else Move.Mover.BOT
        play.act(room.game_id, move, version=state.number, mover=mover)
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
    """The region of the table, without how it is swapped, and without events of the room."""
    table = html.partition('<section id="mine"')[0]
    table = re.sub(r'<p class="note".*?</p>|<li class="log-note".*?</li>', "", table)
    return " ".join(table.replace(' hx-swap-oob="true"', "").split())
