"""Players sort their own hands. Nobody else gets to know the order."""

import re

import pytest

from accounts.models import User
from game import play
from game.models import Game, Hand
from literature.rules.cards import hand_text
from rooms.actions import playing
from rooms.live.reading import read, read_again
from rooms.live.rendering import frame, read_updates
from tests.kit import JSON, make_moves, missed_ask, one_line, person, rows_of, signed_in, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(users):
    return table_of(users)


def sort(room, user, **fields):
    """Send a POST as a program. Return the status and the answer."""
    answer = signed_in(user).post(f"/r/{room.code}/hand/", fields, headers=JSON)
    return answer.status_code, answer.json()


def held(room, seat=0):
    return hand_text(Hand.objects.get(game=room.game_id, seat=seat).live)


def own(room, user, cards):
    return sort(room, user, sort="own", cards=" ".join(cards))


def page_of(room, user):
    """Return the cards on a person's page, and how they are sorted."""
    page = one_line(signed_in(user).get(f"/r/{room.code}/regions/"))
    cards = re.findall(r'<li class="card" data-card="(\w+)"', page)
    return cards, re.search(r'id="hand"[^>]* data-sort="(\w+)"', page)[1]


def test_a_hand_is_sorted_by_set_at_first(room, users):
    assert page_of(room, users[0]) == (held(room), "set")


def test_by_rank_in_this_game_and_the_next(room, users):
    status, answer = sort(room, users[0], sort="rank")
    assert (status, answer["game"], answer["version"]) == (200, room.game_id, 0)
    by_rank = sorted(held(room), key=lambda card: "23456789TJQKA".index(card[0]))
    assert re.findall(r'data-card="(\w+)"', answer["hand"]) == by_rank
    assert page_of(room, users[0]) == (by_rank, "rank")
    assert User.objects.get(pk=users[0].pk).preferences == {"hand_sort": "rank"}
    assert page_of(room, users[1]) == (held(room, 1), "set")
    later = table_of([users[0], *[person(name) for name in ("Dev", "Eve", "Fay")]])
    assert page_of(later, users[0])[1] == "rank"


def test_an_own_order_belongs_to_the_game(room, users):
    mine = held(room)[::-1]
    status, answer = own(room, users[0], mine)
    assert (status, re.findall(r'data-card="(\w+)"', answer["hand"])) == (200, mine)
    assert page_of(room, users[0]) == (mine, "own")
    assert User.objects.get(pk=users[0].pk).preferences == {}
    later = table_of([users[0], *[person(name) for name in ("Dev", "Eve", "Fay")]])
    assert page_of(later, users[0]) == (held(later), "set")


def test_a_sort_drops_the_own_order(room, users):
    own(room, users[0], held(room)[::-1])
    sort(room, users[0], sort="set")
    assert page_of(room, users[0]) == (held(room), "set")


def test_a_plain_form(room, users):
    answer = signed_in(users[0]).post(f"/r/{room.code}/hand/", {"sort": "rank"})
    assert (answer.status_code, answer["Location"]) == (302, f"/r/{room.code}/")
    assert page_of(room, users[0])[1] == "rank"


@pytest.mark.parametrize(
    "bad",
    [
        {},
        {"sort": ""},
        {"sort": "suit"},
        {"sort": "own"},
        {"sort": "own", "cards": ""},
        {"sort": "own", "cards": "10C"},
        {"sort": "own", "cards": "{0} {0}"},
        {"sort": "own", "cards": " {0}"},
        {"sort": "own", "cards": "{0}\0"},
        {"sort": "own", "cards": "{0} " * 4000},
    ],
)
def test_bad_requests_change_nothing(room, users, bad):
    before = rows_of(Game.objects.get())
    fields = {key: value.replace("{0}", held(room)[0]) for key, value in bad.items()}
    status, answer = sort(room, users[0], **fields)
    assert (status, answer["code"]) == (422, "bad_request")
    assert rows_of(Game.objects.get()) == before
    assert User.objects.get(pk=users[0].pk).preferences == {}


def test_cards_of_others_are_refused(room, users):
    before = rows_of(Game.objects.get())
    status, answer = own(room, users[0], [*held(room), held(room, 1)[0]])
    assert (status, answer["code"]) == (422, "not_held")
    assert answer["message"] == "Your hand has changed. Look at it, then move the card again."
    assert rows_of(Game.objects.get()) == before


def test_only_players_of_a_running_game(room, users):
    assert sort(room, person("Goran"), sort="rank")[1]["code"] == "not_seated"
    playing.abandon_game(room)
    assert sort(room, users[0], sort="rank")[1]["code"] == "not_playing"


def test_too_many(room, users, settings):
    settings.RATE_LIMIT_FACTOR = 2 / 120
    assert [sort(room, users[0], sort="rank")[0] for _ in range(3)] == [200, 200, 429]


# What other pages get


def test_nobody_else_gets_an_update_or_another_page(room, users):
    held_before = read(room.code)
    pages = {user.pk: _without_ids(frame(held_before, user.pk)) for user in users[1:]}
    own(room, users[0], held(room)[::-1])
    now, texts = read_updates(
        room.code, {(user.pk, False, held_before.versions) for user in users}, held_before
    )
    assert texts == {}
    assert now.versions == held_before.versions
    for pk, text in pages.items():
        assert _without_ids(frame(now, pk)) == text


def test_documents_keep_the_usual_order(room, users):
    own(room, users[0], held(room)[::-1])
    state = signed_in(users[0]).get(f"/r/{room.code}/state.json").json()
    assert state["hand"] == held(room)


def test_a_hub_shows_the_new_order_in_its_next_update(room, users, django_assert_max_num_queries):
    before = read(room.code)
    mine = held(room)[::-1]
    own(room, users[0], mine)
    game = Game.objects.get()
    make_moves(game, missed_ask)
    now, texts = read_updates(room.code, {(users[0].pk, False, before.versions)}, before)
    (text,) = texts.values()
    assert re.findall(r'<li class="card" data-card="(\w+)"', text) == mine
    # The next reading has only the new moves again.
    make_moves(game, missed_ask)
    with django_assert_max_num_queries(1):
        after = read_again(room.code, now)
    assert after.own_orders[0] == " ".join(mine)


def test_a_move_on_a_position_from_before_the_order_is_made(room, users):
    before = read(room.code)
    own(room, users[0], held(room)[::-1])
    move = missed_ask(before.state)
    made = play.act(room.game_id, move, version=0, stored=before.stored_game)
    assert made.version == 1
    now = read_again(room.code, before, made)
    assert now.own_orders[0]


def _without_ids(text):
    return re.sub(r'name="request_id" value="[\w-]+"', "", text)
