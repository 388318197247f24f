"""The URLs of a replay: position, seat, and cost."""

import json
import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from finished import sharing
from finished.access import LOOKS_PER_MINUTE
from finished.importing import import_file
from finished.replay.replay import read_replay
from game.models import Game, Move
from literature import record
from literature.rules.apply import apply
from literature.rules.cards import hand_text
from literature.rules.deal import deal
from literature.rules.options import Rules
from literature.rules.state import new_game
from tests.kit import JSON, PLAIN, make_moves, missed_ask, person, play_on, signed_in, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(users):
    game = started(users, PLAIN)
    play_on(game)
    return game


@pytest.fixture
def client(users):
    return signed_in(users[0])


#: A number after the last move leads to the last position.
END = "?move=99999"


def document(client, game, query=""):
    return client.get(f"/games/{game.pk}/{query}", headers=JSON).json()


def page(client, game, query=""):
    answer = client.get(f"/games/{game.pk}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def positions(client, game, query):
    answer = client.get(f"/games/{game.pk}/positions/?{query}")
    assert answer.status_code == 200
    return answer.json()["positions"]


def cards_shown(html):
    """The cards in the hand or hands on a page or in a position."""
    mine = html.partition('<section id="mine"')[2].partition("</section>")[0]
    return re.findall(r'data-card="(\w+)"', mine)


def test_the_url_has_the_move_and_the_viewer(client, game):
    replay = read_replay(game)
    last = replay.last
    for move, eyes in ((0, 0), (0, 1), (1, 2), (7, 3), (7, 0), (last, 1), (last, 2)):
        shown = cards_shown(page(client, game, f"?move={move}&eyes={eyes}"))
        assert sorted(shown) == sorted(hand_text(replay.states[move].hands[eyes]))


def test_all_hands_are_open_without_a_viewer_in_the_url(client, game):
    replay = read_replay(game)
    for move in (0, 5):
        everything = sorted(card for hand in replay.states[move].hands for card in hand_text(hand))
        assert sorted(cards_shown(page(client, game, f"?move={move}"))) == everything
        hands = document(client, game, f"?move={move}")["hands"]
        assert hands == [hand_text(hand) for hand in replay.states[move].hands]
        assert "hands" not in document(client, game, f"?move={move}&eyes=2")


def test_all_hands_open_hides_nothing_whatever_the_options(users):
    game = started(users, replace(PLAIN, history="last_ask", hand_counts="secret"))
    play_on(game, 6)
    Game.objects.filter(pk=game.pk).update(status="abandoned", due_at=None)
    client = signed_in(users[0])
    number = game.moves.count()
    everything = document(client, game, END)
    assert len(everything["log"]) == number
    assert None not in [seat["cards"] for seat in everything["seats"]]
    assert everything["rules"]["history"] == "last_ask"
    seen = document(client, game, f"{END}&eyes=1")
    assert len([move for move in seen["log"] if "ask" in move]) == 1
    assert {seat["cards"] for seat in seen["seats"]} == {None}


@pytest.mark.parametrize("query", ["", "?move=", "?move=x", "?move=-3", "?move=²"])
def test_a_url_without_a_valid_move_opens_at_the_deal(client, game, query):
    assert document(client, game, query)["version"] == 0


def test_the_result_is_hidden_until_it_is_opened(client, game):
    """Only the last position shows the result. The other positions have a link to it."""
    assert document(client, game, END)["version"] == game.version
    assert " data-ended" in page(client, game, END)
    early = page(client, game)
    assert " data-ended" not in early
    assert f'data-go="end" href="?move={game.version}"' in early


@pytest.mark.parametrize("eyes", ["4", "x", "-1", "", "9" * 30])
def test_an_unknown_viewer_sees_all_hands(client, game, eyes):
    assert document(client, game, f"?move=2&eyes={eyes}")["you"] is None


def test_a_page_works_by_links_alone(client, game):
    text = page(client, game, "?move=3&eyes=1")
    for move in (0, 2, 4, game.version):
        assert f'href="?move={move}&amp;eyes=1"' in text
    assert text.count('aria-current="true" data') == 0
    assert text.count("data-move=") >= game.version + 1


def test_several_positions_are_fetched_at_once(client, game):
    got = positions(client, game, "from=2&to=5&eyes=1")
    assert [each["move"] for each in got] == [2, 3, 4, 5]
    replay = read_replay(game)
    for each in got:
        hand = replay.states[each["move"]].hands[1]
        assert sorted(cards_shown(each["regions"])) == sorted(hand_text(hand))
        assert each["shown"]["number"] == each["move"] - 1
        assert each["said"] == each["shown"]["text"]


def test_positions_agree_with_the_page(client, game):
    for query, move in (("?move=4&eyes=3", 4), ("?move=6", 6)):
        [position] = positions(client, game, f"from={move}&to={move}&{query.partition('&')[2]}")
        text = page(client, game, query)
        for region in re.split(r'<section id="(?:mine|move-review)"', position["regions"]):
            assert "".join(region.split()) in "".join(text.split())


@pytest.mark.parametrize(
    ("query", "moves"),
    [
        ("", [0]),
        ("from=0&to=999", list(range(16))),
        ("from=5&to=2", []),
        ("from=99999&to=99999", []),
        ("from=x&to=y", [0]),
    ],
)
def test_any_range_gets_an_answer(client, game, query, moves):
    got = [each["move"] for each in positions(client, game, query)]
    assert got == [move for move in moves if move <= game.version]


def test_positions_are_cached_by_private_caches_only(client, game):
    answer = client.get(f"/games/{game.pk}/positions/?from=0&to=1")
    assert answer["Cache-Control"] == "private, max-age=600"
    assert "Cookie" in answer["Vary"]


def test_a_running_game_has_no_replay(users):
    game = started(users, PLAIN)
    play_on(game, 5)
    sharing_row = game.shares.create(user=users[0])
    staff = person("Boss")
    type(staff).objects.filter(pk=staff.pk).update(is_guest=False, is_staff=True)
    clients = [signed_in(users[1]), signed_in(staff), signed_in(person("Zoe")), Client()]
    for query in ("", "?move=0&eyes=1", "?move=3", "positions/?from=0&to=5&eyes=2", "record.json"):
        for client in clients:
            for headers in ({}, JSON):
                answer = client.get(f"/games/{game.pk}/{query}", headers=headers)
                assert answer.status_code in (403, 404)
                text = answer.content.decode()
                assert "data-card" not in text
                assert '"hand' not in text
                assert game.commitment not in text
    assert sharing_row.pk


def test_a_withdrawn_link_opens_nothing(users, game):
    sharing.share(game, users[1])
    stranger = Client()
    assert positions(stranger, game, "from=0&to=3&eyes=3")
    sharing.unshare(game, users[1])
    for query in ("?move=3&eyes=3", "positions/?from=0&to=3&eyes=3"):
        assert stranger.get(f"/games/{game.pk}/{query}").status_code == 403


def test_an_impossible_log_is_shown_up_to_the_impossible_move(client, game):
    Move.objects.filter(game=game, number=4).update(
        kind="pass", other=2, seat=0, card=None, hit=None, card_set=None, outcome=None
    )
    text = page(client, game)
    assert "are damaged" in text
    assert document(client, game, END)["version"] == 4


def test_a_page_makes_the_same_queries_for_a_longer_game(users):
    counts = []
    for length in (10, 150):
        game = started(users, PLAIN)
        make_moves(game, *[missed_ask] * length)
        Game.objects.filter(pk=game.pk).update(status="abandoned", due_at=None)
        client = signed_in(users[0])
        counts.append([queries(client, f"/games/{game.pk}/?move=5&eyes=1")])
        counts[-1] += [queries(client, f"/games/{game.pk}/positions/?from=0&to=7&eyes=2")]
    assert counts[0] == counts[1]
    assert counts[0] <= [14, 9], counts


def queries(client, path):
    with CaptureQueriesContext(connection) as made:
        assert client.get(path).status_code == 200
    return len(made)


def test_a_game_has_the_same_date_on_every_page(client, game):
    """Both pages also load the script that converts dates to the reader's time zone."""
    found = {
        address: re.search(r"<time [^>]*>[^<]*</time>", client.get(address).content.decode())
        for address in (f"/games/{game.pk}/", "/history/")
    }
    replay, history = (each.group() for each in found.values())
    assert replay == history
    assert "data-local" in replay
    assert all("js/local-times" in client.get(address).content.decode() for address in found)


@pytest.fixture
def very_long(users):
    """A game of 1,200 moves that the first of ``users`` imported."""
    rules = Rules(players=8, history="full", game_end="all_sets")
    dealt = deal(rules, bytes(32), 0)
    state, log = new_game(rules, dealt, 0), []
    while state.number < 1200:
        state, event = apply(state, missed_ask(state))
        log.append(event)
    seats = [{"name": f"{number}{'W' * 39}"} for number in range(8)]
    data = json.dumps(record.document(state, dealt, 0, log, seats, {})).encode()
    return import_file("long.json", data, users[0]).game


def test_a_page_of_a_long_game_stays_small(client, very_long):
    for query, listed in (("", "1"), ("?move=600", "600"), ("?move=1200", "1200")):
        html = page(client, very_long, query)
        assert len(html.encode()) < 200_000
        assert f'data-move="{listed}"' in html
    html = page(client, very_long, "?move=600")
    assert "Earlier moves" in html
    assert "Later moves" in html


def test_all_urls_of_games_share_one_rate_limit(client, game, settings):
    settings.RATE_LIMIT_FACTOR = 3 / LOOKS_PER_MINUTE
    paths = ("", "positions/?from=0&to=1", "record.json", "positions/")
    statuses = [client.get(f"/games/{game.pk}/{path}").status_code for path in paths]
    assert statuses == [200, 200, 200, 429]
