"""Every preset, and the other option values. For each, one or two games are played to the end.

All people at the table are JSON clients, who make random moves. Claims, passes and some of the asks
are sent over HTTP. After every eighth move the documents of all people must agree.
"""

import random
import uuid

import pytest

from game import integrity, play, row_values
from game.models import Game, Hand
from literature.record import read, replay
from literature.rules.cards import CARDS
from literature.rules.decks import DECKS
from literature.rules.information_state import ASKS_SHOWN
from literature.rules.moves import Ask, Claim
from literature.rules.options import OPTIONS, PRESETS, Rules
from literature.rules.state import PLAYING
from rooms.live import reading, rendering
from rooms.models import Room
from tests.kit import JSON, NAMES, move_fields, person, random_move, signed_in

pytestmark = pytest.mark.django_db

OWN = {"you", "hand", "legal", "may_pass"}
MOST_GAMES = 2  # A longer series is not played to its end.
MOST_MOVES = 2000  # No game has more moves than this.
#: An ask is sent over HTTP at every fourth move. Other asks are made directly, which takes a fifth
#: of the time.
POST_EVERY = 4
CLAIMS = 0.35  # The probability that a player who may claim does so.
LOOK_EVERY = 8  # The number of moves between two checks.
FEWEST = 4  # The number of players in most cases, because small tables have the shortest games.
#: The option values that no case of a preset has. Each occurs once. Options for a larger table
#: name its number of players.
OTHER_VALUES = [
    {
        "players": 6, "deck": "7s-and-jokers", "ask_held_card": "bluff", "history": "last_two",
        "series": "best_of_three",
    },
    {"players": 8, "deck": "quartets", "claim_timing": "team_turn"},
    {"players": 10, "high_sets_double": True},
]  # fmt: skip


def seats_of(preset):
    """Return the number of players for a preset."""
    usual = PRESETS[preset].players
    return usual if usual > 6 else FEWEST


def cases():
    """Yield the cases. Each has a preset and changed options."""
    for preset in PRESETS:
        yield pytest.param(preset, {}, id=preset)
    for options in OTHER_VALUES:
        yield pytest.param("nine-sets", options, id=options.get("deck", "nine-sets"))


def test_each_value_of_each_option_is_played():
    played = [rules.to_json() | {"players": seats_of(name)} for name, rules in PRESETS.items()]
    played += OTHER_VALUES
    for option, values in OPTIONS.items():
        assert {case[option] for case in played if option in case} == set(values)


def public(view):
    """Return the parts of a document that are the same for everybody."""
    return {key: value for key, value in view.items() if key not in OWN}


