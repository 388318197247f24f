"""At every move, the replay from a seat equals the ``state.json`` that this seat got at that
time.
"""

import re
from dataclasses import asdict
from random import Random

import pytest

from finished.replay.regions import position
from finished.replay.replay import Place, read_replay
from game import play
from game.models import Game, Move
from game.presentation.rendering import render_part
from literature.rules.apply import apply
from literature.rules.state import FINISHED
from rooms.actions import lobby
from rooms.live import reading, rendering
from rooms.live.document import document
from tests.kit import JSON, people, random_move, signed_in, state_of, table_of

pytestmark = pytest.mark.django_db

#: Keys of ``state.json`` that are about the room, about people, or about clocks
OF_THE_ROOM = {
    *("room", "room_version", "deadline", "declaring", "ending", "series", "watchers"),
    *("agreement", "kick_vote"),
    *("bots", "pace", "help"),
}
COMES_AND_GOES = {"avatar", "away"}

#: The probability that a player who may claim does so. With this value, games last about 30
#: moves.
CLAIMS = 0.35

#: The number of seats that are compared after each move. They are chosen at random.
SEATS_AT_A_TIME = 2

#: After every fifth move and at the end, the documents are also requested from the URLs, which must
#: give the same.
ASKED_EVERY = 5


@pytest.fixture(autouse=True)
def _at_normal_pace(settings):
    """Render tables at normal pace, because a replay always has this pace."""
    settings.BOT_THINK_SECONDS = None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "count", "options"),
    [
        pytest.param("classic", 4, {}, marks=pytest.mark.soak),
        ("silent-hands", 6, {"history": "last_ask"}),
        pytest.param("nine-sets-anytime", 6, {"history": "last_two"}, marks=pytest.mark.soak),
        pytest.param(
            "nine-sets", 6, {"history": "last_two", "hand_counts": "secret"}, marks=pytest.mark.soak
        ),
        ("strict", 8, {"history": "last_ask", "hand_counts": "secret"}),
        ("first-game", 6, {"history": "full"}),
    ],
)
def test_the_replay_shows_the_pages_of_the_game(preset, count, options):
    room, users = played_table(preset, count, options)
    then, tables = play_and_keep(room, users, Random(f"{preset} {count}"))
    assert_same(room, users, then, tables)


@pytest.mark.slow
@pytest.mark.parametrize("goes_at", [0, 9])
def test_the_replay_of_a_game_that_a_person_left(goes_at):
    """In the replay, the player is a person up to the move at which they left, and a bot after
    it.
    """
    room, users = played_table("classic", 4, {})
    then, tables = play_and_keep(room, users, Random("left"), leaver=2, goes_at=goes_at)
    bots = [next(filter(None, kept))["seats"][2]["bot"] for kept in then]
    assert bots == [None] * (goes_at + 1) + ["medium"] * (len(then) - goes_at - 1)
    assert_same(room, users, then, tables)


def assert_same(room, users, then, tables):
    """Compare the replay at each move with the documents in ``then`` and the tables in ``tables``.
    None stands for a seat that is not compared.
    """
    game = Game.objects.get(pk=room.game_id)
    replay = read_replay(game)
    client = signed_in(users[-1])
    for number, kept in enumerate(then):
        seats = [seat for seat, document in enumerate(kept) if document]
        for seat in seats:
            assert without_room(replay.document(number, seat)) == kept[seat], (number, seat)
        # The table is rendered as it was then. Only at the end do the two tables differ, because
        # the room's table then also shows all hands.
        seat = seats[number % len(seats)]
        if number < replay.last:
            assert table_drawn(regions_of(replay, number, seat)) == tables[number]
        # The URL gives the same document to any viewer.
        if number % ASKED_EVERY == 0 or number == replay.last:
            answer = client.get(f"/games/{game.pk}/?move={number}&eyes={seat}", headers=JSON)
            assert without_room(answer.json()) == kept[seat]


def played_table(preset, count, options):
    room = table_of(people(count), preset, **options)
    for option, value in options.items():
        assert asdict(room.game.rules)[option] == value
    return room, [player.user for player in room.game.players.all()]


def play_and_keep(room, users, chance, leaver=None, goes_at=None):
    """Play to the end. For each version return the documents of some seats, and the rendered table.

    The person at the seat ``leaver`` leaves after ``goes_at`` moves and gets no documents after
    that.
    """
    kept, tables, state = [], [], state_of(room.game)
    clients = [signed_in(user) for user in users]
    here = set(range(len(users)))
    while True:
        now = reading.read(room.code, whole_log=True)
        some = chance.sample(sorted(here), SEATS_AT_A_TIME)
        kept.append(
            [
                without_room(document(now, user.id)) if seat in some else None
                for seat, user in enumerate(users)
            ]
        )
        context = rendering.public_context(reading.read(room.code))
        tables.append(table_drawn(render_part("table.html", context)))
        # The room's URL gives the same document.
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
    """The part of a document that is about the game. Rooms and replays both have this part."""
    seats = [
        {key: value for key, value in seat.items() if key not in COMES_AND_GOES}
        for seat in document["seats"]
    ]
    ours = {key: value for key, value in document.items() if key not in OF_THE_ROOM | {"moves"}}
    return ours | {"seats": seats}


def regions_of(replay, number, seat):
    return position(replay, Place(number, seat), None)["regions"]


def table_drawn(html):
    """The table region without its attributes for swapping, and without room events."""
    table = html.partition('<section id="mine"')[0]
    table = re.sub(r'<p class="note".*?</p>|<li class="log-note".*?</li>', "", table)
    # A note, and the button that explains the help, belong to the room.
    table = table.replace(" has-note", "")
    table = re.sub(r'<button type="button" popovertarget="rules">(.*?)</button>', r"\1", table)
    return " ".join(table.replace(' hx-swap-oob="true"', "").split())
