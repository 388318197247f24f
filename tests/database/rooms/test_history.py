"""The games of a room by series, for its present and former players."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from finished import access as finished_game_access
from finished import sharing
from finished.history.pages import PER_PAGE
from game import play
from game.models import Game, Player
from rooms.actions import lobby, playing
from rooms.models import Room, SeriesGame
from tests.database.kit.staff import staff
from tests.kit import JSON, PLAIN, people, person, play_on, room_of, signed_in, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(users):
    """A table with a finished game."""
    room = table_of(users)
    play_on(room.game)
    return room


def page_of(room, user):
    return signed_in(user).get(f"/r/{room.code}/history/")


def played_next(room, users, seed=0):
    """Play another game at the same table. Return it."""
    Room.objects.filter(pk=room.pk).update(game=None)
    game = Game.objects.get(pk=playing.start(room.code, users[0]))
    play_on(game, seed=seed)
    return game


def rows(page):
    return [row for series in page.context["series"] for row in series[2]]


def test_the_games_of_a_room_newest_first(users, room):
    second = played_next(room, users)
    page = page_of(room, users[3])
    assert [row["game"].pk for row in rows(page)] == [second.pk, room.game_id]
    text = page.content.decode()
    assert f'href="/games/{second.pk}/"' in text
    assert f'href="/r/{room.code}/"' in text


def test_a_running_game_is_not_in_the_list(users):
    room = table_of(users)
    page = page_of(room, users[0])
    assert rows(page) == []
    assert "This table has no finished games yet." in page.content.decode()


def test_each_series_has_its_score(users):
    room = table_of(users, series="best_of_three")
    play_on(room.game)
    Room.objects.filter(pk=room.pk).update(game=None)
    second = Game.objects.get(pk=playing.start(room.code, users[0]))
    play_on(second, seed=1)
    assert set(SeriesGame.objects.values_list("series", flat=True)) == {1}
    Game.objects.update(score_0=5, score_1=3)
    page = page_of(room, users[0])
    [series] = page.context["series"]
    assert series[1] == "Red wins the series. Red 2, Blue 0."
    assert series[1] in page.content.decode()
    assert len(series[2]) == 2


def test_single_games_are_no_series(users, room):
    assert [stands for _number, stands, _rows in page_of(room, users[0]).context["series"]] == [""]


def test_links_to_the_history(users, room):
    """The table has a link to its games, and every page has a link to the person's own games."""
    client = signed_in(users[0])
    assert f'href="/r/{room.code}/history/"' in client.get(f"/r/{room.code}/").content.decode()
    for path in ("/", f"/games/{room.game_id}/", f"/r/{room.code}/history/"):
        assert 'href="/history/"' in client.get(path).content.decode()
    assert 'href="/history/"' not in Client().get("/").content.decode()


# Permissions


def test_a_former_player_may_see_the_list(users, room):
    lobby.leave(room.code, users[2])
    assert page_of(room, users[2]).status_code == 200


def test_a_person_who_left_during_a_game_may_see_the_list(users):
    room = table_of(users)
    lobby.leave(room.code, users[1])
    assert not room.seats.filter(user=users[1]).exists()
    assert page_of(room, users[1]).status_code == 200


def test_a_seated_person_sees_the_list_but_not_games_of_others(users, room):
    Room.objects.filter(pk=room.pk).update(game=None)
    zoe = person("Zoe")
    lobby.join(room.code, zoe)
    page = page_of(room, zoe)
    assert len(rows(page)) == 1
    assert f"/games/{room.game_id}/" not in page.content.decode()
    sharing.share(room.game, users[0])
    assert f"/games/{room.game_id}/" in page_of(room, zoe).content.decode()


def test_other_people_may_not_see_the_list(room):
    refused = signed_in(person("Zoe")).get(f"/r/{room.code}/history/", headers=JSON)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_of_room")
    assert Client().get(f"/r/{room.code}/history/", headers=JSON).json()["code"] == "no_name"
    no_room = signed_in(person("Yan")).get("/r/CDFGHJ/history/", headers=JSON)
    assert (no_room.status_code, no_room.json()["code"]) == (404, "no_room")


def test_a_removed_person_may_not_see_the_list(users, room):
    lobby.leave(room.code, users[2])
    room.bans.create(user=users[2])
    answer = signed_in(users[2]).get(f"/r/{room.code}/history/", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "removed")
    # A removed person can still see their own games.
    assert signed_in(users[2]).get(f"/games/{room.game_id}/").status_code == 200


def test_staff_with_permission_may_see_the_list(room):
    assert page_of(room, staff("sam")).status_code == 403
    boss = staff("boss", "game.view_game")
    page = page_of(room, boss)
    assert f"/games/{room.game_id}/" in page.content.decode()


# Links in a list


@pytest.mark.postgres
def test_a_list_has_links_only_to_visible_games(users, room):
    from finished.history.rows import with_players

    left = table_of(people(4))
    play.replace_with_bot(left.game_id, left.game.players.get(seat=1).user_id, "easy")
    play_on(left.game)
    shared = table_of(people(4))
    play_on(shared.game)
    sharing.share(shared.game, shared.host)
    games = list(Game.objects.all())
    with_players(games)
    boss = staff("boss", "game.view_game")
    leaver = Player.objects.get(left_user__isnull=False).left_user
    for user in (users[0], leaver, shared.host, person("Zoe"), boss, staff("sam")):
        expected = {game.pk for game in games if finished_game_access.may_see(game, user)}
        assert finished_game_access.visible_among(games, user) == expected
    assert finished_game_access.visible_among(games, person("Yan")) == {shared.game_id}


# Pages and their cost


@pytest.mark.postgres
def test_pages_by_key_in_both_directions(users):
    room = Room.objects.get(code=room_of(users))
    games = [
        Game.objects.create(
            status="finished", phase="finished", options=PLAIN.to_json(), dealer=0, turn=0,
            scorers=[], started_at=room.created_at,
        )
        for _ in range(PER_PAGE + 3)
    ]  # fmt: skip
    for number, game in enumerate(games):
        SeriesGame.objects.create(room=room, game=game, series=number // 4)
    client = signed_in(users[0])
    ids = [game.pk for game in reversed(games)]
    first = client.get(f"/r/{room.code}/history/")
    assert [row["game"].pk for row in rows(first)] == ids[:PER_PAGE]
    older = client.get(f"/r/{room.code}/history/?before={first.context['page'].older}")
    assert [row["game"].pk for row in rows(older)] == ids[PER_PAGE:]
    assert older.context["page"].older is None
    newer = client.get(f"/r/{room.code}/history/?after={older.context['page'].newer}")
    assert [row["game"].pk for row in rows(newer)] == ids[:PER_PAGE]
    assert newer.context["page"].newer is None
    assert client.get(f"/r/{room.code}/history/?before=x-1").status_code == 200


def test_a_page_costs_the_same_with_more_games(users, room):
    def cost():
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/r/{room.code}/history/").status_code == 200
        return len(queries)

    client = signed_in(users[0])
    before = cost()
    played_next(room, users, seed=2)
    played_next(room, users, seed=3)
    assert cost() == before <= 11