class Table:
    """A room with people and a spectator. Each of them is a client."""

    def __init__(self, preset, options):
        seats = options.get("players", seats_of(preset))
        self.users = [person(name) for name in NAMES[:seats]]
        self.clients = [signed_in(user, headers=JSON) for user in self.users]
        self.watching = person("Zoe")
        self.spectator = signed_in(self.watching, headers=JSON)
        self.chance = random.Random(f"{preset} {options}")
        self.code = self.post(0, "/rooms/new/", preset=preset)["code"]
        if options:
            self.host(
                "settings", **{option: str(value).lower() for option, value in options.items()}
            )
        for number in range(1, len(self.users)):
            self.post(number, f"/r/{self.code}/join/")
        self.rules = Rules.from_json(self.look(0)["rules"])

    def post(self, number, path, **fields):
        """Send a request that must succeed. Return the answer."""
        answer = self.clients[number].post(path, fields)
        assert answer.status_code == 200, (path, fields, answer.content)
        return answer.json()

    def host(self, path, **fields):
        return self.post(0, f"/r/{self.code}/{path}/", **fields)

    def look(self, number):
        return self.state(self.clients[number])

    def state(self, client):
        answer = client.get(f"/r/{self.code}/state.json")
        assert answer.status_code == 200
        return answer.json()

    # A game

    def play(self):
        """Play the running game to its end."""
        self.look_round(0)
        for version in range(MOST_MOVES):
            self.move(version)
            over = Game.objects.filter(rooms__code=self.code, status="finished").exists()
            if over or version % LOOK_EVERY == 0:
                views = self.look_round(version + 1)
            if over:
                assert views[0]["phase"] == "finished"
                return views
        raise AssertionError("the game does not end")

    def move(self, version):
        """Make a random move. A player who claims out of turn first starts a claim pause."""
        hands = list(Hand.objects.filter(game__rooms__code=self.code).select_related("game"))
        game = hands[0].game
        state = row_values.load_state(game, hands)
        move = random_move(state, self.chance, CLAIMS)
        if isinstance(move, Claim) and move.seat != state.turn and state.phase == PLAYING:
            self.at_seat(move.seat, "declare", set=state.deck.sets[move.card_set].name)
        if isinstance(move, Ask) and version % POST_EVERY:
            play.act(game.id, move, version=version)
        else:
            self.send(move, version)

    def at_seat(self, seat, path, **fields):
        return self.post(self.seats[seat], f"/r/{self.code}/{path}/", **fields)

    def send(self, move, version):
        path, fields = move_fields(move, self.rules)
        fields |= {"version": version, "request_id": uuid.uuid4().hex}
        assert self.at_seat(move.seat, path, **fields)["version"] == version + 1

    # Documents

    def look_round(self, version):
        """Read everybody's state.json, and check that the documents agree. Return them by seat.

        All documents are made from one snapshot, which saves time. Sometimes those of one player
        and of the spectator are also read over HTTP, and must be the same.
        """
        documents = self.documents()
        if version % (4 * LOOK_EVERY) == 0 or documents[0]["phase"] == "finished":
            number = version % len(self.clients)
            assert self.state(self.clients[number]) == documents[number]
            assert self.state(self.spectator) == documents[-1]
        *views, spectator = documents
        self.seats = {view["you"]: number for number, view in enumerate(views)}
        views.sort(key=lambda view: view["you"])
        assert views[0]["version"] == version
        assert [view["you"] for view in views] == list(range(len(views)))
        assert spectator["hand"] is spectator["you"] is None
        assert not any(spectator["legal"].values())
        for view in [*views, spectator]:
            assert public(view) == public(views[0])
        self.check_hands(views)
        self.check_legal(views)
        self.check_log(views[0])
        return views

    def documents(self):
        now = reading.read(self.code, whole_log=True)
        users = [*self.users, self.watching]
        return [rendering.document(now, user.pk) for user in users]

    def check_log(self, view):
        asks = [move["number"] for move in view["log"] if "ask" in move]
        most = ASKS_SHOWN[self.rules.history]
        if most is not None and view["phase"] != "finished":
            assert len(asks) <= most

    def check_hands(self, views):
        held = [card for view in views for card in view["hand"]]
        assert len(held) == len(set(held))
        deck = DECKS[self.rules.deck]
        gone = {
            CARDS[card]
            for each in deck.sets
            if each.name in views[0]["sets"]
            for card in each.cards
        }
        assert set(held) == {CARDS[card] for card in deck.cards} - gone
        counts = [seat["cards"] for seat in views[0]["seats"]]
        secret = self.rules.hand_counts == "secret" and views[0]["phase"] != "finished"
        assert counts == [None if secret else len(view["hand"]) for view in views]
        assert [seat["out"] for seat in views[0]["seats"]] == [not view["hand"] for view in views]

    def check_legal(self, views):
        phase, turn = views[0]["phase"], views[0]["turn"]
        for seat, view in enumerate(views):
            legal = view["legal"]
            if phase == "finished":
                assert not any(legal.values())
            elif seat == turn:
                assert any(legal.values())
            else:
                assert not legal["asks"]
                assert not legal["passes"]
                assert not legal["claims"] or self.rules.claim_timing != "own_turn"

    def check_record(self, game_id):
        """Check that a player gets a valid record of the finished game, that the stored game has no
        problems, and that a spectator gets no record.
        """
        path = f"/games/{game_id}/record.json"
        record = self.clients[-1].get(path).content
        played = replay(read(record))
        game = Game.objects.get(pk=game_id)
        assert played.record.rules.deck == self.rules.deck
        assert game.status == "finished"
        assert integrity.problems(game) == []
        assert self.spectator.get(path).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "options"), list(cases()))
def test_played_to_the_end(preset, options):
    table = Table(preset, options)
    expected = PRESETS[preset].to_json() | options
    assert table.rules.to_json() == expected
    table.host("start")
    views = table.play()
    table.check_record(views[0]["game"])
    while not views[0]["series"]["over"] and views[0]["series"]["games"] < MOST_GAMES:
        for number in range(len(table.clients)):
            table.post(number, f"/r/{table.code}/again/")
        views = table.play()
        table.check_record(views[0]["game"])
    shown = views[0]["series"]
    assert shown["over"] or shown["games"] == MOST_GAMES
    assert Room.objects.get(code=table.code).series_games.count() == shown["games"]
