"""Help at the table: who gets help, its cost, and its refusals."""

from concurrent.futures import TimeoutError as Late

import pytest
from django.core.cache import cache

from game import computing, play
from game.models import Game
from game.refusals import SENTENCES
from tests.kit import HTMX, JSON, missed_ask, person, signed_in, state_of, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(users):
    """A first game of four people. It has help."""
    return table_of(users[:4], "first-game")


def asked(room, user, headers=HTMX):
    answer = signed_in(user).get(f"/r/{room.code}/help/", headers=headers)
    return answer.status_code, answer.content.decode()


def test_a_player_sees_a_hint_and_the_grid_of_their_own_seat(room, users):
    turn, other = (room.game.turn + seat for seat in (0, 1))
    status, page = asked(room, room.game.players.get(seat=turn).user)
    assert status == 200
    assert "The chance of a hit is" in page
    assert page.count("<table") == 8
    # Only the viewer's own cards are certain.
    assert page.count(">certain<") == 12
    # The sets of the viewer's cards come first. The others are folded.
    mine, others = page.split('<details id="other-sets">')
    assert (">certain<" in mine, ">certain<" in others) == (True, False)
    assert 'class="shade-0"' in page
    assert "shade-True" not in page and "shade-False" not in page
    status, page = asked(room, room.game.players.get(seat=other % 4).user)
    assert "Look here again when it is your turn." in page


def test_help_is_cached_for_each_position(room, users, monkeypatch):
    made = []
    honest = computing.for_page
    monkeypatch.setattr(computing, "for_page", lambda *at: made.append(at) or honest(*at))
    assert asked(room, users[0]) == asked(room, users[0])
    assert len(made) == 1
    play.act(room.game_id, missed_ask(state_of(room.game)), version=0)
    asked(room, users[0])
    asked(room, users[1])
    assert len(made) == 3


def test_help_that_takes_too_long_is_refused(room, users, monkeypatch):
    def late(*_at):
        raise Late

    monkeypatch.setattr(computing, "for_page", late)
    status, page = asked(room, users[0])
    assert status == 429
    assert str(SENTENCES["help_late"]) in page


def test_too_frequent_requests_for_help_are_refused(room, users, settings):
    settings.RATE_LIMIT_FACTOR = 0.05
    cache.clear()
    told = [asked(room, users[0], JSON)[0] for _ in range(4)]
    assert told == [200, 200, 200, 429]


def test_the_log_numbers_the_moves_that_reasons_mention(room, users):
    play.act(room.game_id, missed_ask(state_of(room.game)), version=0)
    page = signed_in(users[0]).get(f"/r/{room.code}/").content.decode()
    assert '<li value="1"><span class="told" data-number="0">' in page


def test_all_players_see_that_help_is_allowed(room, users):
    for user in (users[0], person("Wim")):
        page = signed_in(user).get(f"/r/{room.code}/").content.decode()
        assert ">Rule: help</button>" in page
        assert 'id="help-button"' in page if user is users[0] else 'id="help-button"' not in page
    Game.objects.update(table={"help": False})
    page = signed_in(users[0]).get(f"/r/{room.code}/").content.decode()
    assert "Rule: help" not in page
    assert "Help is on" not in page
    assert 'id="help-button"' not in page
