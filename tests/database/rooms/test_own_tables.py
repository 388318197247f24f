"""A person's tables on the home page and in the bar of a table: which one has waited longest."""

from datetime import timedelta
from unittest import mock

import pytest

from game import database_time
from game.models import Game
from rooms.models import Room
from rooms.own_tables import next_table, tables_of
from tests.kit import HTMX, make_moves, missed_ask, one_line, people, signed_in, table_of

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def users():
    return people(4)


def table(users, turn, hours, moves=0):
    """A table whose turn-holder got the turn this number of hours ago."""
    room = table_of(users, "by-letter")
    seats = {player.user_id: player.seat for player in room.game.players.all()}
    began = database_time.now() - hours * HOUR
    Game.objects.filter(pk=room.game_id).update(turn=seats[turn.pk])
    if moves:
        state = make_moves(room.game, *[missed_ask] * moves)
        holder = next(user for user, seat in seats.items() if seat == state.turn)
        room.game.moves.update(made_at=began)
        Game.objects.filter(pk=room.game_id).update(started_at=began - 24 * HOUR)
        return room.code, holder
    Game.objects.filter(pk=room.game_id).update(started_at=began)
    return room.code, turn.pk


def test_the_table_that_has_waited_longest_comes_first(users):
    asha, ben, *_ = users
    hour, _ = table(users, asha, 1)
    day, _ = table(users, asha, 25)
    table(users, ben, 50)
    three, _ = table(users, asha, 3)
    tables = tables_of(asha)
    assert [each.code for each in tables if each.my_turn] == [day, three, hour]
    waited = [each.waited.replace("\N{NO-BREAK SPACE}", " ") for each in tables]
    assert waited == ["1 day", "3 hours", "1 hour", "2 days"]
    page = one_line(signed_in(asha).get("/"))
    assert "waiting for 1\N{NO-BREAK SPACE}day" in page


def test_a_turn_begins_with_the_latest_move(users):
    code, holder = table(users, users[0], 2, moves=3)
    user = next(each for each in users if each.pk == holder)
    (found,) = tables_of(user)
    assert (found.code, found.my_turn) == (code, True)
    assert found.waited == "2\N{NO-BREAK SPACE}hours"


def test_a_table_that_has_not_waited_a_minute_says_nothing(users):
    table(users, users[0], 0)
    assert tables_of(users[0])[0].waited == ""


def test_the_next_table_has_waited_longest(users, django_assert_num_queries):
    asha, ben, *_ = users
    hour, _ = table(users, asha, 1)
    day, _ = table(users, asha, 25)
    other, _ = table(users, ben, 50)
    with django_assert_num_queries(1):
        assert next_table(asha, other) == day
    assert next_table(asha, day) == hour
    assert next_table(ben, other) == ""
    Room.objects.filter(code=day).update(closed_at=database_time.now())
    assert next_table(asha, other) == hour
    Game.objects.filter(rooms__code=hour).update(status="abandoned", due_at=None)
    assert next_table(asha, other) == ""


def test_the_bar_links_to_the_next_table(users):
    asha, ben, *_ = users
    here, _ = table(users, ben, 1)
    browser = signed_in(asha)
    assert (
        "next-table" not in browser.get(f"/tables/next/?here={here}", headers=HTMX).content.decode()
    )
    assert 'class="next-table"' not in one_line(browser.get(f"/r/{here}/"))
    there, _ = table(users, asha, 1)
    for path in (f"/r/{here}/", f"/tables/next/?here={here}"):
        page = one_line(browser.get(path))
        assert f'class="next-table" href="/r/{there}/"' in page, path
    assert 'class="next-table"' not in one_line(browser.get(f"/r/{there}/"))


def test_an_update_does_not_look_for_the_next_table(users):
    here, _ = table(users, users[0], 1)
    with mock.patch("rooms.own_tables.next_table") as look:
        signed_in(users[0]).get(f"/r/{here}/regions/", headers=HTMX)
    assert not look.called
