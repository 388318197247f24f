"""The review on the page of a replay, and at its own URLs."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bots import background
from finished.review import reviews, views
from game import computing
from game.models import Review, ReviewPart
from literature.judge.summary import MOST_LESSONS, beaten
from literature.judge.worker import seat_grid
from tests.kit import JSON, people, person, play_on, signed_in, table_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture
def room():
    room = table_of(people(4))
    play_on(room.game)
    room.game.refresh_from_db()
    return room


def page(client, room, query=""):
    return client.get(f"/games/{room.game_id}/{query}").content.decode()


def progress(client, room):
    """What a page reads while it waits for the review. It does not include the moves."""
    with CaptureQueriesContext(connection) as queries:
        found = client.get(f"/games/{room.game_id}/review/?progress", headers=JSON).json()
    assert not any("reviewpart" in each["sql"] for each in queries)
    return found


def test_the_page_shows_the_progress_of_the_review(room):
    client = signed_in(room.host)
    assert 'id="review-progress"' in page(client, room)
    document = client.get(f"/games/{room.game_id}/review/", headers=JSON).json()
    assert (document["done"], document["moves"]) == (0, room.game.version)
    background.do_due_work(ReviewPart.objects.exists)
    waits = progress(client, room)
    assert 0 < waits["done"] <= room.game.version
    background.do_due_work()
    done = {"moves": room.game.version, "done": room.game.version, "failed": False, "whole": True}
    assert progress(client, room) == done
    text = page(client, room)
    assert 'id="review-progress"' not in text
    assert text.count('<span class="verdict-tag is-') >= room.game.version // 2
    assert "Turning points" in text
    assert text.count("<dt>Accuracy</dt>") == 4


def test_a_reviewed_game(room, monkeypatch):
    """All these checks use one review, because a review takes a long time."""
    path = f"/games/{room.game_id}/review/mine/"
    waits = signed_in(room.host).get(path).content.decode()
    assert "hx-trigger" in waits
    assert f'<progress max="{room.game.version}" value="0"' in waits
    background.do_due_work()
    a_move_has_its_review_and_its_grid(room, signed_in(room.host))
    a_grid_is_computed_once(room, signed_in(room.host), monkeypatch)
    monkeypatch.undo()
    the_document_has_facts_and_sentences(room, signed_in(room.host))
    each_player_gets_their_own_lessons(room, path)
    others_do_not_see_the_review(room, signed_in(person("Eva")))


def a_move_has_its_review_and_its_grid(room, client):
    text = page(client, room, "?move=3&eyes=1&grid=1")
    assert re.search(r'id="move-review-heading">Move 3 ', text)
    assert "could know before move 3" in text
    grid = client.get(f"/games/{room.game_id}/review/grid/?move=3&eyes=1").content.decode()
    assert grid.count("<caption>") == 8
    # A player is certain of all cards in their own hand.
    assert grid.count(">certain<") >= 12
    positions = client.get(f"/games/{room.game_id}/positions/?from=3&to=3&eyes=1", headers=JSON)
    assert "move-review-heading" in positions.json()["positions"][0]["regions"]


def a_grid_is_computed_once(room, client, monkeypatch):
    path, made = f"/games/{room.game_id}/review/grid/?move=5&eyes=2", []
    honest = computing.for_page
    monkeypatch.setattr(computing, "for_page", lambda *what: made.append(what) or honest(*what))
    assert client.get(path).content == client.get(path).content
    ((function, rules, seat, dealer, dealt, log),) = made
    assert (function, rules, seat, len(log)) == (seat_grid, room.game.rules, 2, 4)
    assert dealt == room.game.hands.get(seat=2).dealt and dealer == room.game.dealer

    def late(*_what):
        raise TimeoutError

    monkeypatch.setattr(computing, "for_page", late)
    answer = client.get(path.replace("eyes=2", "eyes=1")).content.decode()
    assert "The chances are not ready yet." in answer


def the_document_has_facts_and_sentences(room, client):
    document = client.get(f"/games/{room.game_id}/review/", headers=JSON).json()
    review = document["review"]
    assert len(review["moves"]) == room.game.version
    assert all(move["text"] for move in review["moves"] if move["verdict"] in ("wasted", "lucky"))
    assert len(review["summary"]["players"]) == 4


def each_player_gets_their_own_lessons(room, path):
    said = [signed_in(player.user).get(path).content.decode() for player in room.game.players.all()]
    links = [re.findall(r'<a href="[^"]+\?move=\d+#move-review">', each) for each in said]
    assert all("hx-trigger" not in each for each in said)
    assert all(1 <= len(each) <= 3 for each in links)
    assert len(set(said)) > 1
    # Beaten players hear of the winners' greatest turning point, if there is room for it.
    stored = reviews.stored(room.game)
    turning = [
        each for each in stored.summary.turning if stored.move(each.move).seat % 2 == each.team
    ]
    for seat, text in enumerate(said):
        turned = "The turning point was move" in text
        if beaten(room.game.scores, seat) and any(each.team != seat % 2 for each in turning):
            assert turned or len(links[seat]) == MOST_LESSONS
    # Their own missed claims come first, with those of the others folded.
    missed = stored.summary.missed_claims
    for player in room.game.players.all():
        text = page(signed_in(player.user), room)
        mine = sum(each.seat == player.seat for each in missed)
        assert ("Your missed claims" in text) is bool(mine)
        assert ("Missed claims of others" in text) is (mine < len(missed))
    # The page of the replay has the same lessons.
    own = page(signed_in(room.host), room)
    assert len(re.findall(r'class="review-own">\s*<a', own)) == len(links[0])
    decided = re.findall(r'<p class="outcome-told">(.+?)</p>', own)
    assert [each for each in decided if f'<p class="review-own">{each}</p>' in own] == decided


def test_the_end_of_a_game_requests_the_sentence_about_the_review(room):
    text = signed_in(room.host).get(f"/r/{room.code}/").content.decode()
    assert f'hx-get="/games/{room.game_id}/review/mine/"' in text


def test_an_old_game_is_reviewed_on_request(room, settings):
    settings.RATE_LIMIT_FACTOR = 1
    Review.objects.all().delete()
    client = signed_in(room.host)
    path = f"/games/{room.game_id}/review/"
    assert "Review this game" in page(client, room)
    assert client.get(path, headers=JSON).json()["done"] is None
    assert client.post(path)["Location"] == f"/games/{room.game_id}/#review"
    assert reviews.stored(room.game).failed is False
    for _ in range(views.ORDERS_A_MINUTE - 1):
        client.post(path, headers=JSON)
    refused = client.post(path, headers=JSON)
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")


def others_do_not_see_the_review(room, stranger):
    for path in ("", "grid/", "mine/"):
        assert stranger.get(f"/games/{room.game_id}/review/{path}").status_code == 404
