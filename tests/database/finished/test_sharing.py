"""Sharing of games that are over: who may share a game, and who may see it."""

import pytest
from django.test import Client

from accounts.models import User
from finished import records, sharing
from game import play
from game.models import Game, Share
from rooms.actions import lobby
from rooms.actions import suspend_rename_delete as rooms_people
from tests.database.kit.staff import staff
from tests.kit import (
    JSON,
    PLAIN,
    import_record,
    people,
    person,
    play_on,
    signed_in,
    started,
    table_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(users):
    game = started(users, PLAIN)
    play_on(game)
    return game


def address(game, rest=""):
    return f"/games/{game.pk}/{rest}"


def seen_by(client, game):
    """The status codes of the page and of the record."""
    return tuple(client.get(address(game, rest)).status_code for rest in ("", "record.json"))


def test_others_do_not_see_a_game_that_is_not_shared(game):
    assert seen_by(Client(), game) == (403, 403)
    assert seen_by(signed_in(person("Zoe")), game) == (404, 404)


def test_everybody_with_the_link_sees_a_shared_game(users, game):
    assert signed_in(users[1]).post(address(game, "share/")).headers["Location"] == address(game)
    stranger = Client()
    assert seen_by(stranger, game) == (200, 200)
    assert seen_by(signed_in(person("Zoe")), game) == (200, 200)
    # Looking at the game did not make the stranger a guest, and they can't share the game.
    assert not User.objects.exclude(name="Zoe").exclude(pk__in=[u.pk for u in users]).exists()
    text = stranger.get(address(game)).content.decode()
    assert "Stop sharing" not in text
    assert "Share this game" not in text
    assert f"{users[1].name} shared this game." in text


def test_a_visitor_is_not_taken_for_a_bot():
    """Neither a visitor nor a bot has a user, but the page must not call a bot's team the visitor's
    team.
    """
    users = people(2)
    game = started(users, PLAIN, bots=2)
    play_on(game)
    sharing.share(game, users[0])
    assert Client().get(address(game)).context["my_team"] is None


def test_sharing_can_be_withdrawn(users, game):
    client = signed_in(users[1])
    client.post(address(game, "share/"))
    assert "Stop sharing" in client.get(address(game)).content.decode()
    client.post(address(game, "unshare/"))
    assert "Share this game" in client.get(address(game)).content.decode()
    assert seen_by(Client(), game) == (403, 403)
    assert seen_by(signed_in(person("Zoe")), game) == (404, 404)


def test_each_player_withdraws_only_their_own_sharing(users, game):
    sharing.share(game, users[0])
    sharing.share(game, users[1])
    signed_in(users[0]).post(address(game, "unshare/"))
    assert seen_by(Client(), game) == (200, 200)
    sharing.unshare(game, users[1])
    assert seen_by(Client(), game) == (403, 403)


def test_sharing_twice_is_sharing_once(users, game):
    client = signed_in(users[0])
    for _ in range(2):
        client.post(address(game, "share/"))
    assert Share.objects.count() == 1
    for _ in range(2):
        assert client.post(address(game, "unshare/")).status_code == 302
    assert not Share.objects.exists()


def test_programs_get_the_link(users, game):
    client = signed_in(users[0])
    answer = client.post(address(game, "share/"), headers=JSON)
    assert answer.json() == {"shared": True, "link": f"http://testserver{address(game)}"}
    assert client.post(address(game, "unshare/"), headers=JSON).json()["shared"] is False


@pytest.mark.parametrize("what", ["share/", "unshare/"])
def test_strangers_do_not_learn_that_the_game_exists(game, what):
    client = signed_in(person("Zoe"))
    for path in (address(game, what), f"/games/{'0' * 24}/{what}"):
        answer = client.post(path, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_game")
    answer = Client().post(address(game, what), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "no_name")
    assert not Share.objects.exists()


@pytest.mark.parametrize("what", ["share/", "unshare/"])
def test_viewers_may_not_share_the_game(users, game, what):
    sharing.share(game, users[0])
    boss = staff("boss", "game.view_game")
    for client in (signed_in(person("Zoe")), signed_in(boss), Client()):
        answer = client.post(address(game, what), headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_played")
    assert Share.objects.get().user == users[0]


def test_a_running_game_cannot_be_shared(users):
    game = started(users, PLAIN)
    answer = signed_in(users[0]).post(address(game, "share/"), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "game_running")
    # Strangers do not see a running game, even if the database has a share of it.
    Share.objects.create(game=game, user=users[0])
    assert seen_by(Client(), game) == (403, 403)
    assert game.seed not in Client().get(address(game)).content.decode()


def test_an_abandoned_game_can_be_shared(users):
    game = started(users, PLAIN)
    play_on(game, 5)
    Game.objects.filter(pk=game.pk).update(status="abandoned", due_at=None)
    signed_in(users[0]).post(address(game, "share/"))
    assert seen_by(Client(), game) == (200, 200)


def test_a_player_who_left_may_share_the_game(users):
    game = started(users, PLAIN)
    play.replace_with_bot(game.pk, users[2].pk, "easy")
    play_on(game)
    client = signed_in(users[2])
    assert seen_by(client, game) == (200, 200)
    client.post(address(game, "share/"))
    assert seen_by(Client(), game) == (200, 200)
    assert f"{users[2].name} shared this game." in Client().get(address(game)).content.decode()


def test_a_banned_player_may_share_the_game(users):
    room = table_of(users)
    game, banned = room.game, users[1]
    lobby.kick(room.code, users[0], 1)
    play_on(game)
    client = signed_in(banned)
    assert client.get(f"/r/{room.code}/").status_code == 403
    assert client.post(address(game, "share/")).status_code == 302
    assert seen_by(Client(), game) == (200, 200)


def test_games_that_a_deleted_person_shared_are_not_shared(users, game):
    sharing.share(game, users[0])
    rooms_people.forget(users[0])
    assert not Share.objects.exists()
    assert seen_by(Client(), game) == (403, 403)
    assert seen_by(signed_in(users[1]), game) == (200, 200)


def test_games_that_a_suspended_person_shared_are_not_shown(users, game):
    sharing.share(game, users[0])
    User.objects.filter(pk=users[0].pk).update(is_active=False)
    assert seen_by(Client(), game) == (403, 403)


def test_an_imported_game_cannot_be_shared(game):
    imported = import_record(records.export(game).encode())
    boss = staff("boss", "game.view_game")
    answer = signed_in(boss).post(address(imported, "share/"), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_played")


def test_sharing_redirects_to_the_page_of_the_form(users, game):
    client = signed_in(users[0])
    back = f"{address(game)}?move=37"
    assert client.post(address(game, "share/"), {"next": back}).headers["Location"] == back
    away = client.post(address(game, "share/"), {"next": "https://elsewhere.example/"})
    assert away.headers["Location"] == "/"
