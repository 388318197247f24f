"""What a player is told who comes back to a table."""

import re
from datetime import timedelta

import pytest

from game import database_time
from game.models import Game, Move
from rooms.models import Seat
from tests.kit import HTMX, make_moves, missed_ask, one_line, people, signed_in, table_of

pytestmark = pytest.mark.django_db

MINUTE = 60


@pytest.fixture
def users():
    return people(4)


class Table:
    """A table where others have moved. ``user`` has only watched."""

    def __init__(self, users, preset="by-letter", moves=3, **options):
        self.room = table_of(users, preset, **options)
        first = self.room.game.turn
        # Two neighbours ask each other.
        pair = {first: (first + 1) % 4, (first + 1) % 4: first}
        make_moves(self.room.game, *[lambda state: missed_ask(state, pair[state.turn])] * moves)
        self.user = self.room.game.players.get(seat=(first + 2) % 4).user
        self.client = signed_in(self.user)

    def left(self, seconds, *, away=True):
        """The person left so many seconds ago."""
        seen = database_time.now() - timedelta(seconds=seconds)
        Seat.objects.filter(room=self.room, user=self.user).update(last_seen=seen, away=away)

    def told_for(self):
        """Return the seconds for which the page tells what has happened; None if it does not."""
        page = one_line(self.client.get(f"/r/{self.room.code}/"))
        found = re.search(r'id="since".*?data-ago="(\d+)"', page.split("</aside>")[0])
        return found and int(found[1])

    def told(self, ago):
        path = f"/r/{self.room.code}/since/"
        return self.client.get(path, {"ago": ago}, headers=HTMX).content.decode()


@pytest.mark.parametrize("away", [True, False])
def test_a_page_of_a_player_who_comes_back_asks_what_has_happened(users, away):
    table = Table(users, "nine-sets")
    table.left(MINUTE)
    assert table.told_for() is None
    table.left(5 * MINUTE, away=away)
    assert 300 <= table.told_for() < 310


def test_at_a_table_with_a_slow_clock_a_short_absence_counts(users):
    table = Table(users)
    table.left(MINUTE)
    assert table.told_for() >= 60
    table.left(10)
    assert table.told_for() is None


def test_the_first_render_reads_no_moves_for_the_sentence(users):
    """The page only knows how long the person was away."""
    table = Table(users)
    table.left(5 * MINUTE)
    assert "While you were away:" not in one_line(table.client.get(f"/r/{table.room.code}/"))
    assert table.told(300).startswith("While you were away: 3 asks, 0 hits")


def test_only_moves_after_the_person_left_are_told(users):
    table = Table(users, moves=4)
    long_ago = database_time.now() - timedelta(hours=2)
    Move.objects.filter(game=table.room.game, number__lt=3).update(made_at=long_ago)
    assert table.told(5 * MINUTE).startswith("While you were away: 1 ask, 0 hits")
    assert table.told(3 * 3600).startswith("While you were away: 4 asks, 0 hits")
    Move.objects.filter(game=table.room.game).update(made_at=long_ago)
    assert table.told(5 * MINUTE) == ""


def test_the_own_last_move_is_not_told(users):
    table = Table(users, moves=4)
    Move.objects.filter(game=table.room.game, number=1).update(user=table.user)
    assert table.told(5 * MINUTE).startswith("While you were away: 2 asks, 0 hits")


def test_the_prompt_and_the_sentence_do_not_tell_the_same(users):
    """At the player's turn the prompt sums up all moves since their last one."""
    room = table_of(users, "by-letter")
    first = room.game.players.get(seat=room.game.turn).user
    make_moves(room.game, *[lambda state: missed_ask(state, of=(state.turn + 1) % 4)] * 4)
    browser, path = signed_in(first), f"/r/{room.code}/"
    assert 'id="recap"' in one_line(browser.get(path))
    assert browser.get(f"{path}since/", {"ago": 300}, headers=HTMX).content == b""


def test_hidden_asks_are_not_told(users):
    table = Table(users, "nine-sets", moves=5)
    assert table.told(5 * MINUTE).startswith(
        "While you were away: 5 moves. Still shown: 1 ask, 0 hits"
    )


def test_nothing_is_told_to_spectators_and_after_the_game(users):
    table = Table(users)
    spectator = signed_in(people(5)[4])
    path = f"/r/{table.room.code}/since/?ago=300"
    assert spectator.get(path, headers=HTMX).content == b""
    Game.objects.filter(pk=table.room.game_id).update(status="abandoned", due_at=None)
    table.left(5 * MINUTE)
    assert table.told_for() is None
    assert table.told(300) == ""


@pytest.mark.parametrize(("ago", "status"), [("", 422), ("x", 422), ("9" * 18, 200), (-9, 200)])
def test_strange_times(users, ago, status):
    table = Table(users)
    path = f"/r/{table.room.code}/since/"
    assert table.client.get(path, {"ago": ago}).status_code == status
